public import ICalendar

extension EventSearch {
    /// The events that somebody may mean who names one by words: of those that match only the ones
    /// with all words in the title, as whole words before longer ones that begin so; where there is
    /// none, those with some in the place or in a participant's name; else those with some in the
    /// description.
    ///
    /// Each event stands once, with its running or next occurrence, else with its last one.
    ///
    /// - Parameter limit: how many are wanted.
    public func candidates(
        for query: SearchQuery, limit: Int
    ) throws(AgendaError) -> Results {
        try read { reader in
            try reader.events(query, limit: limit, endsWithBestRank: true)
        }
    }

    /// All events, each once, with its running or next occurrence, else with its last one: what is to come
    /// first, the next one first; then what is over, the latest first.
    ///
    /// Costs a look at each event: for files, not for stores with years of calendars.
    public func all(limit: Int? = nil) throws(AgendaError) -> Results {
        try read { reader in try reader.all(limit: limit) }
    }

    /// The occurrences on some days that somebody may mean who names one by words and a day: those
    /// with all words in the title, else all that match.
    ///
    /// - Parameter limit: how many are wanted.
    public func candidates(
        for query: SearchQuery, on dates: Range<CivilDate>, limit: Int
    ) throws(AgendaError) -> Results {
        var found = try occurrences(query, on: dates)
        let titled = found.events.filter { query.matches([$0.summary]) }
        if !titled.isEmpty { found.events = titled }
        return Results(
            events: Array(found.events.prefix(limit)), hasMore: found.events.count > limit)
    }
}
