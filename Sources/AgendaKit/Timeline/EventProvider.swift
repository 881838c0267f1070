public import ICalendar

/// Answers what is on each day for one reader: by a clock, in a zone, through a filter.
///
/// All days of a timeline show one revision of the store, also while this or another process writes.
///
/// ```swift
/// let zone = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
/// let provider = EventProvider(store: store, clock: clock, zone: zone)
/// for event in try await provider.timeline().nodes[NodeWindow.todayIndex].events {
///     print(event.summary ?? "", event.calendar)
/// }
/// ```
public actor EventProvider {
    let store: EventStore
    let clock: any AgendaClock
    /// The reader's zone; days begin at its midnights.
    public private(set) var zone: TimeZoneRules
    let filter: EventFilter
    let zones: TimeZoneDatabase
    let sliceLength: Int
    /// The readers that wait for changes.
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var listenerCount = 0
    /// Wakes who follows the clock: midnight may be at another time.
    var clockFollower: AsyncStream<Void>.Continuation?

    /// - Parameters:
    ///   - store: what is read.
    ///   - clock: tells which day is today.
    ///   - zone: the reader's zone; days begin at its midnights.
    ///   - filter: which events are wanted.
    ///   - zones: the zones of recurring events, for days that are not stored.
    public init(
        store: EventStore, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database
    ) {
        self.init(
            store: store, clock: clock, zone: zone, filter: filter, zones: zones,
            sliceLength: NodeWindow.sliceLength)
    }

    /// - Parameter sliceLength: how many days one slice of the timeline reads, at least 1. Decides about speed
    ///   only; measurements try others.
    package init(
        store: EventStore, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database,
        sliceLength: Int
    ) {
        self.store = store
        self.clock = clock
        self.zone = zone
        self.filter = filter
        self.zones = zones
        self.sliceLength = max(1, sliceLength)
    }

    /// The present day in the reader's zone.
    public var today: CivilDate { zone.wallTime(at: clock.now).date }

    /// The 488 days around today, today at index 120.
    ///
    /// - Parameter importer: brings the sources up to date while the days are read; they are read again if it has
    ///   changed something. Give it a store of its own at the same path, so that neither waits for the other's
    ///   connection. Nil if the store is up to date.
    /// - Throws: what the refresh or the reading throws.
    public func timeline(refreshing importer: Importer? = nil) async throws(AgendaError) -> Timeline
    {
        try await timeline(refreshing: importer, trusting: nil)
    }

    /// - Parameter freshness: as ``Importer/refresh(trusting:)``.
    package func timeline(
        refreshing importer: Importer?, trusting freshness: Freshness?
    ) async throws(AgendaError) -> Timeline {
        let reader = reader()
        if let importer,
            let timeline = try await load(reader, beside: importer, trusting: freshness)
        {
            return timeline
        }
        return try await load(reader)
    }

    /// A timeline of any days.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func days(_ dates: Range<CivilDate>) async throws(AgendaError) -> Timeline {
        try await load(reader(dates))
    }

    /// The 488 days around today as they arrive: today's slice first, then the others, then the finished timeline.
    /// Ends with ``AgendaError`` if the store cannot be read.
    public func progress() -> AsyncThrowingStream<TimelineProgress, any Error> {
        let (stream, continuation) = AsyncThrowingStream<TimelineProgress, any Error>.makeStream()
        let task = Task {
            do {
                let timeline = try await load(reader()) { slice in
                    continuation.yield(.slice(slice.nodes, revision: slice.revision))
                }
                continuation.yield(.finished(timeline))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        // The task ends with the stream's reader.
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Moves the reader to another zone: days begin at its midnights.
    public func setZone(_ zone: TimeZoneRules) {
        self.zone = zone
        clockFollower?.yield()
        checkForChanges()
    }
}
