import FoundationEssentials
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

/// Feeds of a real server, with the real clock.
private struct RealFeeds: Sendable {
    let folder = TemporaryFolder()
    private let database: RoomDatabase

    init() throws { database = try RoomDatabase.open(path: folder.path + "/sync.db") }

    /// - Parameter line: Gets what counts what goes over a feed's line.
    func fetcher(_ line: @escaping @Sendable (Traffic) -> Void = { _ in }) throws -> FeedFetcher {
        let now: @Sendable () -> Instant = { Instant(secondsSinceEpoch: Int(time(nil))) }
        return try FeedFetcher(
            database: database, folder: folder.path + "/feeds",
            configuration: .init(agent: "agenda-tests/1"), http: HTTPClient(now: now), now: now,
            connect: { configuration in
                let counted = Traffic(CurlExchange(configuration))
                line(counted)
                return counted
            })
    }

    /// Settings with a user's password, in a file of its own.
    func settings(password: String) -> FeedSettings {
        folder.write(password, password + "\n")
        chmod(folder.path + "/" + password, 0o600)
        var settings = FeedSettings()
        settings.credentials = .password(user: "alice", .file(folder.path + "/" + password))
        return settings
    }
}

@Suite(
    "Feeds of a real Apache", .serialized,
    .enabled(
        if: RealServer.installedKinds.contains(.apache), "Apache is not installed or not asked for")
)
struct ApacheFeedTests {
    private let server: RealServer
    private let feeds: RealFeeds

    init() throws { (server, feeds) = (try RealServer(.apache), try RealFeeds()) }

    /// Puts a feed of so many events into one of Apache's folders, with a time of change that is long ago: a young file
    /// has a weak tag.
    private func publish(_ name: String, _ count: Int) {
        let events = (0..<count).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261122T100000Z\r\nEND:VEVENT\r\n"
        }
        let files = Folder(path: server.folder.path + "/feeds")
        files.write(
            name, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n")
        let times = [timeval(tv_sec: 1_795_000_000 + count, tv_usec: 0)]
        utimes(files.path + "/" + name, times + times)
    }

    private func url(_ path: String) -> String { server.url.absoluteString + path }

    private final class Box: @unchecked Sendable { var line: Traffic? }

    @Test(
        "one that is unchanged is one request and no content, behind mod_deflate, too",
        arguments: ["plain", "deflated"])
    func unchanged(folder: String) async throws {
        publish("\(folder)/a.ics", 1_000)
        let feed = try await feeds.fetcher().add(url("\(folder)/a.ics"))
        #expect(feed.count == 1_000)
        #expect(feed.validators?.tag?.contains("-gzip") == (folder == "deflated"))
        let box = Box()
        let fetcher = try feeds.fetcher { box.line = $0 }
        let outcome = try #require(await fetcher.refresh(.all).first)
        #expect(outcome.result == .unchanged)
        #expect(box.line?.soFar.requests == 1 && box.line?.soFar.bytes == 0)
        #expect(outcome.feed.stamp == feed.stamp)

        publish("\(folder)/a.ics", 1_001)
        let changed = try #require(try await feeds.fetcher().refresh(.all).first)
        #expect((changed.result, changed.feed.count) == (.updated, 1_001))
    }

    @Test("is fresh for as long as mod_expires says")
    func expires() async throws {
        publish("expiring/a.ics", 1)
        let feed = try await feeds.fetcher().add(url("expiring/a.ics"))
        #expect(feed.due == feed.asked + 7_200)
        #expect(try await feeds.fetcher().refresh(.due).isEmpty)
    }

    @Test(
        "asks for a password by Digest or Basic, and takes no other",
        arguments: ["digest", "basic"]
    )
    func password(folder: String) async throws {
        publish("\(folder)/a.ics", 3)
        let (address, fetcher) = (url("\(folder)/a.ics"), try feeds.fetcher())
        await #expect(throws: FeedError.self) { try await fetcher.add(address) }
        await #expect(throws: FeedError.self) {
            try await fetcher.add(address, feeds.settings(password: "looking-glass"))
        }
        let feed = try await fetcher.add(address, feeds.settings(password: "wonderland"))
        #expect(feed.count == 3)
        #expect(try await fetcher.refresh(.all).first?.result == .unchanged)
    }
}

@Suite(
    "Feeds of CalDAV servers", .enabled(if: RealServer.areInstalled, RealServer.whyNot))
struct CalDAVFeedTests {
    /// Radicale and DAViCal answer 200 to a condition that holds not, and SOGo 304 with content.
    @Test("one that is unchanged is no news, whatever the answer", arguments: RealServer.kinds)
    func unchanged(kind: RealServer.Kind) async throws {
        let server = try RealServer(kind)
        let feeds = try RealFeeds()
        let work = try server.href(ofCalendar: "work")
        try await server.client().makeCalendar(work, CalendarProperties(name: "Work"))
        let one = work.appending("1.ics")
        _ = try await server.client().put(
            Array(event("1", "a", RealServer.ends).utf8), to: one, if: .absent)
        let settings = server.password.map { feeds.settings(password: $0) } ?? FeedSettings()
        let fetcher = try feeds.fetcher()
        _ = try await fetcher.add(one.url(on: server.url).absoluteString, settings)
        #expect(try await fetcher.refresh(.all).first?.result == .unchanged)
        _ = try await server.client().put(
            Array(event("1", "b", RealServer.ends).utf8), to: one, if: .present)
        #expect(try await fetcher.refresh(.all).first?.result == .updated)
    }
}
