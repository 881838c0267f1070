internal import GRDB
internal import ICalendar

extension EventStore {
    /// What is enough of each event's id to name it: at least four digits of the key, as many as no
    /// other event of the store shares, and of the instance the date where no other of these events
    /// has it, too.
    ///
    /// As git's short names they hold until a new event begins alike; ``details(of:clock:zone:filter:zones:)``
    /// then says so, and never takes one for the other.
    ///
    /// - Parameter events: those of one listing.
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
                    // Of events that share a UID the start says which one it is.
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

    /// Fewer digits are no name that lasts: among 300 events two share three with certainty.
    private static let fewestDigits = 4

    /// As many digits of a key as no other event has.
    private static func digits(of key: UInt64, _ database: Database) throws -> String {
        let neighbours = try SeriesTable.neighbours(of: key, database)
        let own = Array(OccurrenceID(key: key, recurrenceID: nil).description)
        let shared = neighbours.map { other in
            zip(own, OccurrenceID(key: other, recurrenceID: nil).description)
                .prefix { $0 == $1 }.count
        }
        return String(own.prefix(max(fewestDigits, (shared.max() ?? 0) + 1)))
    }

    /// The date of an instance, or all of it where another one has that date.
    private static func shortened(_ point: String, among points: [String]) -> String {
        let date = point.prefix(OccurrenceAbbreviation.shortestInstance)
        return points.count { $0.hasPrefix(date) } == 1 ? String(date) : point
    }
}
