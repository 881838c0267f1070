import AgendaActions
import AgendaKit
import AgendaSync
import CalendarFiles
import CalendarMerge
import Glibc
import Synchronization

/// Does what the daemon finds to be due, and says how it went.
final class DaemonJobs: Sendable {
    /// How a job went.
    enum Result: Sendable {
        /// `backupFault`: why what is stored is not backed up; `mirrors`: what their runs have to tell.
        case imported(
            Swift.Result<ImportReport, AgendaError>, backupFault: String?, mirrors: [Message])
        case indexed
        case fetched(Swift.Result<[FeedOutcome], any Error>)
        case synced(Account, Swift.Result<SyncRound.Round, SyncFault>)
    }

    let person: Person
    let store: EventStore
    /// The files in which the settings and the state are.
    let stateFiles: Set<String>
    private let importer: Importer
    private let statePath: String
    private let state = Mutex(State())

    private struct State {
        /// Opened once: it remembers which hosts asked to be left alone.
        var online: OnlineAccess?
        var identity: String?
        var keeper: StoreKeeper?
        /// Whether to ask for feeds again that failed for want of a network.
        var isNetworkNew = false
    }

    init(_ person: Person, _ store: EventStore) throws {
        (self.person, self.store) = (person, store)
        importer = store.importer(person)
        let database = absolute(try person.databasePath())
        statePath = OnlineAccess.paths(beside: database).database
        stateFiles = [database, database + "-wal", statePath, statePath + "-wal"]
    }

    /// The state of feeds and accounts, once there is one.
    func online() throws -> OnlineAccess? {
        try state.withLock { state in
            let identity = InputFile.identity(of: statePath)
            if state.online == nil || identity != state.identity {
                state.online = try OnlineAccess.existing(person)
                state.identity = InputFile.identity(of: statePath)
            }
            return state.online
        }
    }

    /// Imports from now on through one that knows when there is nothing to import.
    ///
    /// - Parameter watcher: watches the sources' paths.
    func keep(_ watcher: FileWatcher) -> StoreKeeper {
        let keeper = StoreKeeper(importer: importer, watcher: watcher)
        state.withLock { $0.keeper = keeper }
        return keeper
    }

    /// Whether another process has written to the store since the last import.
    func isOutdated() async -> Bool { await state.withLock(\.keeper)?.isOutdated() ?? false }

    /// There is another network.
    func networkReturned() { state.withLock { $0.isNetworkNew = true } }

    /// Does a job.
    func run(_ job: DaemonSchedule.Job, _ view: DaemonView) async -> Result {
        switch job {
        case .importing: await importChanges()
        case .indexing: await index()
        case .feeds: await fetch(view)
        case .account(let id):
            if let account = view.accounts[id] {
                .synced(account, await synchronise(account))
            } else {
                .fetched(.success([]))
            }
        }
    }

    /// Makes sources of calendars that have none yet, and has the others follow what their server says.
    func register(_ round: SyncRound.Round, _ view: DaemonView) async throws {
        try await AccountSources(person).follow(
            round.look.changed, as: .backgroundSync)
        let calendars = round.outcomes.map(\.calendar)
        let new = calendars.filter { view.sources.standing(at: $0.folder) == nil }
        guard !new.isEmpty else { return }
        try await AccountSources(person).register(new)
    }

    /// Notes in the history what synchronisations brought.
    func note(_ calendars: [AccountCalendar]) async throws {
        guard let online = try online() else { return }
        try await SyncJournal(online: online, store: store, person: person)
            .note(calendars, isAsked: false)
    }

    private func importChanges() async -> Result {
        let result: Swift.Result<ImportReport, AgendaError>
        do throws(AgendaError) {
            let keeper = state.withLock(\.keeper)
            let report =
                if let keeper { try await keeper.refresh() } else { try await importer.refresh() }
            result = .success(report)
        } catch {
            result = .failure(error)
        }
        let failure = await importer.backupFailure
        var mirrors: [Message] = []
        if case .success = result { mirrors = await MirrorRound(person, store).follow().lines }
        return .imported(
            result,
            backupFault: failure.map {
                Message("\($0.sentence): the change is stored, but not its backup").text
            }, mirrors: mirrors)
    }

    /// So that nobody's first search waits for it. A search does itself what fails here.
    private func index() async -> Result {
        let search = EventSearch(store: store, clock: person.clock, zone: person.zone)
        let isWanted = Wish()
        await withTaskCancellationHandler {
            await OwnThread.value {
                // In Linux, of this thread and those that it starts alone: everything else goes first.
                _ = nice(10)
                try? search.prepare { isWanted.holds.load(ordering: .relaxed) }
            }
        } onCancel: {
            isWanted.holds.store(false, ordering: .relaxed)
        }
        return .indexed
    }

    /// Ends with the daemon.
    private final class Wish: Sendable {
        let holds = Atomic(true)
    }

    private func fetch(_ view: DaemonView) async -> Result {
        let retries = state.withLock { state in
            defer { state.isNetworkNew = false }
            return state.isNetworkNew
        }
        do {
            guard let online = try online() else { return .fetched(.success([])) }
            let now = person.clock.now
            let feeds = try online.feeds(of: view.sources)
            try await FeedRefresh(online: online, sources: view.sources, person: person)
                .removeOrphans(feeds, now)
            let wanted = feeds.values.filter {
                $0.isDue(now) || retries && $0.fault?.isOfTheNetwork ?? false
            }
            return .fetched(
                .success(try await online.feeds.refresh(Set(wanted.map(\.id)))))
        } catch {
            return .fetched(.failure(error))
        }
    }

    private func synchronise(
        _ account: Account
    ) async -> Swift.Result<SyncRound.Round, SyncFault> {
        do {
            guard let online = try online() else { return .success(SyncRound.Round()) }
            let round = SyncRound(online: online)
            var done = try await round.run(account)
            guard done.outcomes.ending(every: account.interval) == .refused else {
                return .success(done)
            }
            await online.connections.forgetSecret(of: account)
            // A token may be taken back before its end; a password that was refused is not sent again.
            if account.permission != nil { done = try await round.run(account) }
            return .success(done)
        } catch {
            return .failure(SyncFault(error, of: account, for: person))
        }
    }
}
