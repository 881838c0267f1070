@testable import CalendarMerge
import ICalendar
import Testing

@testable import AgendaKit

/// What merging texts must be, whatever the calendars: checked on seeded random ones.
@Suite("Merging calendars, in general")
struct CalendarMergePropertyTests {
    private typealias Seeded = MergePropertyTests.Seeded

    /// A zone that each calendar defines in its own way.
    private static func zone(_ random: inout Seeded) -> String {
        Make.timeZone(offset: ["+0100", "+0200", "-0500"].randomElement(using: &random) ?? "")
    }

    private static func time(_ day: Int, _ hour: Int, _ name: String, _ form: Int) -> String {
        let value = "202611\(10 + day)T\(10 + hour)0000"
        return switch form {
        case 0: "\(name):\(value)Z"
        case 1: "\(name);TZID=Ours:\(value)"
        case 2: "\(name);TZID=Europe/Berlin:\(value)"
        default: "\(name):\(value)"
        }
    }

    /// A component's lines; each has a property that no other has.
    private static func component(
        _ uid: Int, sequences: ClosedRange<Int>, _ random: inout Seeded, instance: Int?
    ) -> String {
        // An event's own form of times, so that instances fit their series.
        let form = uid % 4
        let number = Int.random(in: 0...1_000_000, using: &random)
        var lines = [
            "UID:event-\(uid)", "DTSTAMP:20260101T000000Z",
            "SEQUENCE:\(Int.random(in: sequences, using: &random))", "SUMMARY:\(number)",
            "X-KEPT;A=\"\(number)\":\(number)",
        ]
        let hour = Int.random(in: 0...3, using: &random)
        lines.append(time(instance ?? 0, hour, "DTSTART", form))
        if let instance {
            lines.append(time(instance, 0, "RECURRENCE-ID", form))
        } else {
            lines.append("RRULE:FREQ=DAILY;COUNT=5")
            let gap = Int.random(in: 0...8, using: &random)
            if gap < 5 { lines.append(time(gap, 0, "EXDATE", form)) }
        }
        return lines.joined(separator: "\r\n")
    }

    /// A calendar of up to four events: series with overrides, or instances alone. These are newer
    /// than the overrides of any series, as an invitation mostly is.
    private static func calendar(_ random: inout Seeded, invitations: ClosedRange<Int>) -> String {
        var events: [String] = []
        for uid in 0..<4 where Int.random(in: 0...3, using: &random) > 0 {
            let isSeries = Int.random(in: 0...2, using: &random) > 0
            let sequences = isSeries ? 0...3 : invitations
            if isSeries {
                events.append(component(uid, sequences: sequences, &random, instance: nil))
            }
            for day in 0..<5 where Int.random(in: 0...3, using: &random) == 0 {
                events.append(component(uid, sequences: sequences, &random, instance: day))
            }
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + zone(&random)
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }

    private static func calendars(
        _ seed: UInt64, invitations: ClosedRange<Int> = 10...1_000
    ) -> [String] {
        var random = Seeded(state: seed)
        return (0..<3).map { _ in calendar(&random, invitations: invitations) }
    }

    private static func merged(_ texts: String...) -> String {
        CalendarMerge(texts.enumerated().map { MergeSource(name: "\($0)", text: $1) }).text
    }

    /// What a list of the calendars shows, without the calendars' names.
    private static func shown(_ texts: String...) async throws -> [String] {
        let bench = try Bench()
        for (index, text) in texts.enumerated() {
            _ = try await bench.importer.addStream(Array(text.utf8), name: "\(index)")
        }
        let days = try Make.date("2026-11-01")..<(try Make.date("2026-12-01"))
        let timeline = try await bench.provider().days(days)
        return timeline.nodes.flatMap { node in
            node.events.map {
                "\(node.date.iso) \($0.uid) \($0.span) \($0.recurrenceID as Any) \($0.summary ?? "")"
            }
        }
    }

    @Test("a list of the result shows what a list of the calendars shows", arguments: 0..<40)
    func likeTheList(seed: UInt64) async throws {
        // Older invitations, too.
        let texts = Self.calendars(seed, invitations: 0...6)
        let merged = Self.merged(texts[0], texts[1], texts[2])
        let expected = try await Self.shown(texts[0], texts[1], texts[2])
        #expect(try await Self.shown(merged) == expected)
    }

    @Test("in steps gives the same events and instances", arguments: 0..<40)
    func associative(seed: UInt64) async throws {
        let texts = Self.calendars(seed)
        let left = Self.merged(Self.merged(texts[0], texts[1]), texts[2])
        let right = Self.merged(texts[0], Self.merged(texts[1], texts[2]))
        let shown = try await Self.shown(left)
        #expect(try await Self.shown(right) == shown)
        #expect(shown.isEmpty || !left.isEmpty)
    }

    @Test("with itself gives itself, byte for byte", arguments: 0..<200)
    func idempotent(seed: UInt64) {
        let texts = Self.calendars(seed, invitations: 0...6)
        let merged = Self.merged(texts[0], texts[1], texts[2])
        #expect(Self.merged(merged) == merged)
        #expect(Self.merged(merged, merged) == merged)
    }

    @Test("leaves each component of the result as its calendar has it", arguments: 0..<100)
    func kept(seed: UInt64) {
        let texts = Self.calendars(seed, invitations: 0...6)
        let sources = texts.flatMap(Self.components)
        for component in Self.components(of: Self.merged(texts[0], texts[1], texts[2])) {
            let kept = component.properties("X-KEPT")
            let own = sources.first { $0.properties("X-KEPT") == kept }
            #expect(own?.properties("SUMMARY") == component.properties("SUMMARY"))
            #expect(
                own?.properties("DTSTART").map(\.value)
                    == component.properties("DTSTART").map(\.value))
            #expect(own?.properties("RRULE") == component.properties("RRULE"))
        }
    }

    private static func components(of text: String) -> [ComponentDocument] {
        let bytes = Array(text.utf8)
        return ComponentScanner.scan(text.utf8).components.filter { $0.kind == .event }
            .compactMap { ComponentDocument(bytes[$0.range]) }
    }
}
