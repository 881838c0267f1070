import AgendaKit
import Testing

@testable import AgendaService

@Suite("Who may come in")
struct GateTests {
    private let bearer: HeaderFields = [
        "Host": "127.0.0.1:8017", "Authorization": "Bearer \(ServiceBench.token)",
    ]

    private func status(
        _ method: String, _ target: String, _ fields: HeaderFields, isReadOnly: Bool = false
    ) async throws -> Int {
        let bench = try ServiceBench(isReadOnly: isReadOnly)
        return await bench.ask(
            method, target, method == "POST" ? "{}" : nil, fields: fields, line: .network
        ).status
    }

    @Test("over the private socket nothing has to be proven")
    func socket() async throws {
        #expect(try await ServiceBench().get("/v1/next").status == 200)
    }

    @Test("a browser's cookie opens nothing without the page's secret, nor that without the cookie")
    func browser() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch tomorrow 12:30")
        let page = try await bench.signIn()
        func status(_ change: (inout HeaderFields) -> Void) async -> Int {
            var fields = page
            change(&fields)
            return await bench.ask("GET", "/v1/next", fields: fields, line: .network).status
        }
        let cookie = try #require(page["Cookie"])
        #expect(await status { _ in } == 200)
        #expect(await status { $0["Cookie"] = "agenda=x; " + cookie } == 200, "one for a path")
        #expect(await status { $0["Cookie"] = cookie + "; agenda=x" } == 200)
        #expect(await status { $0.append("Cookie", "agenda=x") } == 200)
        #expect(await status { $0["Authorization"] = "Bearer x" } == 401, "it decides alone")
        #expect(await status { $0["Agenda-Page"] = nil } == 401)
        #expect(await status { $0["Agenda-Page"] = ServiceBench.token } == 401)
        #expect(await status { $0["Cookie"] = nil } == 401)
        #expect(await status { $0["Cookie"] = "agenda=" + ServiceBench.token } == 401)
        for name in ["127.0.0.1", "agenda.localhost"] {
            #expect(await status { $0["Host"] = name + ":8017" } == 401)
        }
        let other = "agenda-0123456789abcdef.localhost"
        #expect(await status { $0["Host"] = other + ":8017" } == 421)
        var alone: HeaderFields = ["Host": try #require(page["Host"]), "Cookie": cookie]
        for target in ["/v1/events", "/v1/stream", "/assets/calendars.css", "/metrics", "/nothing"]
        {
            let answer = await bench.ask("GET", target, fields: alone, line: .network)
            #expect(answer.status == 401, "\(target)")
        }
        alone["Sec-Fetch-Site"] = "same-origin"
        let write = await bench.ask("POST", "/v1/undo", "{}", fields: alone, line: .network)
        #expect(write.status == 401)
    }

    @Test("documents hold nothing of anybody's but for who has the token or the socket")
    func documents() async throws {
        let bench = try ServiceBench()
        let id = try await bench.add("Lunch tomorrow 12:30")
        let cookie = try await bench.signIn()
        for target in ["/", "/?from=2026-11-21", "/search?q=lunch", "/events/" + id] {
            let frame = await bench.ask("GET", target, fields: cookie, line: .network)
            #expect(frame.status == 200 && !frame.text.contains("Lunch"), "\(target)")
            #expect(!frame.text.contains("Berlin") && frame.text.contains("data-today=\"\""))
            let stranger = await bench.ask(
                "GET", target, fields: ["Host": "localhost:8017"], line: .network)
            #expect(stranger.text == frame.text, "\(target): who is not in learns nothing")
            let whole = await bench.ask("GET", target, fields: bearer, line: .network)
            #expect(whole.text.contains("Lunch"), "\(target)")
            #expect(await bench.get(target).text.contains("Lunch"), "\(target)")
        }
        let none = await bench.ask("GET", "/events/0123", fields: cookie, line: .network)
        #expect(none.status == 200, "whether there is one is not said")
    }

    @Test(
        "by another name than the installation's there is no cookie, and the page's secret is enough"
    )
    func withoutCookie() async throws {
        let bench = try ServiceBench()
        for name in ["127.0.0.1", "localhost", "agenda.localhost", "[::1]"] {
            var page = try await bench.signIn(at: name)
            #expect(page["Cookie"] == nil, "\(name)")
            func status() async -> Int {
                await bench.ask("GET", "/v1/next", fields: page, line: .network).status
            }
            #expect(await status() == 200, "\(name)")
            page["Agenda-Page"] = nil
            #expect(await status() == 401, "\(name)")
        }
    }

    @Test("a session ends when the page signs out, also where nothing may be changed")
    func signOut() async throws {
        for isReadOnly in [false, true] {
            let bench = try ServiceBench(isReadOnly: isReadOnly)
            var (page, other) = (try await bench.signIn(), try await bench.signIn())
            (page["Sec-Fetch-Site"], other["Sec-Fetch-Site"]) = ("same-origin", "same-origin")
            func ask(_ method: String, _ target: String, _ fields: HeaderFields) async
                -> ServiceBench.Answer
            { await bench.ask(method, target, "{}", fields: fields, line: .network) }
            let answer = await ask("POST", "/v1/sign-out", page)
            #expect(answer.status == 200)
            #expect(answer.fields["Set-Cookie"]?.contains("Max-Age=0") == true)
            #expect(await ask("GET", "/v1/next", page).status == 401)
            #expect(await ask("GET", "/v1/next", other).status == 200)
            _ = try bench.service.parts.gate.browsers?.sessions.end(nil)
            #expect(await ask("GET", "/v1/next", other).status == 401)
        }
    }

