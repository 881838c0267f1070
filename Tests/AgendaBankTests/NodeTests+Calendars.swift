import AgendaActions
@testable import AgendaBank
import AgendaKit
@testable import AgendaNode
@testable import AgendaService
import Foundation
import ICalendar
import Testing

extension NodeTests {
    @Test("what is made at one is there at the other: calendars, names, devices and their end")
    func documents() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let bob = try await user("bob", at: first)
        func calendars(_ node: Node) async -> String {
            await node.ask("GET", "/v1/calendars", fields: bob.token).text
        }
        #expect(await calendars(second).contains("Calendar"))
        let made = await second.ask(
            "POST", "/v1/calendars", "{\"name\": \"Work\"}", fields: bob.token)
        #expect(made.status == 201)
        #expect(await calendars(first).contains("\"Work\""))
        let home = await first.ask("PROPFIND", "/dav/c/bob/", fields: bob.device.with("Depth", "1"))
        #expect(home.status == 207)
        #expect(home.text.contains("/dav/c/bob/work/"))
        let list = await second.ask("GET", "/v1/devices", fields: bob.token)
        let json = try JSONSerialization.jsonObject(with: Data(list.text.utf8)) as? [String: Any]
        let id = try #require((json?["devices"] as? [[String: Any]])?.first?["id"] as? Int)
        let gone = await second.ask("DELETE", "/v1/devices/\(id)", fields: bob.token)
        #expect([200, 204].contains(gone.status), "\(gone.text)")
        let late = await first.ask("PROPFIND", "/dav/c/bob/", fields: bob.device)
        #expect(late.status == 401)
    }

    @Test("links and mirrors are there at each node, also at one that has nothing yet")
    func besides() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let gus = try await user("gus", at: first)
        #expect(await put("Lunch", "lunch", at: first, gus.device, of: "gus").status == 201)
        let shared = await first.ask("POST", "/v1/shares", "{}", fields: gus.token)
        let json = try JSONSerialization.jsonObject(with: Data(shared.text.utf8)) as? [String: Any]
        let link = try #require(json?["path"] as? String, "\(shared.text)")
        let made = await second.ask(
            "POST", "/v1/calendars", "{\"name\": \"Work\"}", fields: gus.token)
        #expect(made.status == 201, "\(made.text)")
        let mirror = await second.ask(
            "POST", "/v1/mirrors",
            "{\"calendars\": [\"Calendar\"], \"target\": \"Work\"}", fields: gus.token)
        #expect(mirror.status == 201, "\(mirror.text)")
        for node in [second, first, try node("fresh-\(UUID().uuidString)")] {
            let feed = await node.ask("GET", link)
            #expect(feed.status == 200 && feed.text.contains("SUMMARY:Lunch"), "\(feed.text)")
            let mirrors = await node.ask("GET", "/v1/mirrors", fields: gus.token)
            #expect(mirrors.text.contains("\"state\":\"current\""), "\(mirrors.text)")
        }
        for name in ["agenda.db", "agenda.db-wal", "agenda.db-import", ".shown", "sync.db-lock"] {
            #expect(!DocumentFiles.isDocument(name))
        }
        for name in ["shares", "mirrors", "mirror-0123", "alarms", "proposals", "key"] {
            #expect(DocumentFiles.isDocument("agenda.db-" + name))
        }
    }

    @Test("a calendar that was removed stays in the bank for 30 days, and comes back until then")
    func removed() async throws {
        let node = try node("first")
        let rita = try await user("rita", at: node)
        let made = await node.ask(
            "POST", "/v1/calendars", "{\"name\": \"Work\"}", fields: rita.token)
        let json = try JSONSerialization.jsonObject(with: Data(made.text.utf8)) as? [String: Any]
        let id = try #require(json?["id"] as? Int, "\(made.text)")
        let open = try await node.people.open.open(rita.user)
        /// How many of the user's calendars the bank has once it was looked at so many days after now.
        func left(after days: Int) throws -> [String] {
            let live = open.service.live
            try RemovedCalendars(
                store: live.present.store, service: open.service.parts.database,
                kept: live.person.kept
            ).sweep(at: live.clock.now + days * 86_400)
            return try test.sql(
                """
                SELECT count(*) FROM agenda.calendar
                WHERE user_id = \(rita.user.id) AND id > 0 AND NOT deleted
                """)
        }
        func remove(_ id: Int) async throws {
            let list = await node.ask("GET", "/v1/calendars/\(id)", fields: rita.token)
            let tag = try #require(list.fields["ETag"])
            let gone = await node.ask(
                "DELETE", "/v1/calendars/\(id)", fields: rita.token.with("If-Match", tag))
            #expect(gone.status == 200, "\(gone.text)")
        }
        let before = try left(after: 400)
        try await remove(id)
        #expect(try left(after: 29) == before)
        let back = await node.ask("POST", "/v1/undo", "{}", fields: rita.token)
        #expect(back.status == 200, "\(back.text)")
        #expect(try left(after: 31) == before)
        let all = await node.ask("GET", "/v1/calendars", fields: rita.token)
        let listed = try JSONSerialization.jsonObject(with: Data(all.text.utf8)) as? [String: Any]
        let calendars = listed?["calendars"] as? [[String: Any]]
        let again = calendars?.first { $0["name"] as? String == "Work" }?["id"] as? Int
        try await remove(try #require(again, "\(all.text)"))
        let last = try left(after: 31)
        #expect(last == before.map { "\((Int($0) ?? 0) - 1)" })
        #expect(try left(after: 32) == last)
        // What has left the bank does not come back empty.
        let late = await node.ask("POST", "/v1/undo", "{}", fields: rita.token)
        #expect((400..<500).contains(late.status), "\(late.text)")
    }

    @Test("what is open when another node changes the list of calendars never counts again")
    func replaced() async throws {
        let (first, second) = (try node("first"), try node("second"))
        let lars = try await user("lars", at: first)
        let old = try await first.people.open.open(lars.user)
        let made = await second.ask(
            "POST", "/v1/calendars", "{\"name\": \"Work\"}", fields: lars.token)
        #expect(made.status == 201)
        let (home, importer) = (try #require(old.home), old.service.live.present.importer)
        for _ in 0..<3 {
            await #expect(throws: UserHomeFault.replaced) { try await home.catchUp(importer) }
        }
        let listed = await first.ask("GET", "/v1/calendars", fields: lars.token)
        #expect(listed.text.contains("\"Work\""), "\(listed.text)")
        await #expect(throws: UserHomeFault.replaced) { try await home.catchUp(importer) }
        let again = try node("first")
        #expect(
            await again.ask("GET", "/v1/calendars", fields: lars.token).text.contains("\"Work\""))
    }

    @Test(
        "a store that is older than its documents is made anew, whatever ended the process before",
        arguments: [true, false])
    func older(isMarked: Bool) async throws {
        let name = isMarked ? "nils" : "olga"
        let person = try await user(name, at: try node("other"))
        let place = folder.path + "/first/\(person.user.id)"
        func store(_ body: (String) throws -> Void) rethrows {
            for end in ["", "-wal", "-shm"] { try body("/agenda.db" + end) }
        }
        do {
            let first = try node("first")
            #expect(await first.ask("GET", "/v1/calendars", fields: person.token).status == 200)
            let aside = folder.path + "/aside-\(name)"
            try FileManager.default.copyItem(atPath: place, toPath: aside)
            let made = await first.ask(
                "POST", "/v1/calendars", "{\"name\": \"Work\"}", fields: person.token)
            #expect(made.status == 201)
            // As an end between a document and the store leaves them.
            store { file in
                try? FileManager.default.removeItem(atPath: place + file)
                try? FileManager.default.copyItem(atPath: aside + file, toPath: place + file)
            }
            if !isMarked {
                try FileManager.default.removeItem(atPath: place + "/.shown")
                try FileManager.default.copyItem(
                    atPath: aside + "/.shown", toPath: place + "/.shown")
            }
        }
        let next = try node("first")
        // Whoever finds it is told to ask again, at most once.
        _ = await next.ask("GET", "/v1/calendars", fields: person.token)
        let listed = await next.ask("GET", "/v1/calendars", fields: person.token)
        #expect(listed.text.contains("\"Work\""), "\(listed.text)")
    }
}
