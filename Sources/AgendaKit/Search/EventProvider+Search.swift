public import ICalendar

extension EventProvider {
    /// Finds events by their words, with the provider's clock, zone and filter; see ``EventSearch``.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - dates: finds only occurrences on these days, by time; nil finds each event once, the best first.
    ///   - limit: the most results to return; nil for all.
    /// - Throws: as ``EventSearch/events(_:limit:)`` does.
    public func search(
        _ query: SearchQuery, on dates: Range<CivilDate>? = nil, limit: Int? = nil
    ) throws(AgendaError) -> EventSearch.Results {
        let search = EventSearch(
            store: store, clock: clock, zone: zone, filter: filter, zones: zones)
        guard let dates else { return try search.events(query, limit: limit) }
        return try search.occurrences(query, on: dates, limit: limit)
    }
}
