import AgendaKit
import FuzzChecks
import ICalendar
import Testing

/// Inputs whose only fault is their size. Code that takes quadratic time would not finish here.
@Suite("Large inputs", .timeLimit(.minutes(30)))
struct LargeInputTests {
    enum Shape: CaseIterable {
        case plainLine, foldedLine, nesting, endsWithoutBegin, parameters, exceptionDates, rules,
            faults, unknownParameters, eventsWithoutEnd

        /// About a megabyte of the shape, in the middle of an event.
        var body: String {
            switch self {
            case .plainLine: "DESCRIPTION:" + String(repeating: "long ", count: 200_000) + "\r\n"
            case .foldedLine:
                "DESCRIPTION:a" + String(repeating: "\r\n aa", count: 200_000) + "\r\n"
            case .nesting: String(repeating: "BEGIN:X-BOX\r\n", count: 80_000)
            case .endsWithoutBegin: String(repeating: "END:X-BOX\r\n", count: 90_000)
            case .parameters:
                "SUMMARY" + String(repeating: ";X-P=\"v\"", count: 120_000) + ":Many\r\n"
            case .unknownParameters:
                "SUMMARY" + String(repeating: ";a=1", count: 250_000) + ":Many\r\nORGANIZER"
                    + String(repeating: ";b=2", count: 250_000) + ":mailto:a@example.org\r\n"
            case .eventsWithoutEnd: String(repeating: "BEGIN:VEVENT\r\n", count: 70_000)
            case .exceptionDates:
                "RRULE:FREQ=DAILY\r\nEXDATE:"
                    + Array(repeating: "20260102T100000Z", count: 60_000).joined(separator: ",")
                    + "\r\n"
            case .rules: String(repeating: "RRULE:FREQ=MINUTELY\r\n", count: 1_000)
            case .faults: String(repeating: "EXDATE:never\r\n", count: 5_000)
            }
        }
    }

    static let neighbour = """
        BEGIN:VEVENT\r
        UID:neighbour\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261121T100000Z\r
        END:VEVENT\r

        """

    private func calendar(_ shape: Shape) -> [UInt8] {
        let large =
            "BEGIN:VEVENT\r\nUID:large\r\nDTSTART:20260101T100000Z\r\n\(shape.body)END:VEVENT\r\n"
        return Array("BEGIN:VCALENDAR\r\n\(Self.neighbour)\(large)END:VCALENDAR\r\n".utf8)
    }

    @Test(
        "what reads, writes and stores them ends, and keeps its promises",
        arguments: Shape.allCases, [FuzzTarget.parser, .writer, .importer])
    func promises(shape: Shape, target: FuzzTarget) async throws {
        let fault = await target.check(calendar(shape), in: try .inMemory())
        #expect(fault == nil)
    }

    @Test("the neighbour of what is large is read", arguments: Shape.allCases)
    func neighbour(shape: Shape) {
        let bytes = calendar(shape)
        let first = ComponentScanner.scan(bytes).components.first { $0.kind == .event }
        let event = first.flatMap { ICalendarParser.event(in: bytes[$0.range]).value }
        #expect(event?.uid == "neighbour")
    }

    @Test("a line of 10 MB is one value")
    func tenMegabytes() throws {
        let length = 10_000_000
        let text = String(repeating: "0123456789", count: length / 10)
        let event =
            "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:20260101\r\nDESCRIPTION:\(text)\r\nEND:VEVENT\r\n"
        #expect(ICalendarParser.event(in: event).value?.details?.utf8.count == length)
    }
}
