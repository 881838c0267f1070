import FoundationEssentials
import ICalendar
import TestServers
import Testing

@testable import AgendaSync

@Suite("What is sent, and what is put up with", .serialized)
struct CurlRulesTests {
    private let exchange = CurlExchange(.init(agent: "agenda-tests/1"))

    private func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials? = nil
    ) async -> Result<HTTPResponse, HTTPError> {
        do { return .success(try await exchange.send(request, as: credentials)) } catch {
            return .failure(error)
        }
    }

    private func reason(_ result: Result<HTTPResponse, HTTPError>) -> HTTPError.Reason? {
        if case .failure(let error) = result { error.reason } else { nil }
    }

    @Test("a server that sends a byte now and then is given up long before the deadline")
    func minimumRate() async throws {
        let server = try LoopbackServer { _ in
            .text(
                "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n"
                    + String(repeating: "z", count: 400), pause: 20)
        }
        var limits = HTTPLimits()
        limits.slowness = 2
        let result = await send(HTTPRequest("GET", server.url(), limits: limits))
        // The whole answer would take 8 seconds, and the deadline is 600.
        #expect(reason(result) == .timedOut)
    }

    @Test("a redirect is an answer, and is not followed")
    func redirect() async throws {
        let server = try LoopbackServer { _ in
            .text("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
        }
        #expect(try await send(HTTPRequest("GET", server.url())).get().status == 302)
        #expect(server.received.count == 1)
    }

    @Test("304 with content does not spoil the next answer")
    func contentOf304() async throws {
        let server = try LoopbackServer { request in
            request.target == "/next"
                ? .ok("next")
                : .text("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\nHELLO")
        }
        for _ in 1...3 {
            let unchanged = try await send(HTTPRequest("GET", server.url())).get()
            #expect((unchanged.status, unchanged.body) == (304, []))
            let next = try await send(HTTPRequest("GET", server.url("/next"))).get()
            #expect((next.status, next.body) == (200, Array("next".utf8)))
        }
    }

    @Test("a connection that the server closed meanwhile is replaced without an error")
    func closedMeanwhile() async throws {
        let server = try LoopbackServer { _ in .ok("in").closing }
        for _ in 1...3 {
            let put = HTTPRequest("PUT", server.url(), body: [1])
            #expect(try await send(put).get().status == 200)
        }
        #expect(server.received.map(\.connection) == [1, 2, 3])
    }

    @Test("HEAD waits for no content; the version is 1.1; there is no referrer, cookie or range")
    func first() async throws {
        let server = try LoopbackServer { _ in
            .text("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 10\r\n\r\n")
        }
        for _ in 1...2 {
            let answer = try await send(HTTPRequest("HEAD", server.url())).get()
            #expect((answer.status, answer.body) == (200, []))
        }
        #expect(server.received[0].version == "HTTP/1.1")
        for name in ["Cookie", "Referer", "Range", "Expect", "Upgrade", "Content-Length"] {
            #expect(server.received[1].field(name) == nil, "\(name)")
        }
    }

    @Test(
        "a field that would make two is refused, and not shown",
        arguments: [
            ("X-Key", "sesame\r\nX-Two: 2"), ("X-Key", "sesame\0"), ("X-Key\r\nX: sesame", "1"),
            ("X Key", "sesame"), ("", "sesame"), ("X-Key:", "sesame"),
        ])
    func injection(name: String, value: String) async throws {
        let server = try LoopbackServer { _ in .ok("") }
        var request = HTTPRequest("GET", server.url())
        request.fields.add(name, value)
        let result = await send(request)
        guard case .invalidField? = reason(result) else {
            Issue.record("\(result)")
            return
        }
        #expect(!"\(result)".contains("sesame"))
        #expect(server.received.isEmpty)
    }

    @Test("no error, description or dump has a secret in it, whatever went wrong")
    func secrets() async throws {
        let broken = [
            "nonsense\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nhalf", "",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: https://b.example/?key=sesame\r\nContent-Length: 0\r\n\r\n",
        ]
        let client = HTTPClient { .init(secondsSinceEpoch: 0) }
        for text in broken {
            let server = try LoopbackServer { _ in .text(text, closes: true) }
            let url = server.url("/private-sesame/basic.ics")
            for credentials in [
                HTTPCredentials(user: "alice", password: Secret("sesame"), for: url),
                HTTPCredentials(bearer: Secret("sesame"), for: url),
            ] {
                var dumped = "\(String(describing: credentials)) \(String(reflecting: credentials))"
                dump(credentials, to: &dumped)
                do {
                    let answer = try await client.send(
                        HTTPRequest("GET", url), through: exchange, as: credentials)
                    #expect(answer.status == 401)
                } catch {
                    dump(error, to: &dumped)
                    dumped += "\(error) \(String(reflecting: error))"
                }
                #expect(!dumped.contains("sesame"), "\(dumped)")
            }
        }
    }
}
