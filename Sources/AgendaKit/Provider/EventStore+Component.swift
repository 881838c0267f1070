internal import Foundation
internal import GRDB
internal import ICalendar

extension EventStore {
    /// The text of the component that describes an occurrence, whole: for properties that lists do
    /// not show. Parses nothing.
    ///
    /// - Returns: nil when it is gone meanwhile, or when the occurrence lies outside of the days for
    ///   which its series is stored.
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
                    WHERE series.uid_key = ? AND series.uid = ? AND source.name = ?
                        AND occurrence.recurrence_id = ?
                    ORDER BY event.sequence DESC, event.last_modified DESC, event.stamp DESC
                    LIMIT 1
                    """,
                arguments: [
                    Int64(event.id.key), event.uid, event.calendar,
                    event.recurrenceID?.icalendar ?? "",
                ])
            return text.map { Array($0) }
        }
    }
}
