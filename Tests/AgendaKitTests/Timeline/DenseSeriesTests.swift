import ICalendar
import Testing

@testable import AgendaKit

@Suite("Series with too many instances to be stored")
struct DenseSeriesTests {
    private func bench(_ event: String, path: String? = nil) async throws -> Bench {
        let bench = try Bench(path: path)
        _ = try await bench.importer.addStream(
            Array(Make.calendar(event).utf8), name: "test")
        return bench
    }

    private func days(_ bench: Bench, _ from: String, _ to: String) async throws -> Timeline {
        try await bench.provider().days(Make.date(from)..<Make.date(to))
    }

    @Test(
        "a week and a day show each instance, whatever the rule",
        arguments: [
            ("FREQ=MINUTELY;INTERVAL=10", 144), ("FREQ=MINUTELY", 1_440), ("FREQ=HOURLY", 24),
            ("FREQ=MINUTELY;BYSECOND=0,20,40", 4_320),
        ])
    func week(rule: String, perDay: Int) async throws {
        let bench = try await bench("UID:tick\r\nDTSTART:20200101T000000Z\r\nRRULE:\(rule)")
        let week = try await days(bench, "2026-11-16", "2026-11-23")
        #expect(week.nodes.map(\.events.count) == Array(repeating: perDay, count: 7))
        #expect(week.omitted.isEmpty)
        let far = try await days(bench, "2031-05-05", "2031-05-06")
        #expect(far.nodes.map(\.events.count) == [perDay])
        #expect(far.omitted.isEmpty)
    }

    @Test("a long list loses no day in its middle: only the far ends, and they are told")
    func longList() async throws {
        let bench = try await bench(
            "UID:tick\r\nSUMMARY:Tick\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=MINUTELY")
        let year = try await days(bench, "2026-01-01", "2027-01-01")
        // The day that daylight saving time ends on has 25 hours.
        let full = year.nodes.indices.filter { year.nodes[$0].events.count >= 1_440 }
        let today = try #require(year.todayIndex)
        // In a row, around today, and many.
        let (first, last) = (try #require(full.first), try #require(full.last))
        #expect(full == Array(first...last))
        #expect(first <= today - 15)
        #expect(last >= today + 15)
        let omitted = try #require(year.omitted.first)
        #expect(year.omitted.count == 1)
        #expect([omitted.uid, omitted.summary, omitted.calendar] == ["tick", "Tick", "test"])
        // What is said is true: up to its ends nothing is missing, beyond them there is nothing.
        let zone = year.zone
        let earliest = try #require(year.nodes.first { !$0.events.isEmpty }?.events.first)
        let date = zone.instant(of: earliest.span.start).utc.date
        #expect(date == omitted.complete.lowerBound.date)
    }

    @Test("hours of two years are all in the timeline, though they are too many to be stored")
    func timeline() async throws {
        let bench = try await bench("UID:hour\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=HOURLY")
        let timeline = try await bench.provider().timeline()
        // From July 23rd to November 22nd of the next year: set back twice, forward once.
        #expect(timeline.nodes.reduce(0) { $0 + $1.events.count } == 488 * 24 + 1)
        #expect(timeline.omitted.isEmpty)
    }

    @Test("several readers at the same time show the same")
    func parallel() async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(
            "UID:tick\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=MINUTELY;INTERVAL=10",
            path: folder.path + "/agenda.db")
        #expect(bench.store.readsInParallel)
        let timeline = try await bench.provider().timeline()
        #expect(timeline.nodes[120].events.count == 144)
        #expect(timeline.nodes[487].events.count == 144)
    }

    @Test("what is hidden is not said to be missing")
    func hidden() async throws {
        let bench = try await bench("UID:tick\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=SECONDLY")
        var filter = EventFilter()
        filter.hiddenCalendars = ["test"]
        let week = try await bench.provider(filter: filter)
            .days(Make.date("2026-11-16")..<Make.date("2026-11-23"))
        #expect(week.nodes.allSatisfy { $0.events.isEmpty })
        #expect(week.omitted.isEmpty)
    }

    @Test("an update after a change of another event still shows it")
    func update() async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(
            Make.calendar(
                "UID:tick\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=MINUTELY;INTERVAL=10"),
            to: "a.ics")
        let bench = try Bench()
        try await bench.add(file)
        let provider = bench.provider()
        let first = try #require(try await provider.update(after: nil)).timeline
        try folder.write(
            Make.calendar(
                "UID:tick\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=MINUTELY;INTERVAL=10",
                "UID:b\r\nDTSTART:20261120T180000Z\r\nSUMMARY:New"), to: "a.ics", age: 30)
        _ = try await bench.importer.refresh()
        let second = try #require(try await provider.update(after: first))
        #expect(second.timeline.nodes[120].events.count == 145)
        #expect(second.changes.map(\.event.uid) == ["b"])
    }

    @Test("search and details find the instance that is next")
    func next() async throws {
        let bench = try await bench(
            "UID:tick\r\nSUMMARY:Tick\r\nDTSTART:20200101T000000Z\r\nDURATION:PT1M\r\n"
                + "RRULE:FREQ=MINUTELY;INTERVAL=10")
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        let query = try #require(SearchQuery("tick"))
        // It is 12:00:00Z: that one is running.
        let noon = OccurrencePoint.instant(try Make.instant("20261120T120000Z"))
        #expect(try search.events(query).events.map(\.recurrenceID) == [noon])
        let day = try Make.date("2026-11-18")
        #expect(try search.occurrences(query, on: day..<day + 1).events.count == 144)
        let id = OccurrenceID(uid: "tick", recurrenceID: nil).description
        let details = try bench.store.details(of: id, clock: bench.clock, zone: bench.zone)
        #expect(details.occurrence.recurrenceID == noon)
        #expect(try bench.store.componentText(of: details.occurrence) != nil)
    }

    @Test("a hundred hostile series are bounded together")
    func hostile() async throws {
        let events = (0..<100).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20200101T000000Z\r\nRRULE:FREQ=SECONDLY\r\n"
                + "END:VEVENT\r\n"
        }
        let bench = try Bench()
        _ = try await bench.importer.addStream(
            Array("BEGIN:VCALENDAR\r\n\(events.joined())END:VCALENDAR\r\n".utf8), name: "test")
        let week = try await days(bench, "2026-11-16", "2026-11-23")
        let count = week.nodes.map(\.events.count).reduce(0, +)
        #expect((100_000...1_000_000).contains(count))
        #expect(week.omitted.count == 100)
    }
}
