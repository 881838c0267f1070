import AgendaActions
@testable import AgendaBank
import AgendaKit
@testable import AgendaNode
@testable import AgendaService
import Foundation
import ICalendar
import Testing

/// Nodes of one bank: each has a folder of its own, and nothing else of the users.
@Suite("Nodes of a bank", .enabled(if: TestBank.isThere, TestBank.comment), .serialized)
struct NodeTests {
    let test: TestBank
    let folder: TestFolder
    let zone: TimeZoneRules

    final class TestFolder: Sendable {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "agenda-node-\(UUID().uuidString)"
        ).path
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    init() throws {
        test = try TestBank("nodes")
        folder = TestFolder()
        zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        _ = try UserTable(folder: "", database: BankPeople(test.owner, isOwner: true))
    }

    /// One of the nodes.
    struct Node {
        let people: People
        let folder: String

        func ask(
            _ method: String, _ target: String, _ body: String? = nil,
            fields: HeaderFields = [:]
        ) async -> (status: Int, fields: HeaderFields, text: String) {
            var fields = fields
            fields["Host"] = "127.0.0.1:8017"
            if body != nil, fields["Content-Type"] == nil {
                fields["Content-Type"] = "application/json"
            }
            let response = await people.answer(
                ServiceRequest(
                    method, target, fields: fields, body: Array((body ?? "").utf8), line: .network,
                    peer: "127.0.0.1"))
            guard case .bytes(let bytes) = response.body else {
                return (response.status, response.fields, "(stream)")
            }
            return (response.status, response.fields, String(decoding: bytes, as: UTF8.self))
        }
    }

    func node(
        _ name: String, place: String? = nil, homes: BankHomes? = nil
    ) throws -> Node {
        let path = folder.path + "/" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let place = place ?? test.node
        var options = People.Options(zone: zone)
        options.refusalTime = .zero
        options.access.log = { print("\(name):", $0) }
        options.homes = homes ?? BankHomes(place)
        options.executor = BlockingThreads.shared
        let table = try UserTable(folder: path, database: BankPeople(place))
        return Node(people: try People(table, options), folder: path)
    }

    /// A new user with a device, by what they prove who they are with.
    func user(
        _ name: String, at node: Node, kind: UserKind = .individual
    ) async throws -> (
        user: ServedUser, token: HeaderFields, device: HeaderFields
    ) {
        var desk = UserDesk(
            try UserTable(
                folder: folder.path + "/desk", database: BankPeople(test.owner)), zone: zone)
        desk.homes = BankHomes(test.owner)
        let user = try await desk.add(name, addresses: ["\(name)@example.org"], kind: kind)
        let token: HeaderFields = ["Authorization": "Bearer " + (try desk.token(for: user))]
        let made = await node.ask("POST", "/v1/devices", "{\"name\": \"phone\"}", fields: token)
        #expect(made.status == 201, "\(made.text)")
        let json = try JSONSerialization.jsonObject(with: Data(made.text.utf8)) as? [String: Any]
        let password = try #require(json?["password"] as? String)
        let basic = Data("\(name):\(password)".utf8).base64EncodedString()
        return (user, token, ["Authorization": "Basic " + basic])
    }

