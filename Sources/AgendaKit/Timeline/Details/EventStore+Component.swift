internal import Foundation
internal import GRDB
internal import ICalendar

extension EventStore {
    /// The whole text of the component that describes an occurrence, for properties that lists do not show; nil if it
    /// was deleted meanwhile. Parses nothing.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func componentText(of event: AgendaEvent) throws(AgendaError) -> [UInt8]? {
        let instance = event.recurrenceID?.icalendar ?? ""
        return try read { database in
            // What describes a stored occurrence comes first. An instance that is not stored is described by its
            // override, else by the master. If several files of a folder have a copy, the newest is shown. CROSS makes
            // SQLite start at the UID.
            let found = try Row.fetchOne(
                database,
                sql: """
                    SELECT component.text, component.digest FROM series
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
            guard let found else { return nil }
            let (packed, stored): (Data, Data) = (found[0], found[1])
            let text = packed.withUnsafeBytes { PackedText.text($0) }
            let digest = stored.withUnsafeBytes { ContentDigest(blob: $0) }
            guard ComponentTable.isSound(text, digest, digestKey) else {
                throw AgendaError(.textDamaged)
            }
            return text
        }
    }
}
