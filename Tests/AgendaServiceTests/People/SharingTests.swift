import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Calendars that users share with each other")
struct SharingTests {
    let bench: PeopleBench
    let kim: SharingDevice
    let lee: SharingDevice

    init() async throws { try await self.init(try PeopleBench { $0.limits.requests = 1_000_000 }) }

    init(_ bench: PeopleBench) async throws {
        self.bench = bench
        kim = try await SharingDevice(bench, "kim")
        lee = try await SharingDevice(bench, "lee")
        for (name, title, secrecy) in [
            ("open", "Tiles", ""), ("private", "Basalt", "CLASS:PRIVATE"),
            ("secret", "Basalt", "CLASS:CONFIDENTIAL"),
        ] {
            let text = SharingDevice.event(name, title, hour: 11, secrecy)
            let put = await kim.dav("PUT", "calendar/\(name).ics", text)
            #expect(put.status == 201)
        }
        let removed = await kim.sync("calendar").changed.keys.filter {
            !["open.ics", "private.ics", "secret.ics"].contains($0)
        }
        for name in removed {
            #expect(await kim.dav("DELETE", "calendar/\(name)").status == 204)
        }
    }

    @Test(
        "what is shared is there at the next request, as far as it is shared, and gone at the next")
    func next() async throws {
        #expect(await lee.titles() == ["Own"])
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        #expect(await lee.titles() == ["Busy", "Own", "Tiles"])
        #expect(await lee.calendars() == ["calendar", "local", "kim-calendar"])
        #expect(await kim.share("Calendar", with: "lee", "busy") == 200)
        let busy = await lee.titles()
        #expect(busy == ["Busy", "Busy", "Busy", "Own"])
        #expect(await kim.share("Calendar", with: "lee", "none") == 200)
        #expect(await lee.titles() == ["Own"])
        #expect(await lee.calendars() == ["calendar", "local"])
        #expect(await lee.dav("PROPFIND", "kim-calendar/").status == 404)
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        #expect(await lee.calendars() == ["calendar", "local", "kim-calendar"], "the same address")
        #expect(await kim.titles().count == 3, "the owner sees all")
    }

