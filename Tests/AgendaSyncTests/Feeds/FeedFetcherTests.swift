import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import TestServers
import Testing

@testable import AgendaSync

@Suite("Feeds")
struct FeedFetcherTests {
    private let desk: FeedDesk

    init() throws { desk = try FeedDesk() }

    private func error(of work: () async throws -> Void) async -> FeedError.Reason? {
        do { try await work() } catch { return (error as? FeedError)?.reason }
        return nil
    }

    @Test("a new feed has its first copy, its name and its colour; webcal may be http")
    func add() async throws {
        let text = FeedDesk.calendar("1", "2", head: "NAME:Müll\r\nCOLOR:green\r\n")
        desk.answer = .ok(text, "ETag: \"1\"\r\nCache-Control: max-age=900\r\n")
        let fetcher = try desk.fetcher()
        let feed = try await fetcher.add("webcal://127.0.0.1:\(desk.server.port)/x.ics?key=1")
        #expect((feed.name, feed.color, feed.count) == ("Müll", "green", 2))
        #expect(feed.url == desk.server.url("/x.ics?key=1"))
        #expect(feed.due == FeedDesk.start + 900)
        #expect(fetcher.path(of: feed) == "\(desk.copies.path)/1.ics")
        #expect(desk.copies.read("1.ics") == text)
        #expect(desk.copies.names == [".lock", "1.ics"])
        var status = stat()
        #expect(stat(fetcher.path(of: feed), &status) == 0 && status.st_mode & 0o777 == 0o400)
        #expect(stat(desk.copies.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        // Another process sees the same.
        #expect(try desk.fetcher().feeds() == [feed])
        let asked = try #require(desk.server.received.last)
        #expect((asked.method, asked.target) == ("GET", "/x.ics?key=1"))
        #expect(asked.field("If-None-Match") == nil)
        #expect(asked.field("User-Agent") == "agenda-tests/1")
    }

    @Test("what cannot be added leaves nothing behind")
    func refused() async throws {
        let fetcher = try desk.fetcher()
        let url = desk.server.url("/x.ics").absoluteString
        for (answer, fault) in [
            (LoopbackServer.Answer.ok("<html>"), FeedFault.webPage), (.ok(""), .notACalendar),
            (FeedDesk.status("404 None"), .missing), (.ok("BEGIN:VCALENDAR\r\n"), .incomplete),
        ] {
            desk.answer = answer
            #expect(await error { _ = try await fetcher.add(url) } == .noCopy(fault))
        }
        for text in ["", "file:///etc/passwd", "https://alice:sesame@a.example/"] {
            #expect(await error { _ = try await fetcher.add(text) } == .invalidAddress)
        }
        #expect(try fetcher.feeds().isEmpty)
        #expect(desk.copies.names.isEmpty)
        desk.answer = .ok(FeedDesk.calendar("1"))
        _ = try await fetcher.add(url)
        #expect(await error { _ = try await fetcher.add(url) } == .exists(id: 1))
    }

