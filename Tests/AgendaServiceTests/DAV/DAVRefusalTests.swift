import AgendaSync
import Testing

@testable import AgendaService

@Suite("What the DAV room refuses")
struct DAVRefusalTests {
    @Test("a text that is no resource is named by what it breaks, and nothing is stored")
    func bodies() async throws {
        let dav = try await DAVBench()
        let event = DAVBench.event("a")
        let cases: [(String, String)] = [
            ("no calendar", "valid-calendar-data"), ("", "valid-calendar-data"),
            (
                event.replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:REQUEST"),
                "valid-calendar-object-resource"
            ),
            (event.replacing("UID:a\r\n", with: ""), "valid-calendar-object-resource"),
            (
                event.replacing(
                    "END:VEVENT\r\n",
                    with:
                        "END:VEVENT\r\nBEGIN:VEVENT\r\nUID:b\r\nDTSTART:20261201\r\nEND:VEVENT\r\n"),
                "valid-calendar-object-resource"
            ),
            (
                DAVBench.event(
                    "a", "DTSTART:20261201T090000Z", "RRULE:FREQ=DAILY;UNTIL=20261101T000000Z",
                    "EXDATE:20261201T090000Z"),
                "valid-calendar-object-resource"
            ),
            (
                DAVBench.event(
                    "a", "DTSTART:20261201",
                    ((0...1_000).map { "ATTENDEE:mailto:\($0)@example.org" }).joined(
                        separator: "\r\n")),
                "max-attendees-per-instance"
            ),
        ]
        for (body, condition) in cases {
            let answer = await dav.put("a.ics", body)
            #expect(
                answer.status == 403 && answer.condition == condition,
                "\(condition): \(answer.text)")
        }
        let other = await dav.put("a.ics", event, fields: ["Content-Type": "text/vcard"])
        #expect(other.status == 403 && other.condition == "supported-calendar-data")
        #expect(await dav.changes().places.isEmpty)
    }

    @Test("what was read decides")
    func conditions() async throws {
        let dav = try await DAVBench()
        let type = ("Content-Type", "text/calendar")
        func put(_ field: (String, String)) async -> Int {
            await dav.put(
                "a.ics", DAVBench.event("a", "DTSTART:20261201", "SUMMARY:\(field.1.count)"),
                fields: HeaderFields(dictionaryLiteral: type, field)
            ).status
        }
        #expect(await put(("If-Match", "*")) == 412)
        #expect(await put(("If-Match", "\"1\"")) == 412)
        let first = await dav.put(
            "a.ics", DAVBench.event("a"),
            fields: ["Content-Type": "text/calendar", "If-None-Match": "*"])
        let tag = try #require(first.fields["ETag"])
        #expect(first.status == 201)
        #expect(await put(("If-None-Match", "*")) == 412)
        #expect(await put(("If-Match", "\"1\"")) == 412)
        #expect(await dav.ask("GET", DAVBench.work + "a.ics").fields["ETag"] == tag)
        // A proxy that compresses makes tags weak.
        #expect(await put(("If-Match", "W/" + tag)) == 204)
        #expect(await put(("If-Match", tag)) == 412)
        let delete = await dav.ask("DELETE", DAVBench.work + "a.ics", fields: ["If-Match": tag])
        #expect(delete.status == 412)
        #expect(await dav.ask("DELETE", DAVBench.work + "a.ics").status == 204)
        #expect(await dav.ask("DELETE", DAVBench.work + "a.ics").status == 404)
        // What the slower one had sent is kept for its owner.
        let kept = try RefusedBodies(dav.bench.service.parts.database).all(
            at: ServiceBench.Clock().now)
        #expect(kept.count == 3 && kept.allSatisfy { $0.device == "phone" && $0.name == "a.ics" })
    }

    @Test("one UID has one address in a calendar, and may be in another one")
    func uids() async throws {
        let dav = try await DAVBench()
        #expect(await dav.put("a.ics", DAVBench.event("a")).status == 201)
        let second = await dav.put("b.ics", DAVBench.event("a"))
        #expect(second.status == 403 && second.condition == "no-uid-conflict")
        #expect(second.text.contains("<D:href>/dav/c/me/work/a.ics</D:href>"))
        let changed = await dav.put("a.ics", DAVBench.event("b"))
        #expect(changed.status == 403 && changed.condition == "no-uid-conflict")
        #expect(await dav.ask("MKCALENDAR", "/dav/c/me/home/").status == 201)
        #expect(await dav.put("a.ics", DAVBench.event("a"), in: "/dav/c/me/home/").status == 201)
    }

    @Test("the history names who made, renamed and removed a calendar")
    func calendarHistory() async throws {
        let dav = try await DAVBench { $0.mayRemoveCalendars = true }
        let rename =
            "<D:propertyupdate xmlns:D=\"DAV:\"><D:set><D:prop><D:displayname>Shifts</D:displayname></D:prop></D:set></D:propertyupdate>"
        #expect(await dav.ask("PROPPATCH", DAVBench.work, rename).status == 207)
        #expect(await dav.ask("DELETE", DAVBench.work).status == 204)
        let history = await dav.bench.get("/v1/history").json["changes"] as? [[String: Any]]
        let said = try #require(history).sorted {
            ($0["number"] as? Int ?? 0) < ($1["number"] as? Int ?? 0)
        }
        .map { "\($0["kind"] ?? "") \($0["device"] ?? "")" }
        #expect(said == ["add maker", "edit phone", "delete phone"])
    }

    @Test("addresses that are nobody's, and methods that nothing has")
    func places() async throws {
        let dav = try await DAVBench()
        for path in [
            "/dav/c/kim/", "/dav/u/kim/", "/dav/c/me/none/", "/dav/c/me/work/none.ics", "/dav/x/",
            "/dav/c/me/work/a/b",
        ] {
            #expect(
                await dav.ask("PROPFIND", path, fields: ["Depth": "0"]).status == 404, "\(path)")
        }
        #expect(await dav.put("a.ics", DAVBench.event("a"), in: "/dav/c/me/none/").status == 409)
        #expect(await dav.ask("GET", "/dav/c/me/none/").status == 404)
        #expect(await dav.ask("GET", DAVBench.work).status == 405)
        let lock = await dav.ask("LOCK", DAVBench.work)
        #expect(lock.status == 405 && lock.fields["Allow"]?.contains("PROPFIND") == true)
        let deep = await dav.ask("PROPFIND", DAVBench.work, fields: ["Depth": "infinity"])
        #expect(deep.status == 403 && deep.condition == "propfind-finite-depth")
        let again = await dav.ask("MKCALENDAR", DAVBench.work)
        #expect(again.status == 403 && again.condition == "resource-must-be-null")
        let unknown = await dav.report("<D:version-tree/>")
        #expect(unknown.status == 403 && unknown.condition == "supported-report")
        for body in [
            "<a", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<D:other xmlns:D=\"DAV:\"/>",
        ] {
            #expect(
                await dav.ask("PROPFIND", DAVBench.work, body, fields: ["Depth": "0"]).status
                    == 400, "\(body)")
        }
    }

    @Test("a device that may only read changes nothing, and one of some calendars sees no others")
    func rights() async throws {
        let reader = try await DAVBench { $0.mayWrite = false }
        for (method, path) in [
            ("PUT", DAVBench.work + "a.ics"), ("DELETE", DAVBench.work),
            ("MKCALENDAR", "/dav/c/me/x/"),
            ("PROPPATCH", DAVBench.work), ("MOVE", DAVBench.work + "a.ics"),
            ("MKCOL", "/dav/c/me/y/"),
        ] {
            let answer = await reader.ask(method, path, DAVBench.event("a"))
            #expect(answer.status == 403 && answer.condition == "need-privileges", "\(method)")
        }
        let rights = await reader.ask(
            "PROPFIND", DAVBench.work,
            "<D:propfind xmlns:D=\"DAV:\"><D:prop><D:current-user-privilege-set/></D:prop></D:propfind>",
            fields: ["Depth": "0"])
        #expect(rights.text.contains("<D:read/>") && !rights.text.contains("<D:write"))
        let some = try await DAVBench { $0.calendars = ["local"] }
        #expect(await some.ask("PROPFIND", DAVBench.work, fields: ["Depth": "0"]).status == 404)
        let home = await some.ask("PROPFIND", "/dav/c/me/", fields: ["Depth": "1"])
        #expect(home.places.keys.sorted() == ["/dav/c/me/", "/dav/c/me/local/"])
        #expect(await some.ask("MKCALENDAR", "/dav/c/me/x/").status == 403)
    }

    @Test("nobody without a password comes in, and each is told in which way to")
    func strangers() async throws {
        let dav = try await DAVBench()
        for (method, path) in [
            ("PROPFIND", "/"), ("PROPFIND", "/dav/"), ("GET", "/dav/c/me/work/a.ics"),
            ("REPORT", "/principals/"),
        ] {
            let answer = await dav.ask(method, path, by: "wrong")
            #expect(
                answer.status == 401
                    && answer.fields["WWW-Authenticate"]?.hasPrefix("Basic") == true,
                "\(method) \(path)")
        }
        for method in ["GET", "PROPFIND", "PUT"] {
            let redirect = await dav.ask(method, "/.well-known/caldav", by: "wrong")
            #expect(redirect.status == 301 && redirect.fields["Location"] == "/dav/")
        }
        let options = await dav.ask("OPTIONS", "/dav/", by: "wrong")
        #expect(options.status == 200 && options.fields["DAV"]?.contains("calendar-access") == true)
    }
}
