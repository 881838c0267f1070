package import AgendaKit
import CalendarFiles
package import ICalendar

/// The alarms of a database with what was done about them.
package struct AlarmLookup {
    package let person: Person
    package let notes: AlarmNotes
    private let provider: EventProvider
    private let reading: OpenCalendars

    /// How many days around the present an id is looked for.
    private static let searched = 62

    package init(_ person: Person) async throws {
        self.person = person
        notes = AlarmNotes(database: absolute(try person.databasePath()))
        reading = try await OpenCalendars.open([], person)
        provider = reading.store.provider(person, person.filter())
    }

    /// Says what could not be read, and throws ``CommandFailure/partial`` if there was any.
    package func finish(quiet: Bool) throws(CommandFailure) { try reading.finish(quiet: quiet) }

    /// What went off on the last day, is coming, or is snoozed; in the order of time.
    package func alarms(
        days: Int, before: Int = 1
    ) async throws -> [(alarm: EventAlarm, state: AlarmState, instant: Instant)] {
        try await provider.alarms(notes.all(), days: days, before: before, at: person.clock.now)
    }

    /// The alarm with this id or beginning of one: of a repeated one, what went off last, else what comes first.
    package func alarm(_ id: String) async throws -> EventAlarm {
        let wanted = id.lowercased()
        let found = try await alarms(days: Self.searched, before: Self.searched)
            .map(\.alarm).filter { $0.id.hasPrefix(wanted) }
        let ids = Set(found.map(\.id)).sorted()
        guard let first = found.first, !wanted.isEmpty else {
            throw CommandFailure.failure("\(id): no such alarm: see 'agenda alarms'")
        }
        guard ids.count == 1 else {
            let list = ids.joined(separator: ", ")
            throw CommandFailure.usage("\(id): which alarm? \(list)")
        }
        let times = found.sorted { $0.instant < $1.instant }
        return times.last { $0.instant <= person.clock.now } ?? times.first ?? first
    }

    /// How many digits tell these ids apart, at least four.
    package static func digits(of ids: [String]) -> Int {
        let count = Set(ids).count
        return (4...12).first { digits in Set(ids.map { $0.prefix(digits) }).count == count } ?? 12
    }
}

extension AgendaError {
    /// Whether nothing can be written of an alarm because of what its calendar is and holds.
    package var isOfUnwritable: Bool {
        [.readOnly, .contactsOnlyRead, .earlierAlarms].contains(reason)
    }
}

extension EventProvider {
    /// What went off on the last days, is coming, or is snoozed; in the order of time.
    ///
    /// - Parameters:
    ///   - notes: what was done about alarms.
    ///   - days: how many days to look ahead.
    ///   - before: how many days to look back.
    package func alarms(
        _ notes: [String: AlarmNote], days: Int, before: Int = 1, at now: Instant
    ) async throws -> [(alarm: EventAlarm, state: AlarmState, instant: Instant)] {
        let (start, end) = (now - before * 86_400, now + days * 86_400)
        let snoozed = notes.values.filter { $0.snoozedUntil != nil }
        return try await alarms(from: start, until: end, and: Array(snoozed))
            .compactMap { alarm in
                guard let (state, instant) = alarm.state(notes, at: now) else { return nil }
                let isNear = (start..<end).contains(instant) || state == .coming
                return isNear || state == .snoozed ? (alarm, state, instant) : nil
            }
            .sorted { ($0.instant, $0.alarm.id) < ($1.instant, $1.alarm.id) }
    }
}
