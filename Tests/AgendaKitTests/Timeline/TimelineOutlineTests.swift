import ICalendar
import Testing

@testable import AgendaKit

@Suite("Timeline outlines", .timeLimit(.minutes(30)))
struct TimelineOutlineTests {
    private func event(_ uid: String, _ start: String, _ more: String = "") -> String {
        "UID:\(uid)\r\nDTSTART:\(start)\r\nSUMMARY:\(uid)" + more
    }

    private func write(_ events: [String], to folder: TemporaryFolder) throws -> String {
        let body = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        return try folder.write("BEGIN:VCALENDAR\r\n\(body)END:VCALENDAR\r\n", to: "a.ics")
    }

    /// The days with events: index, events, and those that are not cancelled.
    private func days(_ outline: TimelineOutline) -> [String] {
        outline.window.dates.enumerated().compactMap { index, date in
            let count = outline.count(on: date)
            return count == 0 ? nil : "\(index): \(count), \(outline.countOfHeld(on: date))"
        }
    }

    @Test("how much is on each day, also of what spans several; the cancelled is counted apart")
    func counts() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let trip =
            "UID:trip\r\nDTSTART;VALUE=DATE:20261121\r\nDTEND;VALUE=DATE:20261124\r\nSUMMARY:Trip"
        try await bench.add(
            try write(
                [
                    event("noon", "20261120T110000Z"), trip,
                    event("off", "20261122T080000Z", "\r\nSTATUS:CANCELLED"),
                ], to: folder))
        let provider = bench.provider()
        let first = try #require(try await provider.outline(after: nil))
        #expect(first.changes == nil)
        #expect(days(first.outline) == ["120: 1, 1", "121: 1, 1", "122: 2, 1", "123: 1, 1"])
        #expect(first.outline.count(on: try Make.date("2030-01-01")) == 0)
        #expect(try await provider.outline(after: first.outline) == nil)
    }

    @Test("a change tells which events are different, and what the days have of them")
    func changes() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        let daily = event("daily", "20261119T080000Z", "\r\nRRULE:FREQ=DAILY;COUNT=4")
        try await bench.add(
            try write(
                [daily, event("gone", "20261120T110000Z"), event("same", "20261121T110000Z")],
                to: folder))
        let provider = bench.provider()
        let first = try #require(try await provider.outline(after: nil))
        #expect(
            days(first.outline) == ["119: 1, 1", "120: 2, 2", "121: 2, 2", "122: 1, 1"])
        _ = try write(
            [
                daily.replacing("COUNT=4", with: "COUNT=2"), event("same", "20261121T110000Z"),
                event("new", "20261125T110000Z"),
            ], to: folder)
        _ = try await bench.importer.refresh()
        let second = try #require(try await provider.outline(after: first.outline))
        #expect(days(second.outline) == ["119: 1, 1", "120: 1, 1", "121: 1, 1", "125: 1, 1"])
        let changes = try #require(second.changes)
        #expect(
            changes.keys == Set(["daily", "gone", "new"].map { OccurrenceID.key(uid: $0) }))
        #expect(changes.events.map { $0.summary ?? "" }.sorted() == ["daily", "daily", "new"])
        #expect(
            second.outline.keys(among: Set(["gone", "same"].map { OccurrenceID.key(uid: $0) }))
                == [OccurrenceID.key(uid: "same")])
    }

    @Test("after each of many changes the outline has as many events on each day as the timeline")
    func many() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        var seed: UInt64 = 3
        func random(_ count: Int) -> Int {
            // Knuth's MMIX generator.
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % count
        }
        var lines = ["first": event("first", "20261120T080000Z")]
        let provider = bench.provider()
        var last: TimelineOutline?
        for step in 0..<40 {
            let uid = "e\(random(12))"
            let start = "202611\(10 + random(19))T\(10 + random(14))0000Z"
            let rules = ["", "\r\nRRULE:FREQ=DAILY;COUNT=9", "\r\nDURATION:P3D"]
            lines[uid] = random(4) == 0 ? nil : event(uid, start, rules[random(3)])
            let path = try write(lines.values.sorted(), to: folder)
            if step == 0 { try await bench.add(path) }
            _ = try await bench.importer.refresh()
            if let update = try await provider.outline(after: last) { last = update.outline }
            let timeline = try await provider.timeline()
            for node in timeline.nodes {
                #expect(last?.count(on: node.date) == node.events.count, "\(step) \(node.date.iso)")
            }
        }
    }

    @Test("each reader gets the present state, then each new one")
    func stream() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try write([event("a", "20261120T080000Z")], to: folder))
        let provider = bench.provider()
        var updates = await provider.outlines().makeAsyncIterator()
        #expect(try await updates.next()?.outline.count(on: try Make.date("2026-11-20")) == 1)
        _ = try write(
            [event("a", "20261120T080000Z"), event("b", "20261120T080000Z")], to: folder)
        _ = try await bench.importer.refresh()
        await provider.checkForChanges()
        #expect(try await updates.next()?.outline.count(on: try Make.date("2026-11-20")) == 2)
    }
}
