import AgendaActions
import AgendaKit
import AgendaSync
import CalendarMerge
import Glibc
import ICalendar

/// Follows the sources' files, the feeds and the accounts of a database until it is told to end. What is done when,
/// ``DaemonSchedule`` decides; everything here happens in one task, and jobs tell it how they ended.
struct Daemon {
    /// What happened.
    enum Event: Sendable {
        /// Nothing: time has passed.
        case time
        /// The process got a signal.
        case signal(Int32)
        /// There is another network.
        case network
        /// Files changed.
        case files(FileWatcher.Changes)
        /// What an account's program has changed.
        case changed(Account.ID)
        /// A job ended.
        case ended(DaemonSchedule.Job, DaemonJobs.Result)
        /// A reminder was shown.
        case shown(ReminderNotice)
        /// Something happened to a reminder on the desktop.
        case desktop(DesktopServer.Event)
    }

    /// Why it ended.
    enum End: Sendable {
        /// It was told to, or did its one round.
        case done
        /// The store must be opened again.
        case store(AgendaError)
    }

    let database: String
    let isOnce: Bool
    let jobs: DaemonJobs
    private(set) var log: DaemonLog
    private(set) var schedule = DaemonSchedule()
    private(set) var view: DaemonView
    private let events: AsyncStream<Event>
    private let send: AsyncStream<Event>.Continuation
    private var watcher: FileWatcher?
    private var listener: Task<Void, Never>?
    private var answers: FreshnessSocket?
    private var running: [DaemonSchedule.Job: Task<Void, Never>] = [:]
    /// Programs that say what has changed, and the accounts of which they have said so.
    private var watches: [Account.ID: (account: Account, task: Task<Void, Never>)] = [:]
    private var changed: Set<Account.ID> = []
    private var timer: Task<Void, Never>?
    private let wake: (Double?) -> Bool
    private var reminders: DaemonReminders?
    /// Whether the sources were looked at: reminders of what was stored long ago may be of events that have moved.
    private var hasImported = false
    /// Whether it said that it began.
    private var isStarted = false
    /// When the last round of feeds ended.
    private var feedsEnded: Double?
    /// When the credentials of accounts were refused.
    private var refusals: [Account.ID: Instant] = [:]
    private let since: Instant
    private var told: DaemonStatus?
    /// The present time, in seconds since 1970.
    private let time: () -> Double

    /// Seconds after which the machine's clock is looked at again where the system does not tell that it has jumped, or
    /// that the machine slept.
    private static let longestSleep = 60.0
    /// Seconds until a program that said what changed, and ended, is started again for that.
    private static let watchPause = 60
    /// Seconds between two rounds of feeds, whatever became of the first one.
    private static let feedPause = 30.0

    init(
        database: String, isOnce: Bool, jobs: DaemonJobs, log: DaemonLog, since: Instant,
        events: (stream: AsyncStream<Event>, continuation: AsyncStream<Event>.Continuation),
        reminders: DaemonReminders?, wake: @escaping (Double?) -> Bool,
        time: @escaping () -> Double
    ) throws {
        (self.database, self.isOnce, self.jobs, self.log) = (database, isOnce, jobs, log)
        (self.events, send) = events
        (self.since, self.time) = (since, time)
        (self.reminders, self.wake) = (reminders, wake)
        view = try DaemonView(jobs)
    }

    /// Runs until it is told to end, or until everything that is due is done.
    mutating func run() async throws -> End {
        if !isOnce {
            let watcher = FileWatcher(watched)
            self.watcher = watcher
            let send = send
            listener = Task {
                for await changes in watcher.changes { send.yield(.files(changes)) }
            }
            answers = FreshnessSocket(database: database, keeper: jobs.keep(watcher))
        }
        defer {
            listener?.cancel()
            answers?.close()
        }
        schedule.ask(for: .importing, now: time())
        try follow(nil)
        var end: End?
        startDue()
        tell()
        for await event in events {
            do {
                end = try await handle(event)
            } catch let error as AgendaError where StoreAccess.canMend(error) {
                end = .store(error)
            } catch {
                log.note("\(error)", of: database)
            }
            if end != nil { break }
            if hasImported, var own = reminders {
                await own.look(at: time(), &log, send)
                reminders = own
            }
            startDue()
            if isOnce, running.isEmpty, reminders?.isShowing != true { break }
            tell()
        }
        timer?.cancel()
        for task in running.values { task.cancel() }
        for watch in watches.values { watch.task.cancel() }
        for watch in watches.values { await watch.task.value }
        for task in running.values { await task.value }
        await reminders?.finish()
        return end ?? .done
    }

