internal import Foundation
internal import GRDB
internal import ICalendar

extension EventStore {
    /// The text of the component that describes an occurrence, whole: for properties that lists do
    /// not show. Parses nothing.
    ///
    /// - Returns: nil when it is gone meanwhile.
    public func componentText(of event: AgendaEvent) throws(AgendaError) -> [UInt8]? {
        let instance = event.recurrenceID?.icalendar ?? ""
        return try read { database in
            // What describes a stored occurrence comes first. Of an instance that is not stored it is the
            // override, else the master. Several files of a folder may have a copy: the newest is the one
            // that is shown. CROSS keeps SQLite from starting anywhere but at the UID.
            let text = try Data.fetchOne(
                database,
                sql: """
                    SELECT component.text FROM series
                    CROSS JOIN resource ON resource.id = series.resource_id
                    CROSS JOIN source ON source.id = resource.source_id
                    CROSS JOIN event ON event.series_id = series.id
                    CROSS JOIN component ON component.id = event.id
                    LEFT JOIN occurrence ON occurrence.series_id = series.id
                        AND occurrence.event_id = event.id AND occurrence.recurrence_id = ?4
                    WHERE series.uid_key = ?1 AND series.uid = ?2 AND source.name = ?3
                        AND (?5 IS NULL OR series.start = ?5)
                        AND (occurrence.event_id IS NOT NULL
                            OR ?4 <> '' AND (event.recurrence_id IS NULL OR event.recurrence_id = ?4))
                    ORDER BY occurrence.event_id IS NULL,
                        occurrence.event_id IS NULL AND event.recurrence_id IS NULL,
                        event.sequence DESC, event.last_modified DESC, event.stamp DESC
                    LIMIT 1
                    """,
                arguments: [
                    Int64(event.id.key), event.uid, event.calendar, instance,
                    event.id.start?.icalendar,
                ])
            return text.map { Array($0) }
        }
    }
}
