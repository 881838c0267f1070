internal import GRDB
internal import ICalendar

extension EventStore {
    /// The days for which recurrence sets are stored.
    func horizon() throws(AgendaError) -> Range<CivilDate> {
        try read { try StateTable.fetch($0).horizon }
    }

    /// Expands every recurring series again, for other days.
    func moveHorizon(
        to days: Range<CivilDate>, zones: TimeZoneDatabase
    ) throws(AgendaError) {
        try write { database in
            for series in try SeriesTable.fetchRecurring(database) {
                try OccurrenceTable.delete(seriesID: series.id, database)
                let expansion = try SeriesText.fetch(series.id, series.resourceID, database)
                    .expanded(days: days, zones: zones)
                try OccurrenceTable.insert(
                    expansion.occurrences, seriesID: series.id, eventIDs: expansion.eventIDs,
                    database)
            }
            try StateTable.setHorizon(days, database)
            return ((), .everything)
        }
    }
}
