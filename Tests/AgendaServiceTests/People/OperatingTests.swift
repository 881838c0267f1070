import AgendaSync
import Foundation
import Testing

@testable import AgendaService

/// What an operator sees and sets of a service of several people, and what users see of that.
@Suite struct OperatingTests {
    private static let secret = "0123456789abcdef0123456789abcdef"

    private func bench() throws -> PeopleBench {
        try PeopleBench { options in
            options.operating.secret = Self.secret
            options.operating.figures = {
                [NodeMetrics.Figure("agenda_bank_lag_seconds", "Lag.", 2.5)]
            }
            options.upkeep.node = "north"
            options.limits.devices = 3
        }
    }

    @Test("the operator sees numbers of all; nobody else learns that there are any")
    func metrics() async throws {
        let bench = try bench()
        let kim = try await bench.seat("kim", event: "Aurora")
        for (token, line) in [(nil, .network), (kim.token, .network), (nil, .privateSocket)]
            as [(String?, ServiceRequest.Line)]
        {
            let refused = await bench.ask("GET", "/metrics", token: token, line: line)
            #expect(refused.status == 404, "\(line)")
        }
        let byAddress = await bench.ask("GET", "/metrics", token: Self.secret)
        let bySocket = await bench.ask("GET", "/metrics", line: .operatorSocket)
        for answer in [byAddress, bySocket] {
            #expect(answer.status == 200)
            let lines = Set(answer.text.split(separator: "\n").map(String.init))
            #expect(lines.contains("agenda_node_info{node=\"north\"} 1"))
            #expect(lines.contains("agenda_node_open_users 1"))
            #expect(lines.contains("agenda_bank_lag_seconds 2.5"))
            // Who has a new device is looked at.
            #expect(lines.contains("agenda_duties 1"))
            // A device and an event.
            #expect(
                lines.contains(
                    "agenda_node_request_seconds_count{kind=\"api-write\",status=\"201\"} 2"))
            for name in ["kim", "Aurora", "Calendar", "phone"] {
                #expect(!answer.text.contains(name), "\(name)")
            }
        }
        #expect(await bench.ask("GET", "/v1/events", line: .operatorSocket).status == 404)
        #expect(await bench.ask("POST", "/metrics", "{}", token: Self.secret).status == 405)
    }

    @Test(
        "a node that cannot read who is served is alive, not ready, and tells why to the operator")
    func health() async throws {
        let bench = try bench()
        for path in ["/livez", "/readyz", "/healthz"] {
            let answer = await bench.ask("GET", path)
            #expect(answer.status == 200 && answer.text == "ok\n", "\(path)")
        }
        // Everything is away.
        try FileManager.default.removeItem(at: bench.folder)
        #expect(await bench.ask("GET", "/livez").status == 200)
        let told = await bench.ask("GET", "/readyz")
        #expect(told.status == 503 && told.text == "not ready\n")
        let why = await bench.ask("GET", "/healthz", line: .operatorSocket)
        #expect(why.status == 503 && why.text.contains(bench.folder.lastPathComponent))
        #expect(why.fields["Retry-After"] == "30")
    }

    @Test(
        "what lets somebody in is told to its user: devices, their first use, a proxy once a day, limits"
    )
    func audit() async throws {
        let bench = try bench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let basic = PeopleBench.basic("kim", kim.password)
        for _ in 0..<2 {
            #expect(await bench.ask("PROPFIND", "/dav/", fields: basic).status == 207)
        }
        for _ in 0..<3 {
            let answer = await bench.ask(
                "GET", "/v1/next",
                fields: ["Agenda-User": "kim", "Agenda-Proxy-Secret": PeopleBench.secret],
                line: .identitySocket)
            #expect(answer.status == 200)
        }
        try bench.desk.set([.devices: 1], of: kim.user, isAlone: false)
        #expect(await bench.ask("DELETE", "/v1/devices/1", token: kim.token).status == 200)
        let lines = try bench.desk.table.audit(of: kim.user.id).map(\.what)
        #expect(
            lines == [
                "device-revoked", "limits", "proxy-signed-in", "device-used", "device-added",
                "token", "added",
            ])
        let shown = await bench.ask("GET", "/v1/sign-ins", token: kim.token)
        #expect((shown.json["signIns"] as? [Any])?.count == 7)
        // Another node does not repeat the day's line.
        let other = try People(bench.desk.table, bench.people.options)
        var request = ServiceRequest(
            "GET", "/v1/next",
            fields: [
                "Host": "127.0.0.1:8017", "Agenda-User": "kim",
                "Agenda-Proxy-Secret": PeopleBench.secret,
            ], line: .identitySocket)
        request.peer = nil
        #expect(await other.answer(request).status == 200)
        #expect(try bench.desk.table.audit(of: kim.user.id).count == 7)
    }

    @Test("a user has as many devices and sources as all may, or as the operator says for one")
    func limits() async throws {
        let bench = try bench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: "Basalt")
        func add(_ name: String, _ token: String) async -> ServiceBench.Answer {
            await bench.ask("POST", "/v1/devices", "{\"name\": \"\(name)\"}", token: token)
        }
        for name in ["two", "three"] { #expect(await add(name, kim.token).status == 201) }
        let refused = await add("four", kim.token)
        #expect(refused.status == 507)
        #expect(refused.json["detail"] as? String == "the user has 3 devices, and may have 3")
        try bench.desk.set([.devices: 1, .sources: 1], of: lee.user, isAlone: true)
        let own = try bench.desk.limits(of: lee.user)
        #expect(own.filter(\.isOwn).map(\.kind) == [.sources, .devices])
        // It was asked for when lee was opened; within a minute it counts.
        let open = try #require(await bench.people.open.known(lee.user.id))
        #expect(open.limits.most(now: ContinuousClock.now + .seconds(61)).devices == 1)
        #expect(await add("two", lee.token).status == 507)
        let calendar = await bench.ask(
            "POST", "/v1/calendars", "{\"name\": \"More\"}", token: lee.token)
        #expect(calendar.status == 507)
        #expect(await bench.ask("GET", "/v1/next", token: lee.token).status == 200)
    }

    @Test("a user with another name has the same devices, and nobody else's name is given")
    func rename() async throws {
        let bench = try bench()
        let kim = try await bench.seat("kim", event: "Aurora")
        _ = try await bench.seat("lee", event: "Basalt")
        #expect(throws: (any Error).self) { try bench.desk.rename(kim.user, to: "lee") }
        #expect(throws: (any Error).self) { try bench.desk.rename(kim.user, to: "Kim!") }
        let renamed = try bench.desk.rename(kim.user, to: "kimberly")
        #expect(renamed.id == kim.user.id)
        let old = await bench.ask(
            "PROPFIND", "/dav/", fields: PeopleBench.basic("kim", kim.password))
        #expect(old.status == 401)
        let new = await bench.ask(
            "PROPFIND", "/dav/c/kimberly/", fields: PeopleBench.basic("kimberly", kim.password))
        #expect(new.status == 207)
        #expect(await bench.ask("GET", "/v1/next", token: kim.token).status == 200)
        let lines = try bench.desk.table.audit(of: kim.user.id).map(\.what)
        #expect(lines.prefix(2) == ["device-used", "renamed"])
    }
}
