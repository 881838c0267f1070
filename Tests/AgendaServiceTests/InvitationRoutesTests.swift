import AgendaKit
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// Invitations through the service, which serves kim@example.org. Today is Friday, 2026-11-20.
@Suite("Invitations through the service")
struct InvitationRoutesTests {
    private let bench: ServiceBench

    init() throws { bench = try ServiceBench() }

    /// Three Mondays at 10:00, as Bea invites to them.
    private func message(
        _ method: String = "REQUEST", sequence: Int = 2, lines: String = "RRULE:FREQ=WEEKLY;COUNT=3"
    ) -> String {
        """
        BEGIN:VCALENDAR
        METHOD:\(method)
        VERSION:2.0
        BEGIN:VEVENT
        UID:budget
        DTSTAMP:20261119T090000Z
        ORGANIZER;CN=Bea:mailto:bea@example.org
        ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Kim:mailto:kim@example.org
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.org
        SUMMARY:Budget
        DTSTART;TZID=Europe/Berlin:20261123T100000
        DTEND;TZID=Europe/Berlin:20261123T110000
        \(lines)
        SEQUENCE:\(sequence)
        END:VEVENT
        END:VCALENDAR

        """.replacing("\n", with: "\r\n")
    }

    private func json(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private func send(
        _ text: String, _ members: [String: Any] = [:], _ target: String = "/v1/invitations"
    ) async throws -> ServiceBench.Answer {
        await bench.ask(
            "POST", target, try json(members.merging(["message": text]) { $1 }))
    }

    private func waiting() async throws -> [[String: Any]] {
        try #require(
            await bench.get("/v1/invitations").json["invitations"] as? [[String: Any]])
    }

    private func answer(
        _ id: String, _ verb: String, scope: String? = nil, comment: String? = nil
    ) async throws -> ServiceBench.Answer {
        let tag = try #require(await bench.get("/v1/events/\(id)").fields["ETag"])
        let query = scope.map { "?scope=\($0)" } ?? ""
        return await bench.ask(
            "PATCH", "/v1/invitations/\(id)\(query)",
            try json(["answer": verb].merging(comment.map { ["comment": $0] } ?? [:]) { $1 }),
            fields: ["If-Match": tag])
    }

    /// The lines of the only message of an answer.
    private func sent(_ answer: ServiceBench.Answer) throws -> Set<String> {
        let messages = try #require(answer.json["messages"] as? [[String: Any]])
        try #require(messages.count == 1, "\(answer.text)")
        #expect(messages[0]["to"] as? [String] == ["bea@example.org"])
        let text = try #require(messages[0]["text"] as? String)
        return Set(text.split(separator: "\r\n").map(String.init))
    }

