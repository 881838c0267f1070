@testable import ICalendar
import Testing

@Suite("Component scanner")
struct ComponentScannerTests {
    private let twoEvents = """
        BEGIN:VCALENDAR\r
        X-WR-CALNAME:Family\\, and\r
          friends\r
        BEGIN:VTIMEZONE\r
        TZID:X\r
        BEGIN:STANDARD\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        UID:a\r
        ATTENDEE;CN="Kim":mailto:kim@example.org\r
        ATTENDEE:mailto:\r
         lee@example.org\r
        ATTENDEE-X:no participant\r
        DESCRIPTION:the next line is text\r
         BEGIN:VEVENT\r
        BEGIN:VALARM\r
        ATTENDEE:mailto:alarm@example.org\r
        END:VALARM\r
        END:VEVENT\r
        begin:vevent\r
        UID:b\r
        end:vevent\r
        END:VCALENDAR\r

        """

    @Test("finds kind, line and participants of each component, the alarms' own not counted")
    func components() {
        let stream = ComponentScanner.scan(twoEvents.utf8)
        #expect(stream.components.map(\.kind) == [.timeZone, .event, .event])
        #expect(stream.components.map(\.line) == [4, 9, 21])
        #expect(stream.components.map(\.participantCount) == [0, 2, 0])
        #expect(stream.isComplete)
        #expect(stream.diagnostics.isEmpty)
    }

    @Test("gives the calendar's name unfolded and unescaped")
    func name() {
        #expect(ComponentScanner.scan(twoEvents.utf8).name == "Family, and friends")
    }

    @Test("a component's range is its text from BEGIN to END")
    func ranges() {
        let bytes = Array(twoEvents.utf8)
        let last = ComponentScanner.scan(twoEvents.utf8).components[2]
        #expect(
            String(decoding: bytes[last.range], as: UTF8.self)
                == "begin:vevent\r\nUID:b\r\nend:vevent\r\n")
    }

    @Test("one changed letter changes that component's digest and no other")
    func digests() {
        let changed = twoEvents.replacing("UID:b", with: "UID:c")
        let (before, after) = (
            ComponentScanner.scan(twoEvents.utf8), ComponentScanner.scan(changed.utf8)
        )
        #expect(before.components[1].digest == after.components[1].digest)
        #expect(before.components[2].digest != after.components[2].digest)
    }

    @Test("a file cut short keeps its whole components and is not complete")
    func truncated() {
        let cut = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nEND:VEVENT\nBEGIN:VEVENT\nUID:b\nSUMM"
        let stream = ComponentScanner.scan(cut.utf8)
        #expect(stream.components.count == 1)
        #expect(!stream.isComplete)
        #expect(stream.diagnostics.map(\.line) == [5])
    }

    @Test("an event without END costs only itself")
    func missingEnd() {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            BEGIN:VEVENT
            UID:b
            END:VEVENT
            END:VCALENDAR
            """
        let stream = ComponentScanner.scan(text.utf8)
        #expect(stream.components.map(\.line) == [4])
        #expect(stream.diagnostics.map(\.line) == [2])
    }

    @Test("components nested without end are refused before libical sees them")
    func deepNesting() {
        let nested =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\n" + String(repeating: "BEGIN:X-A\n", count: 100_000)
            + String(repeating: "END:X-A\n", count: 100_000) + "END:VEVENT\nEND:VCALENDAR\n"
        let stream = ComponentScanner.scan(nested.utf8)
        #expect(stream.components.isEmpty)
        #expect(stream.diagnostics.count == 1)
    }

    @Test("what is no calendar is told apart", arguments: ["", "hello", "\u{0}PNG\n\n"])
    func notACalendar(text: String) {
        #expect(!ComponentScanner.scan(text.utf8).isCalendar)
    }

    @Test("UTF-16 and lines that end in CR alone are brought to the form that is scanned")
    func normalising() {
        let text = "BEGIN:VEVENT\nSUMMARY:Grüße\nEND:VEVENT\n"
        var (utf16, bigEndian): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
        for unit in text.utf16 {
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            utf16 += [low, high]
            bigEndian += [high, low]
        }
        let carriageReturns = Array(text.replacing("\n", with: "\r").utf8)
        for bytes in [utf16, bigEndian, carriageReturns] {
            let normalised = TextEncoding.normalised(bytes)
            #expect(normalised == Array(text.utf8))
        }
        #expect(TextEncoding.normalised(text.utf8) == nil)
    }

    @Test(arguments: [1, 7, 64, 300, 1_000, 5_000])
    func `A stream in pieces has what it has whole`(size: Int) throws {
        let stream = """
            BEGIN:VCALENDAR
            X-WR-CALNAME:A name that
              is folded
            BEGIN:VEVENT
            UID:1
            ATTENDEE:mailto:a
            ATTENDEE:mailto:b
            END:VEVENT
            BEGIN:VEVENT
            UID:never ends
            BEGIN:VEVENT
            UID:2
            BEGIN:VALARM
            ATTENDEE:mailto:c
            END:VALARM
            END:VEVENT
            END:VCALENDAR
            BEGIN:VCALENDAR
            begin:VTODO
            UID:3
            end:VTO
             DO
            NAME:Second
            BEGIN:VEVENT
            UID:4
            """
        let bytes = Array(stream.utf8)
        let whole = ComponentScanner.scan(stream.utf8)
        try #require(whole.components.count == 3)
        try #require(whole.diagnostics.count == 2)
        var scanner = ComponentScanner()
        var found = ScannedStream()
        var (start, end) = (0, 0)
        while end < bytes.count {
            end = min(end + size, bytes.count)
            let (piece, consumed) = scanner.scan(
                piece: bytes[start..<end], isLast: end == bytes.count)
            found.components += piece.components.map {
                var component = $0
                component.range = ($0.range.lowerBound + start)..<($0.range.upperBound + start)
                return component
            }
            found.calendarProperties += piece.calendarProperties
            found.diagnostics += piece.diagnostics
            found.isComplete = found.isComplete && piece.isComplete
            start += consumed
        }
        #expect(found.components == whole.components)
        #expect(found.calendarProperties == whole.calendarProperties)
        #expect(found.diagnostics == whole.diagnostics)
        #expect(found.isComplete == whole.isComplete)
    }

    @Test(arguments: [0, 1, 15, 16, 17, 64, 100])
    func `A digest of pieces is that of the whole`(size: Int) {
        let bytes = (0..<size).map { UInt8($0 * 7 % 251) }
        let key = ContentDigest.Key(low: 1, high: 2)
        var digest = ContentDigest.Running(key: key)
        for start in stride(from: 0, to: size, by: 16) {
            digest.add(bytes[start..<min(start + 16, size)])
        }
        #expect(digest.finished == ContentDigest(bytes, key: key))
    }
}
