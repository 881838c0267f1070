internal import GRDB
internal import ICalendar

/// Reads the copies of an event that several resources have.
enum CopyQuery {
    /// All copies of `uid` in these sources, given in their order.
    static func fetch(
        uid: String, among sources: [CalendarSource], _ database: Database
    ) throws -> [EventCopy] {
        let order = Dictionary(
            sources.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: min)
        let statement = try database.cachedStatement(
            sql: """
                SELECT series.id, resource.source_id, resource.href, event.id, event.recurrence_id,
                    event.sequence, event.last_modified, event.stamp,
                    series.start, series.is_several, series.is_recurring
                FROM series
                JOIN resource ON resource.id = series.resource_id
                JOIN event ON event.series_id = series.id
                WHERE series.uid_key = ? AND series.uid = ?
                ORDER BY series.id, event.id
                """)
        let rows = try Row.fetchAll(
            statement, arguments: [Int64(OccurrenceID.key(uid: uid)), uid])
        var copies: [EventCopy] = []
        for row in rows {
            guard let place = order[row[1]] else { continue }
            let seriesID: Int64 = row[0]
            if copies.last?.seriesID != seriesID {
                copies.append(
                    EventCopy(
                        seriesID: seriesID,
                        start: (row[8] as String?).flatMap { OccurrencePoint(icalendar: $0) },
                        isSeveral: row[9], isRecurring: row[10],
                        calendar: sources[place].name, sourceOrder: place,
                        isWritable: sources[place].isWritable, href: row[2], components: []))
            }
            let point = (row[4] as String?).flatMap { OccurrencePoint(icalendar: $0) }
            let revision = ComponentRevision(
                sequence: row[5],
                lastModified: (row[6] as Int?).map { Instant(secondsSinceEpoch: $0) },
                stamp: (row[7] as Int?).map { Instant(secondsSinceEpoch: $0) })
            copies[copies.count - 1].components.append(
                EventCopy.Component(eventID: row[3], recurrenceID: point, revision: revision))
        }
        return copies
    }
}
