internal import GRDB
public import ICalendar

/// Finds events by the words in their summaries, locations, descriptions and participants' names.
///
/// Events with all words in the summary come first, then those where some stand in the location or
/// in a participant's name or address, then the others; of each kind first what is running or to come,
/// the next one first, then what is over, the latest first. Each event stands once, with its
/// running or next occurrence, else with its last one.
///
/// Case and diacritics do not count: `cafe` finds `Café`. A word also finds longer ones that begin
/// so. In texts without spaces (Chinese, Japanese, Thai) and in Korean any part is found.
public struct EventSearch: Sendable {
    /// What was found.
    public struct Results: Sendable {
        /// The best first.
        public var events: [AgendaEvent]
        /// Whether there are more than were asked for.
        public var hasMore: Bool
    }

    private let store: EventStore
    private let clock: any AgendaClock
    private let zone: TimeZoneRules
    private let filter: EventFilter
    private let zones: TimeZoneDatabase
    private let progress: (@Sendable (SearchProgress) -> Void)?

    /// How often the index is brought up to date again because somebody wrote meanwhile; then it
    /// is taken as it is.
    private static let rounds = 3

    /// - Parameters:
    ///   - clock: tells what is to come and what is over.
    ///   - zone: the reader's zone.
    ///   - filter: which events are wanted.
    ///   - zones: where the zones of recurring events are read when days outside of the stored ones
    ///     are looked at.
    ///   - progress: told how far the index is while it is made.
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

    /// The events that match, each once.
    ///
    /// - Parameter limit: how many are wanted; nil for all.
    public func events(
        _ query: SearchQuery, limit: Int? = nil
    ) throws(AgendaError) -> Results {
        try read { reader in try reader.events(query, limit: limit) }
    }

    /// The occurrences on some days that match, by time.
    ///
    /// - Parameter limit: how many are wanted; nil for all.
    public func occurrences(
        _ query: SearchQuery, on dates: Range<CivilDate>, limit: Int? = nil
    ) throws(AgendaError) -> Results {
        try read { reader in try reader.occurrences(query, on: dates, limit: limit) }
    }

    /// Brings the index in line with the store, as each search does before it looks: for a store of
    /// a million events about a minute the first time, a moment later on. The store's revision stays.
    public func prepare() throws(AgendaError) {
        _ = try index()
    }

    func read(
        _ body: (inout SearchReader) throws -> Results
    ) throws(AgendaError) -> Results {
        var round = 0
        while true {
            round += 1
            let index = try index()
            let results = try index.read(store) { database -> Results? in
                let state = try StateTable.fetch(database)
                let isCurrent =
                    try index.isUsable(database) && index.revision(database) == state.revision
                guard isCurrent || round >= Self.rounds else { return nil }
                var reader = try SearchReader(
                    database: database, index: index, horizon: state.horizon, now: clock.now,
                    zone: zone, filter: filter, zones: zones)
                return try body(&reader)
            }
            if let results { return results }
        }
    }

    /// The index, up to date.
    private func index() throws(AgendaError) -> SearchIndex {
        do throws(AgendaError) {
            try SearchIndexer(store: store, index: .stored, progress: progress).update()
            return .stored
        } catch {
            // What cannot be written can be read all the same.
            guard error.code == .storeUnwritable else { throw error }
            try SearchIndexer(store: store, index: .temporary, progress: progress).update()
            return .temporary
        }
    }
}
