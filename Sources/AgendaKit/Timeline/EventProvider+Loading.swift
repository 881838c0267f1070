internal import ICalendar
internal import Synchronization

// Reading slices beside a writer can tear: an event that moves between two slices is seen twice or not at all, measured
// in a tenth of the loads. Each slice therefore reads the revision in its own transaction, and a timeline has only
// slices with the same revision. This also holds if the writer is another process.
extension EventProvider {
    /// Reads a window in one of three ways:
    ///
    /// 1. With a single connection, or if some of the window's occurrences are not stored: in one transaction, which
    ///    reads or expands each event once.
    /// 2. With several connections: each slice in a transaction of its own, all at the same time. Reads slices again
    ///    that are older than the newest.
    /// 3. If some are older still after ``maximalRounds``: in one transaction, which no writer can tear.
    ///
    /// - Parameter publish: takes the slices as they arrive, today's first.
    func load(
        _ reader: SliceReader, publish: @escaping @Sendable (Slice) -> Void = { _ in }
    ) async throws(AgendaError) -> Timeline {
        var ranges = reader.window.slices(length: sliceLength)
        let today = reader.focus - reader.window.firstDate
        if let first = ranges.firstIndex(where: { $0.contains(today) }) {
            ranges.insert(ranges.remove(at: first), at: 0)
        }
        var isInParallel = store.readsInParallel
        if isInParallel { isInParallel = try store.read { try reader.isStored($0) } }
        guard isInParallel else {
            let slices = try store.read { try reader.read(ranges, $0, publish: publish) }
            return Timeline(slices, reader)
        }
        var slices = try await read(ranges, reader, publish: publish)
        for _ in 0..<4 {
            let newest = slices.map(\.revision).max()
            let older = slices.filter { $0.revision != newest }.map(\.range)
            if older.isEmpty { return Timeline(slices, reader) }
            slices.removeAll { $0.revision != newest }
            slices += try await read(older, reader) { _ in }
        }
        let whole = ranges
        return Timeline(try await store.readAsync { try reader.read(whole, $0) }, reader)
    }

    /// Reads some days, or the 488 around today.
    ///
    /// - Parameter keepsHidden: whether what a rule hides counts, too.
    func reader(_ dates: Range<CivilDate>? = nil, keepsHidden: Bool = false) -> SliceReader {
        var filter = filter
        if keepsHidden { filter.keepsHidden = true }
        let today = today
        let window =
            dates.map { NodeWindow(firstDate: $0.lowerBound, count: $0.count, zone: zone) }
            ?? NodeWindow(timelineAround: today, zone: zone)
        return SliceReader(window: window, filter: filter, zones: zones, focus: today)
    }

    /// Reads slices at the same time, in no order; publishes the first one before the others.
    private func read(
        _ ranges: [Range<Int>], _ reader: SliceReader, publish: @Sendable (Slice) -> Void
    ) async throws(AgendaError) -> [Slice] {
        let store = store
        do {
            return try await withThrowingTaskGroup(of: Slice.self) { group in
                for range in ranges {
                    group.addTask { try await store.readAsync { try reader.read([range], $0)[0] } }
                }
                var (slices, published) = ([Slice](), 0)
                for try await slice in group {
                    slices.append(slice)
                    if slice.range == ranges[0] { slices.swapAt(0, slices.count - 1) }
                    guard slices[0].range == ranges[0] else { continue }
                    slices[published...].forEach(publish)
                    published = slices.count
                }
                return slices
            }
        } catch {
            throw EventStore.translated(error, place: store.path ?? "")
        }
    }

    /// Reads a window while the importer brings the sources up to date; mostly it finds nothing new.
    ///
    /// - Parameter freshness: as ``Importer/refresh(trusting:)``.
    /// - Returns: nil if something has changed meanwhile, or the store cannot be read.
    func load(
        _ reader: SliceReader, beside importer: Importer, trusting freshness: Freshness?
    ) async throws(AgendaError) -> Timeline? {
        let (ranges, own) = (reader.window.slices(length: sliceLength), store)
        let queue = SliceQueue(ranges)
        async let early = Self.read(queue, reader, own)
        let revision = try await importer.refresh(trusting: freshness).revision
        let late = await Self.read(queue, reader, importer.store)
        let slices = await early + late
        guard slices.count == ranges.count, slices.allSatisfy({ $0.revision == revision }) else {
            return nil
        }
        return Timeline(slices, reader)
    }

    /// Reads slices of the queue until none is left; returns none if the store cannot be read.
    private static func read(
        _ queue: SliceQueue, _ reader: SliceReader, _ store: EventStore
    ) async -> [Slice] {
        (try? store.read { try reader.read(queue, $0) }) ?? []
    }
}

extension Timeline {
    /// Joins the slices of a window, given in any order.
    fileprivate init(_ slices: [Slice], _ reader: SliceReader) {
        let slices = slices.sorted { $0.range.lowerBound < $1.range.lowerBound }
        self.init(
            revision: slices.first?.revision ?? 0, zone: reader.window.zone, today: reader.focus,
            nodes: slices.flatMap(\.nodes),
            omitted: Set(slices.flatMap(\.omitted)).sorted {
                ($0.calendar, $0.summary ?? "", $0.uid) < ($1.calendar, $1.summary ?? "", $1.uid)
            })
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
