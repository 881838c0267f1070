internal import GRDB
internal import ICalendar

extension EventStore {
    /// The days for which occurrences of recurring series are stored.
    func horizon() throws(AgendaError) -> Range<CivilDate> {
        try read { try StateTable.fetch($0) }.horizon
    }

    /// Expands every recurring series again for other days.
    func moveHorizon(
        to days: Range<CivilDate>, zones: TimeZoneDatabase
    ) throws(AgendaError) {
        try write(isDurable: false) { database in
            let scopes = StoredScopes(zones)
            for kind in Event.Kind.allCases {
                let series = try SeriesTable.fetchRecurring(kind, database)
                for (id, _) in series { try OccurrenceTable.delete(seriesID: id, database) }
                for (id, isHidden) in series {
                    try SeriesChoice.one(id).forEachBatch(kind, database) { texts in
                        for text in texts {
                            let scope = try scopes.scope(resourceID: text.resourceID, database)
                            let (events, eventIDs) = text.parsed
                            let expansion = OccurrenceExpander(scope: scope)
                                .expand(events, days: days)
                            try SeriesTable.set(
                                SeriesStorage(expansion), SeriesReach(events, in: scope), id: id,
                                database)
                            var records = OccurrenceRecord.records(
                                expansion.storedOccurrences, seriesID: id, kind, eventIDs: eventIDs)
                            for index in records.indices { records[index].isHidden = isHidden }
                            try OccurrenceTable.insert(records, database)
                        }
                    }
                }
            }
            try StateTable.setHorizon(days, database)
            return ((), .init(change: .everything, origins: CommitOrigins()))
        }
    }
}
