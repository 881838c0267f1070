internal import GRDB
internal import ICalendar

extension EventStore {
    /// The shortest names of the events: of the key the digits that no other event in the store begins with, at least
    /// four; of an instance only its date, unless another instance of the event may have the same date.
    ///
    /// Like git's short names, they hold until a new event begins alike; ``details(of:clock:zone:filter:zones:)`` then
    /// refuses the name and never takes one event for the other.
    ///
    /// - Parameter events: the events of one listing.
    /// - Throws: the errors of reading (``AgendaError``).
    public func abbreviations(
        of events: [AgendaEvent]
    ) throws(AgendaError) -> [OccurrenceID: String] {
        let ids = Set(events.map(\.id))
        let instances = Dictionary(grouping: ids, by: \.key)
        let zones = Dictionary(events.map { ($0.id, $0.timeZone) }) { first, _ in first }
        return try read { database in
            var texts: [OccurrenceID: String] = [:]
            for (key, ids) in instances {
                let digits = try Self.digits(of: key, database)
                let isDense = try ids.contains { $0.recurrenceID != nil } && hasDays(key, database)
                for (start, ids) in Dictionary(grouping: ids, by: \.start) {
                    // The start distinguishes events that share a UID.
                    let event = start.map { digits + "." + $0.icalendar } ?? digits
                    let points = ids.compactMap { $0.recurrenceID?.icalendar }
                    for id in ids {
                        texts[id] =
                            id.recurrenceID.map { point in
                                let isWhole =
                                    isDense || Self.isNearChange(point, zone: zones[id] ?? nil)
                                return event + "-"
                                    + (isWhole
                                        ? point.icalendar
                                        : Self.shortened(point.icalendar, among: points))
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

    /// Whether an event may have several instances on one day.
    private func hasDays(_ key: UInt64, _ database: Database) throws -> Bool {
        let id = OccurrenceID(key: key, recurrenceID: nil)
        if id.isJournal { return false }
        var isDense = false
        for series in try SeriesTable.fetch(keys: key...key, database) where !isDense {
            try SeriesChoice.one(series.id).forEachBatch(id.kind, database) { texts in
                for master in texts.flatMap(\.masters) {
                    let ways =
                        master.recurrenceRules.count + (master.recurrenceDates.isEmpty ? 0 : 1)
                    isDense =
                        isDense || ways > 1 || master.recurrenceDates.count > 1
                        || master.recurrenceRules.contains { rule in
                            rule.frequency < .daily || rule.byHour.count > 1
                                || rule.byMinute.count > 1 || rule.bySecond.count > 1
                        }
                }
            }
        }
        return isDense
    }

    /// Whether clocks change around an instance: two instances, a day apart on their clock, may then have one day in UTC.
    private static func isNearChange(_ point: OccurrencePoint, zone: String?) -> Bool {
        guard case .instant(let instant) = point,
            let rules = zone.flatMap({ SystemZones.database.rules(named: $0) })
        else { return false }
        let day = 86_400
        return rules.offset(at: instant + -day) != rules.offset(at: instant + day)
    }

    /// The date of an instance, or all of it if another one has the same date.
    private static func shortened(_ point: String, among points: [String]) -> String {
        let date = point.prefix(OccurrenceAbbreviation.shortestInstance)
        return points.count { $0.hasPrefix(date) } == 1 ? String(date) : point
    }
}
