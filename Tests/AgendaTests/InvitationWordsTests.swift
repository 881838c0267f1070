import AgendaActions
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a mail with an invitation says to people (RFC 6047)")
struct InvitationWordsTests {
    private func words(
        _ method: String, _ lines: String..., kind: String = "VEVENT"
    ) throws -> InvitationWords {
        let text =
            ["BEGIN:VCALENDAR", "METHOD:\(method)", "BEGIN:\(kind)", "UID:a"]
            + ["DTSTAMP:20261101T000000Z", "ORGANIZER;CN=Kim:mailto:kim@example.org"] + lines
            + ["END:\(kind)", "END:VCALENDAR", ""]
        let calendar = try IncomingCalendar(
            Array(text.joined(separator: "\r\n").utf8), place: "a", kinds: [.event, .todo])
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        return InvitationWords(try Invitation(calendar), zone: zone)
    }

    private static let how =
        "To answer, accept, decline or accept tentatively in your mail or calendar program."

    @Test(
        "an invitation says what, when by which clock, how often, where, who invites, and how to answer"
    )
    func request() throws {
        let words = try words(
            "REQUEST", "SUMMARY:Plan", "LOCATION:Cafe\\, 1st floor",
            "DTSTART;TZID=America/New_York:20261201T090000", "DURATION:PT90M",
            "RRULE:FREQ=WEEKLY;COUNT=5", "ATTENDEE:mailto:zoe@example.com")
        #expect(words.subject.text == "Invitation: Plan")
        #expect(
            words.text == """
                Invitation: Plan
                when: Tue 2026-12-01 09:00-10:30 (America/New_York)
                repeats: every Tuesday, 5 times
                where: Cafe, 1st floor
                organizer: Kim <kim@example.org>

                \(Self.how)

                """)
    }

    @Test(
        "times without a clock are the sender's, days have none, and what is on no day says nothing"
    )
    func times() throws {
        func when(_ lines: String..., kind: String = "VEVENT") throws -> String? {
            let text = try words("REQUEST", lines.joined(separator: "\r\n"), kind: kind).text
            return text.split(separator: "\n").map(String.init).first {
                $0.hasPrefix("when: ") || $0.hasPrefix("due: ")
            }
        }
        #expect(
            try when("DTSTART:20261201T230000Z", "DTEND:20261202T000000Z")
                == "when: Wed 2026-12-02 00:00-01:00 (Europe/Berlin)")
        #expect(
            try when("DTSTART:20261201T210000Z", "DTEND:20261202T050000Z")
                == "when: Tue 2026-12-01 22:00 - Wed 2026-12-02 06:00 (Europe/Berlin)")
        #expect(try when("DTSTART;VALUE=DATE:20261201") == "when: Tue 2026-12-01")
        #expect(
            try when("DTSTART;VALUE=DATE:20261201", "DTEND;VALUE=DATE:20261204")
                == "when: Tue 2026-12-01 - Thu 2026-12-03")
        #expect(
            try when("DTSTART:20261201T100000", "DTEND:20261201T110000")
                == "when: Tue 2026-12-01 10:00-11:00")
        #expect(
            try when("DUE:20261201T100000Z", kind: "VTODO")
                == "due: Tue 2026-12-01 11:00 (Europe/Berlin)")
        #expect(try when("SUMMARY:Some day", kind: "VTODO") == nil)
    }

    @Test("a cancellation and an answer ask for no answer")
    func others() throws {
        let cancelled = try words(
            "CANCEL", "SUMMARY:Plan", "STATUS:CANCELLED", "DTSTART;VALUE=DATE:20261201")
        #expect(
            cancelled.text
                == "Cancelled: Plan\nwhen: Tue 2026-12-01\norganizer: Kim <kim@example.org>\n")
        let answer = try words(
            "REPLY", "SUMMARY:Plan", "COMMENT:Too far", "DTSTART;VALUE=DATE:20261201",
            "ATTENDEE;PARTSTAT=DECLINED:mailto:lee@example.org")
        #expect(answer.subject.text == "Declined: Plan")
        #expect(
            answer.text == """
                Declined: Plan
                when: Tue 2026-12-01
                organizer: Kim <kim@example.org>
                participants: lee@example.org
                comments: Too far

                """)
        for (status, subject) in [
            ("ACCEPTED", "Accepted: Plan"), ("TENTATIVE", "Tentative: Plan"),
            ("COMPLETED", "Done: Plan"), ("NEEDS-ACTION", "Answer: Plan"),
        ] {
            let words = try words(
                "REPLY", "SUMMARY:Plan", "ATTENDEE;PARTSTAT=\(status):mailto:lee@example.org")
            #expect(words.subject.text == subject)
        }
        let unnamed = try words("REQUEST", "DTSTART;VALUE=DATE:20261201")
        #expect(unnamed.subject.text == "Invitation: (no title)")
    }
}
