import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// Reports the events that overlap an added or edited one.
struct OverlapNote {
    /// How many days are examined from today on: those for which all instances are stored.
    private static let days = 366
    /// How many overlaps are named; the rest are only counted.
    private static let shown = 3

    let store: EventStore
    let person: Person

    /// Reports ``lines(of:instance:)`` on standard error.
    func say(of uids: Set<String>, instance: OccurrencePoint? = nil) async throws {
        try await lines(of: uids, instance: instance).forEach(Terminal.complain)
    }

    /// The next overlaps of these events.
    ///
    /// - Parameter instance: the only instance of a series that changed; nil for all.
    func lines(
        of uids: Set<String>, instance: OccurrencePoint? = nil
    ) async throws -> [Message] {
        func isOwn(_ event: AgendaEvent) -> Bool {
            uids.contains(event.uid) && (instance == nil || event.recurrenceID == instance)
        }
        let today = person.today
        let near = try await store.provider(person, person.filter())
            .overlaps(of: uids, instance: instance, on: today..<(today + Self.days))
        let conflicts = Conflicts(
            among: near, zone: person.zone, countingWholeDays: false)
        let pairs = conflicts.pairs.filter {
            isOwn($0.first) != isOwn($0.second)
                && !(uids.contains($0.first.uid) && uids.contains($0.second.uid))
        }
        let times = TimeText(zone: person.zone)
        var lines = pairs.prefix(Self.shown).map { pair -> Message in
            let other = isOwn(pair.first) ? pair.second : pair.first
            return "Overlaps \(times.style.title(other)), \(times.when(other.span))"
        }
        let rest = pairs.count - Self.shown
        if rest > 0 { lines.append("Overlaps \(rest) more: see 'agenda conflicts --days 366'") }
        return lines
    }
}
