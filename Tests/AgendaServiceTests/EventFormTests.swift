import Foundation
import Testing

@testable import AgendaService

/// What the form of the page sends: the bench's day is Friday, 20 November 2026, in Berlin.
@Suite("Everything that a form sets of an event")
struct EventFormTests {
    /// The lines of what a change would leave, unfolded, without those that every event has.
    private func lines(_ answer: ServiceBench.Answer) throws -> [String] {
        let change = try #require(answer.json["change"] as? [String: Any], "\(answer.text)")
        let operations = try #require(change["operations"] as? [[String: Any]])
        let text = try #require(operations.last?["after"] as? String)
        return text.replacingOccurrences(of: "\r\n ", with: "").split(whereSeparator: \.isNewline)
            .map(String.init)
    }

    private func patch(
        _ bench: ServiceBench, _ id: String, _ json: String, dryRun: Bool = true,
        scope: String = "all"
    ) async throws -> ServiceBench.Answer {
        let target = "/v1/events/\(id)"
        let tag = try #require(await bench.get(target).fields["ETag"])
        return await bench.ask(
            "PATCH", target + "?scope=\(scope)&dryRun=\(dryRun)", json, fields: ["If-Match": tag])
    }

    private func added(_ bench: ServiceBench, _ json: String) async throws -> String {
        let answer = await bench.ask("POST", "/v1/events", json)
        #expect(answer.status == 201, "\(answer.text)")
        return try #require(answer.json["id"] as? String)
    }

    private static let tea = #"{"summary": "Tea", "start": "2026-11-23T09:00:00"}"#