    @Test("an unchanged feed costs one request, and its file is not touched")
    func notModified() async throws {
        desk.answer = .ok(
            FeedDesk.calendar("1"),
            "ETag: \"5e-gzip\"\r\nLast-Modified: Sun, 22 Nov 2026 09:00:00 GMT\r\nCache-Control: max-age=900\r\n"
        )
        let feed = try await desk.add()
        desk.now = desk.now + 1_000
        desk.answer = FeedDesk.status("304 Not Modified")
        let outcome = try #require(try await desk.refresh(.due))
        #expect(outcome.result == .unchanged)
        #expect(outcome.feed.stamp == feed.stamp)
        #expect(try desk.fetcher().file(feed.id).stamp == feed.stamp)
        // What the answer does not say again still holds.
        #expect(outcome.feed.due == desk.now + 900)
        #expect(outcome.feed.confirmed == desk.now)
        #expect(outcome.feed.changed == FeedDesk.start)
        #expect(desk.server.received[1].field("If-None-Match") == "\"5e-gzip\", \"5e\"")
        #expect(
            desk.server.received[1].field("If-Modified-Since") == "Sun, 22 Nov 2026 09:00:00 GMT")
    }

    @Test("the same bytes under another tag are no change")
    func sameBytes() async throws {
        desk.answer = .ok(FeedDesk.calendar("1"), "ETag: \"1\"\r\n")
        let feed = try await desk.add()
        desk.answer = .ok(FeedDesk.calendar("1"), "ETag: \"2\"\r\n")
        let outcome = try #require(try await desk.refresh())
        #expect(outcome.result == .unchanged)
        #expect(outcome.feed.stamp == feed.stamp)
        _ = try await desk.refresh()
        #expect(
            desk.server.received.map { $0.field("If-None-Match") } == [nil, "\"1\"", "\"2\""])
    }

    @Test("new content replaces the copy, with its name and what it asks for")
    func updated() async throws {
        _ = try await desk.add()
        desk.now = desk.now + 5_000
        let text = FeedDesk.calendar("1", "2", head: "NAME:New\r\nX-PUBLISHED-TTL:PT2H\r\n")
        desk.answer = .ok(text)
        let outcome = try #require(try await desk.refresh())
        #expect((outcome.result, outcome.feed.name) == (.updated, "New"))
        #expect(outcome.feed.due == desk.now + 7_200)
        #expect(outcome.feed.changed == desk.now)
        #expect(desk.copies.read("1.ics") == text)
        #expect(desk.copies.names == [".lock", "1.ics"])
    }

    @Test("a copy that was changed, removed or half restored is fetched again")
    func disturbed() async throws {
        let text = FeedDesk.calendar("1")
        desk.answer = .ok(text, "ETag: \"1\"\r\n")
        _ = try await desk.add()
        unlink("\(desk.copies.path)/1.ics")
        #expect(try await desk.refresh()?.result == .updated)
        unlink("\(desk.copies.path)/1.ics")
        desk.copies.write("1.ics", FeedDesk.calendar("2"))
        #expect(try await desk.refresh()?.result == .updated)
        #expect(desk.copies.read("1.ics") == text)
        #expect(desk.server.received.allSatisfy { $0.field("If-None-Match") == nil })
    }

    @Test("only what is due is asked for, by the user's own interval if he has one")
    func due() async throws {
        var settings = FeedSettings()
        let feed = try await desk.add()
        #expect(feed.due == FeedDesk.start + 3_600)
        settings.every = 120
        #expect(try desk.fetcher().set(settings, of: feed.id).due == FeedDesk.start + 120)
        #expect(try desk.fetcher().feeds().map(\.due).min() == FeedDesk.start + 120)
        desk.now = FeedDesk.start + 119
        #expect(try await desk.refresh(.due) == nil)
        desk.now = FeedDesk.start + 120
        #expect(try await desk.refresh(.due)?.feed.due == FeedDesk.start + 240)
        #expect(try await desk.refresh(.only([7])) == nil)
        #expect(try await desk.refresh(.only([feed.id])) != nil)
        // A clock that was a year ahead has been set right.
        desk.now = FeedDesk.start - 31_536_000
        #expect(try await desk.refresh(.due) != nil)
    }

    @Test("settings that cannot be are refused")
    func settings() async throws {
        let feed = try await desk.add()
        let fetcher = try desk.fetcher()
        var often = FeedSettings()
        often.every = 59
        #expect(await error { _ = try fetcher.set(often, of: 1) } == .tooOften(minimum: 60))
        for (field, reason) in [
            (("Cookie", "sesame"), FeedError.Reason.secretField("Cookie")),
            (("X-A", "1\r\nX-B: 2"), .invalidField), (("X A", "1"), .invalidField),
        ] {
            var settings = FeedSettings()
            settings.fields[field.0] = field.1
            #expect(await error { _ = try fetcher.set(settings, of: 1) } == reason)
        }
        #expect(await error { _ = try fetcher.set(FeedSettings(), of: 2) } == .unknown(id: 2))
        #expect(try fetcher.feeds() == [feed])
    }

    @Test("a removed feed is gone with its copy; a copy without feed is never overwritten")
    func remove() async throws {
        let feed = try await desk.add()
        let fetcher = try desk.fetcher()
        try fetcher.remove(feed.id)
        #expect(try fetcher.feeds().isEmpty)
        #expect(desk.copies.names == [".lock"])
        #expect(await error { try fetcher.remove(feed.id) } == .unknown(id: feed.id))
        desk.copies.write("1.ics", "of another database")
        #expect(try await desk.add().id == 2)
        #expect(desk.copies.read("1.ics") == "of another database")
    }

    @Test("hosts are asked at the same time, the feeds of one in turn; progress counts them")
    func sideBySide() async throws {
        let hosts = Hosts()
        let fetcher = try desk.fetcher { _ in hosts }
        for host in ["a", "b", "c"] {
            for name in 1...3 { _ = try await fetcher.add("https://\(host).example/\(name)") }
        }
        await hosts.beginCounting()
        let seen = Mutex<[FeedProgress]>([])
        let outcomes = try await fetcher.refresh(.all) { step in seen.withLock { $0.append(step) } }
        #expect(outcomes.map(\.feed.id) == Array(1...9))
        #expect(await hosts.most == 3)
        #expect(await hosts.mostOfOne == 1)
        #expect(seen.withLock { $0.map(\.done) } == Array(1...9))
        #expect(seen.withLock { $0.allSatisfy { $0.total == 9 } })
    }

    @Test("two processes that ask at once leave a copy and a state that belong together")
    func together() async throws {
        _ = try await desk.add()
        let (one, other) = (try desk.fetcher(), try desk.fetcher())
        for round in 2...6 {
            desk.answer = .ok(FeedDesk.calendar("\(round)"), "ETag: \"\(round)\"\r\n")
            async let first = one.refresh(.all)
            async let second = other.refresh(.all)
            let results = try await [first[0].result, second[0].result]
            #expect(results.contains(.updated))
            let feed = try #require(try one.feeds().first)
            #expect(feed.validators?.tag == "\"\(round)\"")
            #expect(feed.stamp == one.file(feed.id).stamp)
            #expect(desk.copies.read("1.ics") == FeedDesk.calendar("\(round)"))
        }
    }
}

/// Answers each address with a calendar, and counts who asks at the same time.
private actor Hosts: HTTPExchange {
    private var inside: [String: Int] = [:]
    private(set) var most = 0
    private(set) var mostOfOne = 0
    private var isCounting = false

    func beginCounting() { isCounting = true }

    func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials?
    ) async throws(HTTPError) -> HTTPResponse {
        let host = request.url.host() ?? ""
        if isCounting {
            inside[host, default: 0] += 1
            most = max(most, inside.count { $0.value > 0 })
            mostOfOne = max(mostOfOne, inside.values.max() ?? 0)
            // Until the other hosts are asked, too.
            for _ in 0..<20_000 where most < 3 { try? await Task.sleep(for: .milliseconds(5)) }
            inside[host, default: 1] -= 1
        }
        let text = FeedDesk.calendar(request.url.absoluteString)
        return HTTPResponse(status: 200, body: Array(text.utf8), url: request.url)
    }
}
