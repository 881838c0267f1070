internal import Synchronization

extension EventProvider {
    /// Brings the sources up to date and reads the timeline, both at the same time.
    ///
    /// Mostly a look at the sources finds nothing new, and then what was read meanwhile is the
    /// timeline. When something is new, it is read again.
    ///
    /// - Parameter importer: with a store of its own at the same path, so that neither waits for the
    ///   other's connection; when its refresh is done, it reads some of the slices.
    /// - Throws: what the refresh or the reading throws.
    public func timeline(refreshing importer: Importer) async throws(AgendaError) -> Timeline {
        let today = today
        let window = NodeWindow(timelineAround: today, zone: zone)
        let reader = SliceReader(window: window, filter: filter, zones: zones, focus: today)
        let (ranges, own, other) = (ranges(window), store, importer.store)
        let queue = SliceQueue(ranges)
        async let early = Self.read(queue, reader, own)
        let refreshed = await Result { () async throws(AgendaError) in
            try await importer.refresh()
        }
        let late = await Self.read(queue, reader, other)
        let slices = (await early + late).sorted { $0.range.lowerBound < $1.range.lowerBound }
        let revision = try refreshed.get().revision
        guard slices.count == ranges.count, slices.allSatisfy({ $0.revision == revision }) else {
            return try await load(window, today) { _ in }
        }
        return Self.timeline(window, today, slices)
    }

    /// Slices of the queue, while there are some; none when the store cannot be read.
    private static func read(
        _ queue: SliceQueue, _ reader: SliceReader, _ store: EventStore
    ) async -> [Slice] {
        (try? store.read { try reader.read(queue, $0) }) ?? []
    }
}

extension Result {
    /// What `body` gives or throws.
    fileprivate init(_ body: () async throws(Failure) -> Success) async {
        do throws(Failure) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}

/// Slices that several tasks read, each of them by one.
private final class SliceQueue: Sequence, IteratorProtocol, Sendable {
    private let ranges: Mutex<ArraySlice<Range<Int>>>

    init(_ ranges: [Range<Int>]) {
        self.ranges = Mutex(ranges[...])
    }

    func next() -> Range<Int>? { ranges.withLock { $0.popFirst() } }
}
