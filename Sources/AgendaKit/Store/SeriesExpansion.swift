internal import GRDB
internal import ICalendar

/// Occurrences of a recurring series outside of the days for which they are stored.
enum SeriesExpansion {
    /// Parses and expands the series for some days; nothing is written.
    static func fetch(
        _ series: SeriesRecord, days: Range<CivilDate>, zones: TimeZoneDatabase,
        _ query: OccurrenceQuery, _ database: Database
    ) throws -> [StoredOccurrence] {
        let described = try query.fetchEvents(seriesID: series.id)
        let byID = Dictionary(described.map { ($0.event.id, $0) }) { first, _ in first }
        let expansion = try SeriesText.fetch(series.id, series.resourceID, database)
            .expanded(days: days, zones: zones)
        return expansion.occurrences.compactMap { occurrence in
            byID[expansion.eventIDs[occurrence.component]].map {
                StoredOccurrence(
                    span: occurrence.span, recurrenceID: occurrence.recurrenceID, described: $0)
            }
        }
    }
}
