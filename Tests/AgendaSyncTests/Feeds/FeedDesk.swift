import FoundationEssentials
import ICalendar
import Synchronization
import TestServers

@testable import AgendaSync

/// What a test of feeds needs: a folder, a database, a clock that it sets, and a server whose answer it changes.
final class FeedDesk: Sendable {
    private let temporary = TemporaryFolder()
    private let database: RoomDatabase
    /// Sun, 22 Nov 2026 10:00:00 UTC.
    static let start = Instant(secondsSinceEpoch: 1_795_341_600)
    private let clock = Mutex(FeedDesk.start)
    private let script = Mutex(LoopbackServer.Answer.ok(FeedDesk.calendar("1")))
    let server: LoopbackServer
    let copies: Folder

    init() throws {
        database = try RoomDatabase.open(path: "\(temporary.path)/sync.db")
        copies = Folder(path: "\(temporary.path)/feeds")
        let box = Box()
        server = try LoopbackServer { _ in box.desk?.answer ?? .ok("") }
        box.desk = self
    }

    private final class Box: @unchecked Sendable { weak var desk: FeedDesk? }

    var now: Instant {
        get { clock.withLock { $0 } }
        set { clock.withLock { $0 = newValue } }
    }

    /// What the server says from now on.
    var answer: LoopbackServer.Answer {
        get { script.withLock { $0 } }
        set { script.withLock { $0 = newValue } }
    }

    /// As a new process would have it: with nothing in memory.
    func fetcher(
        fence: Fence? = nil,
        connect: @escaping @Sendable (CurlExchange.Configuration) -> any HTTPExchange = {
            CurlExchange($0)
        }
    ) throws -> FeedFetcher {
        let now: @Sendable () -> Instant = { [self] in self.now }
        return try FeedFetcher(
            database: try fence.map(database.fenced) ?? database, folder: copies.path,
            configuration: .init(agent: "agenda-tests/1"),
            http: HTTPClient(now: now), now: now, random: { 0.5 }, connect: connect)
    }

    /// Adds the server's feed.
    func add(_ settings: FeedSettings = FeedSettings()) async throws -> Feed {
        try await fetcher().add(server.url("/x.ics").absoluteString, settings)
    }

    /// Asks for the only feed.
    func refresh(_ choice: FeedFetcher.Choice = .all) async throws -> FeedOutcome? {
        try await fetcher().refresh(choice).first
    }

    /// The bytes of the database and what belongs to it.
    var stored: String {
        temporary.names.compactMap { $0.hasPrefix("sync.db") ? temporary.read($0) : nil }.joined()
    }

    static func calendar(_ uids: String..., head: String = "") -> String {
        let events = uids.map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\n"
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(head)\(events.joined())END:VCALENDAR\r\n"
    }

    static func status(_ line: String, _ fields: String = "") -> LoopbackServer.Answer {
        .text("HTTP/1.1 \(line)\r\n\(fields)Content-Length: 0\r\n\r\n")
    }
}

extension FeedFetcher {
    /// Which feeds a test asks for.
    enum Choice {
        case due, all
        case only(Set<Int>)
    }

    func refresh(
        _ choice: Choice, progress: @Sendable (FeedProgress) -> Void = { _ in }
    ) async throws(RoomDatabaseError) -> [FeedOutcome] {
        let now = now()
        let feeds = try feeds().filter { feed in
            switch choice {
            case .due: feed.isDue(now)
            case .all: true
            case .only(let ids): ids.contains(feed.id)
            }
        }
        return try await refresh(Set(feeds.map(\.id)), progress: progress)
    }
}
