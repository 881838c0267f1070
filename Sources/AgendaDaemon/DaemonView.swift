import AgendaActions
import AgendaKit
import AgendaSync
import ICalendar

/// What a daemon has to follow: what the database and the state beside it say at one moment.
struct DaemonView: Sendable {
    /// All but the local calendar.
    let sources: [CalendarSource]
    /// The feed of each source that is one, by the source's number.
    let feeds: [Int64: Feed]
    let accounts: [Account.ID: Account]
    /// Those that are synchronised.
    private let calendars: [Account.ID: [AccountCalendar]]
    private let runs: [AccountCalendar.ID: LastRun]
    /// Everything to watch.
    let paths: Set<String>
    private let now: Instant

    /// What is there now.
    init(_ jobs: DaemonJobs) throws {
        now = jobs.person.clock.now
        sources = try jobs.store.sources(counting: false).filter { $0.location != nil }
        let online = try jobs.online()
        feeds = try online?.feeds(of: sources) ?? [:]
        try online?.wakePrograms(of: sources)
        let list = try online?.accountStore.accounts() ?? []
        accounts = Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
        runs = try online?.accountStore.lastRuns() ?? [:]
        calendars = try accounts.mapValues { account in
            try online?.accountStore.calendars(of: account.id).filter(\.isEnabled) ?? []
        }
        let folders = calendars.values.joined().map(\.folder)
        paths = jobs.stateFiles.union(sources.compactMap(\.location)).union(folders)
    }

    /// When the next feed is due, in seconds since 1970; nil without feeds.
    var feedsDue: Double? {
        feeds.values.map { Double(($0.isDue(now) ? now : $0.due).secondsSinceEpoch) }.min()
    }

    /// The name of a feed's source.
    func name(of feed: Feed) -> String {
        let source = sources.first { feeds[$0.id]?.id == feed.id }
        return source?.name ?? feed.host
    }

    /// When an account is due after what was done before this process began, in seconds since 1970.
    func due(_ account: Account.ID, now: Double) -> Double {
        let ends = calendars[account]?.map {
            runs[$0.id].map { Double($0.ended.secondsSinceEpoch) }
        }
        guard let ends, !ends.contains(nil), let first = ends.compactMap({ $0 }).min(),
            // A clock that was set back must not put it off.
            first <= now
        else { return now }
        return first + Double(accounts[account]?.interval ?? Account.defaultInterval)
    }

    /// When a calendar of the account was last in step.
    func lastSuccess(_ account: Account.ID) -> Instant? {
        calendars[account]?.compactMap { runs[$0.id]?.synced }.max()
    }

    /// Whether an account has a calendar whose folder is one of these.
    func hasFolder(in paths: Set<String>, _ account: Account.ID) -> Bool {
        calendars[account]?.contains { paths.contains($0.folder) } ?? false
    }

    /// Whether an account has something that the server does not have. Costs a stat a file.
    func isUnsent(_ account: Account.ID, _ jobs: DaemonJobs) -> Bool {
        guard let online = try? jobs.online() else { return false }
        return calendars[account]?.contains { calendar in
            // What cannot be found out, the synchronisation says.
            (try? online.setup.unsent(calendar).waiting.isEmpty) != true
        } ?? false
    }
}
