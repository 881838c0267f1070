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
        let order = Dictionary(
            sources.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: min)
        let statement = try database.cachedStatement(
            sql: """
                SELECT series.id, resource.source_id, resource.href, event.id, event.recurrence_id,
                    event.sequence, event.last_modified, event.stamp,
                    series.start, series.is_several, series.is_recurring
                FROM series
                JOIN resource ON resource.id = series.resource_id
                JOIN \(EventTable.name(kind)) AS event ON event.series_id = series.id
                WHERE series.uid_key = ? AND series.uid = ?
                ORDER BY series.id, event.id
                """)
        let rows = try Row.fetchAll(
            statement, arguments: [Int64(OccurrenceID.key(uid: uid, kind)), uid])
        var copies: [EventCopy] = []
        for row in rows {
            guard let place = order[try row.value(1)] else { continue }
            let seriesID: Int64 = try row.value(0)
            if copies.last?.seriesID != seriesID {
                let start: String? = try row.value(8)
                copies.append(
                    EventCopy(
                        seriesID: seriesID, start: start.flatMap { OccurrencePoint(icalendar: $0) },
                        isSeveral: try row.value(9), isRecurring: try row.value(10),
                        calendar: sources[place].name, sourceOrder: place,
                        isWritable: sources[place].isWritable, href: try row.value(2),
                        components: []))
            }
            let instance: String? = try row.value(4)
            let point = instance.flatMap { OccurrencePoint(icalendar: $0) }
            let (modified, stamp): (Int?, Int?) = (try row.value(6), try row.value(7))
            let revision = ComponentRevision(
                sequence: try row.value(5),
                lastModified: modified.map { Instant(secondsSinceEpoch: $0) },
                stamp: stamp.map { Instant(secondsSinceEpoch: $0) })
            copies[copies.count - 1].components.append(
                EventCopy.Component(
                    eventID: try row.value(3), recurrenceID: point, revision: revision))
        }
        return copies
    }
}
