internal import GRDB
public import ICalendar

/// Finds events by the words in their summaries, locations, descriptions and participants' names.
///
/// Events with all words in the summary come first, then those with some words in the location or in a
/// participant's name or address, then the others. Within each of these, running and coming events come
/// first, the next one first, then past events, the latest first. Each event appears once, with its running
/// or next occurrence, else with its last one.
///
/// Case and diacritics do not count: `cafe` finds `Café`. A word also finds longer words that begin with it.
/// In scripts without spaces (Chinese, Japanese, Thai) and in Korean, any part of a text is found.
///
/// ```swift
/// let search = EventSearch(store: store, clock: clock, zone: zone)
/// if let query = SearchQuery("cafe kim") {
///     for event in try search.events(query, limit: 10).events { print(event.summary ?? "") }
/// }
/// ```
public struct EventSearch: Sendable {
    /// The results of a search.
    public struct Results: Sendable {
        /// The best first.
        public var events: [AgendaEvent]
        /// Whether there are more results than the limit.
        public var hasMore: Bool

        /// The first of some results, up to the limit.
        init(_ events: [AgendaEvent], limit: Int?) {
            self.events = Array(events.prefix(limit ?? events.count))
            hasMore = events.count > self.events.count
        }
    }

    private let store: EventStore
    private let clock: any AgendaClock
    private let zone: TimeZoneRules
    private let filter: EventFilter
    private let zones: TimeZoneDatabase
    private let progress: (@Sendable (SearchProgress) -> Void)?
    /// Whether the index is made with little memory and on one connection, which takes longer: for a process that stays.
    package var savesMemory = false

    /// How often to update the index again because somebody wrote meanwhile; after that, use it as it is.
    private static let rounds = 3

    /// - Parameters:
    ///   - store: what to search.
    ///   - clock: tells coming events from past ones.
    ///   - zone: the reader's zone.
    ///   - filter: which events to find.
    ///   - zones: the zones of recurring events, for days that are not stored.
    ///   - progress: called with the progress of building the index.
    public init(
        store: EventStore, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database,
        progress: (@Sendable (SearchProgress) -> Void)? = nil
    ) {
        self.store = store
        self.clock = clock
        self.zone = zone
        self.filter = filter
        self.zones = zones
        self.progress = progress
    }

    /// Brings the index up to date now, so that the next search need not. Blocks: a million events take a quarter of
    /// a minute the first time, on two cores.
    ///
    /// - Parameter goesOn: is asked about once a second; after false, the next call or search continues.
    /// - Throws: the errors of writing (``AgendaError``).
    public func prepare(while goesOn: @Sendable () -> Bool = { true }) throws(AgendaError) {
        try indexer(.stored).update(while: goesOn)
    }

    /// The matching events, each once; at most `limit` if it is set. If there are none, those whose titles have the words
    /// in another spelling, such as `E-mail` for `email`.
    ///
    /// - Throws: the errors of reading (``AgendaError``); a store that cannot be written to is searched with an index in memory.
    public func events(
        _ query: SearchQuery, limit: Int? = nil
    ) throws(AgendaError) -> Results {
        let found = try read { reader in try reader.events(query, limit: limit) }
        guard found.events.isEmpty, !query.text.contains("\"") else { return found }
        let others = try candidates(spelledLike: query.text, limit: limit ?? 1_000)
        return Results(others.events, limit: limit)
    }

    /// The matching occurrences on some days, by time; at most `limit` if it is set.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - dates: the days.
    ///   - limit: the most to return; nil for all.
    /// - Throws: as ``events(_:limit:)`` does.
    public func occurrences(
        _ query: SearchQuery, on dates: Range<CivilDate>, limit: Int? = nil
    ) throws(AgendaError) -> Results {
        try read { reader in try reader.occurrences(query, on: dates, limit: limit) }
    }

    func read(
        _ body: (inout SearchReader) throws -> Results
    ) throws(AgendaError) -> Results {
        var round = 0
        while true {
            round += 1
            let index = try index()
            let results = try index.read(store) { database -> Results? in
                var reader = try SearchReader(
                    database, index, Present(now: clock.now, zone: zone), filter: filter,
                    zones: zones)
                let isCurrent =
                    try index.isUsable(database) && index.revision(database) == reader.revision
                guard isCurrent || round >= Self.rounds else { return nil }
                return try body(&reader)
            }
            if let results { return results }
        }
    }

    /// The index, brought up to date.
    private func index() throws(AgendaError) -> SearchIndex {
        do throws(AgendaError) {
            try indexer(.stored).update()
            return .stored
        } catch {
            // A read-only store can still be searched, with a temporary index.
            guard error.code == .storeUnwritable else { throw error }
            try indexer(.temporary).update()
            return .temporary
        }
    }

    private func indexer(_ index: SearchIndex) -> SearchIndexer {
        var indexer = SearchIndexer(store: store, index: index, progress: progress)
        if savesMemory { (indexer.batch, indexer.readsAhead) = (SearchIndexer.smallBatch, false) }
        return indexer
    }
}