    private mutating func handle(_ event: Event) async throws -> End? {
        let now = time()
        switch event {
        case .time: break
        case .signal(SIGHUP):
            let old = view
            view = try DaemonView(jobs)
            try follow(old)
            for job in schedule.jobs where job != .importing { schedule.retry(job, now: now) }
            schedule.ask(for: .importing, now: now)
        case .signal: return .done
        case .network:
            schedule.networkChanged(now: now) { .random(in: 0...1) }
            if view.feeds.values.contains(where: { $0.fault?.isOfTheNetwork ?? false }) {
                jobs.networkReturned()
                schedule.ask(for: .feeds, now: now)
            }
        case .files(let changes):
            for (path, reason) in changes.polled.sorted(by: { $0.key < $1.key }) {
                log.say("\(path): \(reason): checked every two seconds")
            }
            if !changes.paths.isDisjoint(with: jobs.stateFiles) {
                let old = view
                view = try DaemonView(jobs)
                try follow(old)
                // Readers shall not have to wait for the look at all sources.
                if await jobs.isOutdated() { schedule.ask(for: .importing, now: now) }
            }
            if !changes.paths.isDisjoint(with: view.sources.compactMap(\.location)) {
                schedule.ask(for: .importing, now: now)
            }
            for account in view.accounts.keys where view.hasFolder(in: changes.paths, account) {
                schedule.ask(for: .account(account), now: now)
            }
        case .changed(let account):
            changed.insert(account)
            schedule.ask(for: .account(account), now: now)
        case .shown(let notice): reminders?.confirm(notice, at: now, &log)
        case .desktop(let event): reminders?.handle(event, at: now, &log)
        case .ended(let job, let result):
            running[job] = nil
            try await settle(job, result)
        }
        return nil
    }

    /// Takes up what changed in the settings.
    ///
    /// - Parameter old: what they were; nil at the beginning.
    private mutating func follow(_ old: DaemonView?) throws {
        let now = time()
        watcher?.watch(watched)
        // Another daemon's wait, or this one's own, is in each feed.
        let feedsDue = view.feedsDue.map { max($0, (feedsEnded ?? 0) + Self.feedPause) }
        schedule.plan(.feeds, due: feedsDue, now: now)
        for (id, account) in view.accounts {
            switch old?.accounts[id] {
            case nil:
                let due = view.isUnsent(id, jobs) ? now : view.due(id, now: now)
                schedule.plan(.account(id), due: due, now: now)
            case account?:
                // Somebody synchronised it in the meantime: the credentials are good again.
                guard schedule.isRefused(.account(id)), let refused = refusals[id],
                    view.lastSuccess(id).map({ $0 > refused }) ?? false
                else { continue }
                schedule.retry(.account(id), now: now)
            default: schedule.retry(.account(id), now: now)
            }
        }
        watchPrograms()
        guard let old else { return }
        for (id, account) in old.accounts where view.accounts[id] == nil {
            running[.account(id)]?.cancel()
            schedule.forget(.account(id))
            log.forget { $0 == account.name || $0.hasPrefix(account.name + "/") }
        }
        let names = Set(view.feeds.values.map(view.name(of:)))
        for feed in old.feeds.values where !names.contains(old.name(of: feed)) {
            log.forget { $0 == old.name(of: feed) }
        }
    }

    /// Has the programs say what changes.
    private mutating func watchPrograms() {
        guard !isOnce else { return }
        for (id, watch) in watches where view.accounts[id] != watch.account {
            watch.task.cancel()
            watches[id] = nil
        }
        for (id, account) in view.accounts where account.program != nil && watches[id] == nil {
            let (jobs, send) = (jobs, send)
            let task = Task {
                while let online = try? jobs.online(),
                    await online.watch(account, { send.yield(.changed(id)) }), !Task.isCancelled
                {
                    for _ in 0..<Self.watchPause where !Task.isCancelled {
                        await OwnThread.sleep(milliseconds: 1_000)
                    }
                }
            }
            watches[id] = (account, task)
        }
    }

