import AgendaSync
import FoundationEssentials
import Synchronization
import TestServers
import Testing

@Suite("Requests over libcurl", .serialized)
struct CurlExchangeTests {
    private let exchange = CurlExchange(.init(agent: "agenda-tests/1"))

    private func send(
        _ request: HTTPRequest, as credentials: HTTPCredentials? = nil
    ) async -> Result<HTTPResponse, HTTPError> {
        do { return .success(try await exchange.send(request, as: credentials)) } catch {
            return .failure(error)
        }
    }

    private func failure(of result: Result<HTTPResponse, HTTPError>) -> HTTPError? {
        if case .failure(let error) = result { error } else { nil }
    }

    @Test("an answer has its status, fields and content; two requests share a connection")
    func answer() async throws {
        let server = try LoopbackServer { _ in
            .ok("BEGIN:VCALENDAR", "ETag: \"1\"\r\nX-Two:  a \r\nx-two: b\r\n")
        }
        for _ in 1...2 {
            let answer = try await exchange.send(HTTPRequest("GET", server.url("/a?b=c")), as: nil)
            #expect(answer.status == 200)
            #expect(answer.fields["etag"] == "\"1\"")
            #expect(answer.fields.list("X-TWO") == "a, b")
            #expect(answer.body == Array("BEGIN:VCALENDAR".utf8))
        }
        try #require(server.received.map(\.target) == ["/a?b=c", "/a?b=c"])
        // Between two requests a busy machine may wait for longer than libcurl keeps a connection.
        for _ in 1...20 where Set(server.received.map(\.connection)).count == server.received.count
        {
            _ = try await exchange.send(HTTPRequest("GET", server.url("/a?b=c")), as: nil)
        }
        #expect(Set(server.received.map(\.connection)).count < server.received.count)
        #expect(server.received[0].field("User-Agent") == "agenda-tests/1")
        #expect(server.received[0].field("Authorization") == nil)
    }

    @Test("a connection that the server closes with its second request costs no answer")
    func staleConnections() async throws {
        let seen = Mutex<Set<Int>>([])
        let server = try LoopbackServer { request in
            seen.withLock { $0.insert(request.connection).inserted }
                ? .ok("answer") : LoopbackServer.Answer(bytes: [], closes: true)
        }
        for number in 1...20 {
            let request = HTTPRequest("REPORT", server.url("/"), body: Array("<report/>".utf8))
            let answer = await send(request)
            #expect(failure(of: answer) == nil, "request \(number)")
        }
    }

