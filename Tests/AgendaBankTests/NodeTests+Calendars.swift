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
    }
}
