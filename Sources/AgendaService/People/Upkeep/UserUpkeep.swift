internal import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

/// Does the duties of users: what the daemon does for one person, in a user's folder and for one lease.
///
/// What is noted in the folder's `sync.db` is fenced by the lease's generation, so that who was held up commits nothing late;
/// what is sent has If-Match.
struct UserUpkeep: Sendable {
    let table: UserTable
    let book: any LeaseBook
    let options: People.Options
    let open: OpenUsers

    /// Does a duty.
    func run(_ lease: DutyLease) async -> RunEnding {
        await DutyLease.$held.withValue(lease) {
            guard let executor = options.executor else { return await ended(lease) }
            return await withTaskExecutorPreference(executor) { await ended(lease) }
        }
    }

    private func ended(_ lease: DutyLease) async -> RunEnding {
        do {
            guard let user = try table.user(lease.duty.user), user.state == .active else {
                return .busy
            }
            let folder = table.folder(of: user)
            if lease.duty.kind == .look, try await hasNothing(user, folder) {
                return try book.plan([], under: lease) ? .done(every: nil) : .busy
            }
            var person = Person(user, in: folder, clock: options.clock, zone: options.zone)
            // What only shows what is elsewhere is brought up to date first, and kept there in the end.
            let opened = options.homes == nil ? nil : try await open.present(user)
            person.editor = opened?.service.live.present.editor
            person.kept =
                opened?.service.live.person.kept
                ?? SharedCalendars(table, user, next: nil, options)
            let addresses: AddressPolicy = options.upkeep.allowsPrivate ? .any : .publicOnly
            let online = try OnlineAccess.existing(
                person, addresses: addresses, fence: Fence(lease.duty.name, lease.generation))
            let run = Run(lease: lease, person: person, folder: folder, online: online)
            let ending =
                switch lease.duty.kind {
                case .look: try await look(run)
                case .feed: try await refresh(run)
                case .account: try await synchronise(run)
                case .mirrors: try await mirror(run)
                }
            if let opened { try await open.publish(opened) }
            return ending
        } catch UserHomeFault.replaced {
            // Somebody else was faster: nothing of this run is kept.
            return .busy
        } catch let error as RoomDatabaseError {
            if case .superseded(let generation) = error.reason {
                try? book.raise(lease, over: generation)
                return .busy
            }
            return failed(lease, "\(error)")
        } catch {
            return failed(lease, "\(error)")
        }
    }

    /// Whether it is known, without opening their calendars, that a user has neither feeds nor accounts nor mirrors. A node that
    /// opened those of each user once a day would do little else where there are many.
    private func hasNothing(_ user: ServedUser, _ folder: String) async throws -> Bool {
        guard let homes = options.homes, await open.known(user.id) == nil else { return false }
        let files = try await homes.home(of: user, in: folder).files()
        let store = folder + "/agenda.db"
        let others = [OnlineAccess.paths(beside: store).database, Mirrors.path(beside: store)]
        return !others.contains { other in files.contains { other.hasSuffix("/" + $0) } }
    }

    private struct Run {
        let lease: DutyLease
        let person: Person
        let folder: String
        /// Nil where there is neither feed nor account.
        let online: OnlineAccess?
    }

    private var now: Int { options.clock.now.secondsSinceEpoch }

    private func failed(_ lease: DutyLease, _ words: String) -> RunEnding {
        say(lease, words)
        return .failed()
    }

    private func say(_ lease: DutyLease, _ words: String) {
        options.access.log("user \(lease.duty.user): \(lease.duty.kind.rawValue): \(words)")
    }

    private func refused(_ run: Run, _ host: String) -> RunEnding {
        say(run.lease, "\(host): asks for a program or a file of the machine: left alone")
        return .refused
    }

    /// After so many seconds again; tests say another period.
    private func done(every seconds: Int) -> RunEnding {
        .done(every: Double(options.upkeep.period ?? max(60, seconds)))
    }

    /// When what is found is due; tests say within their period.
    private func due(_ time: Int, _ run: Run) -> Int {
        min(time, options.upkeep.period.map { now + $0 } ?? time)
    }

    // MARK: What there is to do

