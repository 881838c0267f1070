import Testing

@testable import ICalendar

/// Sizes that no calendar has: what they cost grows with them, and no more.
@Suite("Scanning what is too large")
struct LargeScanTests {
    private static let limits = ComponentScanner.Limits(line: 1_000, component: 20_000)

    private static func event(_ uid: String, _ lines: String = "") -> String {
        "BEGIN:VEVENT\r\nUID:\(uid)\r\n\(lines)END:VEVENT\r\n"
    }

    private static func calendar(_ components: String) -> [UInt8] {
        Array("BEGIN:VCALENDAR\r\n\(components)END:VCALENDAR\r\n".utf8)
    }

    /// What is found in pieces of a size, the UIDs of the events and what is said.
    private static func scan(_ bytes: [UInt8], pieces size: Int) -> (
        uids: [String], found: ScannedStream, scanned: Int
    ) {
        var scanner = ComponentScanner(limits: limits)
        var (rest, position, uids, whole) = ([UInt8](), 0, [String](), ScannedStream())
        var scanned = 0
        repeat {
            let wanted = min(max(size, rest.count), bytes.count - position)
            rest += bytes[position..<position + wanted]
            position += wanted
            scanned += rest.count
            let (found, consumed) = scanner.scan(piece: rest, isLast: position == bytes.count)
            for component in found.components {
                let text = Array(rest[component.range])
                uids.append(ICalendarParser.uid(in: text) ?? Self.uid(text))
            }
            whole.addRest(of: found)
            rest.removeFirst(consumed)
        } while position < bytes.count
        return (uids, whole, scanned)
    }

    private static func uid(_ text: [UInt8]) -> String {
        ICalendarParser.properties(named: ["UID"], in: text).first?.value
            ?? ""
    }

    @Test("a line that is too long costs its component", arguments: [500, 997, 3_000, 100_000])
    func longLine(size: Int) {
        let long =
            "DESCRIPTION:" + String(repeating: "x", count: 5_000) + "\r\nSUMMARY:y\r\nNAME:z\r\n"
        let bytes = Self.calendar(Self.event("a") + Self.event("b", long) + Self.event("c"))
        let (uids, found, _) = Self.scan(bytes, pieces: size)
        #expect(uids == ["a", "c"])
        #expect(found.diagnostics.map(\.property) == ["VEVENT"])
        #expect(found.diagnostics.map(\.line) == [5])
        #expect(found.isComplete)
        // What stands in the component is none of the calendar's.
        #expect(found.name == nil)
    }

    @Test(
        "a line that is folded may be as long as its component",
        arguments: [500, 997, 3_000, 100_000])
    func folded(size: Int) {
        let folded =
            "DESCRIPTION:a"
            + String(repeating: "\r\n " + String(repeating: "x", count: 70), count: 100) + "\r\n"
        let (uids, found, _) = Self.scan(
            Self.calendar(Self.event("a", folded) + Self.event("b")), pieces: size)
        #expect(uids == ["a", "b"])
        #expect(found.diagnostics.isEmpty)
    }

    @Test("a component that is too large is left out", arguments: [500, 3_000, 100_000])
    func largeComponent(size: Int) {
        let lines = String(repeating: "COMMENT:xxxxxxxxxxxxxxxxxxxxxxxx\r\n", count: 1_000)
        let bytes = Self.calendar(Self.event("a") + Self.event("b", lines) + Self.event("c"))
        let (uids, found, _) = Self.scan(bytes, pieces: size)
        #expect(uids == ["a", "c"])
        #expect(found.diagnostics.map(\.property) == ["VEVENT"])
    }

    @Test(
        "a line of the calendar that is too long, or what is no calendar, is passed over",
        arguments: [500, 100_000])
    func outside(size: Int) {
        let long = "X-LONG:" + String(repeating: "x", count: 5_000) + "\r\n"
        let (uids, found, _) = Self.scan(Self.calendar(long + Self.event("a")), pieces: size)
        #expect(uids == ["a"])
        #expect(found.diagnostics.map(\.property) == ["VCALENDAR"])
        let zeros = Self.scan([UInt8](repeating: 0, count: 50_000), pieces: size)
        #expect(!zeros.found.isCalendar)
        #expect(zeros.found.diagnostics.isEmpty)
    }

    @Test("bytes that are scanned grow with the stream, whatever is in it")
    func linear() {
        let shapes: [(Int) -> String] = [
            { "DESCRIPTION:" + String(repeating: "x", count: $0) + "\r\n" },
            { "DESCRIPTION:a" + String(repeating: "\r\n xxxxxxxxx", count: $0 / 12) + "\r\n" },
            { String(repeating: "COMMENT:x\r\n", count: $0 / 11) },
            { String(repeating: "BEGIN:VEVENT\r\n", count: $0 / 14) },
        ]
        for shape in shapes {
            for size in [40_000, 80_000, 160_000] {
                let bytes = Self.calendar(Self.event("a", shape(size)))
                let scanned = Self.scan(bytes, pieces: 500).scanned
                #expect(scanned < 4 * bytes.count + 100_000, "\(size)")
            }
        }
    }

    @Test("of a hundred thousand events without an end a hundred are told, and how many more")
    func withoutEnds() throws {
        let text = "BEGIN:VCALENDAR\r\n" + String(repeating: "BEGIN:VEVENT\r\n", count: 100_000)
        let found = ComponentScanner.scan(text.utf8)
        #expect(found.diagnostics.count == 101)
        #expect(found.diagnostics.last?.reason == .number(99_900, .more))
        // Each ends where the next one begins.
        #expect(found.diagnostics.dropLast().allSatisfy { $0.severity == .warning })
        // The same in pieces.
        let pieces = Self.scan(Array(text.utf8), pieces: 10_000).found
        #expect(pieces.diagnostics.count == 101)
        #expect(pieces.diagnostics.last?.reason == .number(99_900, .more))
    }

    @Test("a cancellation without a start is no fault, a request without one is")
    func messages() {
        for (method, faults) in [
            ("CANCEL", 0), ("cancel", 0), ("REPLY", 0), ("REFRESH", 0), ("REQUEST", 1),
            ("PUBLISH", 1),
        ] {
            let text = "BEGIN:VCALENDAR\r\nMETHOD:\(method)\r\n\(Self.event("a"))END:VCALENDAR\r\n"
            let parsed = ICalendarParser.event(in: text)
            #expect(parsed.value == nil)
            #expect(parsed.diagnostics.count == faults, "\(method)")
        }
        // What is bad is said, whatever the method.
        let bad =
            "BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\n\(Self.event("a", "DTSTART:never\r\n"))END:VCALENDAR\r\n"
        #expect(ICalendarParser.event(in: bad).diagnostics.count == 1)
        #expect(ComponentScanner.scan(bad.utf8).components.map(\.method) == [.cancel])
    }
}
