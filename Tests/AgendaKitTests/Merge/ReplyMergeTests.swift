@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Merging answers to invitations")
struct ReplyMergeTests {
    private static let event = Make.calendar(
        """
        UID:1\r
        DTSTAMP:20261101T000000Z\r
        SEQUENCE:1\r
        DTSTART:20261120T100000Z\r
        DTEND:20261120T110000Z\r
        SUMMARY:Lunch\r
        ATTENDEE;PARTSTAT=NEEDS-ACTION;CN=Kim:mailto:kim@example.org\r
        ATTENDEE;PARTSTAT=ACCEPTED:mailto:lee@example.org
        """)

    private static func message(
        _ method: String, sequence: Int = 1, stamp: String = "20261102T000000Z",
        status: String = "DECLINED"
    ) -> String {
        """
        BEGIN:VCALENDAR\r
        METHOD:\(method)\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:\(stamp)\r
        SEQUENCE:\(sequence)\r
        DTSTART:20261120T100000Z\r
        ATTENDEE;PARTSTAT=\(status):MAILTO:Kim@example.org\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
    }

    private func merge(_ texts: String...) -> CalendarMerge {
        CalendarMerge(
            texts.enumerated().map { MergeSource(name: "\($0.offset)", text: $0.element) })
    }

    @Test("an answer changes its sender's status, and nothing else", arguments: [true, false])
    func answer(isOneText: Bool) {
        let reply = Self.message("REPLY")
        let result = isOneText ? merge(Self.event + reply) : merge(reply, Self.event)
        #expect(result.report.eventCount == 1)
        #expect(
            result.text.contains("\r\nATTENDEE;CN=Kim;PARTSTAT=DECLINED:mailto:kim@example.org\r\n")
        )
        #expect(result.text.contains("\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:lee@example.org\r\n"))
        #expect(result.text.contains("\r\nDTEND:20261120T110000Z\r\n"))
        #expect(result.text.contains("\r\nDTSTAMP:20261101T000000Z\r\n"))
        #expect(result.report.diagnostics.map(\.diagnostic.property) == ["METHOD"])
        #expect(!result.report.isPartial)
    }

    @Test("an answer to an earlier version changes nothing")
    func old() {
        for reply in [
            Self.message("REPLY", sequence: 0), Self.message("REPLY", stamp: "20261031T000000Z"),
        ] {
            #expect(merge(Self.event + reply).text.contains("PARTSTAT=NEEDS-ACTION;CN=Kim"))
        }
    }

    @Test("the newest of several answers holds")
    func several() {
        let result = merge(
            Self.event + Self.message("REPLY", stamp: "20261104T000000Z", status: "TENTATIVE"),
            Self.message("REPLY", stamp: "20261103T000000Z"))
        #expect(result.text.contains("CN=Kim;PARTSTAT=TENTATIVE:"))
    }

    @Test(
        "other messages change nothing and are no events",
        arguments: ["COUNTER", "REFRESH", "DECLINECOUNTER"])
    func others(method: String) {
        let result = merge(Self.event + Self.message(method, sequence: 5))
        #expect(result.text.contains("PARTSTAT=NEEDS-ACTION;CN=Kim"))
        #expect(result.report.eventCount == 1)
        #expect(merge(Self.message(method)).report.eventCount == 0)
    }

    @Test("an answer to a task is no version of the task")
    func task() {
        let task = Self.event.replacing("VEVENT", with: "VTODO")
        let reply = Self.message("REPLY", sequence: 5).replacing("VEVENT", with: "VTODO")
        let result = merge(task + reply)
        #expect(result.text.contains("SUMMARY:Lunch"))
        #expect(result.report.otherCount == 1)
    }
}
