import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

@Suite(
    "Feeds of a real Apache", .serialized,
    .enabled(
        if: RealServer.installedKinds.contains(.apache), "Apache is not installed or not asked for")
)
struct ApacheFeedTests {
    private let server: RealServer
    private let temporary = TemporaryFolder()
    private let database: SyncDatabase

    init() throws {
        server = try RealServer(.apache)
        database = try SyncDatabase.open(path: temporary.path + "/sync.db")
    }

    /// Puts a feed of so many events into one of Apache's folders, with a time of change that is long ago: a young file
    /// has a weak tag.
    private func publish(_ name: String, _ count: Int) {
        let events = (0..<count).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\n"
        }
        let files = Folder(path: server.folder.path + "/feeds")
        files.write(name, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n")
        let times = [timeval(tv_sec: 1_795_000_000 + count, tv_usec: 0)]
        utimes(files.path + "/" + name, times + times)
    }

    private func fetcher(_ traffic: @escaping @Sendable (Traffic) -> Void = { _ in }) throws
        -> FeedFetcher
    {
        let now: @Sendable () -> Instant = { Instant(secondsSinceEpoch: Int(time(nil))) }
        return try FeedFetcher(
            database: database, folder: temporary.path + "/feeds",
            configuration: .init(agent: "agenda-tests/1"), http: HTTPClient(now: now), now: now,
            connect: { configuration in
                let counted = Traffic(CurlExchange(configuration))
                traffic(counted)
                return counted
            })
    }

    private func url(_ path: String) -> String { server.url.absoluteString + path }

    @Test(
        "one that is unchanged is one request and no content, behind mod_deflate, too",
        arguments: ["plain", "deflated"])
    func unchanged(folder: String) async throws {
        publish("\(folder)/a.ics", 1_000)
        let feed = try await fetcher().add(url("\(folder)/a.ics"))
        #expect(feed.count == 1_000)
        #expect(feed.validators?.tag?.contains("-gzip") == (folder == "deflated"))
        let counted = Box()
        let outcome = try #require(try await fetcher { counted.traffic = $0 }.refresh(.all).first)
        #expect((outcome.result, outcome.size) == (.unchanged, 0))
        #expect(counted.traffic?.soFar.requests == 1 && counted.traffic?.soFar.bytes == 0)
        #expect(outcome.feed.stamp == feed.stamp)

        publish("\(folder)/a.ics", 1_001)
        let changed = try #require(try await fetcher().refresh(.all).first)
        #expect((changed.result, changed.feed.count) == (.updated, 1_001))
    }

    private final class Box: @unchecked Sendable { var traffic: Traffic? }

    @Test("is fresh for as long as mod_expires says")
    func expires() async throws {
        publish("expiring/a.ics", 1)
        let feed = try await fetcher().add(url("expiring/a.ics"))
        #expect(feed.due == feed.asked + 7_200)
        #expect(try await fetcher().refresh(.due).isEmpty)
    }

    @Test(
        "asks for a password by Digest or Basic, and takes no other",
        arguments: ["digest", "basic"])
    func password(folder: String) async throws {
        publish("\(folder)/a.ics", 3)
        temporary.write("right", "wonderland\n")
        temporary.write("wrong", "wonder\n")
        for name in ["right", "wrong"] { chmod(temporary.path + "/" + name, 0o600) }
        var settings = FeedSettings()
        settings.credentials = .password(user: "alice", .file(temporary.path + "/wrong"))
        let address = url("\(folder)/a.ics")
        await #expect(throws: FeedError.self) { _ = try await fetcher().add(address, settings) }
        await #expect(throws: FeedError.self) { _ = try await fetcher().add(address) }
        settings.credentials = .password(user: "alice", .file(temporary.path + "/right"))
        #expect(try await fetcher().add(address, settings).count == 3)
        #expect(try await fetcher().refresh(.all).first?.result == .unchanged)
    }
}
