internal import GRDB
internal import ICalendar

extension EventStore {
    /// The shortest names of the events: of the key the digits that no other event in the store begins with, at least
    /// four; of an instance only its date, unless another of these events has the same date.
    ///
    /// Like git's short names, they hold until a new event begins alike; ``details(of:clock:zone:filter:zones:)`` then
    /// refuses the name and never takes one event for the other.
    ///
    /// - Parameter events: the events of one listing.
    public func abbreviations(
        of events: [AgendaEvent]
    ) throws(AgendaError) -> [OccurrenceID: String] {
        let ids = Set(events.map(\.id))
        let instances = Dictionary(grouping: ids, by: \.key)
        return try read { database in
            var texts: [OccurrenceID: String] = [:]
            for (key, ids) in instances {
                let digits = try Self.digits(of: key, database)
                for (start, ids) in Dictionary(grouping: ids, by: \.start) {
                    // The start distinguishes events that share a UID.
                    let event = start.map { digits + "." + $0.icalendar } ?? digits
                    let points = ids.compactMap { $0.recurrenceID?.icalendar }
                    for id in ids {
                        texts[id] =
                            id.recurrenceID.map { point in
                                event + "-" + Self.shortened(point.icalendar, among: points)
                            } ?? event
                    }
                }
            }
            return texts
        }
    }

    /// Fewer digits make no lasting name: of 300 events, two share three digits almost certainly.
    private static let fewestDigits = 4

    /// The digits of a key that no other event begins with.
    private static func digits(of key: UInt64, _ database: Database) throws -> String {
        let id = OccurrenceID(key: key, recurrenceID: nil)
        // Journal entries are in no series.
        if id.isJournal { return id.description }
        let neighbours = try SeriesTable.neighbours(of: key, database)
        let own = Array(id.description)
        let shared = neighbours.map { other in
            zip(own, OccurrenceID(key: other, recurrenceID: nil).description)
                .prefix { $0 == $1 }.count
        }
        return String(own.prefix(max(fewestDigits, (shared.max() ?? 0) + 1)))
    }

    /// The date of an instance, or all of it if another one has the same date.
    private static func shortened(_ point: String, among points: [String]) -> String {
        let date = point.prefix(OccurrenceAbbreviation.shortestInstance)
        return points.count { $0.hasPrefix(date) } == 1 ? String(date) : point
    }
}
