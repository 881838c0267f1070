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

    @Test("over TCP the token, as a script or a browser has it")
    func token() async throws {
        #expect(try await status("GET", "/v1/next", bearer) == 200)
        let browser: HeaderFields = [
            "Host": "agenda.localhost:8017", "Cookie": "other=1; agenda=\(ServiceBench.token)",
        ]
        #expect(try await status("GET", "/v1/next", browser) == 200)
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
        let cookie: HeaderFields = [
            "Host": "localhost:8017", "Cookie": "agenda=\(ServiceBench.token)",
        ]
        func status(_ name: String, _ value: String) async throws -> Int {
            var fields = cookie
            fields[name] = value
            return try await self.status("POST", "/v1/redo", fields)
        }
        #expect(try await status("Origin", "https://evil.example") == 403)
        #expect(try await status("Origin", "http://localhost:9999") == 403)
        #expect(try await status("Sec-Fetch-Site", "cross-site") == 403)
        #expect(try await status("Sec-Fetch-Site", "same-site") == 403)
        #expect(
            try await status("X-Nothing", "1") == 403, "a browser says where a request comes from")
        // There is nothing to make again, and that is told.
        #expect(try await status("Origin", "http://localhost:8017") == 404)
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
        #expect(first.status == 303 && first.fields["Location"] == "/")
        let cookie = try #require(first.fields["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
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
