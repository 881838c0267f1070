import ICalendar
import Testing

@testable import AgendaService

@Suite("What may be put into a calendar")
struct BodyCheckTests {
    private static let kinds: Set<ScannedComponent.Kind> = [.event, .todo, .journal]

    private func check(
        _ text: String, kinds: Set<ScannedComponent.Kind> = kinds
    ) throws -> BodyCheck {
        try BodyCheck(Array(text.utf8), kinds: kinds)
    }

    private func calendar(_ content: String, head: String = "VERSION:2.0\n") -> String {
        "BEGIN:VCALENDAR\n\(head)\(content)\nEND:VCALENDAR\n"
    }

    private func event(
        _ lines: String = "", uid: String = "UID:1", _ start: String = "DTSTART:20260110T100000Z"
    ) -> String {
        "BEGIN:VEVENT\n\(uid)\n\(start)\n\(lines)\(lines.isEmpty ? "" : "\n")END:VEVENT"
    }

    @Test("one event, to-do or journal entry is taken, with its UID")
    func taken() throws {
        let one = try check(calendar(event()))
        #expect(one.uid == "1" && one.kind == .event)
        for (text, uid, kind) in [
            (calendar("BEGIN:VTODO\nUID:a\\nb\\,c\nEND:VTODO"), "a\nb,c", .todo),
            (calendar("BEGIN:VJOURNAL\nUID:ö💥\nSUMMARY:x\nEND:VJOURNAL"), "ö💥", .journal),
            (
                calendar(
                    event("RRULE:FREQ=DAILY") + "\n" + event("RECURRENCE-ID:20260111T100000Z")),
                "1", .event
            ),
            (calendar(event("RECURRENCE-ID:20260111T100000Z")), "1", .event),
            (calendar(RFC4791Examples.eastern + "\n" + event()), "1", .event),
        ] as [(String, String, ScannedComponent.Kind)] {
            let checked = try check(text)
            #expect(checked.uid == uid && checked.kind == kind)
        }
        #expect(try BodyCheck(RFC4791Examples.text("abcd8"), kinds: [.freeBusy]).kind == .freeBusy)
    }

    @Test("sloppy texts that are read as they are meant are taken")
    func sloppy() throws {
        for text in [
            calendar(event(), head: ""), calendar(event()).replacing("\n", with: "\r\n"),
            "\u{FEFF}" + calendar(event()), "\n\n" + calendar(event()) + "\n\n",
            calendar(event()).lowercased(), calendar(event("X-A;B=c:d\nDESCRIPTION:a\n  b\n\n c")),
            calendar(event("DESCRIPTION:Bad \\\"escaping\\\" here.\nREQUEST-STATUS:2.0")),
            calendar(event("", uid: "UID:1", "DTSTART;TZID=Bogus:20260101T100000")),
            calendar(event("CREATED:   51222T205954Z\nDURATION:P1DT")),
            calendar(event("BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT5M")),
            calendar(event("BEGIN:VALARM\nEND:VALARM")),
            calendar("BEGIN:X-COMP\nA:b\nEND:X-COMP\n" + event()),
            calendar(event() + "\n" + event()),
            calendar(event("RRULE:FREQ=DAILY") + "\n" + event("RECURRENCE-ID:20260111T160000Z")),
        ] {
            #expect(throws: Never.self, "\(text)") { try check(text) }
        }
    }

    @Test("what is no iCalendar text, is cut off, or does not say when, is no valid data")
    func data() throws {
        let whole = calendar(event("SUMMARY:Tea"))
        for text in [
            "", "words", "BEGIN:VCARD\nVERSION:3.0\nFN:A\nEND:VCARD\n", "<html></html>", event(),
            calendar(event()).replacing("VCALENDAR", with: "XCALENDAR"),
            whole.replacing("END:VCALENDAR\n", with: ""), String(whole.prefix(60)),
            calendar(event("", "DTSTART:never")), calendar("BEGIN:VEVENT\nUID:1\nEND:VEVENT"),
            calendar(event("RRULE:FREQ=MONTHLY;BYDAY=+1,3MO")), calendar(event("RRULE:sometimes")),
            calendar(event("EXDATE:never")), calendar(event("SUMMARY:\u{01}a")),
        ] {
            #expect(throws: BrokenCondition.validCalendarData, "\(text)") { try check(text) }
        }
        let latin = calendar(event("SUMMARY:?")).utf8.map { $0 == 0x3F ? 0xE9 : $0 }
        #expect(throws: BrokenCondition.validCalendarData) {
            try BodyCheck(latin, kinds: Self.kinds)
        }
    }

    @Test("what is a message, several things or none is no resource")
    func resource() throws {
        for text in [
            calendar(event(), head: "VERSION:2.0\nMETHOD:PUBLISH\n"),
            calendar(event() + "\n" + event(uid: "UID:2")),
            calendar(event() + "\nBEGIN:VTODO\nUID:1\nEND:VTODO"),
            calendar(RFC4791Examples.eastern), calendar(""), calendar("BEGIN:X-COMP\nEND:X-COMP"),
            calendar(event(uid: "SUMMARY:a")), calendar(event(uid: "UID:")),
            calendar(event() + "\n" + event(uid: "SUMMARY:a")),
            calendar(event("RRULE:FREQ=DAILY;COUNT=1\nEXDATE:20260110T100000Z")),
        ] {
            #expect(throws: BrokenCondition.validCalendarObjectResource, "\(text)") {
                try check(text)
            }
        }
    }

    @Test("kinds that the calendar does not take, and more than 1,000 attendees, are refused")
    func limits() throws {
        #expect(throws: BrokenCondition.supportedCalendarComponent) {
            try check(calendar("BEGIN:VTODO\nUID:1\nEND:VTODO"), kinds: [.event])
        }
        #expect(throws: BrokenCondition.supportedCalendarComponent) {
            try BodyCheck(RFC4791Examples.text("abcd8"), kinds: Self.kinds)
        }
        let attendees = { (count: Int) in
            (0..<count).map { "ATTENDEE:mailto:\($0)@example.org" }.joined(separator: "\n")
        }
        #expect(throws: Never.self) { try check(calendar(event(attendees(1_000)))) }
        #expect(throws: BrokenCondition.maxAttendeesPerInstance) {
            try check(calendar(event(attendees(1_001))))
        }
    }
}
