internal import AgendaActions
internal import AgendaKit
internal import ICalendar

/// What a node does by itself for users: takes the duties that are due, keeps what it has, and notes how each ended.
actor Upkeep {
    /// How much was done since the node began.
    struct Counts: Sendable, Hashable {
        var runs: [Duty.Kind: Int] = [:]
        var failures: [Duty.Kind: Int] = [:]
        /// Runs that somebody else had taken over before they ended.
        var lost = 0
    }

    private(set) var counts = Counts()
    private var node: LeaseNode
    private let clock: any AgendaClock
    private let log: @Sendable (String) -> Void
    private let work: @Sendable (DutyLease) async -> RunEnding
    private var running: [DutyLease: Task<Void, Never>] = [:]
    private var looked: Int?
    private var fault: String?

    /// Seconds between two searches for users who were never looked at, and over which the looks are spread.
    private let (search, spread): (Int, Int)
    /// Seconds after which a run is given up.
    private static let patience = 900

    /// - Parameters:
    ///   - search: seconds between two searches for users who were never looked at.
    ///   - spread: seconds over which the looks at those who are found are spread; nil for as many.
    ///   - work: does a duty, and ends early when its task is cancelled.
    init(
        _ node: String, _ book: any LeaseBook, _ limits: LeaseLimits, clock: any AgendaClock,
        search: Int = 300, spread: Int? = nil, log: @escaping @Sendable (String) -> Void,
        _ work: @escaping @Sendable (DutyLease) async -> RunEnding
    ) {
        self.node = LeaseNode(node, book, limits)
        (self.clock, self.log, self.work) = (clock, log, work)
        (self.search, self.spread) = (search, spread ?? search)
    }

    private var now: Int { clock.now.secondsSinceEpoch }

    /// Works until the task is cancelled.
    func run() async {
        while !Task.isCancelled {
            step()
            try? await Task.sleep(for: .seconds(1))
        }
        // What ends now ends as it was: cancelled.
        let tasks = Array(running.values)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        node.leave()
    }

    private func step() {
        do {
            if looked.map({ !(0..<search).contains(now - $0) }) ?? true {
                try node.book.planLooks(spread: spread, at: now)
                looked = now
            }
            for lease in try node.renew(at: now) { running[lease]?.cancel() }
            for lease in try node.take(at: now) { begin(lease) }
            fault = nil
        } catch {
            // Said once: the next second asks again.
            let words = "\(error)"
            if fault != words { log("duties of users cannot be taken now: \(words)") }
            fault = words
        }
    }

    private func begin(_ lease: DutyLease) {
        running[lease] = Task { [work] in
            let ending = await Self.within(Self.patience) { await work(lease) }
            ended(lease, Task.isCancelled ? .busy : ending)
        }
    }

    /// Cancels what takes too long, and waits until it has ended.
    private static func within(
        _ seconds: Int, _ body: @escaping @Sendable () async -> RunEnding
    ) async -> RunEnding {
        await withTaskGroup(of: RunEnding?.self) { group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: .seconds(seconds))
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first ?? .failed()
        }
    }

    private func ended(_ lease: DutyLease, _ ending: RunEnding) {
        running[lease] = nil
        counts.runs[lease.duty.kind, default: 0] += 1
        if case .failed = ending { counts.failures[lease.duty.kind, default: 0] += 1 }
        if case .refused = ending { counts.failures[lease.duty.kind, default: 0] += 1 }
        // Not noted, it runs out, and another run finds the same.
        let isNoted = try? node.end(lease, ending, at: now, random: .random(in: 0...1))
        if isNoted == false { counts.lost += 1 }
    }
}
