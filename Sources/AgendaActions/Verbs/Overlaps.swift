import AgendaKit
import ICalendar

extension Outcome.Note {
    /// How many days are examined from today on: those for which all instances are stored.
    private static let days = 366
    /// How many overlaps are named; the rest are only counted.
    private static let shown = 3

    /// The next events that overlap these.
    ///
    /// - Parameter instance: the only instance of a series that changed; nil for all.
    static func overlaps(
        of uids: Set<String>, instance: OccurrencePoint? = nil, in store: EventStore,
        _ person: Person
    ) async throws -> [Outcome.Note] {
        func isOwn(_ event: AgendaEvent) -> Bool {
            uids.contains(event.uid) && (instance == nil || event.recurrenceID == instance)
        }
        let today = person.today
        let near = try await store.provider(person, person.filter())
            .overlaps(of: uids, instance: instance, on: today..<(today + days))
        let pairs = Conflicts(among: near, zone: person.zone, countingWholeDays: false).pairs
            .filter {
                isOwn($0.first) != isOwn($0.second)
                    && !(uids.contains($0.first.uid) && uids.contains($0.second.uid))
            }
        let notes = pairs.prefix(shown).map { pair in
            Outcome.Note.overlaps(isOwn(pair.first) ? pair.second : pair.first)
        }
        return notes + (pairs.count > shown ? [.moreOverlaps(pairs.count - shown)] : [])
    }
}
