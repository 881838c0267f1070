import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("What clients set and ask for scheduling (RFC 6638 section 9, RFC 3744 section 9.4)")
struct SchedulingPropertyTests {
    typealias Bench = SchedulingBench

    private static let spaces = "xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\""

    /// Sets properties, or removes them.
    private func set(
        _ bench: Bench, _ target: String, _ properties: String, step: String = "set"
    ) async -> String {
        let body =
            "<D:propertyupdate \(Self.spaces)><D:\(step)><D:prop>\(properties)</D:prop></D:\(step)></D:propertyupdate>"
        let answer = await bench.ask("PROPPATCH", target, body, as: "lee")
        #expect(answer.status == 207)
        return answer.text
    }

    private func get(_ bench: Bench, _ target: String, _ property: String) async -> String {
        await bench.ask(
            "PROPFIND", target,
            "<D:propfind \(Self.spaces)><D:prop><C:\(property)/></D:prop></D:propfind>", as: "lee",
            fields: ["Depth": "0"]
        ).text
    }

    private static func usual(_ href: String) -> String {
        "<C:schedule-default-calendar-URL><D:href>\(href)</D:href></C:schedule-default-calendar-URL>"
    }

    @Test("invitations come into the calendar that a client chooses")
    func defaultCalendar() async throws {
        let bench = try await Bench("kim", "lee")
        #expect(await bench.ask("MKCALENDAR", "work/", as: "lee").status == 201)
        let made = await bench.ask(
            "MKCALENDAR", "tasks/",
            "<C:mkcalendar \(Self.spaces)><D:set><D:prop><C:supported-calendar-component-set><C:comp name=\"VTODO\"/></C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>",
            as: "lee")
        #expect(made.status == 201, "\(made.text)")
        let name = "schedule-default-calendar-URL"
        for bad in [
            "/dav/c/lee/none/", "/dav/c/kim/calendar/", "/dav/c/lee/tasks/", "/dav/c/lee/all/",
            "/dav/c/lee/inbox/", "",
        ] {
            let answer = await set(bench, "inbox/", Self.usual(bad))
            #expect(
                answer.contains("403 ")
                    && answer.contains("<C:valid-schedule-default-calendar-URL/>"),
                "\(bad): \(answer)")
        }
        let two = Self.usual("/dav/c/lee/work/</D:href><D:href>/dav/c/lee/calendar/")
        #expect(await set(bench, "inbox/", two).contains("403 "))
        #expect(await set(bench, "inbox/", "<D:displayname>In</D:displayname>").contains("403 "))
        #expect(await get(bench, "inbox/", name).contains("/dav/c/lee/calendar/"))
        let chosen = await set(bench, "inbox/", Self.usual("/dav/c/lee/work/"))
        #expect(chosen.contains("200 OK"), "\(chosen)")
        #expect(await get(bench, "inbox/", name).contains("/dav/c/lee/work/"))
        await bench.put(Bench.event(), as: "kim")
        let query = "<D:propfind \(Self.spaces)><D:prop><D:getetag/></D:prop></D:propfind>"
        func count(_ calendar: String) async -> Int {
            let list = await bench.ask(
                "PROPFIND", calendar, query, as: "lee", fields: ["Depth": "1"])
            return list.text.components(separatedBy: ".ics</D:href>").count - 1
        }
        #expect(await count("work/") == 1)
        // A to-do comes where to-dos are taken.
        let todo = Bench.event(uid: "t").replacing("VEVENT", with: "VTODO").replacing(
            "DTSTART:20261201T100000Z\r\nDTEND:", with: "DUE:")
        await bench.put(todo, "t.ics", as: "kim")
        #expect(await count("work/") == 2)
        let freed = await set(bench, "inbox/", "<C:\(name)/>", step: "remove")
        #expect(freed.contains("200 OK"))
        #expect(await get(bench, "inbox/", name).contains("/dav/c/lee/calendar/"))
    }

    @Test("a calendar that is transparent makes nobody busy, on the page neither")
    func transparency() async throws {
        let bench = try await Bench("kim", "lee")
        let event = Bench.event([], organizer: "lee")
        #expect(await bench.put(event, as: "lee").status == 201)
        let question = Bench.calendar(
            """
            METHOD:REQUEST
            BEGIN:VFREEBUSY
            UID:q
            DTSTAMP:20261120T110000Z
            DTSTART:20261201T000000Z
            DTEND:20261202T000000Z
            ORGANIZER:mailto:kim@example.org
            ATTENDEE:mailto:lee@example.org
            END:VFREEBUSY

            """)
        func isBusy() async -> Bool {
            await bench.ask("POST", "outbox/", question, as: "kim").text.contains(
                "FREEBUSY:20261201T100000Z/20261201T110000Z")
        }
        let name = "schedule-calendar-transp"
        #expect(await isBusy())
        #expect(await get(bench, "calendar/", name).contains("<C:opaque/>"))
        let free = await set(bench, "calendar/", "<C:\(name)><C:transparent/></C:\(name)>")
        #expect(free.contains("200 OK"), "\(free)")
        #expect(await get(bench, "calendar/", name).contains("<C:transparent/>"))
        #expect(await !isBusy())
        let bad = await set(bench, "calendar/", "<C:\(name)><C:clear/></C:\(name)>")
        #expect(bad.contains("409 "))
        #expect(await get(bench, "calendar/", name).contains("<C:transparent/>"))
        // What the page says later counts.
        let lee = try #require(bench.seats["lee"])
        let list = await bench.people.ask("GET", "/v1/calendars", token: lee.token)
        let calendars = try #require(list.json["calendars"] as? [[String: Any]], "\(list.text)")
        let own = try #require(calendars.first { $0["name"] as? String == "Calendar" })
        let path = "/v1/calendars/\(try #require(own["id"].map { "\($0)" }))"
        let stated = await bench.people.ask("GET", path, token: lee.token)
        #expect(stated.json["busy"] as? Bool == false, "\(stated.text)")
        let changed = await bench.people.ask(
            "PATCH", path, "{\"busy\": true}", token: lee.token, fields: ["If-Match": "*"])
        #expect(changed.status == 200, "\(changed.text)")
        #expect(await get(bench, "calendar/", name).contains("<C:opaque/>"))
        #expect(await isBusy())
        _ = await set(bench, "calendar/", "<C:\(name)><C:transparent/></C:\(name)>")
        _ = await set(bench, "calendar/", "<C:\(name)/>", step: "remove")
        #expect(await get(bench, "calendar/", name).contains("<C:opaque/>"))
    }

    @Test("who knows a whole address, or a name, finds its user, and nobody learns of others")
    func principals() async throws {
        let bench = try await Bench("kim", "lee", "max")
        func find(_ word: String, _ property: String, _ more: String = "") async -> String {
            await bench.ask(
                "REPORT", "/dav/principals/",
                """
                <D:principal-property-search \(Self.spaces)\(more)><D:property-search><D:prop><\(property)/></D:prop>
                <D:match>\(word)</D:match></D:property-search>
                <D:prop><D:displayname/><C:calendar-user-address-set/><C:calendar-user-type/><D:owner/></D:prop>
                </D:principal-property-search>
                """, as: "kim", fields: ["Depth": "0"]
            ).text
        }
        let address = "C:calendar-user-address-set"
        for word in ["lee@example.org", "MAILTO:Lee@Example.org"] {
            let found = await find(word, address)
            for part in [
                "<D:href>/dav/u/lee/</D:href>", "<D:displayname>lee</D:displayname>",
                "<D:href>mailto:lee@example.org</D:href>",
                "<C:calendar-user-type>INDIVIDUAL</C:calendar-user-type>", "404 ",
            ] { #expect(found.contains(part), "\(part) in \(found)") }
            #expect(!found.contains("/dav/u/max/") && !found.contains("/dav/u/kim/"))
        }
        #expect(await find("lee", "D:displayname").contains("/dav/u/lee/"))
        for word in ["lee", "lee@", "example.org", "@", ""] {
            #expect(!(await find(word, address).contains("/dav/u/lee/")), "\(word)")
        }
        #expect(!(await find("le", "D:displayname").contains("/dav/u/lee/")))
        #expect(await find("kim", address).contains("/dav/u/kim/"), "oneself, by a part")
        let lee = try #require(bench.seats["lee"])
        try bench.people.desk.set(.frozen, of: lee.user)
        #expect(!(await find("lee@example.org", address).contains("/dav/u/lee/")))
        let other = await bench.ask("PROPFIND", "/dav/u/max/", as: "kim", fields: ["Depth": "0"])
        #expect(other.status == 404)
    }
}
