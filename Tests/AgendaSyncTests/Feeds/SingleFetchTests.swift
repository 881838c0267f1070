import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite("A look at a feed")
struct SingleFetchTests {
    private let desk: FeedDesk

    init() throws { desk = try FeedDesk() }

    private func look(_ change: (inout HTTPLimits) -> Void = { _ in }) -> SingleFetch {
        var limits = HTTPLimits.feed
        change(&limits)
        let now: @Sendable () -> Instant = { FeedDesk.start }
        return SingleFetch(
            configuration: .init(agent: "agenda-tests/1"), limits: limits,
            http: HTTPClient(now: now), now: now)
    }

    private func fault(_ look: SingleFetch, _ text: String) async -> FeedError.Reason? {
        do throws(FeedError) {
            _ = try await look.fetch(text)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("gives the text and when it was changed, and keeps nothing; webcal may be http")
    func fetch() async throws {
        let text = FeedDesk.calendar("1")
        desk.answer = .ok(text, "Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT\r\n")
        for scheme in ["http", "webcal"] {
            let found = try await look().fetch(
                "\(scheme)://127.0.0.1:\(desk.server.port)/x.ics?k=1")
            #expect(found.bytes == Array(text.utf8))
            #expect(found.modified == FeedDesk.start - 86_400)
        }
        let asked = try #require(desk.server.received.last)
        #expect((asked.method, asked.target) == ("GET", "/x.ics?k=1"))
        #expect(asked.field("If-None-Match") == nil && asked.field("Authorization") == nil)
        #expect(desk.copies.names.isEmpty)
    }

    @Test("what is no calendar is refused, by its own reason")
    func refused() async throws {
        let url = desk.server.url("/x.ics").absoluteString
        for (answer, fault) in [
            (LoopbackServer.Answer.ok("<html>"), FeedFault.webPage), (.ok(""), .notACalendar),
            (FeedDesk.status("404 None"), .missing), (.ok("BEGIN:VCALENDAR\r\n"), .incomplete),
            (FeedDesk.status("401 Who"), .refused(status: 401)),
            (FeedDesk.status("304 Same"), .nothingToKeep),
        ] {
            desk.answer = answer
            #expect(await self.fault(look(), url) == .noCopy(fault))
        }
        #expect(await fault(look(), "ftp://example.org/x") == .invalidAddress)
        #expect(await fault(look(), "https://kim:secret@example.org/x") == .invalidAddress)
    }

    @Test("a server that does not end is given up after the deadline")
    func slow() async throws {
        desk.answer = LoopbackServer.Answer(
            bytes: Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nBEGIN".utf8), holds: true)
        let start = ContinuousClock.now
        let reason = await fault(look { $0.deadline = 1 }, desk.server.url("/x").absoluteString)
        guard case .noCopy(.noAnswer(let error))? = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
        #expect(error.reason == .timedOut && error.host == "127.0.0.1:\(desk.server.port)")
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test("names the host of an address, and nothing that may be secret")
    func host() {
        #expect(SingleFetch.host(of: "https://example.org/secret/busy.ics?key=1") == "example.org")
        #expect(SingleFetch.host(of: "webcal://example.org:8443/x") == "example.org:8443")
        #expect(SingleFetch.host(of: "ftp://example.org/x") == nil)
        #expect(SingleFetch.host(of: "https://kim:secret@example.org/x") == nil)
    }
}
