import ICalendar
import Testing

@testable import AgendaKit

@Suite("Occurrences on stored and on other days")
struct OccurrencesTests {
    /// What `body` reads from a store with one event, on 2026-11-20 at 12:00Z, and the number of its series.
    private func read<T>(
        _ event: String, _ body: (inout Occurrences, Int64, Present) throws -> T
    ) async throws -> T {
        let bench = try Bench()
        _ = try await bench.importer.addStream(Array(Make.calendar(event).utf8), name: "test")
        let present = Present(now: bench.clock.now, zone: bench.zone)
        return try bench.store.read { database in
            let key = OccurrenceID.key(uid: "one")
            let series = try SeriesTable.fetch(keys: key...key, database)
            var occurrences = try Occurrences(database)
            return try body(&occurrences, try #require(series.first).id, present)
        }
    }

    @Test(
        "a week of a daily series has seven, within the horizon, across its end and beyond it",
        arguments: [nil, -3, 0, 5_000])
    func week(daysAfterHorizon: Int?) async throws {
        try await read("UID:one\r\nDTSTART:20261102T090000Z\r\nRRULE:FREQ=DAILY") {
            occurrences, _, present in
            let first =
                daysAfterHorizon.map { occurrences.state.horizon.upperBound + $0 } ?? present.today
            let window = NodeWindow(firstDate: first, count: 7, zone: present.zone)
            let isStored = try occurrences.areStored(on: window.dates)
            #expect(isStored == (daysAfterHorizon == nil))
            // In two parts, as slices read them.
            for (part, expected) in [(0..<3, [0, 1, 2]), (3..<7, [3, 4, 5, 6])] {
                var days: Set<Int> = []
                try occurrences.forEach(in: window, part, around: first) {
                    days.formUnion(window.slice(part).indices(of: $0.span))
                }
                #expect(days.map { $0 + part.lowerBound }.sorted() == expected)
            }
        }
    }

    @Test(
        "the nearest is the next one, else the last, also years outside of the stored days",
        arguments: [
            // The last of three.
            ("20190107T090000Z", "FREQ=DAILY;COUNT=3", "20190109T090000Z"),
            // The day after today, since today's is over at noon.
            ("20190107T090000Z", "FREQ=DAILY", "20261121T090000Z"),
            ("20400501T090000Z", "FREQ=YEARLY", "20400501T090000Z"),
        ])
    func nearest(start: String, rule: String, expected: String) async throws {
        let event = "UID:one\r\nDTSTART:\(start)\r\nDURATION:PT1H\r\nRRULE:\(rule)"
        try await read(event) { occurrences, id, present in
            let described = try #require(try occurrences.events.fetch(seriesID: id).first)
            let nearest = try occurrences.nearest(described, to: present)
            #expect(nearest?.span.start == .instant(try Make.instant(expected)))
        }
    }

    @Test("an instance is found by its date, stored or not", arguments: ["20261125", "20441125"])
    func find(day: String) async throws {
        let event = "UID:one\r\nDTSTART:20200101T090000Z\r\nRRULE:FREQ=DAILY"
        try await read(event) { occurrences, id, present in
            let found = try occurrences.find(
                seriesID: id, on: CivilDate(icalendar: day), nearestTo: present
            ) { $0?.icalendar.hasPrefix(day) ?? false }
            #expect(found.map(\.span.start) == [.instant(try Make.instant(day + "T090000Z"))])
        }
    }
}
