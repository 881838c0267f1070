import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Invitations between the users of one service (RFC 6638)")
struct ImplicitSchedulingTests {
    typealias Bench = SchedulingBench

    @Test(
        "an invitation comes into the attendee's calendar and inbox, and the organizer sees that it did"
    )
    func invites() async throws {
        let bench = try await Bench("kim", "lee")
        let put = await bench.put(Bench.event(["lee", "zoe"]), as: "kim")
        #expect(put.status == 201 && put.fields["ETag"] == nil, "the text is not what was sent")
        #expect(put.fields["Schedule-Tag"] != nil)
        let copy = try #require(try await bench.copy(of: "lee"))
        #expect(copy.contains("SUMMARY:Plan\n") && copy.contains("DTSTART:20261201T100000Z\n"))
        #expect(Bench.status("lee", in: copy) == "NEEDS-ACTION")
        #expect(!copy.contains("SCHEDULE-STATUS") && !copy.contains("METHOD"))
        let inbox = await bench.inbox(of: "lee")
        #expect(inbox.count == 1 && inbox[0].contains("METHOD:REQUEST\n"))
        let own = try await bench.copy(of: "kim")
        #expect(Bench.attendee("lee", in: own)?.contains("SCHEDULE-STATUS=1.2") == true)
        #expect(Bench.attendee("zoe", in: own)?.contains("SCHEDULE-STATUS=5.3") == true)
        #expect(await bench.inbox(of: "kim") == [])
    }

    @Test(
        "an answer comes to the organizer, and the others see it without a message and under the same schedule tag"
    )
    func answers() async throws {
        let bench = try await Bench("kim", "lee", "max")
        await bench.put(Bench.event(["lee", "max"]), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let others = try #require(try await bench.href(of: "max"))
        let tag = await bench.ask("GET", others, as: "max").fields["Schedule-Tag"]
        let own = await bench.ask("GET", "calendar/a.ics", as: "kim").fields["Schedule-Tag"]
        let asked = await bench.ask("GET", href, as: "lee").text
        let answer = asked.replacing(
            "ATTENDEE;RSVP=TRUE:mailto:lee", with: "ATTENDEE:mailto:lee"
        ).replacing("ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee")
        let put = await bench.ask("PUT", href, answer, as: "lee")
        #expect(put.status == 204, "\(put.text)")
        let organized = try await bench.copy(of: "kim")
        #expect(Bench.status("lee", in: organized) == "ACCEPTED")
        #expect(Bench.attendee("lee", in: organized)?.contains("SCHEDULE-STATUS=2.0") == true)
        #expect(Bench.status("lee", in: try await bench.copy(of: "max")) == "ACCEPTED")
        #expect(try await bench.copy(of: "lee")?.contains("ORGANIZER;SCHEDULE-STATUS=1.2:") == true)
        #expect(await bench.inbox(of: "kim").count == 1)
        #expect(await bench.inbox(of: "max").count == 1, "the invitation alone")
        let after = await bench.ask("GET", others, as: "max")
        #expect(tag != nil && after.fields["Schedule-Tag"] == tag && after.fields["ETag"] != tag)
        let kim = await bench.ask("GET", "calendar/a.ics", as: "kim")
        #expect(kim.fields["Schedule-Tag"] == own && kim.fields["ETag"] != own)
        #expect(try bench.people.people.postman.table.count() == 0)
    }

    @Test("a change keeps the attendee's alarms, categories and answer; another time asks anew")
    func changes() async throws {
        let bench = try await Bench("kim", "lee")
        await bench.put(Bench.event(), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let mine = await bench.ask("GET", href, as: "lee").text.replacing(
            "END:VEVENT",
            with:
                "TRANSP:TRANSPARENT\r\nCATEGORIES:Mine\r\nX-MOZ-LASTACK:20261120T100000Z\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:x\r\nTRIGGER:-PT5M\r\nEND:VALARM\r\nEND:VEVENT"
        ).replacing("ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=TENTATIVE:mailto:lee")
        #expect(await bench.ask("PUT", href, mine, as: "lee").status == 204)
        let other = Bench.event(lines: "LOCATION:Cafe")
        #expect(await bench.put(other, as: "kim").status == 204)
        var copy = try #require(try await bench.copy(of: "lee"))
        for line in [
            "LOCATION:Cafe", "TRANSP:TRANSPARENT", "CATEGORIES:Mine", "TRIGGER:-PT5M",
            "X-MOZ-LASTACK:20261120T100000Z",
        ] {
            #expect(copy.contains(line + "\n"), "\(line) in \(copy)")
        }
        #expect(Bench.status("lee", in: copy) == "TENTATIVE")
        #expect(
            Bench.status("lee", in: try await bench.copy(of: "kim")) == "TENTATIVE",
            "what the client did not know")
        let later = Bench.event(start: "20261202T100000Z", end: "20261202T110000Z")
        #expect(await bench.put(later, as: "kim").status == 204)
        copy = try #require(try await bench.copy(of: "lee"))
        #expect(copy.contains("DTSTART:20261202T100000Z") && copy.contains("TRIGGER:-PT5M"))
        #expect(Bench.status("lee", in: copy) == "NEEDS-ACTION")
        #expect(Bench.status("lee", in: try await bench.copy(of: "kim")) == "NEEDS-ACTION")
        #expect(await bench.inbox(of: "lee").count == 3)
    }

    @Test("who is no longer invited, or whose event is deleted, has it as cancelled")
    func cancels() async throws {
        let bench = try await Bench("kim", "lee", "max")
        await bench.put(Bench.event(["lee", "max"]), as: "kim")
        await bench.put(Bench.event(["max"]), as: "kim")
        #expect(try await bench.copy(of: "lee")?.contains("STATUS:CANCELLED") == true)
        #expect(try await bench.copy(of: "max")?.contains("STATUS:CANCELLED") == false)
        #expect(await bench.ask("DELETE", "calendar/a.ics", as: "kim").status == 204)
        #expect(try await bench.copy(of: "max")?.contains("STATUS:CANCELLED") == true)
        #expect(await bench.inbox(of: "max").last?.contains("METHOD:CANCEL\n") == true)
        await bench.put(Bench.event(["lee"]), as: "kim")
        #expect(
            try await bench.copy(of: "lee")?.contains("STATUS:CANCELLED") == false, "invited again")
    }

