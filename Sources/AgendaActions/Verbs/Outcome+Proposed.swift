package import AgendaJSON
package import AgendaKit
import ICalendar

// What a person should know of a change before it is made.
extension Outcome {
    /// Each event as the change would leave it.
    package var drafted: [DraftedEvent] {
        let scope = TimeZoneScope(database: SystemZones.database)
        return change.operations.flatMap { operation -> [DraftedEvent] in
            let before = Set(ChangeText.parts(operation.before ?? []).map(\.event))
            return ChangeText.parts(operation.after ?? [])
                .filter { $0.event.todo == nil && !before.contains($0.event) }
                .compactMap { draft in
                    let event = draft.event
                    guard let span = event.firstSpan(in: scope) else { return nil }
                    let id = OccurrenceID(
                        uid: event.uid, recurrenceID: event.recurrenceID.map { scope.point(of: $0) }
                    )
                    return DraftedEvent(
                        event, draft.participants, at: span, id, in: operation.calendar)
                }
        }
    }

    /// The first instance of each event as the change would leave it, in the event's own zone.
    package var proposed: [AgendaEvent] { drafted.map(\.first) }

    /// What would overlap with the first instance of each event that the change leaves, of all calendars.
    package func overlapsIfMade() async throws -> [AgendaEvent] {
        let store = editor.store
        let all = proposed
        let own = Set(all.map(\.uid))
        var found: [AgendaEvent] = []
        for event in all {
            let times = event.span.instants(in: person.zone)
            let days =
                person.zone.wallTime(at: times.lowerBound)
                .date..<(person.zone.wallTime(at: times.upperBound).date + 1)
            let near = try await store.provider(person, person.filter()).days(days).occurrences
                .filter { !own.contains($0.uid) }
            let pairs = Conflicts(
                among: near + [event], zone: person.zone, countingWholeDays: false
            ).pairs
            for pair in pairs {
                guard pair.first.uid == event.uid || pair.second.uid == event.uid else { continue }
                let other = pair.first.uid == event.uid ? pair.second : pair.first
                if !found.contains(where: { $0.id == other.id }) { found.append(other) }
            }
        }
        return found
    }
}
