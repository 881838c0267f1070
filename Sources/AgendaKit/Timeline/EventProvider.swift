public import ICalendar

/// Answers what is on each day: reads the slices of a window at the same time, and publishes
/// windows in which all days show one revision of the store.
///
/// Eight reads beside a writer tear: measured, an event that moves between two slices is seen
/// twice or not at all in a tenth of the loads. Each slice therefore reads the revision inside of
/// its own transaction, and slices that are older than the newest are read again. This also holds
/// when the writer is another process.
public actor EventProvider {
    let store: EventStore
    let clock: any AgendaClock
    /// The reader's zone; days begin at its midnights.
    public private(set) var zone: TimeZoneRules
    let filter: EventFilter
    let zones: TimeZoneDatabase
    private let sliceLength: Int
    /// Who waits for changes.
    private var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    private var listenerCount = 0

    /// Rounds of reading older slices again before all are read in one transaction, which a
    /// writer that never rests cannot tear.
    private static let maximalRounds = 4

    /// - Parameters:
    ///   - store: what is read.
    ///   - clock: tells which day is today.
    ///   - zone: the reader's zone; days begin at its midnights.
    ///   - filter: which events are wanted.
    ///   - zones: where the zones of recurring events are read when days outside of the stored
    ///     ones are asked for.
    ///   - sliceLength: days that one slice of the timeline reads, at least 1. It decides about speed
    ///     only; measurements try others.
    public init(
        store: EventStore, clock: any AgendaClock, zone: TimeZoneRules,
        filter: EventFilter = EventFilter(), zones: TimeZoneDatabase = SystemZones.database,
        sliceLength: Int = NodeWindow.sliceLength
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
    public func timeline() async throws(AgendaError) -> Timeline {
        let today = today
        return try await load(NodeWindow(timelineAround: today, zone: zone), today) { _ in }
    }

    /// Any row of days.
    public func days(_ dates: Range<CivilDate>) async throws(AgendaError) -> Timeline {
        let window = NodeWindow(firstDate: dates.lowerBound, count: dates.count, zone: zone)
        return try await load(window, today) { _ in }
    }

    /// The 488 days around today as they arrive: today's slice first, then the others, then the
    /// finished timeline. Ends with ``AgendaError`` when the store cannot be read.
    public func progress() -> AsyncThrowingStream<TimelineProgress, any Error> {
        let (stream, continuation) = AsyncThrowingStream<TimelineProgress, any Error>.makeStream()
        let task = Task {
            do {
                let today = today
                let window = NodeWindow(timelineAround: today, zone: zone)
                let timeline = try await load(window, today) { slice in
                    continuation.yield(.slice(slice.nodes, revision: slice.revision))
                }
                continuation.yield(.finished(timeline))
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        // The task is owned by the stream: it ends with its reader.
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// The timeline as it is now, and what is different from an earlier one of this provider.
    ///
    /// Costs what has changed: events whose copies did, and days that midnight brought.
    ///
    /// - Parameter last: nil to read everything, and tell of no change.
    /// - Returns: nil when nothing is different.
    public func update(after last: Timeline?) async throws(AgendaError) -> TimelineUpdate? {
        guard let last else {
            var timeline = try await timeline()
            timeline.keys = NodeKeys(timeline.nodes)
            return TimelineUpdate(timeline: timeline, changes: [])
        }
        // Read once: midnight may pass meanwhile, or the reader travel on.
        let (today, zone) = (today, zone)
        let window = NodeWindow(timelineAround: today, zone: zone)
        let isSameZone = zone == last.zone
        let isSameDay = isSameZone && window.firstDate == last.nodes.first?.date
        if isSameDay, try store.revision() == last.revision { return nil }
        let reader = SliceReader(window: window, filter: filter, zones: zones, focus: today)
        let found = isSameZone ? try await store.readAsync { try reader.update(last, $0) } : nil
        var timeline =
            if let found {
                Timeline(
                    revision: found.revision, zone: zone, today: today, nodes: found.nodes,
                    keys: found.keys)
            } else {
                try await load(window, today) { _ in }
            }
        if timeline.keys == nil { timeline.keys = NodeKeys(timeline.nodes) }
        return TimelineUpdate(timeline, after: last)
    }

    /// The reader is in another zone from now on: days begin at its midnights.
    public func setZone(_ zone: TimeZoneRules) {
        self.zone = zone
        checkForChanges()
    }

    /// Tells the readers of ``changes(after:)`` that the store or the day may be another one: after an
    /// import, or when another process may have written.
    public func checkForChanges() {
        for listener in listeners.values { listener.yield() }
    }

    /// A signal for each ``checkForChanges()``, the first one at once; one that is not heard yet stands for all.
    func listen() -> AsyncStream<Void> {
        let (signal, listener) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listenerCount += 1
        let number = listenerCount
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            Task { await self?.forget(number) }
        }
        listener.yield()
        return signal
    }

    private func forget(_ number: Int) { listeners[number] = nil }

    /// How many streams of ``changes(after:)`` have a reader.
    var readerCount: Int { listeners.count }

    /// The slices in which a window is read.
    func ranges(_ window: NodeWindow) -> [Range<Int>] {
        // Longer windows than the timeline are read in as many slices as it has.
        let sliceCount = (NodeWindow.timelineCount + sliceLength - 1) / sliceLength
        let length = max(sliceLength, (window.count + sliceCount - 1) / sliceCount)
        return stride(from: 0, to: window.count, by: length).map {
            $0..<min($0 + length, window.count)
        }
    }

    func load(
        _ window: NodeWindow, _ today: CivilDate, publish: @escaping @Sendable (Slice) -> Void
    ) async throws(AgendaError) -> Timeline {
        let ranges = ranges(window)
        let reader = SliceReader(window: window, filter: filter, zones: zones, focus: today)
        let todayIndex = today - window.firstDate
        let first = ranges.firstIndex { $0.contains(todayIndex) } ?? 0
        var isInParallel = store.readsInParallel
        if isInParallel { isInParallel = try store.read { try reader.isStored($0) } }
        if !isInParallel {
            // In one transaction: each event is read once, and nothing can be torn.
            let order = [first] + ranges.indices.filter { $0 != first }
            var slices = try store.read { database in
                try reader.read(order.map { ranges[$0] }, database, publish: publish)
            }
            slices.insert(slices.removeFirst(), at: first)
            return Self.timeline(window, today, slices)
        }
        var slices = try await read(ranges, first: first, reader, publish: publish)
        for _ in 0..<Self.maximalRounds {
            let newest = slices.map(\.revision).max() ?? 0
            let older = slices.indices.filter { slices[$0].revision != newest }
            if older.isEmpty { return Self.timeline(window, today, slices) }
            let again = try await read(older.map { ranges[$0] }, first: 0, reader) { _ in }
            for (index, slice) in zip(older, again) { slices[index] = slice }
        }
        let whole = try await store.readAsync { try reader.read(ranges, $0) }
        return Self.timeline(window, today, whole)
    }

    /// Reads slices at the same time; publishes the one at `first` before the others.
    private func read(
        _ ranges: [Range<Int>], first: Int, _ reader: SliceReader,
        publish: @escaping @Sendable (Slice) -> Void
    ) async throws(AgendaError) -> [Slice] {
        let store = store
        if ranges.count == 1 {
            return try await store.readAsync { try reader.read(ranges, $0, publish: publish) }
        }
        let order = [first] + ranges.indices.filter { $0 != first }
        return try await withTaskGroup(of: (Int, Result<Slice, AgendaError>).self) { group in
            for index in order {
                let range = ranges[index]
                group.addTask {
                    do throws(AgendaError) {
                        let slices = try await store.readAsync { try reader.read([range], $0) }
                        return (index, .success(slices[0]))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var slices = [Slice?](repeating: nil, count: ranges.count)
            var held: [Slice] = []
            for await (index, result) in group {
                switch result {
                case .failure(let error):
                    group.cancelAll()
                    return Result<[Slice], AgendaError>.failure(error)
                case .success(let slice):
                    slices[index] = slice
                    held.append(slice)
                    guard slices[first] != nil else { continue }
                    if index == first { held.insert(held.removeLast(), at: 0) }
                    held.forEach(publish)
                    held.removeAll()
                }
            }
            return .success(slices.compactMap { $0 })
        }.get()
    }

    static func timeline(
        _ window: NodeWindow, _ today: CivilDate, _ slices: [Slice]
    ) -> Timeline {
        Timeline(
            revision: slices.first?.revision ?? 0, zone: window.zone, today: today,
            nodes: slices.flatMap(\.nodes),
            omitted: Set(slices.flatMap(\.omitted)).sorted {
                ($0.calendar, $0.summary ?? "", $0.uid) < ($1.calendar, $1.summary ?? "", $1.uid)
            })
    }
}
