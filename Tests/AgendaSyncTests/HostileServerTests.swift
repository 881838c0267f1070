import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

/// What a server may try against a client that knows a password, by name. What wants files or the terminal is tried through
/// the whole command, in `HostileServerCommandTests`.
@Suite("A hostile server gets nowhere")
struct HostileServerTests {
    private func client(
        _ server: LoopbackServer
    ) -> CalDAVClient {
        CalDAVClient(
            base: server.url(), http: HTTPClient { Instant(secondsSinceEpoch: 1_800_000_000) },
            exchange: CurlExchange(.init(agent: "agenda-tests/1")),
            credentials: HTTPCredentials(bearer: Secret("sesame"), for: server.url()))
    }

    private func calendar(_ server: LoopbackServer) throws -> Href {
        try #require(Href("/anna/work/", relativeTo: server.url()))
    }

    /// The cause of a listing's failure, which holds no secret.
    private func failure(of server: LoopbackServer) async throws -> HTTPError.Reason? {
        let client = client(server)
        let href = try calendar(server)
        let error = await #expect(throws: DAVError.self) { try await client.listing(of: href) }
        #expect(!"\(error as Any)".contains("sesame"))
        if case .http(let cause)? = error?.reason { return cause.reason }
        return nil
    }

    private static func redirect(_ status: Int, _ target: String) -> LoopbackServer.Answer {
        .text("HTTP/1.1 \(status) X\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
    }

    private static func answer(_ body: [UInt8], _ fields: String = "") -> LoopbackServer.Answer {
        let head =
            "HTTP/1.1 207 X\r\nContent-Type: application/xml\r\n\(fields)Content-Length: \(body.count)\r\n\r\n"
        return LoopbackServer.Answer(bytes: Array(head.utf8) + body)
    }

    @Test(
        "a redirect to another origin is not followed, so that the token stays here",
        arguments: [301, 302, 307, 308])
    func otherOrigin(status: Int) async throws {
        let thief = try LoopbackServer { _ in .ok("") }
        let target = thief.url("/anna/work/").absoluteString
        let server = try LoopbackServer { _ in Self.redirect(status, target) }
        guard case .redirectRefused? = try await failure(of: server) else {
            Issue.record("followed")
            return
        }
        #expect(thief.received.isEmpty)
    }

    @Test("a redirect from https to http is not followed")
    func unencrypted() throws {
        let request = HTTPRequest("PROPFIND", address("https://cal.example/anna/"))
        for status in [301, 302, 307, 308] {
            for target in ["http://cal.example/anna/", "http://evil.example/", "//evil.example/"] {
                let answer = HTTPResponse(
                    status: status, fields: ["Location": target], url: request.url)
                #expect(throws: HTTPError.self, "\(status) \(target)") {
                    try RedirectPolicy.sameOrigin.next(after: answer, to: request)
                }
            }
        }
    }

    @Test("redirects in a circle end after five")
    func circle() async throws {
        let server = try LoopbackServer { request in
            Self.redirect(302, request.target == "/a" ? "/b" : "/a")
        }
        #expect(try await failure(of: server) == .redirectedTooOften(limit: 5))
        #expect(server.received.count == 6)
    }

    /// Expects that an answer of more than a mebibyte is given up.
    private func expectTooLarge(_ server: LoopbackServer) async {
        var request = HTTPRequest("PROPFIND", server.url("/anna/work/"))
        request.limits.bodySize = 1 << 20
        let exchange = CurlExchange(.init(agent: "agenda-tests/1"))
        let error = await #expect(throws: HTTPError.self) {
            try await exchange.send(request, as: nil)
        }
        #expect(error?.reason == .tooLarge(limit: 1 << 20))
    }

    @Test("a small compressed answer that becomes a large one is given up")
    func compressed() async throws {
        let bomb = try gzip(zeros: 8 << 20)
        let server = try LoopbackServer { _ in Self.answer(bomb, "Content-Encoding: gzip\r\n") }
        await expectTooLarge(server)
        #expect(bomb.count < 1 << 16)
    }

    @Test("a multistatus above its limit is given up, whatever length it claims")
    func large() async throws {
        let server = try LoopbackServer { _ in
            .text(
                "HTTP/1.1 207 X\r\nContent-Length: 999999999999\r\n\r\n"
                    + String(repeating: "x", count: 2 << 20))
        }
        await expectTooLarge(server)
    }

    @Test("a header without end is given up")
    func header() async throws {
        let line = "X-Filler: " + String(repeating: "x", count: 1_000) + "\r\n"
        let server = try LoopbackServer { _ in
            .text("HTTP/1.1 207 X\r\n" + String(repeating: line, count: 2_000), closes: true)
        }
        #expect(try await failure(of: server) != nil)
    }

    @Test("a header or content that comes byte by byte is given up", arguments: [true, false])
    func slow(isHeader: Bool) async throws {
        let text =
            isHeader
            ? "HTTP/1.1 207 X\r\nX: " + String(repeating: "x", count: 10_000)
            : "HTTP/1.1 207 X\r\nContent-Length: 10000\r\n\r\n"
                + String(repeating: "x", count: 10_000)
        let server = try LoopbackServer { _ in .text(text, pause: 20) }
        var request = HTTPRequest("PROPFIND", server.url("/anna/work/"))
        request.limits.deadline = 2
        let exchange = CurlExchange(.init(agent: "agenda-tests/1"))
        let error = await #expect(throws: HTTPError.self) {
            try await exchange.send(request, as: nil)
        }
        #expect(error?.reason == .timedOut)
    }

    @Test(
        "a document type, entities, and elements without end in each other are no answer",
        arguments: [
            "<!DOCTYPE d SYSTEM 'http://evil.example/x.dtd'><d/>",
            "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><d:multistatus xmlns:d='DAV:'>&e;</d:multistatus>",
            "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><d>&b;</d>",
            String(repeating: "<a>", count: 100_000),
        ])
    func document(xml: String) async throws {
        let server = try LoopbackServer { _ in Self.answer(Array(xml.utf8)) }
        let client = client(server)
        let href = try calendar(server)
        let error = await #expect(throws: DAVError.self) { try await client.listing(of: href) }
        guard case .notXML? = error?.reason else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test(
        "hrefs on another host, or out of the calendar, are none of its resources",
        arguments: [
            "http://evil.example/anna/work/x.ics", "//evil.example/anna/work/x.ics",
            "/anna/work/../../x.ics", "/anna/work/%2e%2e/x.ics", "/anna/work/a/b.ics",
            "/anna/other/x.ics",
            "javascript:alert(1)", "file:///anna/work/x.ics",
        ])
    func hrefs(text: String) async throws {
        let own = CalendarServer.response(
            "/anna/work/", "<d:resourcetype><d:collection/></d:resourcetype>")
        let one = CalendarServer.response("/anna/work/ok.ics", "<d:getetag>\"1\"</d:getetag>")
        let evil = CalendarServer.response(text, "<d:getetag>\"1\"</d:getetag>")
        let server = try LoopbackServer { _ in CalendarServer.multistatus(own + one + evil) }
        let listed = try await client(server).listing(of: calendar(server))
        #expect(listed.map(\.href.description) == ["/anna/work/ok.ics"])
    }
}
