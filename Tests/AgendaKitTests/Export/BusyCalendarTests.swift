import ICalendar
import Testing

@testable import AgendaKit

@Suite("Busy times")
struct BusyCalendarTests {
    private func busy(_ events: String..., days: Range<CivilDate>) async throws -> BusyCalendar {
        let bench = try Bench()
        let text =
            "BEGIN:VCALENDAR\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
        _ = try await bench.importer.addStream(Array(text.utf8), name: "x")
        return BusyCalendar(try await bench.provider().days(days))
    }

    @Test(
        "times that touch are one; free and cancelled ones leave no trace; all is cut to the days")
    func united() async throws {
        let days = try Make.date("2026-11-20")..<(try Make.date("2026-11-22"))
        let busy = try await busy(
            "UID:1\r\nDTSTART:20261120T090000Z\r\nDTEND:20261120T100000Z\r\nSUMMARY:Secret",
            "UID:2\r\nDTSTART:20261120T100000Z\r\nDTEND:20261120T103000Z\r\nSUMMARY:Secret",
            // Floating: 23:00 in Berlin, to the end of the days.
            "UID:3\r\nDTSTART:20261121T230000\r\nDURATION:PT10H",
            "UID:4\r\nDTSTART:20261120T150000Z\r\nDURATION:PT1H\r\nTRANSP:TRANSPARENT",
            "UID:5\r\nDTSTART:20261120T150000Z\r\nDURATION:PT1H\r\nSTATUS:CANCELLED",
            "UID:6\r\nDTSTART:20261120T180000Z",
            "UID:7\r\nDTSTART;VALUE=DATE:20261110\r\nDTEND;VALUE=DATE:20261121",
            days: days)
        #expect(busy.days == [days.lowerBound..<(days.lowerBound + 1)])
        #expect(
            busy.times == [
                try Make.instant("20261120T090000Z")..<(try Make.instant("20261120T103000Z")),
                try Make.instant("20261121T220000Z")..<(try Make.instant("20261121T230000Z")),
            ])
    }

    @Test("no byte of the events' content is in the text, and the same times give the same text")
    func nothingLeaks() async throws {
        let days = try Make.date("2026-11-20")..<(try Make.date("2026-11-21"))
        let times = "DTSTART;TZID=Asia/Kathmandu:20261120T150000\r\nDURATION:PT1H\r\n"
        let first = try await busy(
            "UID:secret-uid\r\n\(times)SUMMARY:secret-summary\r\nLOCATION:secret-place\r\n"
                + "DESCRIPTION:secret\r\nATTENDEE;CN=secret:mailto:secret@example.org\r\n"
                + "X-SECRET:secret\r\nCATEGORIES:secret\r\nURL:https://secret.example.org\r\n"
                + "CLASS:PRIVATE\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nDESCRIPTION:secret\r\n"
                + "TRIGGER:-PT5M\r\nEND:VALARM",
            days: days
        ).calendar()
        let second = try await busy("UID:other\r\n\(times)SUMMARY:other", days: days).calendar()
        #expect(first == second)
        #expect(!first.lowercased().contains("secret"))
        #expect(!first.contains("Kathmandu"))
        let stream = ComponentScanner.scan(first.utf8)
        #expect(stream.components.count == 1)
        // 15:00 at +05:45.
        #expect(first.contains("\r\nDTSTART:20261120T091500Z\r\nDTEND:20261120T101500Z\r\n"))
    }
}