    @Test("deleting a copy declines; Schedule-Reply: F tells nobody")
    func declines() async throws {
        let bench = try await Bench("kim", "lee", "max")
        await bench.put(Bench.event(["lee", "max"]), as: "kim")
        let lee = try #require(try await bench.href(of: "lee"))
        let max = try #require(try await bench.href(of: "max"))
        #expect(await bench.ask("DELETE", lee, as: "lee").status == 204)
        #expect(
            await bench.ask("DELETE", max, as: "max", fields: ["Schedule-Reply": "F"]).status == 204
        )
        let own = try await bench.copy(of: "kim")
        #expect(Bench.status("lee", in: own) == "DECLINED")
        #expect(Bench.status("max", in: own) == "NEEDS-ACTION")
        await bench.put(Bench.event(["lee", "max"], lines: "LOCATION:Cafe"), as: "kim")
        #expect(
            try await bench.copy(of: "lee") == nil,
            "who has declined and deleted it is not asked again")
        let later = Bench.event(["lee", "max"], start: "20261202T100000Z", end: "20261202T110000Z")
        await bench.put(later, as: "kim")
        #expect(try await bench.copy(of: "lee") != nil, "but at another time")
    }

    @Test("what is the organizer's, and two organizers or copies, are refused")
    func refusals() async throws {
        let bench = try await Bench("kim", "lee")
        await bench.put(Bench.event(), as: "kim")
        let href = try #require(try await bench.href(of: "lee"))
        let text = await bench.ask("GET", href, as: "lee").text
        for (old, new) in [
            ("DTEND:20261201T110000Z", "DTEND:20261201T120000Z"), ("SUMMARY:Plan", "SUMMARY:Mine"),
            ("END:VEVENT", "ATTENDEE:mailto:zoe@example.org\r\nEND:VEVENT"),
            ("END:VEVENT", "RRULE:FREQ=DAILY;COUNT=3\r\nEND:VEVENT"),
            ("ORGANIZER:mailto:kim", "ORGANIZER:mailto:lee"),
        ] {
            let put = await bench.ask("PUT", href, text.replacing(old, with: new), as: "lee")
            #expect(
                put.status == 403 && put.text.contains("allowed-attendee-scheduling-object-change"),
                "\(new)")
        }
        let handed = await bench.put(Bench.event(organizer: "zoe"), as: "kim")
        #expect(handed.text.contains("allowed-organizer-scheduling-object-change"))
        let two = Bench.calendar(
            Bench.component(["lee"], uid: "b", lines: "RRULE:FREQ=DAILY;COUNT=3")
                + Bench.component(
                    ["lee"], uid: "b", start: "20261202T120000Z", end: "20261202T130000Z",
                    lines: "RECURRENCE-ID:20261202T100000Z", organizer: "max"))
        #expect(
            await bench.put(two, "b.ics", as: "kim").text.contains(
                "same-organizer-in-all-components"))
        #expect(await bench.ask("MKCALENDAR", "second/", as: "kim").status == 201)
        let again = await bench.ask("PUT", "second/x.ics", Bench.event(), as: "kim")
        #expect(again.status == 403 && again.text.contains("unique-scheduling-object-resource"))
        #expect(again.text.contains("/dav/c/kim/calendar/a.ics"))
    }

    @Test("a client that knows the schedule tag writes over answers that it has not seen")
    func scheduleTag() async throws {
        let bench = try await Bench("kim", "lee")
        let tag = await bench.put(Bench.event(), as: "kim").fields["Schedule-Tag"]
        let href = try #require(try await bench.href(of: "lee"))
        let text = await bench.ask("GET", href, as: "lee").text
        let answer = text.replacing(
            "ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee")
        #expect(await bench.ask("PUT", href, answer, as: "lee").status == 204)
        let put = await bench.put(
            Bench.event(lines: "LOCATION:Cafe"), as: "kim",
            fields: ["If-Schedule-Tag-Match": tag ?? ""])
        #expect(put.status == 204)
        #expect(Bench.status("lee", in: try await bench.copy(of: "kim")) == "ACCEPTED")
        let old = await bench.put(
            Bench.event(), as: "kim", fields: ["If-Schedule-Tag-Match": tag ?? ""])
        #expect(old.status == 412)
    }

    @Test("an instance of a series: others at it, away from it, answered and declined by itself")
    func instances() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let series = Bench.calendar(
            Bench.component(["lee"], lines: "RRULE:FREQ=DAILY;COUNT=5")
                + Bench.component(
                    ["lee", "max"], start: "20261202T120000Z", end: "20261202T130000Z",
                    lines: "RECURRENCE-ID:20261202T100000Z")
                + Bench.component(
                    [], start: "20261203T120000Z", end: "20261203T130000Z",
                    lines: "RECURRENCE-ID:20261203T100000Z"))
        #expect(await bench.put(series, as: "kim").status == 201)
        let max = try #require(try await bench.copy(of: "max"))
        #expect(max.contains("RECURRENCE-ID:20261202T100000Z") && !max.contains("RRULE"))
        let lee = try #require(try await bench.copy(of: "lee"))
        #expect(lee.contains("RRULE:FREQ=DAILY;COUNT=5") && lee.contains("EXDATE:20261203T100000Z"))
        #expect(!lee.contains("20261203T120000Z"))
        // Takes the fourth day away: that declines it alone.
        let href = try #require(try await bench.href(of: "lee"))
        let text = await bench.ask("GET", href, as: "lee").text.replacing(
            "EXDATE:20261203T100000Z", with: "EXDATE:20261203T100000Z\r\nEXDATE:20261204T100000Z")
        #expect(await bench.ask("PUT", href, text, as: "lee").status == 204)
        let own = try #require(try await bench.copy(of: "kim"))
        let parts = own.components(separatedBy: "BEGIN:VEVENT")
        let fourth = parts.first { $0.contains("RECURRENCE-ID:20261204T100000Z") }
        #expect(Bench.status("lee", in: fourth) == "DECLINED")
        #expect(Bench.status("lee", in: parts[1]) == "NEEDS-ACTION")
        // It stays away when the organizer changes something else.
        let now = await bench.ask("GET", "calendar/a.ics", as: "kim").text
        await bench.put(now.replacing("SUMMARY:Plan", with: "SUMMARY:Plans"), as: "kim")
        let again = try #require(try await bench.copy(of: "lee"))
        #expect(again.contains("SUMMARY:Plans") && again.contains("20261204T100000Z"))
        #expect(!again.contains("RECURRENCE-ID:20261204T100000Z"))
    }

    @Test("nobody is told where the client does that itself")
    func agents() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let guests = [
            "ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:lee@example.org",
            "ATTENDEE;SCHEDULE-AGENT=NONE:mailto:max@example.org",
        ]
        let put = await bench.put(Bench.event(guests), as: "kim")
        #expect(put.status == 201 && put.fields["ETag"] != nil)
        #expect(try await bench.copy(of: "lee") == nil)
        #expect(try await bench.copy(of: "max") == nil)
        #expect(await bench.ask("GET", "calendar/a.ics", as: "kim").text == Bench.event(guests))
    }

    @Test("who is frozen or removed gets nothing, and the organizer is told so")
    func states() async throws {
        let bench = try await Bench("kim", "lee", "max")
        let (lee, max) = (try #require(bench.seats["lee"]), try #require(bench.seats["max"]))
        try bench.people.desk.set(.frozen, of: lee.user)
        try bench.people.desk.remove(max.user, folder: false)
        await bench.put(Bench.event(["lee", "max"]), as: "kim")
        let own = try await bench.copy(of: "kim")
        #expect(Bench.attendee("lee", in: own)?.contains("SCHEDULE-STATUS=5.1") == true)
        #expect(Bench.attendee("max", in: own)?.contains("SCHEDULE-STATUS=3.7") == true)
        try bench.people.desk.set(.active, of: try bench.people.desk.user("lee"))
        #expect(try await bench.copy(of: "lee") == nil)
    }

    @Test("a change on the page, and taking it back, tell the others as a device's do")
    func page() async throws {
        let bench = try await Bench("kim", "lee")
        let kim = try #require(bench.seats["kim"])
        let made = await bench.people.ask(
            "POST", "/v1/events",
            "{\"summary\": \"Walk\", \"start\": \"2026-12-01T10:00:00\", \"end\": \"2026-12-01T11:00:00\", \"participants\": [{\"address\": \"lee@example.org\"}]}",
            token: kim.token)
        #expect(made.status == 201, "\(made.text)")
        let id = made.json["id"] as? String ?? ""
        func copy() async throws -> String? {
            for match in await bench.ask("PROPFIND", "calendar/", as: "lee", fields: ["Depth": "1"])
                .text
                .matches(of: /<D:href>([^<]*\.ics)<\/D:href>/)
            {
                let text = Bench.unfolded(await bench.ask("GET", String(match.1), as: "lee").text)
                if text.contains("SUMMARY:Walk") { return text }
            }
            return nil
        }
        let first = try #require(try await copy(), "\(made.text)")
        #expect(first.contains("ORGANIZER:mailto:kim@example.org"))
        #expect(first.contains("DTSTART;TZID=Europe/Berlin:20261201T100000"), "\(first)")
        func change(
            _ method: String, _ target: String, _ body: String, _ token: String
        ) async -> ServiceBench.Answer {
            let event = target.replacing("invitations", with: "events")
            let tag = await bench.people.ask("GET", event, token: token).fields["ETag"]
            return await bench.people.ask(
                method, target, body, token: token, fields: tag.map { ["If-Match": $0] } ?? [:])
        }
        let changed = await change(
            "PATCH", "/v1/events/\(id)", "{\"location\": \"Wood\"}", kim.token)
        #expect(changed.status == 200, "\(changed.text)")
        #expect(try await copy()?.contains("LOCATION:Wood") == true)
        let undone = await bench.people.ask("POST", "/v1/undo", "{}", token: kim.token)
        #expect(undone.status == 200, "\(undone.text)")
        #expect(try await copy()?.contains("LOCATION:Wood") == false)
        let lee = try #require(bench.seats["lee"])
        let mine = await bench.people.ask("GET", "/v1/invitations", token: lee.token)
        let waiting = try #require(
            (mine.json["invitations"] as? [[String: Any]])?.first, "\(mine.text)")
        let answer = await change(
            "PATCH", "/v1/invitations/\(waiting["id"] as? String ?? "")",
            "{\"answer\": \"accept\"}", lee.token)
        #expect(answer.status == 200, "\(answer.text)")
        let details = await bench.people.ask("GET", "/v1/events/\(id)", token: kim.token)
        #expect(details.text.contains("ACCEPTED"), "\(details.text)")
        let deleted = await change("DELETE", "/v1/events/\(id)", "{}", kim.token)
        #expect(deleted.status == 200, "\(deleted.text)")
        #expect(try await copy()?.contains("STATUS:CANCELLED") == true)
    }

    @Test("the outbox says when others are busy, and nothing else of them")
    func busy() async throws {
        let bench = try await Bench("kim", "lee", "max")
        await bench.put(Bench.event(["lee"]), as: "kim")
        await bench.put(
            Bench.event(
                [], uid: "b", start: "20261201T140000Z", end: "20261201T150000Z", organizer: "max"),
            "b.ics", as: "max")
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
            ATTENDEE:mailto:max@example.org
            ATTENDEE:mailto:zoe@example.org
            END:VFREEBUSY

            """)
        let asked = await bench.ask("POST", "outbox/", question, as: "kim")
        #expect(asked.status == 200, "\(asked.text)")
        let parts = asked.text.components(separatedBy: "<C:response>")
        #expect(parts.count == 4)
        #expect(
            parts[1].contains("2.0;Success")
                && parts[1].contains("FREEBUSY:20261201T100000Z/20261201T110000Z"))
        #expect(
            parts[2].contains("FREEBUSY:20261201T140000Z/20261201T150000Z")
                && !parts[2].contains("Plan"))
        #expect(parts[3].contains("3.7") && !parts[3].contains("calendar-data"))
        // What is declined makes nobody busy.
        let href = try #require(try await bench.href(of: "lee"))
        let text = await bench.ask("GET", href, as: "lee").text
        let no = text.replacing(
            "ATTENDEE:mailto:lee", with: "ATTENDEE;PARTSTAT=DECLINED:mailto:lee")
        #expect(await bench.ask("PUT", href, no, as: "lee").status == 204)
        let again = await bench.ask("POST", "outbox/", question, as: "kim")
        #expect(!again.text.contains("FREEBUSY:20261201T100000Z"))
        let other = await bench.ask("POST", "outbox/", question, as: "lee")
        #expect(other.status == 403 && other.text.contains("organizer-allowed"))
    }

    @Test("one person's service says nothing of scheduling, and several people's says all of it")
    func announced() async throws {
        let bench = try await Bench("kim")
        let options = await bench.ask("OPTIONS", "calendar/", as: "kim")
        #expect(options.fields["DAV"]?.contains("calendar-auto-schedule") == true)
        let properties = """
            <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:schedule-inbox-URL/><C:schedule-outbox-URL/>
            <C:calendar-user-address-set/></D:prop></D:propfind>
            """
        let found = await bench.ask(
            "PROPFIND", "/dav/u/kim/", properties, as: "kim", fields: ["Depth": "0"])
        for href in [
            "/dav/c/kim/inbox/", "/dav/c/kim/outbox/", "mailto:kim@example.org", "/dav/u/kim/",
        ] {
            #expect(found.text.contains("<D:href>\(href)</D:href>"))
        }
        let inbox = await bench.ask(
            "PROPFIND", "inbox/",
            "<D:propfind xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\"><D:prop><D:resourcetype/><C:schedule-default-calendar-URL/></D:prop></D:propfind>",
            as: "kim", fields: ["Depth": "0"])
        #expect(
            inbox.text.contains("<C:schedule-inbox/>")
                && inbox.text.contains("/dav/c/kim/calendar/"))
    }
}
