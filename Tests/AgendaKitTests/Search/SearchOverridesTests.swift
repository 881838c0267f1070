import ICalendar
import Testing

@testable import AgendaKit

@Suite("Searching series with many overrides")
struct SearchOverridesTests {
    /// A daily series from a day on, each instance of which an override moves by five minutes.
    private static func series(from day: CivilDate, hours: Int, count: Int) -> String {
        let first = CivilDateTime(day, hour: 9, minute: 0)
        func text(_ number: Int, _ minutes: Int = 0) -> String {
            CalendarTime.utc(Instant(utc: first + (number * hours * 3_600 + minutes * 60)))
                .icalendar
        }
        var events = [
            "UID:s\r\nDTSTART:\(text(0))\r\nDURATION:PT15M\r\n"
                + "RRULE:FREQ=HOURLY;INTERVAL=\(hours);COUNT=\(count)\r\nSUMMARY:needle master"
        ]
        for number in 0..<count {
            events.append(
                "UID:s\r\nRECURRENCE-ID:\(text(number))\r\nDTSTART:\(text(number, 5))\r\n"
                    + "DURATION:PT15M\r\nSUMMARY:needle \(number)")
        }
        return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
            + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
            + "END:VCALENDAR\r\n"
    }

    private func bench(from day: String, hours: Int = 24, count: Int) async throws -> Bench {
        let bench = try Bench()
        _ = try await bench.importer.addStream(
            Array(Self.series(from: Make.date(day), hours: hours, count: count).utf8), name: "test")
        return bench
    }

    private func search(_ bench: Bench, _ text: String) throws -> [AgendaEvent] {
        try EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
            .events(try #require(SearchQuery(text))).events
    }

    @Test("a series that ended years ago is found by the words of its overrides")
    func ended() async throws {
        let bench = try await bench(from: "2015-01-05", count: 50)
        let last = try search(bench, "needle")
        // 49 days after January 5th.
        #expect(
            last.map(\.span.start) == [.instant(try Make.instant("20150223T090500Z"))])
        #expect(last.map(\.summary) == ["needle 49"])
        let one = try search(bench, "needle 7")
        #expect(one.first?.span.start == .instant(try Make.instant("20150112T090500Z")))
    }

    @Test("of thousands of overrides the next one is found, also when few events are wanted")
    func next() async throws {
        // It is November 20th, 12:00Z, 1,203 hours after October 1st, 09:00Z; that one begins 12:05.
        let bench = try await bench(from: "2026-10-01", hours: 1, count: 3_000)
        let found = try EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
            .events(try #require(SearchQuery("needle")), limit: 5)
        #expect(found.events.map(\.summary) == ["needle 1203"])
    }

    @Test("on a day long ago what took place then is found")
    func longAgo() async throws {
        let bench = try await bench(from: "2015-01-05", count: 50)
        let search = EventSearch(store: bench.store, clock: bench.clock, zone: bench.zone)
        let day = try Make.date("2015-01-12")
        let found = try search.occurrences(try #require(SearchQuery("needle")), on: day..<day + 1)
        #expect(found.events.map(\.summary) == ["needle 7"])
    }

    @Test("the cost of a search is linear in the overrides, whether they are stored or not")
    func linear() async throws {
        for (day, hours) in [("2026-05-01", 1), ("2015-01-05", 1)] {
            func time(_ count: Int) async throws -> Duration {
                let bench = try await bench(from: day, hours: hours, count: count)
                // The index is another matter.
                _ = try search(bench, "nothing")
                return try (0..<3).map { _ in
                    var count = 0
                    let time = try processorTime { count = try search(bench, "needle").count }
                    #expect(count == 1)
                    return time
                }.min() ?? .zero
            }
            let (few, many) = (try await time(400), try await time(3_200))
            // Eight times as many; as a square they would take 64 times as long.
            #expect(many < few * 24, "\(few) and \(many)")
        }
    }
}
