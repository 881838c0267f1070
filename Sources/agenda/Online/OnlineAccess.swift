import AgendaActions
import AgendaKit
import AgendaSync
import CalendarMerge
import Glibc
import ICalendar

/// What connects the calendars to the network: the state of feeds and accounts, which lies beside the database.
struct OnlineAccess {
    /// `sync.db`: what was last agreed with each server.
    let database: SyncDatabase
    /// The folder that has the copies.
    let folder: String
    let http: HTTPClient
    let now: @Sendable () -> Instant
    let feeds: FeedFetcher
    let accounts: AccountStore
    let setup: AccountSetup
    let connections: AccountConnections

    /// `User-Agent` of each request.
    static let agent = "agenda/\(ProgramVersion.number)"

    /// Opens the state, and creates it if it is missing.
    init(_ common: CommonOptions, _ clock: any AgendaClock) throws {
        let paths = Self.paths(beside: try common.databasePath())
        (database, folder) = (try SyncDatabase.open(path: paths.database), paths.folder)
        now = { clock.now }
        http = HTTPClient(now: now)
        feeds = try FeedFetcher(
            database: database, folder: folder + "feeds",
            configuration: CurlExchange.Configuration(agent: Self.agent), http: http,
            now: now)
        accounts = try AccountStore(database)
        setup = AccountSetup(accounts, accounts: folder + "accounts", now: now)
        connections = AccountConnections(http: http, agent: Self.agent, now: now)
    }

    /// The state, if there is one: nothing is asked of a server, or created, that nobody asked for.
    static func existing(
        _ common: CommonOptions, _ clock: any AgendaClock
    ) throws -> OnlineAccess? {
        let path = paths(beside: try common.databasePath()).database
        guard InputFile.kind(of: path) == .file else { return nil }
        return try OnlineAccess(common, clock)
    }

    /// The state, and the account of a name.
    static func account(
        _ name: String, _ common: CommonOptions, _ clock: any AgendaClock
    ) throws -> (OnlineAccess, Account) {
        guard let online = try existing(common, clock) else {
            throw CommandFailure.failure("\(name): no such account: see 'agenda account list'")
        }
        return (online, try online.accounts.account(name))
    }

    /// `sync.db` and the folders beside `agenda.db`; beside another database they begin with its name.
    static func paths(beside path: String) -> (database: String, folder: String) {
        let path = absolute(path)
        let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let (folder, name) = (path[..<end], path[end...])
        guard name != "agenda.db" else { return ("\(folder)sync.db", String(folder)) }
        let stem = name.hasSuffix(".db") ? name.dropLast(3) : name
        return ("\(folder)\(stem)-sync.db", "\(folder)\(stem)-")
    }

    /// The folder of the passwords that no keyring has, a file each.
    var secrets: String { folder + "secrets" }

    /// Makes it, for the user alone.
    func makeSecretsFolder() throws(CommandFailure) {
        guard mkdir(secrets, 0o700) == 0 || errno == EEXIST else {
            throw .failure("\(secrets): cannot be made (\(String(cString: strerror(errno))))")
        }
    }

    /// What a person decides about a calendar.
    func decisions(_ calendar: AccountCalendar) throws -> SyncDecisions {
        SyncDecisions(
            mirror: try setup.mirror(of: calendar),
            merging: ThreeWayMerge(zones: SystemZones.database), now: now)
    }

    /// The feed of each source that is one, by the source's number.
    func feeds(of sources: [CalendarSource]) throws -> [Int64: Feed] {
        let byPath = Dictionary(
            uniqueKeysWithValues: try feeds.feeds().map { (feeds.path(of: $0), $0) })
        return Dictionary(
            uniqueKeysWithValues: sources.compactMap { source in
                source.location.flatMap { byPath[$0] }.map { (source.id, $0) }
            })
    }
}
