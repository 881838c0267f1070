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
            let assembler = try OccurrenceAssembler(database, filter: EventFilter())
            let key = event.id.key
            for series in try SeriesTable.fetch(keys: key...key, database)
            where series.uid == event.uid {
                var query = OccurrenceQuery(database)
                let stored = try query.fetch(seriesID: series.id).first {
                    $0.recurrenceID == event.recurrenceID && $0.span == event.span
                        && assembler.isFrom($0, calendar: event.calendar)
                }
                guard let stored else { continue }
                return try ComponentTable.fetch(id: stored.event.id, database).map {
                    Array($0.text)
                }
            }
            return nil
        }
    }
}