    /// Starts what is due, and sets the timer for what will be.
    private mutating func startDue() {
        let now = time()
        for job in schedule.due(now: now) {
            // What a synchronisation itself wrote is no reason for another one.
            if case .account(let id) = job, schedule.isOnlyAsked(job, now: now),
                !changed.contains(id), !view.isUnsent(id, jobs)
            {
                schedule.withdraw(job)
                continue
            }
            if case .account(let id) = job { changed.remove(id) }
            schedule.begin(job)
            let (jobs, view, send) = (jobs, view, send)
            running[job] = Task {
                send.yield(.ended(job, await jobs.run(job, view)))
            }
        }
        // The one round waits for nothing but its jobs.
        guard !isOnce else { return }
        let next = [schedule.next, reminders?.next].compactMap { $0 }.min()
        timer?.cancel()
        guard !wake(next) else { return }
        let wait = min(Self.longestSleep, (next ?? .infinity) - time())
        timer = Task { [send] in
            try? await Task.sleep(for: .milliseconds(max(1, Int(wait * 1_000) + 1)))
            if !Task.isCancelled { send.yield(.time) }
        }
    }

    /// Every path to watch.
    private var watched: Set<String> { view.paths.union(reminders?.files ?? []) }

    private mutating func settle(
        _ job: DaemonSchedule.Job, _ result: DaemonJobs.Result
    ) async throws {
        let now = time()
        let ending: RunEnding
        if case .imported = result { hasImported = true }
        switch result {
        case .imported(.success(let report), let backupFault, let mirrors):
            log.note(nil, of: database)
            log.note(backupFault, of: "backup")
            if !isStarted, !isOnce {
                log.say("daemon: started: process \(Int(getpid()))")
                isStarted = true
            }
            if report.resourcesRead + report.resourcesRemoved > 0 { log.say(report.sentence) }
            for line in mirrors { log.say(line) }
            if !isOnce { schedule.ask(for: .indexing, now: now) }
            ending = .done(every: nil)
        case .indexed: ending = .done(every: nil)
        case .imported(.failure(let error), _, _):
            if StoreAccess.canMend(error) { throw error }
            if error.code != .storeBusy { log.note(error.sentence, of: database) }
            ending = .failed()
        case .fetched(.success(let outcomes)):
            log.note(nil, of: "feeds")
            for outcome in outcomes { log.note(outcome, name: view.name(of: outcome.feed)) }
            if outcomes.contains(where: { $0.result == .updated }) {
                schedule.ask(for: .importing, now: now)
            }
            feedsEnded = now
            let due = (try? DaemonView(jobs))?.feedsDue
            ending = .done(every: due.map { max(Self.feedPause, $0 - now) })
        case .fetched(.failure(let error)):
            log.note("\(error)", of: "feeds")
            feedsEnded = now
            ending = .failed()
        case .synced(let account, .failure(let error)):
            log.note(error, of: account.name)
            ending = error.ending
        case .synced(let account, .success(let round)):
            let outcomes = round.outcomes
            log.note(nil, of: account.name)
            for line in round.look.sentences(account) { log.say(line) }
            for outcome in outcomes { log.note(outcome) }
            ending = outcomes.ending(every: account.interval)
            if ending == .refused { refusals[account.id] = jobs.person.clock.now }
            if outcomes.contains(where: { $0.report.fetched + $0.report.deletedHere > 0 }) {
                schedule.ask(for: .importing, now: now)
            }
            do {
                try await jobs.register(round, view)
                try await jobs.note(outcomes.map(\.calendar))
            } catch {
                log.note("\(error)", of: database)
            }
        }
        schedule.end(job, ending, now: now, random: .random(in: 0...1))
    }

    /// Tells other processes what is done.
    private mutating func tell() {
        var status = DaemonStatus(
            process: getpid(), since: since, sources: view.sources.count)
        func instant(_ time: Double?) -> Instant? {
            time.map { Instant(secondsSinceEpoch: Int($0)) }
        }
        status.isImporting = running[.importing] != nil
        status.answersReaders = answers != nil
        status.isFetching = running[.feeds] != nil
        status.feedsDue = instant(schedule.next(.feeds))
        status.reminderDue = reminders?.due
        status.accounts = view.accounts.values.sorted { $0.name < $1.name }.map { account in
            let job = DaemonSchedule.Job.account(account.id)
            let isRunning = running[job] != nil
            return DaemonStatus.Account(
                name: account.name,
                state: isRunning
                    ? "running" : schedule.isRefused(job) ? "stopped" : "waiting",
                due: instant(schedule.next(job)))
        }
        status.faults = log.faults.sorted { $0.key < $1.key }.map {
            DaemonStatus.Fault(subject: $0.key, text: $0.value)
        }
        guard status != told else { return }
        status.write(database: database)
        told = status
    }
}