    private func look(_ run: Run) async throws -> RunEnding {
        var duties: [PlannedDuty] = []
        if let store = try await StoreAccess.openIfExisting(run.person) {
            if let online = run.online {
                let sources = try store.sources(counting: false)
                let feeds = try online.feeds(of: sources)
                try await FeedRefresh(online: online, sources: sources, person: run.person)
                    .removeOrphans(feeds, options.clock.now)
                duties += feeds.values.map {
                    PlannedDuty(
                        kind: .feed, what: "\($0.id)", host: $0.host,
                        due: due($0.due.secondsSinceEpoch, run))
                }
                let runs = try online.accountStore.lastRuns()
                for account in try online.accountStore.accounts() {
                    let ends = try online.accountStore.calendars(of: account.id)
                        .filter(\.isEnabled).map { runs[$0.id]?.ended.secondsSinceEpoch ?? 0 }
                    let last = min(now, ends.min() ?? now)
                    duties.append(
                        PlannedDuty(
                            kind: .account, what: account.id, host: account.host,
                            due: due(last + account.interval, run)))
                }
            }
            if try MirrorRound(run.person, store).mirrors?.all().isEmpty == false {
                duties.append(PlannedDuty(kind: .mirrors, due: now))
            }
        }
        guard try book.plan(duties, under: run.lease) else { return .busy }
        return .done(every: nil)
    }

    // MARK: Feeds

    private func refresh(_ run: Run) async throws -> RunEnding {
        guard let online = run.online,
            let feed = try online.feeds.feeds().first(where: { "\($0.id)" == run.lease.duty.what })
        else { return .done(every: nil) }
        guard isAllowed(feed.settings, in: run.folder) else {
            return refused(run, feed.host)
        }
        guard let outcome = try await online.feeds.refresh([feed.id]).first else { return .busy }
        let left = outcome.feed.due.secondsSinceEpoch - now
        switch outcome.result {
        case .updated:
            try await importChanges(run)
            return done(every: left)
        case .unchanged: return done(every: left)
        case .kept(let fault, let isNews):
            if isNews { say(run.lease, "\(feed.host): \(fault.description)") }
            return .failed(wait: Double(options.upkeep.period ?? max(60, left)))
        case .waiting(let seconds): return .failed(wait: Double(max(60, seconds)))
        case .superseded, .cancelled: return .busy
        }
    }

    /// Whether a feed asks for nothing of the machine: neither programs nor files outside the user's folder.
    private func isAllowed(_ settings: FeedSettings, in folder: String) -> Bool {
        guard !settings.startsProgram, settings.permission == nil, settings.certificate == nil,
            settings.authorities == nil
        else { return false }
        switch settings.credentials {
        case .password(_, .file(let path))?, .bearer(.file(let path))?:
            return isOwn(path, folder)
        default: return true
        }
    }

    private func isOwn(_ path: String, _ folder: String) -> Bool {
        path.hasPrefix(folder + "/secrets/") && !path.contains("/../")
    }

    // MARK: Accounts

    private func synchronise(_ run: Run) async throws -> RunEnding {
        guard let online = run.online,
            let account = try online.accountStore.accounts().first(where: {
                $0.id == run.lease.duty.what
            })
        else { return .done(every: nil) }
        var isAllowed =
            !account.startsProgram && account.permission == nil && account.certificate == nil
            && account.authorities == nil
        if case .file(let path)? = account.password {
            isAllowed = isAllowed && isOwn(path, run.folder)
        }
        guard isAllowed else {
            return refused(run, account.host)
        }
        let round = SyncRound(online: online)
        let done: SyncRound.Round
        do {
            done = try await round.run(account)
        } catch let error as HTTPError {
            let fault = SyncFault(error, of: account, for: run.person)
            say(run.lease, "\(account.host): \(fault.text)")
            return fault.ending
        }
        try await round.importChanges(
            done.outcomes, done.look.changed, for: run.person, isAsked: false)
        if done.outcomes.contains(where: { $0.report.fetched + $0.report.deletedHere > 0 }) {
            try ask(.mirrors, run)
        }
        let interval = options.upkeep.period ?? account.interval
        return done.outcomes.ending(every: max(options.upkeep.period ?? 60, interval))
    }

    // MARK: Mirrors, and what has come

    /// Seconds between two runs of mirrors without a reason: they show a time that moves.
    private static let mirrorInterval = 3_600

    private func mirror(_ run: Run) async throws -> RunEnding {
        guard let store = try await StoreAccess.openIfExisting(run.person) else {
            return .done(every: nil)
        }
        _ = try await store.importer(run.person).refresh()
        let followed = await MirrorRound(run.person, store).follow()
        if !followed.written.isEmpty { try ask(.account, run) }
        return done(every: Self.mirrorInterval)
    }

    /// Shows what came, and has the mirrors follow. A service that is open follows the user's files by itself.
    private func importChanges(_ run: Run) async throws {
        if await open.known(run.lease.duty.user) == nil || options.homes != nil,
            let store = try await StoreAccess.openIfExisting(run.person)
        {
            _ = try await store.importer(run.person).refresh()
        }
        try ask(.mirrors, run)
    }

    private func ask(_ kind: Duty.Kind, _ run: Run) throws {
        try book.ask(for: [kind], nil, of: run.lease.duty.user, isMended: false, at: now)
    }
}