    @Test(
        "a PUT says how long it is, and asks for no leave to send it",
        arguments: [0, 10, 2_000_000])
    func put(size: Int) async throws {
        let server = try LoopbackServer { _ in
            .text("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        }
        let body = [UInt8](repeating: 0x61, count: size)
        let request = HTTPRequest(
            "PUT", server.url("/x.ics"),
            fields: ["Content-Type": "text/calendar", "If-Match": "\"7\""],
            body: body)
        #expect(try await exchange.send(request, as: nil).status == 201)
        let received = try #require(server.received.first)
        #expect(received.method == "PUT")
        #expect(received.field("Content-Length") == "\(size)")
        #expect(received.field("Content-Type") == "text/calendar")
        #expect(received.field("If-Match") == "\"7\"")
        #expect(received.field("Expect") == nil)
        #expect(received.field("Transfer-Encoding") == nil)
        #expect(received.body == body)
    }

    @Test("PROPFIND keeps its method, depth and content")
    func propfind() async throws {
        let server = try LoopbackServer { _ in
            .text(
                "HTTP/1.1 207 Multi-Status\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<a/\r\n1\r\n>\r\n0\r\n\r\n"
            )
        }
        let request = HTTPRequest(
            "PROPFIND", server.url(), fields: ["Depth": "1"], body: Array("<propfind/>".utf8))
        let answer = try await exchange.send(request, as: nil)
        #expect((answer.status, answer.body) == (207, Array("<a/>".utf8)))
        #expect(server.received[0].method == "PROPFIND")
        #expect(server.received[0].field("Depth") == "1")
        #expect(server.received[0].field("Content-Type") == nil)
    }

    @Test(
        "what a server wanted the last time is not asked for again, unless it wants something else")
    func knownScheme() async throws {
        var configuration = CurlExchange.Configuration(agent: "agenda-tests/1")
        configuration.scheme = .basic
        for scheme in ["Basic realm=\"r\"", "Digest realm=\"r\", nonce=\"abc\", qop=\"auth\""] {
            let wanted = scheme.prefix(6)
            let server = try LoopbackServer { request in
                request.field("Authorization")?.hasPrefix(wanted) == true
                    ? .ok("in")
                    : .text(
                        "HTTP/1.1 401 No\r\nWWW-Authenticate: \(scheme)\r\nContent-Length: 0\r\n\r\n"
                    )
            }
            let exchange = CurlExchange(configuration)
            let credentials = HTTPCredentials(
                user: "alice", password: Secret("open sesame"), for: server.url())
            let answer = try await exchange.send(
                HTTPRequest("GET", server.url("/x")), as: credentials)
            #expect(answer.status == 200)
            #expect(server.received.count == 1 || wanted == "Digest")
            #expect(await exchange.scheme == (wanted == "Digest" ? .digest : .basic))
        }
    }

    @Test("Basic over loopback is asked for once, then sent at once")
    func basic() async throws {
        let server = try LoopbackServer { request in
            // alice:open sesame
            request.field("Authorization") == "Basic YWxpY2U6b3BlbiBzZXNhbWU="
                ? .ok("in")
                : .text(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n"
                )
        }
        let alice = HTTPCredentials(
            user: "alice", password: Secret("open sesame"), for: server.url())
        for _ in 1...3 {
            let answer = try await exchange.send(HTTPRequest("PROPFIND", server.url()), as: alice)
            #expect((answer.status, answer.body) == (200, Array("in".utf8)))
        }
        #expect(server.received.count == 4)
    }

    @Test("Digest asks once, and a PUT after it is sent whole and once")
    func digest() async throws {
        let server = try LoopbackServer { request in
            request.field("Authorization")?.hasPrefix("Digest username=\"alice\"") == true
                ? .ok("in")
                : .text(
                    "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"abc\", qop=\"auth\"\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 0\r\n\r\n"
                )
        }
        let alice = HTTPCredentials(
            user: "alice", password: Secret("open sesame"), for: server.url())
        #expect(
            try await exchange.send(HTTPRequest("PROPFIND", server.url()), as: alice).status == 200)
        let put = HTTPRequest("PUT", server.url("/x"), body: Array("text".utf8))
        #expect(try await exchange.send(put, as: alice).status == 200)
        try #require(server.received.map(\.method) == ["PROPFIND", "PROPFIND", "PUT"])
        #expect(server.received[2].body == Array("text".utf8))
        #expect(server.received[2].field("Authorization")?.contains("nc=00000002") == true)
    }

    @Test("credentials go to no other origin")
    func otherOrigin() async throws {
        let server = try LoopbackServer { _ in .ok("") }
        let other = try #require(URL(string: "http://127.0.0.1:1/"))
        for credentials in [
            HTTPCredentials(user: "alice", password: Secret("p"), for: other),
            HTTPCredentials(bearer: Secret("token"), for: other),
        ] {
            _ = try await exchange.send(HTTPRequest("GET", server.url()), as: credentials)
        }
        #expect(server.received.allSatisfy { $0.field("Authorization") == nil })
        #expect(server.received.count == 2)
    }

    @Test("a token is sent as it is")
    func bearer() async throws {
        let server = try LoopbackServer { _ in .ok("") }
        let token = HTTPCredentials(bearer: Secret("abc.def"), for: server.url())
        _ = try await exchange.send(HTTPRequest("GET", server.url()), as: token)
        #expect(server.received[0].field("Authorization") == "Bearer abc.def")
    }

    @Test("an answer above its limit is given up, whatever its Content-Length says")
    func tooLarge() async throws {
        let server = try LoopbackServer { _ in .ok(String(repeating: "x", count: 100_000)) }
        let result = await send(
            HTTPRequest("GET", server.url(), limits: HTTPLimits(bodySize: 99_999)))
        #expect(failure(of: result)?.reason == .tooLarge(limit: 99_999))
        let whole = await send(
            HTTPRequest("GET", server.url(), limits: HTTPLimits(bodySize: 100_000)))
        #expect(try whole.get().body.count == 100_000)
    }

    @Test("a small compressed answer cannot become a large one")
    func bomb() async throws {
        // 10,000,000 zeros, of which `gzip -9` makes 9,737 bytes: a bomb of a thousand to one.
        let bomb = try gzip(zeros: 10_000_000)
        #expect(bomb.count < 20_000)
        let server = try LoopbackServer { _ in
            LoopbackServer.Answer(
                bytes: Array(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"
                        .utf8) + bomb)
        }
        let limited = await send(
            HTTPRequest("GET", server.url(), limits: HTTPLimits(bodySize: 1_000_000)))
        #expect(failure(of: limited)?.reason == .tooLarge(limit: 1_000_000))
        let whole = await send(HTTPRequest("GET", server.url()))
        #expect(try whole.get().body.count == 10_000_000)
    }

    @Test("an endless header is given up")
    func header() async throws {
        let server = try LoopbackServer { _ in
            let line = "X-Long: \(String(repeating: "y", count: 10_000))\r\n"
            return .text(
                "HTTP/1.1 200 OK\r\n\(String(repeating: line, count: 30))Content-Length: 0\r\n\r\n")
        }
        let error = failure(of: await send(HTTPRequest("GET", server.url())))
        // libcurl 8 has a limit of its own, about as high.
        let reason = error?.reason
        if case .headerTooLarge(limit: 262_144)? = reason {
        } else if case .answerBroken? = reason {
        } else {
            Issue.record("\(String(describing: reason))")
        }
    }

    @Test(
        "half an answer is an error, after which nobody knows what the server did",
        arguments: ["200 OK\r\nContent-Length: 10\r\n\r\nhalf", "204 No Content\r\nETag: \"1"])
    func cut(answer: String) async throws {
        let server = try LoopbackServer { _ in .text("HTTP/1.1 \(answer)", closes: true) }
        let error = failure(of: await send(HTTPRequest("PUT", server.url(), body: [1])))
        guard case .answerBroken? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.mayHaveArrived == true)
    }