    static func text(_ uid: String, _ summary: String) -> String {
        """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:test\r
        BEGIN:VEVENT\r
        UID:\(uid)\r
        DTSTAMP:20261120T000000Z\r
        DTSTART:20261120T100000Z\r
        SUMMARY:\(summary)\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    func put(
        _ summary: String, _ name: String, at node: Node, _ user: HeaderFields, of person: String,
        match: String? = nil
    ) async -> (status: Int, fields: HeaderFields, text: String) {
        var fields = user
        fields["Content-Type"] = "text/calendar"
        fields[match == nil ? "If-None-Match" : "If-Match"] = match ?? "*"
        return await node.ask(
            "PUT", "/dav/c/\(person)/calendar/\(name).ics", Self.text(name, summary),
            fields: fields)
    }

    @Test(
        "what one has acknowledged the other answers with at its next request, under the same tag")
    func readsWrites() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let anna = try await user("anna", at: first)
        for (index, (writer, reader)) in [
            (first, second), (second, first), (first, second), (second, first),
        ].enumerated() {
            let written = await put(
                "Number \(index)", "e\(index)", at: writer, anna.device, of: "anna")
            #expect(written.status == 201, "\(written.text)")
            let tag = try #require(written.fields["ETag"])
            let read = await reader.ask(
                "GET", "/dav/c/anna/calendar/e\(index).ics", fields: anna.device)
            #expect(read.status == 200)
            #expect(read.fields["ETag"] == tag)
            #expect(read.text == Self.text("e\(index)", "Number \(index)"))
            // What the other has read it may change; who has read something older may not.
            let again = await put(
                "Again", "e\(index)", at: reader, anna.device, of: "anna", match: tag)
            #expect(again.status == 204, "\(again.text)")
            let late = await put(
                "Late", "e\(index)", at: writer, anna.device, of: "anna", match: tag)
            #expect(late.status == 412)
        }
        let seen = await first.ask("GET", "/v1/search?q=Again", fields: anna.token)
        #expect(
            seen.text.components(separatedBy: "\"summary\":\"Again\"").count == 5, "\(seen.text)")
    }

    @Test("a client's state holds at each node, and tells of each change once")
    func states() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let lea = try await user("lea", at: first)
        /// What a client is told at a node: its next state, and the names with their tags, or that they are gone.
        func sync(_ node: Node, _ token: String?) async throws -> (String, [String: String]) {
            let body = """
                <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token ?? "")</D:sync-token>
                <D:sync-level>1</D:sync-level><D:prop><D:getetag/></D:prop></D:sync-collection>
                """
            let answer = await node.ask(
                "REPORT", "/dav/c/lea/calendar/", body,
                fields: lea.device.with("Content-Type", "application/xml"))
            #expect(answer.status == 207, "\(answer.text)")
            let next = try #require(answer.text.firstMatch(of: /<D:sync-token>([^<]+)</))
            var found: [String: String] = [:]
            for part in answer.text.components(separatedBy: "<D:response>").dropFirst() {
                let href = try #require(part.firstMatch(of: /<D:href>([^<]+)</)).output.1
                let tag = part.firstMatch(of: /<D:getetag>([^<]+)</)?.output.1
                found[String(href.split(separator: "/").last ?? "")] =
                    tag.map(String.init) ?? "gone"
            }
            return (String(next.output.1), found)
        }
        let lunch = await put("Lunch", "lunch", at: first, lea.device, of: "lea")
        let tag = try #require(lunch.fields["ETag"]).replacing("\"", with: "&quot;")
        let (token, all) = try await sync(second, nil)
        #expect(all.mapValues { $0.replacing("\"", with: "&quot;") } == ["lunch.ics": tag])
        // Nothing new, at whichever node.
        #expect(try await sync(first, token) == (token, [:]))
        _ = await put("Tea", "tea", at: second, lea.device, of: "lea")
        let gone = await first.ask("DELETE", "/dav/c/lea/calendar/lunch.ics", fields: lea.device)
        #expect(gone.status == 204)
        let fresh = try node("fresh-\(UUID().uuidString)")
        for node in [first, second, fresh] {
            let (next, changes) = try await sync(node, token)
            #expect(Set(changes.keys) == ["lunch.ics", "tea.ics"])
            #expect(changes["lunch.ics"] == "gone")
            #expect(try await sync(node, next) == (next, [:]))
        }
        // What is not of this calendar changes its state nowhere.
        let (before, _) = try await sync(first, nil)
        _ = await second.ask("POST", "/v1/calendars", "{\"name\": \"Other\"}", fields: lea.token)
        #expect(try await sync(first, nil).0 == before)
        #expect(try await sync(fresh, before) == (before, [:]))
    }

    @Test("a view that is thrown away is made again, with the same tags and calendars")
    func viewsGo() async throws {
        let first = try node("first")
        let kim = try await user("kim", at: first)
        let written = await put("Lunch", "lunch", at: first, kim.device, of: "kim")
        let made = await first.ask(
            "POST", "/v1/calendars", "{\"name\": \"Choir\", \"color\": \"#112233\"}",
            fields: kim.token)
        #expect(made.status == 201, "\(made.text)")
        let added = await first.ask(
            "POST", "/v1/events",
            "{\"words\": \"Rehearsal tomorrow 19:00\", \"calendar\": \"Choir\"}",
            fields: kim.token)
        #expect(added.status == 201, "\(added.text)")
        for _ in 0..<3 {
            let fresh = try node("fresh-\(UUID().uuidString)")
            let read = await fresh.ask("GET", "/dav/c/kim/calendar/lunch.ics", fields: kim.device)
            #expect(read.fields["ETag"] == written.fields["ETag"])
            let home = await fresh.ask(
                "PROPFIND", "/dav/c/kim/", fields: kim.device.with("Depth", "1"))
            #expect(home.text.contains("<D:href>/dav/c/kim/choir/</D:href>"), "\(home.text)")
            let found = await fresh.ask("GET", "/v1/search?q=Rehearsal", fields: kim.token)
            #expect(found.text.contains("\"summary\":\"Rehearsal\""))
            let calendars = await fresh.ask("GET", "/v1/calendars", fields: kim.token)
            #expect(calendars.text.contains("\"#112233\""))
        }
    }

    @Test("an open stream is told what another node has changed")
    func streams() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let ulf = try await user("ulf", at: first)
        let following = Task { await first.people.follow() }
        defer { following.cancel() }
        let opened = await first.people.answer(
            ServiceRequest(
                "GET", "/v1/stream", fields: ulf.token.with("Host", "127.0.0.1:8017"),
                line: .network, peer: "127.0.0.1"))
        #expect(opened.status == 200)
        guard case .stream(let next) = opened.body else {
            Issue.record("no stream")
            return
        }
        #expect(await put("Lunch", "lunch", at: second, ulf.device, of: "ulf").status == 201)
        var told = ""
        while !told.contains("Lunch"), let bytes = await next() {
            told += String(decoding: bytes, as: UTF8.self)
        }
        #expect(told.contains("Lunch"))
    }

    @Test("what a node asks of its bank is counted")
    func figures() async throws {
        let homes = BankHomes(test.node)
        let node = try node("first", homes: homes)
        let quin = try await user("quin", at: node)
        func value(_ name: String) -> Double? {
            homes.figures.first { "\($0.name) \($0.labels)" == name }?.value
        }
        let (before, age) = (
            value("agenda_bank_questions_total use=\"write\"") ?? 0,
            value("agenda_bank_feed_age_seconds ")
        )
        #expect(age == nil)
        #expect(await put("One", "a", at: node, quin.device, of: "quin").status == 201)
        #expect(value("agenda_bank_questions_total use=\"write\"") ?? 0 > before)
        #expect(value("agenda_bank_question_failures_total use=\"write\"") == 0)
        // One that has answered is given back after that.
        for _ in 0..<500 where value("agenda_bank_connections_working use=\"write\"") != 0 {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(value("agenda_bank_connections_working use=\"write\"") == 0)
    }

    @Test("a folder moves in and out again, byte for byte")
    func moves() async throws {
        let first = try node("first")
        let ron = try await user("ron", at: first)
        let (source, target) = (folder.path + "/in", folder.path + "/out")
        try FileManager.default.createDirectory(
            atPath: source + "/choir", withIntermediateDirectories: true)
        let texts = [
            "a.ics": Self.text("a", "Alto"), "b.ics": Self.text("b", "Bass"), "c.ics": "nothing",
        ]
        for (name, text) in texts {
            try Data(text.utf8).write(to: URL(filePath: "\(source)/choir/\(name)"))
        }
        var desk = UserDesk(
            try UserTable(folder: folder.path + "/desk", database: BankPeople(test.owner)),
            zone: zone)
        desk.homes = BankHomes(test.owner)
        let imported = try await desk.importCalendars(of: ron.user, from: source)
        #expect(imported.map(\.calendar) == ["choir"])
        #expect(imported.map(\.count) == [2])
        #expect(imported.first?.refused.map { $0.prefix(6) } == ["c.ics:"])
        let read = await first.ask("GET", "/dav/c/ron/choir/a.ics", fields: ron.device)
        #expect(read.text == texts["a.ics"])
        let exported = try await desk.export(ron.user, to: target)
        #expect(exported.contains { $0.calendar == "choir" && $0.count == 2 })
        for name in ["a.ics", "b.ics"] {
            let bytes = FileManager.default.contents(atPath: "\(target)/choir/\(name)")
            #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == texts[name])
        }
    }

    @Test("a frozen user is out at all, and of one who is removed nothing is left")
    func ended() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let eve = try await user("eve", at: first)
        #expect(await put("Lunch", "lunch", at: second, eve.device, of: "eve").status == 201)
        var desk = UserDesk(
            try UserTable(folder: folder.path + "/desk", database: BankPeople(test.owner)),
            zone: zone)
        desk.homes = BankHomes(test.owner)
        try desk.set(.frozen, of: eve.user)
        for node in [first, second] {
            #expect(await node.ask("PROPFIND", "/dav/c/eve/", fields: eve.device).status == 401)
            #expect(await put("Tea", "tea", at: node, eve.device, of: "eve").status == 401)
        }
        try desk.set(.active, of: try desk.user("eve"))
        #expect(await first.ask("PROPFIND", "/dav/c/eve/", fields: eve.device).status == 207)
        try desk.remove(try desk.user("eve"), folder: true)
        for table in ["users", "calendar", "resource", "operation", "nonce", "document"] {
            let column = table == "users" ? "id" : "user_id"
            #expect(
                try test.sql(
                    "SELECT count(*) FROM agenda.\(table) WHERE \(column) = \(eve.user.id)")
                    == ["0"])
        }
    }

    @Test("two that change the same document at once: one is done, the other is told to ask again")
    func conflict() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let zoe = try await user("zoe", at: first)
        _ = await second.ask("GET", "/v1/calendars", fields: zoe.token)
        async let one = first.ask(
            "POST", "/v1/calendars", "{\"name\": \"One\"}", fields: zoe.token)
        async let two = second.ask(
            "POST", "/v1/calendars", "{\"name\": \"Two\"}", fields: zoe.token)
        let answers = await [("One", one), ("Two", two)]
        let list = await first.ask("GET", "/v1/calendars", fields: zoe.token).text
        #expect(await second.ask("GET", "/v1/calendars", fields: zoe.token).text == list)
        for (name, answer) in answers {
            #expect([201, 503].contains(answer.status), "\(answer.text)")
            if answer.status == 201 { #expect(list.contains("\"\(name)\"")) }
        }
        #expect(answers.contains { $0.1.status == 201 })
    }

    @Test(
        "while the bank is away nothing is acknowledged, and nobody is told that something is gone")
    func away() async throws {
        let first = try node("first")
        let max = try await user("max", at: first)
        #expect(await put("Lunch", "lunch", at: first, max.device, of: "max").status == 201)
        // A server that there is not.
        let lost = try? node("lost", place: "host=/nowhere dbname=x")
        #expect(lost == nil)
        try test.sql("ALTER ROLE bank_test_node NOLOGIN")
        try test.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bank_test_node'"
        )
        let written = await put("Tea", "tea", at: first, max.device, of: "max")
        #expect(written.status == 503)
        #expect(written.fields["Retry-After"] != nil)
        let read = await first.ask("GET", "/dav/c/max/calendar/lunch.ics", fields: max.device)
        #expect(read.status == 503)
        try test.sql("ALTER ROLE bank_test_node LOGIN")
        var again = await put("Tea", "tea", at: first, max.device, of: "max")
        for _ in 0..<100 where again.status == 503 {
            try await Task.sleep(for: .milliseconds(100))
            again = await put("Tea", "tea", at: first, max.device, of: "max")
        }
        #expect(again.status == 201)
    }
}

extension HeaderFields {
    func with(_ name: String, _ value: String) -> HeaderFields {
        var fields = self
        fields[name] = value
        return fields
    }
}
