import AgendaActions
import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Several people on one service")
struct PeopleTests {
    @Test("each sees their own by token, device and proxy, and nothing of the other")
    func own() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: "Basalt")
        #expect(await bench.titles(token: kim.token) == ["Aurora"])
        #expect(await bench.titles(token: lee.token) == ["Basalt"])
        let proxied = await bench.titles(fields: bench.proxy("lee"), line: .identitySocket)
        #expect(proxied == ["Basalt"])
        #expect(await bench.titles() == nil)
        #expect(await bench.titles(token: "1-" + String(repeating: "0", count: 32)) == nil)
        #expect(await bench.titles(line: .privateSocket) == nil, "a Unix socket proves nothing")
        let home = await bench.home("kim", as: "Kim", kim.password)
        #expect(home.status == 207)
        #expect(home.text.contains("/dav/c/kim/calendar/") && !home.text.contains("/me/"))
        #expect(await bench.home("lee", as: "kim", kim.password).status == 404)
        #expect(await bench.home("me", as: "kim", kim.password).status == 404)
        #expect(await bench.home("lee", as: "lee", kim.password).status == 401)
    }

    @Test("a user that there is not, one that is frozen and a wrong password get one answer")
    func alike() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: "Basalt")
        try bench.desk.set(.frozen, of: lee.user)
        let answers = [
            await bench.home("kim", as: "kim", "wrong"),
            await bench.home("lee", as: "lee", lee.password),
            await bench.home("nobody", as: "nobody", "wrong"),
            await bench.home("kim", as: "nobody", kim.password),
            await bench.home("nobody", as: "", ""),
        ]
        for answer in answers {
            #expect(answer.status == 401 && answer.text == answers[0].text)
            #expect(
                answer.fields.all.map { "\($0.name): \($0.value)" }
                    == answers[0].fields.all.map { "\($0.name): \($0.value)" })
        }
        let options = [
            await bench.ask("OPTIONS", "/dav/c/kim/x/"),
            await bench.ask("OPTIONS", "/dav/c/nobody/x/"),
        ]
        #expect(
            options[0].status == 200 && options[0].fields["Allow"] == options[1].fields["Allow"])
        #expect(options[0].fields["Allow"]?.contains("PROPPATCH") == true)
    }

    @Test("a refusal takes its time, whoever was asked for")
    func time() async throws {
        let bench = try PeopleBench { $0.refusalTime = .milliseconds(300) }
        let start = ContinuousClock.now
        #expect(await bench.home("nobody", as: "nobody", "x").status == 401)
        #expect(ContinuousClock.now - start >= .milliseconds(300))
    }

    @Test("who is frozen or removed is out at the next request, also in an open stream")
    func states() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let following = Task { await bench.people.follow() }
        defer { following.cancel() }
        let stream = await bench.people.answer(
            ServiceRequest(
                "GET", "/v1/stream",
                fields: ["Host": "127.0.0.1", "Authorization": "Bearer " + kim.token],
                line: .network, peer: "127.0.0.1"))
        guard case .stream(let next) = stream.body else {
            Issue.record("no stream: \(stream.status)")
            return
        }
        try bench.desk.set(.frozen, of: kim.user)
        #expect(await bench.titles(token: kim.token) == nil)
        #expect(await bench.home("kim", as: "kim", kim.password).status == 401)
        let proxied = await bench.ask(
            "GET", "/v1/events", fields: bench.proxy("kim"), line: .identitySocket)
        #expect(proxied.status == 403)
        // Ends: else the test does not.
        while await next() != nil {}
        try bench.desk.set(.active, of: try bench.desk.user("kim"))
        #expect(await bench.titles(token: kim.token) == ["Aurora"])
        #expect(await bench.home("kim", as: "kim", kim.password).status == 207)
        let folder = bench.desk.table.folder(of: kim.user)
        try bench.desk.remove(kim.user, folder: false)
        #expect(await bench.titles(token: kim.token) == nil)
        #expect(await bench.home("kim", as: "kim", kim.password).status == 401)
        #expect(FileManager.default.fileExists(atPath: folder))
        await #expect(throws: CommandFailure.self, "the name is kept") {
            _ = try await bench.desk.add("kim")
        }
        try bench.desk.remove(try bench.desk.user("kim"), folder: true)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let again = try await bench.desk.add("kim")
        #expect(again.id != kim.user.id, "no number is given twice")
        #expect(await bench.home("kim", as: "kim", kim.password).status == 401)
    }

    @Test("a link shows a button, and lets one browser in, once, when the button is pressed")
    func link() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: "Basalt")
        let (path, _) = try await bench.desk.link(for: kim.user)
        let fields: HeaderFields = [
            "Host": "calendar.example.org", "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.1",
            "Origin": "https://calendar.example.org",
        ]
        for _ in 0..<3 {
            let shown = await bench.ask("GET", path, fields: fields)
            #expect(shown.status == 200 && shown.text.contains("<form method=\"post\">"))
            #expect(!shown.text.contains("data-secret"))
        }
        #expect(
            await bench.ask("POST", path, fields: ["Origin": "https://evil.example"]).status == 403)
        let used = await bench.ask("POST", path, fields: fields)
        let secret = try #require(used.text.firstMatch(of: /data-secret="([0-9a-f-]+)"/)).1
        #expect(secret.hasPrefix("\(kim.user.id)-"))
        let cookie = try #require(used.fields["Set-Cookie"])
        #expect(cookie.contains("HttpOnly") && cookie.contains("Secure"))
        #expect(await bench.ask("POST", path, fields: fields).status == 403, "once")
        var page = fields
        page["Agenda-Page"] = String(secret)
        #expect(await bench.titles(fields: page) == nil, "without the cookie")
        page["Cookie"] = String(cookie.prefix { $0 != ";" })
        #expect(await bench.titles(fields: page) == ["Aurora"])
        page["Agenda-Page"] = "\(lee.user.id)-" + secret.split(separator: "-")[1]
        #expect(await bench.titles(fields: page) == nil)
        page["Agenda-Page"] = String(secret)
        // A link of the operator's for who has come in before ends the sessions, and the user can see that there was one.
        #expect(try await bench.desk.link(for: try bench.desk.user("kim")).ended == 1)
        #expect(await bench.titles(fields: page) == nil)
        let seen = await bench.ask("GET", "/v1/sign-ins", token: kim.token)
        let words = (seen.json["signIns"] as? [[String: Any]])?.compactMap { $0["what"] as? String }
        #expect(words == ["link", "signed-in", "link", "device-added", "token", "added"])
    }

    @Test("a link is good for ten minutes")
    func late() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.desk.add("kim")
        let now = ServiceBench.Clock().now
        let codes = try (0..<3).map { _ in
            try bench.desk.table.link(for: kim, by: "operator", at: now)
        }
        func takes(_ code: String, _ user: Int64, after seconds: Int) throws -> Bool {
            try bench.desk.table.take(
                code, of: user, at: Instant(secondsSinceEpoch: now.secondsSinceEpoch + seconds))
        }
        #expect(try takes(codes[0], kim.id, after: 599))
        #expect(try !takes(codes[0], kim.id, after: 599))
        #expect(try !takes(codes[1], kim.id, after: 600))
        #expect(try !takes(codes[2], kim.id + 1, after: 0))
    }

    @Test(
        "a proxy's word counts on its own socket alone, once, with its secret, and not below /dav/")
    func identity() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        func status(
            _ fields: HeaderFields, _ target: String = "/v1/events",
            line: ServiceRequest.Line = .identitySocket, method: String = "GET"
        ) async -> Int { await bench.ask(method, target, fields: fields, line: line).status }
        let right = bench.proxy("kim")
        #expect(await status(right) == 200)
        #expect(await status(right, line: .network) == 400)
        #expect(await status(right, line: .privateSocket) == 400)
        #expect(await status(right, "/dav/c/kim/", method: "PROPFIND") == 400)
        #expect(await status(right, "/", method: "PROPFIND") == 400)
        for name in ["Agenda-User", "Agenda-Proxy-Secret"] {
            var twice = right
            twice.append(name, right[name] ?? "")
            #expect(await status(twice) == 400)
            var missing = right
            missing[name] = nil
            #expect(await status(missing) == 400)
        }
        var wrong = right
        wrong["Agenda-Proxy-Secret"] = "x"
        #expect(await status(wrong) == 403)
        #expect(await status(bench.proxy("nobody")) == 403)
        #expect(await status([:]) == 401, "without a name nobody is signed in")
        // The proxy's cookie comes by itself with another site's request.
        var post = right
        post["Authorization"] = "Bearer " + kim.token
        #expect(await status(post, "/v1/sign-out", method: "POST") == 403)
        post["Sec-Fetch-Site"] = "cross-site"
        #expect(await status(post, "/v1/sign-out", method: "POST") == 403)
        post["Sec-Fetch-Site"] = "same-origin"
        #expect(await status(post, "/v1/sign-out", method: "POST") == 200)
    }

    @Test("a device's password is taken over TLS that a proxy names, and on this machine")
    func encrypted() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        func status(_ more: HeaderFields, line: ServiceRequest.Line, peer: String? = nil) async
            -> Int
        {
            var fields = PeopleBench.basic("kim", kim.password)
            for (name, value) in more.all { fields.append(name, value) }
            fields["Depth"] = "0"
            return await bench.ask(
                "PROPFIND", "/dav/c/kim/", fields: fields, line: line, peer: peer
            ).status
        }
        #expect(await status([:], line: .network, peer: "127.0.0.1") == 207)
        #expect(await status([:], line: .network, peer: "192.0.2.7") == 403)
        #expect(await status([:], line: .privateSocket) == 207)
        #expect(await status(["X-Forwarded-For": "192.0.2.7"], line: .privateSocket) == 403)
        #expect(
            await status(
                ["X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"], line: .privateSocket
            )
                == 207)
    }

    @Test("only https is asked, and nothing of this machine is named as a source")
    func sources() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        for address in [
            "http://192.0.2.1/a.ics", "webcal://192.0.2.1/a.ics", "file:///etc/passwd",
            "/etc/passwd",
            "unix:/run/x", "https://127.0.0.1:1/a.ics", "https://[::1]/a.ics",
            "https://10.0.0.1/a.ics",
            "program:x", "|id",
        ] {
            for (path, member) in [("/v1/calendars", "address"), ("/v1/accounts", "address")] {
                let answer = await bench.ask(
                    "POST", path,
                    "{\"\(member)\": \"\(address)\", \"password\": \"x\", \"user\": \"x\"}",
                    token: kim.token)
                #expect((400..<502).contains(answer.status), "\(path) \(address): \(answer.status)")
                #expect(!answer.text.contains("root:"))
            }
        }
        let sources = await bench.ask("GET", "/v1/calendars", token: kim.token)
        #expect(!sources.text.contains(bench.folder.path), "no path of the machine is told")
    }

    @Test("of the server's own home and environment nothing reaches a user")
    func home() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.desk.add(
            "kim", zone: "Asia/Tokyo", addresses: ["kim@example.org"])
        let folder = bench.desk.table.folder(of: kim)
        let person = Person(
            kim, in: folder, clock: ServiceBench.Clock(), zone: bench.desk.zone)
        #expect(person.configurationFile == folder + "/config.toml")
        #expect(person.database == folder + "/agenda.db")
        #expect(person.addresses == ["kim@example.org"] && person.zone.name == "Asia/Tokyo")
        #expect(person.configuration.calendar == "Calendar")
        let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    @Test("names, zones and addresses that are none are refused, and no user is made")
    func names() async throws {
        let bench = try PeopleBench()
        for name in [
            "", "Kim", "1kim", "kim/lee", "..", "kim lee", "kïm", String(repeating: "a", count: 65),
        ] {
            await #expect(throws: CommandFailure.self) { _ = try await bench.desk.add(name) }
        }
        await #expect(throws: CommandFailure.self) {
            _ = try await bench.desk.add("kim", zone: "/etc/passwd")
        }
        await #expect(throws: CommandFailure.self) {
            _ = try await bench.desk.add("kim", addresses: ["kim\"@example.org"])
        }
        #expect(try bench.desk.table.all().isEmpty)
    }

    @Test("the services used longest ago are let go, and opened again when they are asked")
    func few() async throws {
        let bench = try PeopleBench { $0.mostOpen = 2 }
        var seats: [PeopleBench.Seat] = []
        for name in ["a", "b", "c", "d"] {
            seats.append(try await bench.seat(name, event: "Event-\(name)"))
        }
        #expect(await bench.people.open.count == 2)
        for seat in seats + seats.reversed() {
            #expect(await bench.titles(token: seat.token) == ["Event-\(seat.user.name)"])
        }
        #expect(await bench.people.open.count == 2)
    }

    @Test("guessing opens no store, and a right secret does")
    func guesses() async throws {
        let bench = try PeopleBench { $0.mostOpen = 1 }
        let kim = try await bench.seat("kim", event: "Aurora")
        let made = await bench.ask("POST", "/v1/shares", "{\"name\": \"all\"}", token: kim.token)
        let link = try #require(made.json["link"] as? String)
        let feed = String(link[try #require(link.firstRange(of: "/feeds/")).lowerBound...])
        let (path, _) = try await bench.desk.link(for: kim.user)
        func close() async { await bench.people.open.end(kim.user.id) }
        await close()
        let (mark, zeros) = (kim.user.mark, String(repeating: "0", count: 32))
        _ = await bench.ask("GET", "/feeds/\(mark)\(zeros).ics")
        _ = await bench.ask("GET", "/devices/\(mark)\(zeros)")
        _ = await bench.ask(
            "POST", "/login?once=\(mark)\(zeros)", fields: ["Origin": "http://127.0.0.1:8017"])
        _ = await bench.ask("GET", path)
        _ = await bench.titles(fields: ["Agenda-Page": mark + zeros])
        _ = await bench.home("kim", as: "kim", "wrong")
        #expect(await bench.people.open.count == 0)
        #expect(await bench.ask("GET", feed).text.contains("SUMMARY:Aurora"))
        await close()
        let used = await bench.ask("POST", path, fields: ["Origin": "http://127.0.0.1:8017"])
        let secret = try #require(used.text.firstMatch(of: /data-secret="([0-9a-f-]+)"/)).1
        await close()
        #expect(await bench.titles(fields: ["Agenda-Page": String(secret)]) == ["Aurora"])
        await close()
        #expect(await bench.home("kim", as: "kim", kim.password).status == 207)
    }

    @Test("who asks too much or keeps too much is refused, and others are not")
    func limits() async throws {
        let bench = try PeopleBench { $0.limits.requests = 1 }
        let kim = try await bench.seat("kim", event: "Aurora")
        let lee = try await bench.seat("lee", event: "Basalt")
        #expect(await bench.ask("GET", "/v1/next", token: kim.token).status == 200)
        // An hour ahead, so that a slow machine gives nothing back meanwhile.
        let open = try await bench.people.open.open(kim.user)
        for _ in 0..<40 { try? open.limits.noteRequest(now: .now + .seconds(3_600)) }
        #expect(await bench.ask("GET", "/v1/next", token: kim.token).status == 429)
        #expect(await bench.titles(token: lee.token) == ["Basalt"])
        let small = try PeopleBench { $0.limits.bytes = 1 }
        let user = try await small.desk.add("kim")
        let token = try small.desk.token(for: user)
        let full = await small.ask(
            "POST", "/v1/events", "{\"words\": \"x today 15:00\"}", token: token)
        #expect(full.status == 507)
        #expect(await small.titles(token: token) == [])
    }

    @Test("a user's calendars leave as folders of files, each a calendar of its own")
    func export() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let target = bench.folder.appending(path: "out").path
        let written = try await bench.desk.export(kim.user, to: target)
        #expect(written.first { $0.calendar == "calendar" }?.count == 1)
        let names = try FileManager.default.contentsOfDirectory(atPath: target + "/calendar")
        #expect(names.count == 1 && names[0].hasSuffix(".ics"))
        let text = try String(contentsOfFile: target + "/calendar/" + names[0], encoding: .utf8)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n") && text.contains("SUMMARY:Aurora"))
        await #expect(throws: CommandFailure.self, "it is not empty") {
            _ = try await bench.desk.export(kim.user, to: target)
        }
    }

    @Test("links to feeds and devices find their user, and nobody else's")
    func links() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Aurora")
        let made = await bench.ask("POST", "/v1/shares", "{\"name\": \"all\"}", token: kim.token)
        let link = try #require(made.json["link"] as? String)
        let path = try #require(link.firstRange(of: "/feeds/")).lowerBound
        let feed = await bench.ask("GET", String(link[path...]))
        #expect(feed.status == 200 && feed.text.contains("SUMMARY:Aurora"))
        try bench.desk.set(.frozen, of: kim.user)
        #expect(await bench.ask("GET", String(link[path...])).status == 404)
    }
}
