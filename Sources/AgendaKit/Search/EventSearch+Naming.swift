public import ICalendar

extension EventSearch {
    /// The events that a person may mean by these words: only those that match as well as the best one. Best
    /// are those with all words in the title as whole words, then as beginnings of words; then those with
    /// some words in the place or in a participant's name; then those with some in the description.
    ///
    /// Returns at most `limit` events, each once, with its running or next occurrence, else with its last one.
    ///
    /// - Throws: as ``events(_:limit:)`` does.
    public func candidates(
        for query: SearchQuery, limit: Int
    ) throws(AgendaError) -> Results {
        try read { reader in
            try reader.events(query, limit: limit, endsWithBestRank: true)
        }
    }

    /// The events whose titles have the words in another spelling, such as `Stand-up` for `standup`: for words
    /// that no event has.
    ///
    /// - Parameters:
    ///   - text: the words as typed.
    ///   - dates: the occurrences on these days; nil for events, each once.
    ///   - limit: how many are wanted.
    /// - Throws: as ``events(_:limit:)`` does.
    public func candidates(
        spelledLike text: String, on dates: Range<CivilDate>? = nil, limit: Int
    ) throws(AgendaError) -> Results {
        var results = Results([], limit: nil)
        for query in SearchQuery.spellings(of: text) {
            let found =
                if let dates { try candidates(for: query, on: dates, limit: limit) } else {
                    try candidates(for: query, limit: limit)
                }
            let known = Set(results.events.map(\.id))
            results.events += found.events.filter {
                query.matches([$0.summary]) && !known.contains($0.id)
            }
            results.hasMore = results.hasMore || found.hasMore
        }
        return results
    }

    /// All events, each once, with its running or next occurrence, else with its last one: first what is to
    /// come, the next one first; then what is over, the latest first.
    ///
    /// Reads every event: for files, not for stores with years of calendars.
    ///
    /// - Throws: as ``events(_:limit:)`` does.
    public func all(limit: Int? = nil) throws(AgendaError) -> Results {
        try read { reader in try reader.all(limit: limit) }
    }

    /// The occurrences on some days that a person may mean by these words: those with all words in the title,
    /// else all that match. Returns at most `limit` of them.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - dates: the days.
    ///   - limit: how many are wanted.
    /// - Throws: as ``events(_:limit:)`` does.
    public func candidates(
        for query: SearchQuery, on dates: Range<CivilDate>, limit: Int
    ) throws(AgendaError) -> Results {
        let found = try occurrences(query, on: dates).events
        let titled = found.filter { query.matches([$0.summary]) }
        return Results(titled.isEmpty ? found : titled, limit: limit)
    }
}