    @Test("a slow server is given up after the deadline")
    func slow() async throws {
        let server = try LoopbackServer { _ in
            .text(
                "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n"
                    + String(repeating: "z", count: 2_000), pause: 50)
        }
        var limits = HTTPLimits()
        limits.deadline = 1
        let start = ContinuousClock.now
        let error = failure(of: await send(HTTPRequest("GET", server.url(), limits: limits)))
        #expect(error?.reason == .timedOut)
        #expect(error?.mayHaveArrived == true)
        // All of it takes 100 s.
        #expect(ContinuousClock.now - start < .seconds(60))
    }

    @Test("a cancelled task ends its request")
    func cancelled() async throws {
        let server = try LoopbackServer { _ in
            .text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx")
        }
        let task = Task { await send(HTTPRequest("GET", server.url())) }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(failure(of: await task.value)?.reason == .cancelled)
    }

    @Test("nobody at home: nothing arrived")
    func refused() async throws {
        var server: LoopbackServer? = try LoopbackServer { _ in .ok("") }
        let url = try #require(server?.url())
        server = nil
        let error = failure(of: await send(HTTPRequest("GET", url)))
        guard case .notConnected? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.mayHaveArrived == false)
    }

    @Test("a service connects to no private address, by whatever name")
    func privateAddress() async throws {
        let server = try LoopbackServer { _ in .ok("") }
        var configuration = CurlExchange.Configuration(agent: "agenda-tests/1")
        configuration.addresses = .publicOnly
        let careful = CurlExchange(configuration)
        for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1"] {
            let url = try #require(URL(string: "http://\(host):\(server.port)/"))
            await #expect(throws: HTTPError.self) {
                try await careful.send(HTTPRequest("GET", url), as: nil)
            }
        }
        #expect(server.received.isEmpty)
    }

    @Test(
        "only http and https, and no user in the address",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/", "http://alice:secret@127.0.0.1/", "http:///x",
        ])
    func addresses(text: String) async throws {
        let error = failure(of: await send(HTTPRequest("GET", try #require(URL(string: text)))))
        #expect(error?.reason == .invalidAddress)
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test("no error and no credentials print a secret")
    func secrets() async throws {
        let server = try LoopbackServer { _ in .text("nonsense\r\n\r\n", closes: true) }
        let alice = try #require(
            HTTPCredentials(user: "alice", password: Secret("open sesame"), for: server.url()))
        let token = try #require(HTTPCredentials(bearer: Secret("open sesame"), for: server.url()))
        for credentials in [alice, token] {
            let result = await send(HTTPRequest("GET", server.url("/")), as: credentials)
            var dumped = ""
            dump(credentials, to: &dumped)
            dump(result, to: &dumped)
            #expect(!(dumped + "\(credentials) \(result)").contains("sesame"))
        }
    }
}