    @Test("a flight ends on the clock of where it lands, and its document says so")
    func flight() async throws {
        let bench = try ServiceBench()
        let id = try await added(
            bench,
            #"{"summary": "LH 400", "start": "2026-11-24T10:50:00", "timeZone": "Europe/Berlin", "end": "2026-11-24T13:30:00", "endTimeZone": "America/New_York"}"#
        )
        let flight = await bench.get("/v1/events/\(id)").json
        #expect(flight["endTimeZone"] as? String == "America/New_York")
        // 13:30 in New York is 19:30 in Berlin.
        #expect(flight["end"] as? String == "2026-11-24T19:30:00+01:00")
        let later = try lines(
            try await patch(
                bench, id, #"{"end": "2026-11-24T14:00:00", "endTimeZone": "America/New_York"}"#))
        #expect(later.contains("DTEND;TZID=America/New_York:20261124T140000"))
        let home = try lines(
            try await patch(
                bench, id, #"{"end": "2026-11-24T14:00:00", "endTimeZone": "Europe/Berlin"}"#))
        #expect(home.contains("DTEND;TZID=Europe/Berlin:20261124T140000"))
        for bad in [
            #"{"endTimeZone": "Europe/Berlin"}"#,
            #"{"end": "2026-11-24T10:00:00", "endTimeZone": "Europe/Berlin"}"#,
        ] {
            let answer = try await patch(bench, id, bad)
            #expect((400...422).contains(answer.status), "\(answer.text)")
        }
    }

    @Test("reminders, guests and who may see it: as the document of an event has them")
    func values() async throws {
        let bench = try ServiceBench()
        let id = try await added(
            bench,
            #"{"summary": "Plan", "start": "2026-11-23T09:00:00", "class": "private", "alarms": [{"trigger": "-PT15M"}, {"trigger": "PT0S", "related": "END", "description": "Leave"}], "participants": [{"address": "lee@example.org", "name": "Lee", "role": "OPT-PARTICIPANT", "rsvp": true}]}"#
        )
        let event = await bench.get("/v1/events/\(id)").json
        #expect(event["class"] as? String == "PRIVATE")
        let alarms = try #require(event["alarms"] as? [[String: Any]])
        #expect(alarms.map { $0["trigger"] as? String } == ["-PT15M", "PT0S"])
        #expect(alarms.map { $0["related"] as? String } == ["START", "END"])
        #expect(alarms.map { $0["description"] as? String } == ["Plan", "Leave"])
        let guest = try #require((event["participants"] as? [[String: Any]])?.first)
        #expect(guest["address"] as? String == "mailto:lee@example.org")
        #expect(guest["name"] as? String == "Lee" && guest["role"] as? String == "OPT-PARTICIPANT")
        #expect(guest["rsvp"] as? Bool == true && guest["status"] as? String == "NEEDS-ACTION")
        // What an event's document says is taken as it is; what stays keeps its other values.
        let same = try await patch(
            bench, id,
            #"{"alarms": [{"trigger": "-PT15M", "action": "DISPLAY", "related": "START", "repeat": 0, "at": "2026-11-23T07:45:00Z"}], "participants": [{"address": "LEE@example.org", "status": "ACCEPTED"}, {"address": "pat@example.org"}], "class": null}"#
        )
        let text = try lines(same)
        #expect(text.filter { $0 == "BEGIN:VALARM" }.count == 1)
        #expect(!text.contains { $0.hasPrefix("CLASS") })
        let guests = text.filter { $0.hasPrefix("ATTENDEE") }
        #expect(guests.count == 2 && guests[0].contains("OPT-PARTICIPANT"))
        #expect(!guests.contains { $0.contains("ACCEPTED") })
    }

    @Test(
        "what no event can have is refused, and nothing changes",
        arguments: [
            (#"{"class": "secret"}"#, 400), (#"{"alarms": [{"trigger": "soon"}]}"#, 422),
            (#"{"alarms": [{"trigger": "-PT5M", "action": "SHOUT!"}]}"#, 422),
            (#"{"alarms": [{}]}"#, 400), (#"{"participants": [{"address": "kim"}]}"#, 422),
            (#"{"participants": [{"address": "a@b.org\nX-A:1"}]}"#, 422),
            (#"{"repeat": "now and then"}"#, 422),
            (#"{"repeat": "every day until 2026-11-01"}"#, 422),
            (#"{"repeat": "weekly", "rules": ["FREQ=DAILY"]}"#, 422),
            (#"{"endTimeZone": "Mars/Base"}"#, 400),
        ])
    func refused(json: String, status: Int) async throws {
        let bench = try ServiceBench()
        let id = try await added(bench, Self.tea)
        let before = await bench.get("/v1/events/\(id)").text
        let answer = try await patch(bench, id, json, dryRun: false)
        #expect(answer.status == status, "\(answer.text)")
        #expect(!(answer.json["detail"] as? String ?? "--").contains("--"), "\(answer.text)")
        #expect(await bench.get("/v1/events/\(id)").text == before)
    }

    @Test(
        "repetition in words, of the language that is named, or by a rule whose last day is a day",
        arguments: [
            (
                #"{"repeat": "every 2 weeks on Mon, Wed until 2026-12-24"}"#,
                "RRULE:FREQ=WEEKLY;UNTIL=20261224T225959Z;INTERVAL=2;BYDAY=MO,WE"
            ),
            (
                #"{"repeat": "alle 2 Wochen montags", "language": "de"}"#,
                "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO"
            ),
            (#"{"repeat": "每周一", "language": "zh"}"#, "RRULE:FREQ=WEEKLY;BYDAY=MO"),
            (
                #"{"rules": ["FREQ=DAILY;UNTIL=20261201"]}"#,
                "RRULE:FREQ=DAILY;UNTIL=20261201T225959Z"
            ),
            (#"{"rules": ["FREQ=DAILY;COUNT=3"]}"#, "RRULE:FREQ=DAILY;COUNT=3"),
        ])
    func repetition(json: String, rule: String) async throws {
        let bench = try ServiceBench()
        let id = try await added(bench, Self.tea)
        let answer = try await patch(bench, id, json)
        #expect(try lines(answer).filter { $0.hasPrefix("RRULE") } == [rule])
        let whole = try await patch(bench, id, json, dryRun: false)
        #expect(whole.status == 200)
        let none = try lines(try await patch(bench, id, #"{"repeat": null}"#))
        #expect(!none.contains { $0.hasPrefix("RRULE") })
    }

    @Test(
        "another rule for all of a series, said at its third instance, begins on its first day after the series' start",
        arguments: [
            (#"{"rules": ["FREQ=MONTHLY;BYMONTHDAY=15"]}"#, "20261215T090000"),
            // Which the instance is on, but not the start.
            (#"{"rules": ["FREQ=MONTHLY;BYMONTHDAY=16"]}"#, "20261216T090000"),
            (#"{"rules": ["FREQ=WEEKLY;BYDAY=TH"]}"#, "20261203T090000"),
            (
                #"{"rules": ["FREQ=WEEKLY;BYDAY=WE"], "start": "2026-12-16T11:00:00"}"#,
                "20261202T110000"
            ),
            // A day later, every other week.
            (
                #"{"rules": ["FREQ=WEEKLY;INTERVAL=2"], "start": "2026-12-17T09:00:00"}"#,
                "20261203T090000"
            ),
            (#"{"rules": ["FREQ=WEEKLY;UNTIL=20261230"]}"#, "20261202T090000"),
        ])
    func anotherRule(json: String, start: String) async throws {
        let bench = try ServiceBench()
        let id = try await added(
            bench, #"{"summary": "Row", "start": "2026-12-02T09:00:00", "rules": ["FREQ=WEEKLY"]}"#)
        let series = try #require(id.split(separator: "-").first)
        let text = try lines(try await patch(bench, series + "-20261216T080000Z", json))
        #expect(text.contains("DTSTART;TZID=Europe/Berlin:\(start)"), "\(text)")
    }

    private func instances(_ answer: ServiceBench.Answer) throws -> (
        next: [String], count: Int?, last: String?
    ) {
        let found =
            answer.json["instances"] ?? (answer.json["understood"] as? [String: Any])?["instances"]
        let instances = try #require(found as? [String: Any], "\(answer.text)")
        let next = try #require(instances["next"] as? [[String: Any]])
        return (
            next.compactMap { $0["start"] as? String }, instances["count"] as? Int,
            instances["last"] as? String
        )
    }

    @Test("a dry run tells the next five instances, and how many there are")
    func next() async throws {
        let bench = try ServiceBench()
        let new = await bench.ask(
            "POST", "/v1/events?dryRun=true",
            #"{"summary": "Run", "start": "2026-11-23T07:00:00", "repeat": "every 2 weeks on Mon, Wed until 2026-12-24"}"#
        )
        // Weeks from 23 November and 7 and 21 December, Mondays and Wednesdays.
        let soon = try instances(new)
        #expect(
            soon.next == [
                "2026-11-23T07:00:00+01:00", "2026-11-25T07:00:00+01:00",
                "2026-12-07T07:00:00+01:00", "2026-12-09T07:00:00+01:00",
                "2026-12-21T07:00:00+01:00",
            ])
        #expect(soon.count == 6 && soon.last == "2026-12-23T07:00:00+01:00")
        let id = try await added(
            bench,
            #"{"summary": "Row", "start": "2026-11-02T09:00:00", "rules": ["FREQ=WEEKLY;COUNT=6"]}"#
        )
        // Of those of 2, 9, 16, 23, 30 November and 7 December three are to come.
        let all = try instances(try await patch(bench, id, #"{"location": "Lake"}"#))
        #expect(all.count == 6 && all.next.count == 3 && all.next[0].hasPrefix("2026-11-23"))
        let later = await bench.get("/v1/events?days=30").json["events"] as? [[String: Any]]
        let second = try #require(
            later?.first { ($0["start"] as? String)?.hasPrefix("2026-11-30") ?? false }?["id"]
                as? String)
        let future = try instances(
            try await patch(bench, second, #"{"location": "Lake"}"#, scope: "future"))
        #expect(future.count == 2 && future.last?.hasPrefix("2026-12-07") ?? false)
        let one = try await patch(bench, second, #"{"location": "Lake"}"#, scope: "this")
        #expect(one.status == 200 && one.json["instances"] == nil)
        let endless = try instances(
            try await patch(bench, id, #"{"rules": ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29"]}"#))
        #expect(endless.count == nil)
        #expect(
            endless.next.map { String($0.prefix(10)) } == [
                "2028-02-29", "2032-02-29", "2036-02-29", "2040-02-29", "2044-02-29",
            ])
    }

    @Test("only the organizer changes who comes")
    func guests() async throws {
        let bench = try ServiceBench()
        let invitation = """
            BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nMETHOD:REQUEST\\r\\nBEGIN:VEVENT\\r\\nUID:1@example.org\\r\\nDTSTAMP:20261101T080000Z\\r\\nDTSTART:20261124T090000Z\\r\\nDTEND:20261124T100000Z\\r\\nSUMMARY:Review\\r\\nORGANIZER:mailto:boss@example.org\\r\\nATTENDEE:mailto:kim@example.org\\r\\nEND:VEVENT\\r\\nEND:VCALENDAR\\r\\n
            """
        let taken = await bench.ask(
            "POST", "/v1/invitations", "{\"message\": \"\(invitation)\", \"answer\": \"accept\"}")
        #expect(taken.status < 300, "\(taken.text)")
        let events = await bench.get("/v1/events?days=30").json["events"] as? [[String: Any]]
        let id = try #require(events?.first?["id"] as? String)
        let answer = try await patch(
            bench, id, #"{"participants": [{"address": "pat@example.org"}]}"#)
        #expect(answer.status == 409 && answer.code == "not-organizer", "\(answer.text)")
        #expect(try await patch(bench, id, #"{"alarms": [{"trigger": "-PT5M"}]}"#).status == 200)
    }

    @Test("a guest of another program, whose address is none, stays; nobody else may be called so")
    func oddGuest() async throws {
        let bench = try ServiceBench()
        let text = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example.org//tests//EN", "BEGIN:VEVENT",
            "UID:odd@example.org", "DTSTAMP:20261101T080000Z", "DTSTART:20261124T090000Z",
            "SUMMARY:Review", "ATTENDEE;CN=Desk:Front Desk", "END:VEVENT", "END:VCALENDAR", "",
        ].joined(separator: "\r\n")
        let made = await bench.ask(
            "POST", "/v1/calendars/file?name=Odd", text, fields: ["Content-Type": "text/calendar"])
        #expect(made.status == 201, "\(made.text)")
        let events = await bench.get("/v1/events?days=30").json["events"] as? [[String: Any]]
        let id = try #require(events?.first?["id"] as? String)
        let two = try await patch(
            bench, id,
            #"{"participants": [{"address": "Front Desk"}, {"address": "pat@example.org"}]}"#)
        let guests = try lines(two).filter { $0.hasPrefix("ATTENDEE") }
        #expect(guests == ["ATTENDEE;CN=Desk:Front Desk", "ATTENDEE:mailto:pat@example.org"])
        let other = try await patch(bench, id, #"{"participants": [{"address": "Back Desk"}]}"#)
        #expect(other.status == 422, "\(other.text)")
        #expect(other.json["detail"] as? String == "participants: 'Back Desk' is no address")
        #expect(try lines(try await patch(bench, id, #"{"participants": []}"#)).count > 5)
    }
}