    @Test("a device is told of each change of rights and of the owner's, once")
    func tokens() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let first = await lee.sync("kim-calendar")
        #expect(first.changed.count == 2 && first.changed["open.ics"] != nil)
        let made = try #require(first.changed.keys.first { $0 != "open.ics" })
        #expect(made.hasPrefix("busy-"))
        let none = await lee.sync("kim-calendar", since: first.token)
        #expect(none.status == 207 && none.changed.isEmpty && none.gone.isEmpty)
        #expect(await kim.share("Calendar", with: "lee", "busy") == 200)
        let less = await lee.sync("kim-calendar", since: first.token)
        #expect(less.gone == ["open.ics"])
        #expect(less.changed.count == 2, "\(less)")
        #expect(less.changed[made] == nil, "what is seen as before has not changed")
        let text = SharingDevice.event("open", "Slate", hour: 11)
        #expect(await kim.dav("PUT", "calendar/open.ics", text).status == 204)
        let same = await lee.sync("kim-calendar", since: less.token)
        #expect(same.changed.isEmpty && same.gone.isEmpty, "another title is no other time")
        #expect(await kim.dav("DELETE", "calendar/open.ics").status == 204)
        let gone = await lee.sync("kim-calendar", since: less.token)
        #expect(gone.changed.isEmpty)
        #expect(gone.gone.count == 1, "\(gone)")
        // A new grant is another calendar to who kept a token.
        #expect(await kim.share("Calendar", with: "lee", "none") == 200)
        #expect(await lee.sync("kim-calendar", since: gone.token).status == 404)
        #expect(await kim.share("Calendar", with: "lee", "busy") == 200)
        let again = await lee.sync("kim-calendar", since: gone.token)
        #expect(again.status == 403, "\(again)")
    }

    @Test("who may write changes what they see as it is, and nothing else")
    func write() async throws {
        let alarm = "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M\nEND:VALARM"
        let own = SharingDevice.event("open", "Tiles", hour: 11, alarm)
        #expect(await kim.dav("PUT", "calendar/open.ics", own).status == 204)
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        let all = await lee.sync("kim-calendar").changed
        let seen = await lee.dav("GET", "kim-calendar/open.ics")
        #expect(seen.text == SharingDevice.event("open", "Tiles", hour: 11))
        let text = SharingDevice.event("open", "Slate", hour: 11)
        let tag = all["open.ics"] ?? ""
        #expect(
            await lee.dav("PUT", "kim-calendar/open.ics", text, ["If-Match": "\"x\""]).status == 412
        )
        let put = await lee.dav("PUT", "kim-calendar/open.ics", text, ["If-Match": tag])
        #expect(put.status == 204 && put.fields["ETag"] != nil, "\(put.text)")
        #expect(await lee.dav("GET", "kim-calendar/open.ics").text == text)
        #expect(
            await kim.dav("GET", "calendar/open.ics").text
                == SharingDevice.event("open", "Slate", hour: 11, alarm), "with the owner's alarm")
        let made = SharingDevice.event("new", "Marble", hour: 13)
        #expect(await lee.dav("PUT", "kim-calendar/new.ics", made).status == 201)
        #expect(await kim.titles() == ["Basalt", "Basalt", "Marble", "Slate"])
        // What is not seen as it is.
        let busy = try #require(all.keys.first { $0.hasPrefix("busy-") })
        #expect(await lee.dav("PUT", "kim-calendar/\(busy)", made).status == 403)
        #expect(await lee.dav("DELETE", "kim-calendar/\(busy)").status == 403)
        for name in ["private.ics", "secret.ics"] {
            let other = SharingDevice.event("other", "Marble")
            #expect(await lee.dav("PUT", "kim-calendar/\(name)", other).status == 403)
            #expect(await lee.dav("GET", "kim-calendar/\(name)").status == 404)
            #expect(await lee.dav("DELETE", "kim-calendar/\(name)").status == 404)
        }
        let secret = SharingDevice.event("new", "Marble", hour: 13, "CLASS:PRIVATE")
        #expect(await lee.dav("PUT", "kim-calendar/new.ics", secret).status == 403)
        #expect(await lee.dav("DELETE", "kim-calendar/new.ics").status == 204)
        let rest = await kim.titles()
        #expect(rest == ["Basalt", "Basalt", "Slate"])
        #expect(await lee.dav("DELETE", "kim-calendar/").status == 403, "the calendar itself")
        // With less, nothing may be written.
        for access in ["read", "busy"] {
            #expect(await kim.share("Calendar", with: "lee", access) == 200)
            let refused = await lee.dav("PUT", "kim-calendar/new.ics", made)
            #expect(refused.status == 403, "\(refused)")
            #expect(await lee.dav("DELETE", "kim-calendar/open.ics").status >= 403)
        }
        #expect(await kim.titles() == ["Basalt", "Basalt", "Slate"])
    }

    @Test("by the page an event of the other's is changed and deleted as one's own")
    func page() async throws {
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        let listed = await bench.ask("GET", "/v1/events?days=2", token: lee.seat.token)
        let events = try #require(listed.json["events"] as? [[String: Any]])
        let tiles = try #require(events.first { $0["summary"] as? String == "Tiles" })
        #expect(tiles["calendar"] as? String == "Calendar (kim)")
        let id = try #require(tiles["id"] as? String)
        let shown = await bench.ask("GET", "/v1/events/\(id)", token: lee.seat.token)
        let changed = await bench.ask(
            "PATCH", "/v1/events/\(id)", "{\"summary\": \"Slate\"}", token: lee.seat.token,
            fields: ["If-Match": shown.fields["ETag"] ?? ""])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(await kim.titles() == ["Basalt", "Basalt", "Slate"])
        let busy = try #require(events.first { $0["summary"] as? String == "Busy" })
        let refused = await bench.ask(
            "PATCH", "/v1/events/\(busy["id"] as? String ?? "")", "{\"summary\": \"Slate\"}",
            token: lee.seat.token, fields: ["If-Match": "*"])
        #expect((400..<500).contains(refused.status))
        #expect(await kim.titles() == ["Basalt", "Basalt", "Slate"])
    }

    @Test("the owner is named, what may be done is told, and names and colours are one's own")
    func properties() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let asked = """
            <D:propfind xmlns:D="DAV:"><D:prop><D:owner/><D:displayname/><D:current-user-privilege-set/></D:prop></D:propfind>
            """
        func shown() async -> String {
            await lee.dav("PROPFIND", "kim-calendar/", asked, ["Depth": "0"]).text
        }
        #expect(await shown().contains("<D:owner><D:href>/dav/u/kim/</D:href></D:owner>"))
        #expect(await !shown().contains("<D:write/>"))
        let named = """
            <D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>Kim</D:displayname></D:prop></D:set></D:propertyupdate>
            """
        #expect(await lee.dav("PROPPATCH", "kim-calendar/", named).status == 207)
        #expect(await shown().contains("<D:displayname>Kim</D:displayname>"))
        #expect(await kim.share("Calendar", with: "lee", "write") == 200)
        let changed = await shown()
        #expect(changed.contains("<D:displayname>Kim</D:displayname>"))
        #expect(changed.contains("<D:write/>") || changed.contains("<D:write-content/>"))
        let own = await bench.ask("GET", "/v1/calendars", token: kim.seat.token)
        #expect(own.text.contains("\"Calendar\"") && !own.text.contains("\"Kim\""))
        let given = await bench.ask("GET", "/v1/sharing", token: kim.seat.token)
        let users = (given.json["given"] as? [[String: Any]])?.map { $0["user"] as? String }
        #expect(users == ["lee"])
        let taken = await bench.ask("GET", "/v1/sharing", token: lee.seat.token)
        let owners = (taken.json["taken"] as? [[String: Any]])?.map { $0["owner"] as? String }
        #expect(owners == ["kim"])
    }

    @Test("who gets a calendar may leave it, and may not share it on")
    func leave() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let list = await bench.ask("GET", "/v1/calendars?details", token: lee.seat.token)
        let found = try #require(list.json["calendars"] as? [[String: Any]])
        let mounted = try #require(found.first { $0["owner"] as? String == "kim" })
        #expect(mounted["name"] as? String == "Calendar (kim)")
        #expect(await lee.share("Calendar (kim)", with: "kim", "read") == 409)
        let shares = await bench.ask(
            "POST", "/v1/shares", "{\"calendars\": [\"Calendar (kim)\"]}", token: lee.seat.token)
        #expect(shares.status == 409)
        let all = await bench.ask("POST", "/v1/shares", "{}", token: lee.seat.token)
        let link = try #require(all.json["path"] as? String)
        let feed = await bench.ask("GET", link)
        #expect(feed.status == 200 && feed.text.contains("Own") && !feed.text.contains("Tiles"))
        let left = await bench.ask(
            "DELETE", "/v1/calendars/\(mounted["id"] as? Int ?? 0)", token: lee.seat.token,
            fields: ["If-Match": mounted["tag"] as? String ?? ""])
        #expect(left.status == 200, "\(left.text)")
        #expect(await lee.calendars() == ["calendar", "local"])
        let given = await bench.ask("GET", "/v1/sharing", token: kim.seat.token)
        #expect((given.json["given"] as? [Any])?.isEmpty == true)
    }

    @Test("only who is there is shared with, and only what is one's own")
    func refusals() async throws {
        #expect(await kim.share("Calendar", with: "nobody", "read") == 404)
        #expect(await kim.share("Calendar", with: "kim", "read") == 409)
        #expect(await kim.share("Calendar", with: "lee", "all") == 400)
        try bench.desk.set(.frozen, of: lee.seat.user)
        #expect(await kim.share("Calendar", with: "lee", "read") == 404)
    }

    @Test("an owner who is frozen or gone shows nothing")
    func owner() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        #expect(await lee.calendars().contains("kim-calendar"))
        try bench.desk.set(.frozen, of: kim.seat.user)
        #expect(await lee.titles() == ["Own"])
        #expect(await !lee.calendars().contains("kim-calendar"))
        try bench.desk.set(.active, of: try bench.desk.user("kim"))
        #expect(await lee.titles() == ["Busy", "Own", "Tiles"])
        try bench.desk.remove(try bench.desk.user("kim"), folder: false)
        #expect(await lee.titles() == ["Own"])
        try bench.desk.remove(try bench.desk.user("kim"), folder: true)
        #expect(await lee.titles() == ["Own"])
        #expect(try bench.desk.table.grants(to: lee.seat.user.id).isEmpty)
    }

    @Test("a calendar that the owner removes is gone, and back when that is undone")
    func removed() async throws {
        let made = await bench.ask(
            "POST", "/v1/calendars", "{\"name\": \"Team\"}", token: kim.seat.token)
        #expect(made.status == 201)
        #expect(await kim.share("Team", with: "lee", "read") == 200)
        #expect(await lee.calendars().contains("kim-team"))
        let removed = await bench.ask(
            "DELETE", "/v1/calendars/\(made.json["id"] as? Int ?? 0)", token: kim.seat.token,
            fields: ["If-Match": made.json["tag"] as? String ?? ""])
        #expect(removed.status == 200)
        #expect(await !lee.calendars().contains("kim-team"))
        #expect(await bench.ask("POST", "/v1/undo", "{}", token: kim.seat.token).status == 200)
        #expect(await lee.calendars().contains("kim-team"))
    }

    @Test(
        "while the owner's folder cannot be read, that calendar alone is away, and nothing of it goes"
    )
    func away() async throws {
        #expect(await kim.share("Calendar", with: "lee", "read") == 200)
        let before = await lee.sync("kim-calendar")
        #expect(before.changed.count == 2)
        let folder = bench.desk.table.folder(of: kim.seat.user) + "/calendars/calendar"
        let files = FileManager.default
        #expect(files.fileExists(atPath: folder))
        try files.moveItem(atPath: folder, toPath: folder + "-away")
        // The owner is told as ever that the folder cannot be read, and so the sharee is at their next request.
        _ = await kim.sync("calendar")
        #expect(await lee.dav("PUT", "kim-calendar/x.ics", "").status >= 400)
        try files.moveItem(atPath: folder + "-away", toPath: folder)
        let after = await lee.sync("kim-calendar", since: before.token)
        #expect(after.status == 207 && after.changed.isEmpty && after.gone.isEmpty)
    }
}
