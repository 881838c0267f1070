import AgendaKit
import Foundation
import ICalendar
import AgendaSync
import Testing

@testable import AgendaService

@Suite("Calendars made, set up, shared and removed over HTTP")
struct AdministrationTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    private func calendars() async throws -> [[String: Any]] {
        try #require(
            await bench.get("/v1/calendars?details=true").json["calendars"] as? [[String: Any]])
    }

    private func names() async throws -> [String] {
        try await calendars().compactMap { $0["name"] as? String }
    }

    private func make(_ json: String) async -> ServiceBench.Answer {
        await bench.ask("POST", "/v1/calendars", json)
    }

    private func upload(_ text: String, name: String = "Trips") async -> ServiceBench.Answer {
        await bench.ask(
            "POST", "/v1/calendars/file?name=\(name)", text,
            fields: ["Content-Type": "text/calendar"])
    }

    private func calendar(_ lines: String...) -> String {
        (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//tests//EN"] + lines
            + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    @Test("one is made, takes events, is set up as others are, and each step is taken back")
    func own() async throws {
        let made = await make("{\"name\": \"Work / Büro\", \"color\": \"#4169e1\"}")
        #expect(made.status == 201 && made.json["color"] as? String == "#4169e1", "\(made.text)")
        let id = try #require(made.json["id"] as? Int)
        let words = "{\"words\": \"Tea tomorrow 15:00\", \"calendar\": \"Work / Büro\"}"
        #expect(await bench.ask("POST", "/v1/events", words).status == 201)
        let path = "/v1/calendars/\(id)"
        let change = "{\"name\": \"Office\", \"color\": null, \"busy\": false}"
        #expect(await bench.ask("PATCH", path, change).status == 428)
        let tag = try #require(await bench.get(path).fields["ETag"])
        let changed = await bench.ask("PATCH", path, change, fields: ["If-Match": tag])
        #expect(changed.status == 200 && changed.json["color"] is NSNull, "\(changed.text)")
        #expect(changed.json["busy"] as? Bool == false && changed.json["events"] as? Int == 1)
        #expect(changed.fields["ETag"] == changed.json["tag"] as? String)
        let stale = await bench.ask("PATCH", path, "{\"name\": \"X\"}", fields: ["If-Match": tag])
        #expect(stale.status == 412 && stale.json["present"] is [String: Any])
        let stored = try bench.service.live.present.store.sources()
        let source = try #require(stored.first)
        #expect(source.name == "Office" && source.color == nil && !source.makesBusy)
        let number = try #require(changed.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await names() == ["Work / Büro"])
        let removed = await bench.ask("DELETE", path, fields: ["If-Match": "*"])
        #expect(removed.status == 200, "\(removed.text)")
        #expect(try await names().isEmpty)
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(try await calendars().first?["events"] as? Int == 1)
    }

    @Test(
        "calendars are shown in their owner's order and in groups; their places in the answer stay")
    func order() async throws {
        for name in ["Alpha", "Beta", "Gamma"] {
            #expect(await make("{\"name\": \"\(name)\"}").status == 201)
        }
        let ids = try await calendars().compactMap { $0["id"] as? Int }
        func set(_ index: Int, _ json: String) async -> ServiceBench.Answer {
            await bench.ask(
                "PATCH", "/v1/calendars/\(ids[index])", json, fields: ["If-Match": "*"])
        }
        func plain() async throws -> [[String: Any]] {
            try #require(await bench.get("/v1/calendars").json["calendars"] as? [[String: Any]])
        }
        #expect(try await plain().map { $0["order"] as? Int } == ids.map { $0 * 1_024 })
        let moved = await set(2, #"{"order": 1, "group": " Home & <garden> "}"#)
        #expect(moved.status == 200 && moved.json["order"] as? Int == 1, "\(moved.text)")
        #expect(moved.json["group"] as? String == "Home & <garden>")
        #expect(await set(0, #"{"group": "Home & <garden>"}"#).status == 200)
        let listed = try await plain()
        #expect(listed.map { $0["name"] as? String } == ["Alpha", "Beta", "Gamma"])
        #expect(listed.map { $0["id"] as? Int } == ids)
        #expect(listed.map { $0["group"] is String } == [true, false, true])
        let sources = await bench.get("/v1/sources").json["sources"] as? [[String: Any]]
        #expect(sources?.map { $0["name"] as? String } == ["Gamma", "Alpha", "Beta"])
        let page = await bench.get("/").text
        let names = page.matches(of: /class="c-(\d)" data-name="(\w+)"/).map { "\($0.1) \($0.2)" }
        #expect(names == ["2 Gamma", "0 Alpha", "1 Beta"])
        #expect(
            page.matches(of: /data-group="([^"]*)"/).map(\.1) == ["Home &amp; &lt;garden&gt;"])
        for bad in [
            #"{"order": -1}"#, #"{"order": 1.5}"#, #"{"order": 2147483648}"#, #"{"group": ""}"#,
            #"{"group": "a\nb"}"#, #"{"group": 1}"#,
        ] {
            #expect(await set(1, bad).code == "bad-content", "\(bad)")
        }
        let number = try #require(moved.json["number"] as? Int)
        #expect(await bench.ask("POST", "/v1/undo", "{\"only\": \(number)}").status == 200)
        #expect(try await plain().last?["order"] as? Int == ids[2] * 1_024)
        let gone = await set(0, #"{"order": null, "group": null}"#)
        #expect(gone.json["group"] is NSNull && gone.json["order"] as? Int == ids[0] * 1_024)
    }

    @Test("a file becomes a calendar of one's own, whose events can be changed")
    func file() async throws {
        let text = calendar(
            "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "DTSTART:20261121T120000Z",
            "SUMMARY:Train", "END:VEVENT", "BEGIN:VTODO", "UID:2", "DTSTAMP:20260101T000000Z",
            "SUMMARY:Pack", "END:VTODO", "BEGIN:VJOURNAL", "UID:3", "DTSTAMP:20260101T000000Z",
            "END:VJOURNAL")
        let made = await upload(text)
        #expect(made.status == 201 && made.json["imported"] as? Int == 2, "\(made.text)")
        #expect(made.json["others"] as? Int == 1 && made.json["writable"] as? Bool == true)
        #expect(try await bench.summaries() == ["Train"])
        #expect(await upload(text).code == "name-taken")
        // Nothing is made of what is none.
        for bad in ["", "hello", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"] {
            #expect(await upload(bad, name: "Bad").status == 400, "\(bad)")
        }
        let json = await bench.ask("POST", "/v1/calendars/file?name=Bad", "{}")
        #expect(json.status == 415)
        #expect(try await names() == ["Trips"])
        #expect(AgendaService.mostContent("POST", "/v1/calendars/file?name=a") == 10 << 20)
        #expect(AgendaService.mostContent("POST", "/v1/calendars") == 1 << 20)
    }

    @Test("a page reads no path of the machine, no private address, and is told of no path")
    func bounds() async throws {
        let secret = bench.folder.appending(path: "secret.ics")
        try Data(calendar().utf8).write(to: secret)
        for address in [secret.path, "file://\(secret.path)", "unix://\(secret.path)", "", "a b"] {
            let answer = await make("{\"address\": \"\(address)\"}")
            #expect([400, 422].contains(answer.status), "\(address): \(answer.text)")
        }
        for host in [
            "127.0.0.1", "localhost", "[::1]", "10.0.0.1", "192.168.1.1", "169.254.169.254",
            "[::ffff:127.0.0.1]", "0x7f.1", "2130706433",
        ] {
            for scheme in ["http", "https", "webcal"] {
                let answer = await make("{\"address\": \"\(scheme)://\(host):1/a.ics\"}")
                #expect(answer.status >= 400 && answer.code != "no-library", "\(answer.text)")
                if host.first != "[" { continue }
                #expect(answer.code == "private-address", "\(host): \(answer.text)")
            }
        }
        let loopback = await make("{\"address\": \"http://127.0.0.1:1/a.ics\"}")
        #expect(loopback.code == "private-address" && loopback.json["remedy"] is String)
        for json in [
            "{\"name\": \"\"}", "{\"name\": \"a\\nb\"}", "{\"name\": \"a\", \"color\": \"red;}\"}",
            "{}",
            "{\"name\": 1}",
        ] {
            #expect(await make(json).code == "bad-content", "\(json)")
        }
        _ = await make("{\"name\": \"../../up\"}")
        let details = await bench.get("/v1/calendars?details=true")
        #expect(!details.text.contains(bench.folder.path), "\(details.text)")
        let made = try #require(try bench.service.live.present.store.sources().first?.location)
        let below = bench.folder.appending(path: "calendars").path + "/"
        #expect(made.hasPrefix(below) && !made.contains(".."), "\(made)")
    }

    @Test("an account is asked for at public addresses alone, and its password is nowhere")
    func account() async throws {
        let secret = "app-password-7391"
        for address in ["http://127.0.0.1:1/dav/", "https://10.0.0.1/", "https://[::1]/"] {
            for target in ["/v1/accounts?dryRun=true", "/v1/accounts"] {
                let answer = await bench.ask(
                    "POST", target,
                    "{\"address\": \"\(address)\", \"user\": \"kim\", \"password\": \"\(secret)\"}")
                #expect(answer.code == "private-address", "\(address): \(answer.text)")
                #expect(!answer.text.contains(secret) && !answer.text.contains("Tried"))
            }
        }
        let files = FileManager.default.enumerator(
            at: bench.folder, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) {
            let bytes = (try? Data(contentsOf: file)) ?? Data()
            #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(file)")
        }
        #expect(await bench.ask("POST", "/v1/accounts", "{\"address\": \"\"}").status == 422)
        #expect(await bench.ask("POST", "/v1/accounts", "{}").status == 400)
        #expect(await bench.ask("POST", "/v1/accounts/none/sync").code == "no-account")
    }

    @Test("no page starts the program that has an account's or a feed's password")
    func programs() async throws {
        let trace = bench.folder.appending(path: "started").path
        let command = PasswordSource.command(["touch", trace])
        let database = try RoomDatabase.open(path: bench.folder.appending(path: "sync.db").path)
        let accounts = try AccountStore(database)
        let url = try #require(URL(string: "https://dav.example.org"))
        for (id, source) in [("a", command), ("b", .keyring(account: "b"))] {
            var account = Account(id: id, name: id, address: "x", url: url, user: "kim")
            account.password = source
            _ = try accounts.add(account)
            #expect(await bench.ask("POST", "/v1/accounts/\(id)/sync").code == "starts-a-program")
            #expect(await bench.ask("DELETE", "/v1/accounts/\(id)").code == "starts-a-program")
        }
        var account = Account(id: "c", name: "c", address: "x", url: url, user: "kim")
        account.password = .file("/nowhere/of-kim/password")
        _ = try accounts.add(account)
        let answer = await bench.ask("POST", "/v1/accounts/c/sync")
        #expect(answer.status == 422 && !answer.text.contains("of-kim"), "\(answer.text)")
        #expect(!FileManager.default.fileExists(atPath: trace))
        let shown = await bench.get("/v1/calendars?details=true").text
        #expect(shown.contains("\"startsProgram\":true") && !shown.contains(trace))
        #expect(try accounts.accounts().count == 3)
    }

    @Test("no other site, no reader of a link and no service that only shows may do it")
    func strangers() async throws {
        _ = try await bench.add("Lunch tomorrow 12:30")
        var link = SharedLink(name: "Kim", created: ServiceBench.Clock().now)
        link.isBusyOnly = true
        try bench.service.parts.links.add(link)
        let page = try await bench.signIn()
        let reading = try ServiceBench(isReadOnly: true, after: bench)
        for (method, path, body) in [
            ("POST", "/v1/calendars", "{\"name\": \"a\"}"),
            ("POST", "/v1/calendars/file?name=a", ""),
            ("PATCH", "/v1/calendars/1", "{\"name\": \"a\"}"), ("DELETE", "/v1/calendars/1", ""),
            ("POST", "/v1/accounts", "{\"address\": \"a\"}"), ("POST", "/v1/accounts/a/sync", ""),
            ("DELETE", "/v1/accounts/a", ""), ("POST", "/v1/calendars/1/refresh", ""),
            ("POST", "/v1/shares", "{}"),
            ("DELETE", "/v1/shares/\(link.token)", ""),
        ] {
            var foreign = page
            foreign["Origin"] = "https://example.org"
            foreign["If-Match"] = "*"
            let refused = await bench.ask(method, path, body, fields: foreign, line: .network)
            #expect(refused.code == "foreign-origin", "\(path): \(refused.text)")
            var reader: HeaderFields = ["Host": "localhost:8017"]
            reader["Authorization"] = "Bearer \(link.token)"
            let unknown = await bench.ask(method, path, body, fields: reader, line: .network)
            #expect(unknown.status == 401, "\(path)")
            #expect(await reading.ask(method, path, body).code == "read-only", "\(path)")
        }
        #expect(try await names() == ["local"])
        #expect(try bench.service.parts.links.all().count == 1)
    }

    @Test(
        "a link shows before it is made what its readers get, and nobody reads it once it is ended")
    func shares() async throws {
        _ = try await bench.add("Lunch tomorrow 12:30-13:30")
        let busy = "{\"busyOnly\": true}"
        let dry = await bench.ask("POST", "/v1/shares?dryRun=true", busy)
        let shown = try #require(dry.json["events"] as? [[String: Any]])
        #expect(dry.status == 200 && shown.map { $0["summary"] as? String } == ["Busy"])
        #expect(shown[0]["start"] as? String == "2026-11-21T12:30:00+01:00")
        #expect(dry.json["path"] == nil && !dry.text.contains("Lunch"))
        #expect(await bench.get("/v1/shares").json["links"] as? [String] == [])
        let made = await bench.ask("POST", "/v1/shares", "{\"calendars\": [\"local\"]}")
        #expect(made.status == 201 && made.json["name"] as? String == "local", "\(made.text)")
        let path = try #require(made.json["path"] as? String)
        #expect(await bench.get(path).text.contains("SUMMARY:Lunch\r\n"))
        let token = try #require(path.firstMatch(of: /[0-9a-f]{32}/)).output
        #expect(await bench.ask("DELETE", "/v1/shares/\(token)").status == 200)
        #expect(await bench.get(path).code == "no-such-link")
        #expect(await bench.ask("DELETE", "/v1/shares/\(token)").code == "no-such-link")
        for bad in [
            "{\"calendars\": [\"none\"]}", "{\"days\": 0}", "{\"expires\": \"2026-11-19\"}",
            "{\"busyOnly\": true, \"includesPrivate\": true}", "{\"name\": \"\"}",
        ] {
            let status = await bench.ask("POST", "/v1/shares", bad).status
            #expect([400, 422].contains(status), "\(bad)")
        }
    }
}
