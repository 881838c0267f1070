internal import ICalendar

/// One synchronisation under way: the steps are in the extensions, and what they share is here.
struct SyncRun {
    let sync: CollectionSync
    private let lease: Lease
    /// As stored: every change of it goes through ``commit(_:_:)``.
    private(set) var state: SyncState
    var report = SyncReport()
    /// What the last look found; nil after something was put in place.
    var lastLook: ReplicaComparison?
    /// Resources whose last operation's fate is still unknown.
    var blocked: Set<Href> = []
    /// Whether what comes may be taken back as a change.
    var takesNews = false
    /// Which resources a UID may belong to; nil until a pull needs it.
    var known: KnownUIDs?

    init(_ sync: CollectionSync) throws(SyncStop) {
        self.sync = sync
        let taken = try Self.replica { () throws(ReplicaError) in try sync.replica.takeLease() }
        guard let taken else { throw .busy }
        lease = taken
        state = try Self.replica { () throws(ReplicaError) in try sync.replica.state() }
    }

    /// The steps of one synchronisation, as the article on its promises has them.
    mutating func go() async throws(SyncStop) {
        try forgetWhatIsAbsent()
        if sync.options.isDryRun { return try await planAll() }
        decideNews()
        try retryWhatIsApart()
        try await settleOperations()
        try await sendFewFirst()
        // The second round pulls what was pushed, as the server has it, and seldom finds anything to push. A third one
        // brings to the server what was merged then.
        for _ in 0..<4 {
            try await pull()
            guard try await push() > 0 else { return }
        }
    }

    /// Forgets the bases where they are about another incarnation of the calendar, or where the replica is absent: it is
    /// fetched again, and nothing that it lacks is a deletion.
    private mutating func forgetWhatIsAbsent() throws(SyncStop) {
        let isOther = state.generation != sync.options.generation
        let isAbsent = try look() == .absent && !state.bases.isEmpty
        guard isOther || isAbsent else { return }
        report.restored = isAbsent
        if sync.options.isDryRun {
            state.apply(.forget(generation: sync.options.generation))
        } else {
            try commit([], [.forget(generation: sync.options.generation)])
        }
    }

    /// Makes what failed alone before due, where that is wanted. What fails again waits longer than before.
    private mutating func retryWhatIsApart() throws(SyncStop) {
        guard sync.options.retriesAtOnce, !state.setApart.isEmpty else { return }
        let now = sync.now()
        try commit(
            [],
            state.setApart.values.filter { $0.retry > now }.map { item in
                var item = item
                item.retry = now
                return .setApart(item)
            })
    }

    /// What the replica differs in from the bases.
    mutating func look() throws(SyncStop) -> ReplicaComparison {
        if let lastLook { return lastLook }
        let look = try Self.replica { () throws(ReplicaError) in try sync.replica.look() }
        lastLook = look
        return look
    }

    func read(_ name: String) throws(SyncStop) -> LocalText? {
        try Self.replica { () throws(ReplicaError) in try sync.replica.read(name) }
    }

    func baseText(_ href: Href) throws(SyncStop) -> [UInt8]? {
        try Self.replica { () throws(ReplicaError) in try sync.replica.baseText(of: href) }
    }

    /// Stores and remembers. Nothing of a run that was cancelled is stored.
    @discardableResult mutating func commit(
        _ placements: [Placement], _ changes: [StateChange]
    ) throws(SyncStop) -> [PlacementOutcome] {
        try checkCancellation()
        lastLook = nil
        let outcomes = try Self.replica { () throws(ReplicaError) in
            try sync.replica.commit(placements, changes)
        }
        for (placement, outcome) in zip(placements, outcomes) where outcome == .done {
            state.apply(placement.changes)
        }
        state.apply(changes)
        return outcomes
    }

    func checkCancellation() throws(SyncStop) {
        if Task.isCancelled { throw .cancelled }
    }

    /// Why a request that failed ends the run.
    func stop(_ error: DAVError) -> SyncStop {
        if error.isUnauthorized { return .unauthorized(error) }
        if case .http(let cause) = error.reason, cause.reason == .cancelled { return .cancelled }
        return .server(error)
    }

    private static func replica<Value>(
        _ body: () throws(ReplicaError) -> Value
    ) throws(SyncStop) -> Value {
        do { return try body() } catch { throw .replica(error) }
    }

    /// When something that failed so often is tried again: a minute, then four times as long each time, a day at most.
    func retry(after failures: Int) -> Instant {
        sync.now() + min(60 << (2 * min(failures - 1, 6)), 86_400)
    }

    /// The report with what is left for later.
    var finalReport: SyncReport {
        var report = report
        report.setApart = state.setApart.count
        report.held = state.holds.values.reduce(0) { $0 + $1.waiting.count }
        report.openConflicts = state.conflicts.values.count(where: \.isOpen)
        if case .differences(let differences, _)? = lastLook {
            report.unsendable = differences.unsendable.count
        }
        return report
    }
}
