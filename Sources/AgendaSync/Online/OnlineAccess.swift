internal import CalendarFiles
internal import Glibc
public import ICalendar

/// The feeds that a program subscribes to and the accounts that it synchronises: their calendars, and what was last agreed
/// with each server, in one folder.
///
/// A feed's calendar is a file that is only read (``path(of:)``), an account's a folder with a file for each event
/// (``AccountCalendar/folder``), which other programs may read and change at any time. `AgendaKit` takes both as sources.
/// Several processes may have one folder at once. Nothing is asked of a server but by the methods that say so.
///
/// ```swift
/// let online = try OnlineAccess(folder: folder, agent: "tea/1.0")
/// let feed = try await online.subscribe(to: address)
/// print(feed.name ?? "unnamed", feed.count)
/// ```
public struct OnlineAccess: Sendable {
    /// `sync.db`: what was last agreed with each server.
    package let database: RoomDatabase
    /// What the paths of everything else begin with: `feeds`, `accounts`.
    package let folder: String
    package let http: HTTPClient
    package let now: @Sendable () -> Instant
    package let feeds: FeedFetcher
    package let accountStore: AccountStore
    package let setup: AccountSetup
    package let connections: AccountConnections
    let agent: String

    /// Opens the state in a folder, which is created if it is missing, for its owner alone.
    ///
    /// - Parameters:
    ///   - folder: where everything is kept. A relative path is one below the current folder.
    ///   - agent: the program's name and version, which each request gives as its `User-Agent`.
    ///   - now: tells the time; nil for the machine's.
    /// - Throws: `storage` if the folder or its database cannot be made, or are another program's.
    public init(
        folder: String, agent: String,
        now: (@Sendable () -> Instant)? = nil
    ) throws(SyncError) {
        let path = absolute(folder)
        self = try SyncError.wrapping {
            try OnlineAccess(
                database: path + "/sync.db", folder: path + "/", agent: agent,
                now: now ?? { Instant(secondsSinceEpoch: time(nil)) })
        }
    }

    /// Opens the state, and creates it if it is missing.
    ///
    /// - Parameters:
    ///   - path: of `sync.db`, absolute.
    ///   - folder: what the other paths begin with.
    ///   - agent: for `User-Agent`.
    ///   - limits: what programs may cost that have calendars.
    ///   - addresses: at which servers may be, whatever a feed or account says.
    ///   - fence: the run for which it is opened, which begins; nil where anybody may come in between.
    ///   - now: the clock.
    package init(
        database path: String, folder: String, agent: String,
        limits: ProgramLimits = ProgramLimits(), addresses: AddressPolicy = .any,
        fence: Fence? = nil, now: @escaping @Sendable () -> Instant
    ) throws {
        let opened = try RoomDatabase.open(path: path)
        (database, self.folder) = (try fence.map(opened.fenced) ?? opened, folder)
        (self.agent, self.now) = (agent, now)
        http = HTTPClient(now: now)
        var configuration = CurlExchange.Configuration(agent: agent)
        configuration.addresses = addresses
        feeds = try FeedFetcher(
            database: database, folder: folder + "feeds", configuration: configuration, http: http,
            now: now)
        accountStore = try AccountStore(database)
        setup = AccountSetup(
            accountStore, accounts: folder + "accounts",
            installation: { Installation.name(at: folder + "service.db") }, now: now)
        connections = AccountConnections(
            http: http, agent: agent, now: now, limits: limits, addresses: addresses)
    }
}

// MARK: - Feeds

extension OnlineAccess {
    /// The feeds in the order in which they were subscribed to.
    ///
    /// - Throws: `storage`.
    public func subscriptions() throws(SyncError) -> [Feed] {
        try SyncError.wrapping { try feeds.feeds() }
    }

    /// The path of a feed's copy, one iCalendar file, which stays the same.
    public func path(of feed: Feed) -> String { feeds.path(of: feed) }

    /// Subscribes to a feed: asks its server, and keeps the calendar that came.
    ///
    /// - Parameters:
    ///   - address: of http, https, webcal or webcals; without a scheme, of https. It may be a secret; errors do not repeat it.
    ///   - settings: who asks, and how often.
    /// - Returns: the feed, with the name and colour that it gives itself.
    /// - Throws: `invalid` for what is no address; `exists`; `refused`, `notFound`, `noAnswer` or `notACalendar` if no
    ///   calendar came; `libraryMissing`; `storage`. Nothing is kept then.
    public func subscribe(
        to address: String, settings: FeedSettings = FeedSettings()
    ) async throws(SyncError) -> Feed {
        do { return try await feeds.add(address, settings) } catch { throw SyncError(error) }
    }

    /// Asks the feeds whose time has come, or all, whether they have changed. A server that wants to be left alone is
    /// not asked.
    ///
    /// One that fails costs no other one anything: its copy stays, and ``Feed/problem`` says why.
    ///
    /// - Parameter all: also those whose time has not come.
    /// - Returns: the feeds that have a new copy.
    /// - Throws: `storage` if the list of feeds cannot be read.
    @discardableResult
    public func refreshFeeds(all: Bool = false) async throws(SyncError) -> [Feed] {
        do {
            let now = feeds.now()
            let wanted = try feeds.feeds().filter { all || $0.isDue(now) }
            return try await feeds.refresh(Set(wanted.map(\.id)))
                .filter { $0.result == .updated }.map(\.feed)
        } catch {
            throw SyncError(error)
        }
    }

    /// Ends a subscription, and removes its copy.
    ///
    /// - Throws: `notFound` if it has ended already; `storage`.
    public func unsubscribe(_ feed: Feed) throws(SyncError) {
        try SyncError.wrapping { try feeds.remove(feed.id) }
    }
}
