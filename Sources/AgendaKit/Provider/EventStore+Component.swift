internal import Foundation
internal import GRDB
internal import ICalendar

extension EventStore {
    /// The text of the component that describes an occurrence, whole: for properties that lists do
    /// not show. Parses nothing.
    ///
    /// - Returns: nil when it is gone meanwhile.
    public func componentText(of event: AgendaEvent) throws(AgendaError) -> [UInt8]? {
        try read { database in
            // Several files of a folder may have a copy: the newest is the one that is shown.
            // CROSS keeps SQLite from starting anywhere but at the UID.
            let text = try Data.fetchOne(
                database,
                sql: """
                    SELECT component.text FROM series
                    CROSS JOIN resource ON resource.id = series.resource_id
                    CROSS JOIN source ON source.id = resource.source_id
                    CROSS JOIN occurrence ON occurrence.series_id = series.id
                    CROSS JOIN event ON event.id = occurrence.event_id
                    CROSS JOIN component ON component.id = event.id
                    WHERE series.uid_key = ?1 AND series.uid = ?2 AND source.name = ?3
                        AND occurrence.recurrence_id = ?4 AND (?5 IS NULL OR series.start = ?5)
                    ORDER BY event.sequence DESC, event.last_modified DESC, event.stamp DESC
                    LIMIT 1
                    """,
                arguments: [
                    Int64(event.id.key), event.uid, event.calendar,
                    event.recurrenceID?.icalendar ?? "", event.id.start?.icalendar,
                ])
            return try text.map { Array($0) } ?? Self.seriesText(of: event, database)
        }
    }

    /// The text of the newest component that may describe an instance which is not stored: its
    /// override, else the master.
    private static func seriesText(
        of event: AgendaEvent, _ database: Database
    ) throws -> [UInt8]? {
        guard let instance = event.recurrenceID else { return nil }
        let text = try Data.fetchOne(
            database,
            sql: """
                SELECT component.text FROM series
                CROSS JOIN resource ON resource.id = series.resource_id
                CROSS JOIN source ON source.id = resource.source_id
                CROSS JOIN event ON event.series_id = series.id
                CROSS JOIN component ON component.id = event.id
                WHERE series.uid_key = ?1 AND series.uid = ?2 AND source.name = ?3
                    AND (event.recurrence_id IS NULL OR event.recurrence_id = ?4)
                    AND (?5 IS NULL OR series.start = ?5)
                ORDER BY event.recurrence_id IS NULL, event.sequence DESC,
                    event.last_modified DESC, event.stamp DESC
                LIMIT 1
                """,
            arguments: [
                Int64(event.id.key), event.uid, event.calendar, instance.icalendar,
                event.id.start?.icalendar,
            ])
        return text.map { Array($0) }
    }
}
