import ICalendar
import Testing

@testable import AgendaKit

/// Files that are broken or joined: all of what is readable is shown, and everything else is told.
@Suite("Broken and joined files", .timeLimit(.minutes(30)))
struct BrokenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func joined(_ name: String, offsets: [String]) -> String {
        offsets.enumerated().map { number, offset in
            """
            BEGIN:VCALENDAR\r
            BEGIN:VTIMEZONE\r
            TZID:\(name)\r
            BEGIN:STANDARD\r
            DTSTART:16010101T000000\r
            TZOFFSETFROM:\(offset)\r
            TZOFFSETTO:\(offset)\r
            END:STANDARD\r
            END:VTIMEZONE\r
            BEGIN:VEVENT\r
            UID:\(number)\r
            DTSTAMP:20261101T000000Z\r
            DTSTART;TZID=\(name):20261126T090000\r
            SUMMARY:Event \(number)\r
            RRULE:FREQ=WEEKLY\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        }.joined()
    }

    /// The hours in UTC of the events on a day.
    private func hours(_ bench: Bench, _ day: String = "2026-11-26") async throws -> [String: Int] {
        let date = try Make.date(day)
        let nodes = try await bench.provider().timeline().nodes.filter { $0.date == date }
        var hours: [String: Int] = [:]
        for event in nodes.flatMap(\.events) {
            guard case .instants(let times) = event.span else { continue }
            hours[event.summary ?? ""] = times.lowerBound.utc.hour
        }
        return hours
    }

    @Test("two calendars of a file each have their own zones, as a source, imported and edited")
    func zones() async throws {
        let text = joined("Customized Time Zone", offsets: ["-0500", "+0000", "-0500"])
        let path = try folder.write(text, to: "a.ics")
        let bench = try Bench()
        var source = CalendarSource(name: "both", kind: .file, location: path)
        source.isWritable = true
        try await bench.importer.addSource(source)
        #expect(try await hours(bench) == ["Event 0": 14, "Event 1": 9, "Event 2": 14])
        // An edit knows the zone of the event's own calendar, and changes nothing else.
        let events = try await bench.provider().timeline().nodes.flatMap(\.events)
        let event = try #require(events.first { $0.summary == "Event 1" })
        try await bench.editor.edit(event, scope: .all) { $0.event.summary = "Event X" }
        #expect(try await hours(bench) == ["Event 0": 14, "Event X": 9, "Event 2": 14])
        let written = String(decoding: try FileContent.read(path: path), as: UTF8.self)
        #expect(written.contains("DTSTART;TZID=Customized Time Zone:20261126T090000"))
        // Imported into the own calendar.
        let imported = try Bench()
        let incoming = try IncomingCalendar(Array(text.utf8), place: "a.ics")
        #expect(
            Set(incoming.definitions.keys) == ["Customized Time Zone", "Customized Time Zone 2"])
        #expect(incoming.series.count == 3)
        #expect(
            incoming.scope.rules(for: "Customized Time Zone 2")?.offset(at: imported.clock.now) == 0
        )
    }

    @Test("the same of a large file, whole where it must be mended")
    func large() async throws {
        let broken = Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:A")
            .replacing("END:VEVENT\r\n", with: "BEGIN:VALARM\r\n")
        let text =
            joined("Ours", offsets: ["-0500", "+0000"]) + broken + "None" + broken.dropFirst(0)
        let path = try folder.write(text, to: "a.ics")
        let (parts, whole) = (try Bench(), try Bench())
        await parts.importer.use(LargeFileLimits(minimal: 1, part: 512))
        try await parts.add(path)
        try await whole.add(path)
        #expect(try await parts.lines() == whole.lines())
        #expect(try await hours(parts) == ["Event 0": 14, "Event 1": 9])
        func told(_ bench: Bench) throws -> [String] {
            try bench.store.diagnostics().map { "\($0.diagnostic)" }.sorted()
        }
        #expect(try told(parts) == told(whole))
        #expect(try told(whole).isEmpty == false)
    }

    @Test("events without END are shown and told, and a corrected file replaces them")
    func withoutEnds() async throws {
        let one = "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20261120T120000Z\r\nSUMMARY:One\r\n"
        let two = "BEGIN:VEVENT\r\nUID:2\r\nDTSTART:20261120T130000Z\r\nSUMMARY:Two\r\n"
        let bench = try Bench()
        let path = try folder.write("BEGIN:VCALENDAR\r\n\(one)\(two)END:VCALENDAR\r\n", to: "a.ics")
        try await bench.add(path)
        #expect(try await bench.lines() == ["2026-11-20 One", "2026-11-20 Two"])
        #expect(
            try bench.store.diagnostics().map { "\($0.diagnostic.line) \($0.diagnostic.reason)" }
                == [
                    "2 has no end before BEGIN:VEVENT", "6 has no end before END:VCALENDAR",
                ])
        try folder.write(
            "BEGIN:VCALENDAR\r\n\(one)END:VEVENT\r\n\(two)END:VEVENT\r\nEND:VCALENDAR\r\n",
            to: "a.ics", age: 30)
        try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 One", "2026-11-20 Two"])
        #expect(try bench.store.diagnostics().isEmpty)
    }

    @Test(
        "a file that never has its last line is followed, and one that has less than before is not")
    func withoutLastLine() async throws {
        func text(_ summaries: String...) -> String {
            "BEGIN:VCALENDAR\r\n"
                + summaries.map {
                    "BEGIN:VEVENT\r\nUID:\($0.prefix(1))\r\nDTSTART:20261120T120000Z\r\nSUMMARY:\($0)\r\nEND:VEVENT\r\n"
                }.joined()
        }
        let bench = try Bench()
        try await bench.add(try folder.write(text("a", "b"), to: "a.ics"))
        try folder.write(text("a", "b2"), to: "a.ics", age: 40)
        try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 a", "2026-11-20 b2"])
        try folder.write(text("a"), to: "a.ics", age: 30)
        try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 a", "2026-11-20 b2"])
        try folder.write(text("a", "b3") + "BEGIN:VEVENT\r\n", to: "a.ics", age: 20)
        try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 a", "2026-11-20 b2"])
        let incoming = try IncomingCalendar(Array(text("a", "b").utf8), place: "a.ics")
        #expect(incoming.series.count == 2)
        #expect(incoming.diagnostics.map(\.reason) == [.fault(.fileEnds)])
    }

    @Test("an offset without a zone is told, and read as one")
    func offsetAlone() async throws {
        let bench = try Bench()
        try await bench.add(
            try folder.write(
                Make.calendar(
                    "UID:a\r\nDTSTART;TZID=\"(UTC+09:00) 大阪、札幌、東京\":20261126T120000\r\nSUMMARY:a"),
                to: "a.ics"))
        #expect(try await hours(bench) == ["a": 3])
        #expect(
            try bench.store.diagnostics().map(\.diagnostic.reason) == [
                .value("(UTC+09:00) 大阪、札幌、東京", .offsetAlone)
            ])
    }
}