    /// What the last change made of the event.
    private func lastText() throws -> String {
        let change = try bench.service.live.present.store.history(last: 1).first
        return String(decoding: try #require(change?.operations.first?.after), as: UTF8.self)
    }

    @Test(
        "a message is told and changes nothing; stored it waits, once for a series, with what it overlaps"
    )
    func waits() async throws {
        _ = try await bench.add("Dentist 2026-11-30 10:30-11:30")
        let look = try await send(message())
        #expect(look.status == 200 && look.json["outcome"] as? String == "added", "\(look.text)")
        #expect(look.json["done"] as? Bool == false && look.json["number"] is NSNull)
        #expect(try await waiting().isEmpty)
        let dry = try await send(
            message(), ["answer": "store"], "/v1/invitations?dryRun=true")
        #expect(dry.status == 200 && dry.json["done"] as? Bool == false)
        #expect(try await waiting().isEmpty)
        let taken = try await send(message(), ["answer": "store"])
        #expect(taken.json["done"] as? Bool == true && taken.json["number"] as? Int == 2)
        let found = try await waiting()
        try #require(found.count == 1)
        #expect(found[0]["summary"] as? String == "Budget" && found[0]["scope"] as? String == "all")
        #expect(found[0]["start"] as? String == "2026-11-23T10:00:00+01:00")
        let overlaps = try #require(found[0]["overlaps"] as? [[String: Any]])
        #expect(overlaps.map { $0["summary"] as? String } == ["Dentist"])
        #expect(await bench.get("/v1/invitations").json["me"] as? [String] == ["kim@example.org"])
    }

    @Test(
        "one day is refused, the rest accepted: each stays, SEQUENCE and DTSTAMP too, and undo takes it back"
    )
    func answers() async throws {
        _ = try await send(message(), ["answer": "store"])
        let id = try #require(await waiting()[0]["id"] as? String)
        let one = try await answer(id, "decline", scope: "this", comment: "Late")
        #expect(one.status == 200 && one.json["delivery"] as? String == "message", "\(one.text)")
        var lines = try sent(one)
        #expect(
            lines.isSuperset(of: [
                "METHOD:REPLY", "UID:budget", "SEQUENCE:2", "COMMENT:Late",
                "RECURRENCE-ID;TZID=Europe/Berlin:20261123T100000",
                "ATTENDEE;CN=Kim;PARTSTAT=DECLINED:mailto:kim@example.org",
            ]))
        #expect(!lines.contains { $0.contains("bo@example.org") })
        let next = try #require(await waiting().first?["id"] as? String)
        #expect(next == "\(id.prefix { $0 != "-" })-20261130T090000Z")
        let all = try await answer(next, "accept", scope: "all")
        lines = try sent(all)
        #expect(
            lines.isSuperset(of: [
                "SEQUENCE:2", "RRULE:FREQ=WEEKLY;COUNT=3",
                "ATTENDEE;CN=Kim;PARTSTAT=ACCEPTED:mailto:kim@example.org",
            ]))
        #expect(!lines.contains { $0.hasPrefix("RECURRENCE-ID") || $0.hasPrefix("COMMENT") })
        #expect(try await waiting().isEmpty)
        // Parameters that the answer does not concern keep their order and their bytes.
        let text = try lastText()
        #expect(text.contains("ATTENDEE;PARTSTAT=ACCEPTED;CN=Kim:mailto:kim@example.org"))
        #expect(text.contains("ATTENDEE;PARTSTAT=DECLINED;CN=Kim:mailto:kim@example.org"))
        #expect(text.contains("ATTENDEE;PARTSTAT=ACCEPTED:mailto:bo@example.org"))
        #expect(text.contains("DTSTAMP:20261119T090000Z") && text.contains("SEQUENCE:2"))
        #expect(await bench.get("/v1/declined").json["ids"] as? [String] == [id])
        #expect(await bench.ask("POST", "/v1/undo", "{}").status == 200)
        #expect(try await waiting().map { $0["id"] as? String } == [next])
    }

    @Test("an event that does not repeat is answered without scope; a state that is old is refused")
    func single() async throws {
        _ = try await send(message(lines: "LOCATION:Room 1"), ["answer": "store"])
        let id = try #require(await waiting()[0]["id"] as? String)
        let path = "/v1/invitations/\(id)"
        #expect(await bench.ask("PATCH", path, "{\"answer\": \"accept\"}").status == 428)
        let tag = try #require(await bench.get("/v1/events/\(id)").fields["ETag"])
        for content in ["{}", "{\"answer\": \"maybe\"}", "{\"answer\": \"store\"}"] {
            let refused = await bench.ask("PATCH", path, content, fields: ["If-Match": tag])
            #expect(refused.status == 400, "\(content)")
        }
        #expect(try sent(await answer(id, "tentative")).contains("LOCATION:Room 1"))
        let stale = await bench.ask(
            "PATCH", path, "{\"answer\": \"accept\"}", fields: ["If-Match": tag])
        #expect(stale.status == 412)
        #expect(try await waiting().isEmpty)
        let own = try await bench.add("Lunch 2026-11-24 12:30")
        let refused = try await answer(own, "accept")
        #expect(refused.status == 409 && refused.code == "invitation", "\(refused.text)")
    }

    @Test(
        "what is cancelled, over, organized by the reader or in a read-only calendar waits for nothing"
    )
    func others() async throws {
        let attendee = "ATTENDEE:mailto:kim@example.org"
        func event(_ uid: String, _ start: String, _ organizer: String, _ more: String = "")
            -> String
        {
            [
                "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(uid)",
                "DTSTART:\(start)", "DURATION:PT1H", organizer, attendee,
            ].joined(separator: "\r\n") + "\r\n\(more)END:VEVENT\r\n"
        }
        let bea = "ORGANIZER:mailto:bea@example.org"
        let events =
            event("waits", "20261121T090000Z", bea)
            + event("over", "20261120T090000Z", bea)
            + event("running", "20261120T103000Z", bea)
            + event("cancelled", "20261121T090000Z", bea, "STATUS:CANCELLED\r\n")
            + event("mine", "20261121T090000Z", "ORGANIZER:mailto:Kim@example.org")
        for (name, isWritable) in [("a", true), ("b", false)] {
            let path = bench.folder.appending(path: name + ".ics")
            let text =
                "BEGIN:VCALENDAR\r\n\(events.replacing("UID:", with: "UID:\(name)-"))END:VCALENDAR\r\n"
            try Data(text.utf8).write(to: path)
            var source = CalendarSource(name: name, kind: .file, location: path.path)
            source.isWritable = isWritable
            _ = try await bench.service.live.present.importer.addSource(source)
        }
        #expect(try await waiting().map { $0["uid"] as? String } == ["a-running", "a-waits"])
    }

    @Test("a mail, also in base64, comes from whom it names, or is asked about")
    func mail() async throws {
        func mail(_ from: String) -> String {
            "From: \(from)\r\nTo: kim@example.org\r\nSubject: Budget\r\nMessage-ID: <1@example.org>\r\n"
                + "Content-Type: text/calendar; charset=utf-8; method=REQUEST\r\n\r\n\(message())"
        }
        let strange = try await send(mail("eve@example.com"), ["answer": "accept"])
        #expect(strange.status == 409 && strange.code == "unnamed-sender")
        #expect(strange.json["sender"] as? String == "eve@example.com")
        let encoded = Data(mail("Bea <bea@example.org>").utf8).base64EncodedString()
        let answer = try await send(encoded, ["answer": "accept", "encoding": "base64"])
        #expect(answer.status == 200 && answer.json["sender"] as? String == "bea@example.org")
        #expect(
            try sent(answer).contains("ATTENDEE;CN=Kim;PARTSTAT=ACCEPTED:mailto:kim@example.org"))
        for (text, members, status) in [
            ("not a calendar", [:], 409), ("From: a@b.c\r\nTo: d@e.f\r\n\r\nHello", [:], 422),
            (message(), ["comment": "a comment alone"], 400),
            ("%", ["encoding": "base64"], 400), (message(), ["answer": "maybe"], 400),
        ] as [(String, [String: Any], Int)] {
            let refused = try await send(text, members)
            #expect(refused.status == status, "\(text): \(refused.text)")
        }
    }

    @Test("guests of an event of one's own are invited by a message, and told that it was deleted")
    func invites() async throws {
        let path = bench.folder.appending(path: "a.ics")
        try Data(
            """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:party
            DTSTAMP:20260101T000000Z
            SUMMARY:Party
            DTSTART:20261127T170000Z
            DURATION:PT3H
            ATTENDEE;RSVP=TRUE:mailto:jo@example.org
            END:VEVENT
            END:VCALENDAR

            """.replacing("\n", with: "\r\n").utf8
        ).write(to: path)
        var source = CalendarSource(name: "a", kind: .file, location: path.path)
        source.isWritable = true
        _ = try await bench.service.live.present.importer.addSource(source)
        let id = OccurrenceID(uid: "party", recurrenceID: nil).description
        func invite(_ query: String = "") async throws -> ServiceBench.Answer {
            await bench.ask("POST", "/v1/invitations/\(id)\(query)")
        }
        func text(_ answer: ServiceBench.Answer) -> String {
            (answer.json["messages"] as? [[String: Any]])?.first?["text"] as? String ?? ""
        }
        let dry = try await invite("?dryRun=true")
        #expect(text(dry).contains("METHOD:REQUEST\r\n") && dry.json["number"] is NSNull)
        #expect(!(try String(contentsOf: path, encoding: .utf8).contains("ORGANIZER")))
        let done = try await invite()
        #expect(done.status == 200 && done.json["delivery"] as? String == "message", "\(done.text)")
        #expect(text(done).contains("ORGANIZER:mailto:kim@example.org\r\n"))
        #expect(try String(contentsOf: path, encoding: .utf8).contains("ORGANIZER:mailto:kim"))
        #expect(
            await bench.ask("DELETE", "/v1/events/\(id)", fields: ["If-Match": "*"]).status == 200)
        let gone = try await invite()
        #expect(text(gone).contains("METHOD:CANCEL\r\n") && text(gone).contains("SEQUENCE:1\r\n"))
        #expect(await bench.ask("POST", "/v1/invitations/nothing").status == 404)
    }
}
