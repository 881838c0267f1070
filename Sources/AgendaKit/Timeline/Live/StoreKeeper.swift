/// Keeps a store in step with its sources, and vouches for it, so that others need not look at thousands of files.
///
/// It vouches for a source if, after the question, the kernel has nothing to report that happened since before the last
/// look at all sources, and nobody else has written to the store since. Else it looks first.
package actor StoreKeeper {
    /// What a look found out.
    private struct Check {
        /// What the watcher knew of all paths before the look.
        var marks: [String: WatchMark]
        /// As ``EventStore/Position/writes``, before the look.
        var writes: Int64
        /// When it began.
        var start: ContinuousClock.Instant
        /// The sources' paths.
        var paths: Set<String>
        /// As ``Freshness/unsure``.
        var unsure: Set<Int64>
    }

    private let importer: Importer
    private let watcher: FileWatcher
    private let now: @Sendable () -> ContinuousClock.Instant
    private var last: Check?
    private var running: Task<Result<ImportReport, AgendaError>, Never>?
    /// What was imported for those who asked, and not yet told to who calls ``refresh()``.
    private var untold = ImportReport()

    /// After this time a look is worth nothing: it bounds what the kernel does not report, such as what a program writes
    /// into a mapped file and does not close.
    static let validity = Duration.seconds(60)

    /// - Parameters:
    ///   - importer: imports what changed.
    ///   - watcher: watches the sources' paths; a source that it does not watch is not vouched for.
    ///   - now: a clock that goes on while the machine sleeps.
    package init(
        importer: Importer, watcher: FileWatcher,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        (self.importer, self.watcher, self.now) = (importer, watcher, now)
    }

    /// Reads what changed in the registered sources; looks at nothing if nothing did.
    ///
    /// - Returns: what was imported since the last call, also for those who asked.
    package func refresh() async throws(AgendaError) -> ImportReport {
        if await unchanged()?.unsure != [] {
            while let running { _ = await running.value }
            untold.add(try await look().value.get())
        }
        defer { untold = ImportReport() }
        return untold
    }

    /// Whether somebody else has written to the store since the last look.
    package func isOutdated() -> Bool {
        (try? importer.store.position())?.writes != last?.writes
    }

    /// Vouches for the store as it is at a moment after this call; looks at the sources first if something happened.
    ///
    /// - Returns: nil if it cannot.
    package func freshness() async -> Freshness? {
        if let freshness = await unchanged() { return freshness }
        // A look that has begun already may have been too early.
        while let running {
            _ = await running.value
            if let freshness = await unchanged() { return freshness }
        }
        guard case .success(let report) = await look().value else { return nil }
        untold.add(report)
        return vouched()
    }

    /// What the last look is worth now; nil if something has happened since.
    private func unchanged() async -> Freshness? {
        guard last != nil else { return nil }
        let marks = await watcher.marks()
        guard let last, now() - last.start <= Self.validity,
            last.paths.allSatisfy({ marks[$0] == last.marks[$0] })
        else { return nil }
        return vouched()
    }

    /// What the last look says, unless somebody else has written to the store since: with what another look found.
    private func vouched() -> Freshness? {
        guard let last, importer.store.isInPlace, let position = try? importer.store.position(),
            position.writes == last.writes
        else { return nil }
        return Freshness(revision: position.revision, unsure: last.unsure)
    }

    private func look() -> Task<Result<ImportReport, AgendaError>, Never> {
        let task = Task { await work() }
        running = task
        return task
    }

    private func work() async -> Result<ImportReport, AgendaError> {
        defer { running = nil }
        do throws(AgendaError) {
            // All of this before the look: what happens meanwhile makes it worth nothing.
            let (start, marks) = (now(), await watcher.marks())
            let writes = try importer.store.position().writes
            let report = try await importer.refresh()
            let (sources, unread) = try importer.store.unreadSources()
            let unsure = sources.filter { source in
                let mark = source.location.flatMap { marks[$0] }
                return mark?.isWhole != true || source.status == .failed
                    || report.linked.contains(source.id) || unread.contains(source.id)
            }
            last = Check(
                marks: marks, writes: writes, start: start,
                paths: Set(sources.compactMap(\.location)), unsure: Set(unsure.map(\.id)))
            return .success(report)
        } catch {
            return .failure(error)
        }
    }
}
