internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// Reads the copies of an event or to-do that several resources have.
enum StoredCopies {
    /// All copies of `uid` in these sources.
    ///
    /// - Parameter sources: in the order in which they win between equal copies.
    static func fetch(
        uid: String, _ kind: Event.Kind, among sources: [CalendarSource], _ database: Database
    ) throws -> [EventCopy] {
        let reader = try RowReader(
            """
            SELECT series.id, resource.source_id, resource.href, event.id, event.recurrence_id,
                event.sequence, event.last_modified, event.stamp,
                series.start, series.is_several, series.is_recurring, resource.id
            FROM series
            JOIN resource ON resource.id = series.resource_id
            JOIN \(EventTable.name(kind)) AS event ON event.series_id = series.id
            WHERE series.uid = ? AND series.uid_key = ?
            ORDER BY series.id, event.id
            """, database)
        var copies: [EventCopy] = []
        var resources: [Int64: Int64] = [:]
        let isOne = try isOneCalendar(database)
        try reader.forEach(text: uid, Int64(OccurrenceID.key(uid: uid, kind))) { row in
            let sourceID = try row.requiredInteger(1)
            guard let place = sources.firstIndex(where: { $0.id == sourceID }) else { return }
            let seriesID = try row.requiredInteger(0)
            if copies.last?.seriesID != seriesID {
                copies.append(
                    EventCopy(
                        seriesID: seriesID,
                        start: row.withBytes(8) { OccurrencePoint(icalendar: $0) },
                        isSeveral: row.integer(9) != 0, isRecurring: row.integer(10) != 0,
                        calendar: sources[place].name, sourceOrder: place,
                        isWritable: sources[place].isWritable, href: try row.requiredText(2),
                        components: []))
                if isOne { copies[copies.count - 1].collection = 0 }
                resources[seriesID] = try row.requiredInteger(11)
            }
            func instant(_ column: Int) throws -> Instant? {
                try row.optionalInteger(column).map { Instant(secondsSinceEpoch: $0) }
            }
            copies[copies.count - 1].components.append(
                EventCopy.Component(
                    eventID: try row.requiredInteger(3),
                    recurrenceID: row.withBytes(4) { OccurrencePoint(icalendar: $0) },
                    revision: ComponentRevision(
                        sequence: row.integer(5), lastModified: try instant(6),
                        stamp: try instant(7))))
        }
        try nameAlike(&copies, in: resources, database)
        return copies
    }

    /// Makes the sources of a store in memory one calendar: instances belong to their series, whichever source has them.
    static func makeOneCalendar(_ database: Database) throws {
        try database.execute(sql: "CREATE TEMPORARY TABLE one_calendar (id INTEGER PRIMARY KEY)")
    }

    private static func isOneCalendar(_ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT 1 FROM sqlite_temp_master WHERE name = 'one_calendar'")
        return try Int.fetchOne(statement) != nil
    }
}