    @Test("a stream ends with its session")
    func stream() async throws {
        let bench = try ServiceBench()
        let page = try await bench.signIn()
        let response = await bench.service.answer(
            ServiceRequest("GET", "/v1/stream?since=0", fields: page, line: .network))
        guard case .stream(let next) = response.body else {
            Issue.record("\(response.status)")
            return
        }
        #expect(await next() != nil)
        _ = try bench.service.parts.gate.browsers?.sessions.end(nil)
        let following = Task { await bench.service.follow { _ in } }
        defer { following.cancel() }
        _ = try await bench.add("Tea tomorrow 15:00")
        #expect(await next() == nil)
    }

    @Test("over TCP the token, as a script or a browser has it")
    func token() async throws {
        #expect(try await status("GET", "/v1/next", bearer) == 200)
        // A host is the same in capitals (RFC 9110 4.2.3).
        var capital = bearer
        capital["Host"] = "LocalHost:8017"
        #expect(try await status("GET", "/v1/next", capital) == 200)
        let browser: HeaderFields = [
            "Host": "agenda.localhost:8017", "Cookie": "other=1; agenda=\(ServiceBench.token)",
        ]
        #expect(try await status("GET", "/v1/next", browser) == 401, "the token is for scripts")
        for wrong in ["", "Bearer", "Bearer 0123456789abcdef0123456789abcdee", "Basic YTpi"] {
            #expect(
                try await status("GET", "/v1/next", ["Host": "localhost", "Authorization": wrong])
                    == 401)
        }
        #expect(try await status("GET", "/v1/next", ["Host": "localhost"]) == 401)
        #expect(
            try await status("GET", "/nothing", ["Host": "localhost"]) == 401,
            "who is not in learns nothing")
        #expect(try await status("GET", "/healthz", ["Host": "localhost"]) == 200)
    }

    @Test(
        "another name in Host is refused, also with the token",
        arguments: ["evil.example", "127.0.0.1.evil.example", "", "localhost:80:80x"])
    func host(_ name: String) async throws {
        var fields = bearer
        fields["Host"] = name
        #expect(try await status("GET", "/v1/next", fields) == 421)
    }

    @Test("two Hosts, or none, are refused")
    func hosts() async throws {
        var two = bearer
        two.append("Host", "127.0.0.1:8017")
        #expect(try await status("GET", "/v1/next", two) == 421)
        var none = bearer
        none["Host"] = nil
        #expect(try await status("GET", "/v1/next", none) == 421)
    }

    @Test("a page of another site changes nothing")
    func origin() async throws {
        let bench = try ServiceBench()
        let page = try await bench.signIn()
        let host = try #require(page["Host"])
        func status(_ name: String, _ value: String) async throws -> Int {
            var fields = page
            fields[name] = value
            return await bench.ask("POST", "/v1/redo", "{}", fields: fields, line: .network).status
        }
        #expect(try await status("Origin", "https://evil.example") == 403)
        #expect(try await status("Origin", "http://localhost:9999") == 403)
        #expect(try await status("Origin", "http://" + host + "0") == 403)
        #expect(try await status("Sec-Fetch-Site", "cross-site") == 403)
        #expect(try await status("Sec-Fetch-Site", "same-site") == 403)
        #expect(
            try await status("X-Nothing", "1") == 403, "a browser says where a request comes from")
        // There is nothing to make again, and that is told.
        #expect(try await status("Origin", "http://" + host) == 404)
        #expect(try await status("Sec-Fetch-Site", "same-origin") == 404)
        #expect(try await self.status("POST", "/v1/redo", bearer) == 404)
    }

    @Test("a service that is started so changes nothing")
    func readOnly() async throws {
        let bench = try ServiceBench(isReadOnly: true)
        #expect(await bench.ask("POST", "/v1/events", "{}").code == "read-only")
        #expect(await bench.get("/v1/next").status == 200)
    }

    @Test("a one-time link lets a browser in once")
    func once() async throws {
        let bench = try ServiceBench()
        let link = bench.service.oncePath()
        let host: HeaderFields = ["Host": "agenda.localhost:8017"]
        let first = await bench.ask("GET", link, fields: host, line: .network)
        #expect(first.status == 200 && first.text.contains("data-secret="))
        #expect(first.fields["Cache-Control"] == "no-store")
        #expect(first.fields["Set-Cookie"] == nil, "a name that every installation has")
        #expect(await bench.ask("GET", link, fields: host, line: .network).status == 403)
        #expect(await bench.ask("GET", "/login?once=0", fields: host, line: .network).status == 403)
        let codes = OnceLinks()
        let code = codes.make(now: .now - .seconds(61))
        #expect(!codes.take(code), "after a minute it is worth nothing")
    }

    @Test(
        "paths that lead out are no paths",
        arguments: [
            "/v1/../etc/passwd", "/v1/%2e%2e/x", "/v1/events/a%2Fb", "/v1/events/%00", "/v1/%zz",
            "v1/next", "/v1/events/%FF",
        ])
    func paths(_ path: String) async throws {
        #expect(try await ServiceBench().get(path).status == 404)
    }
}
