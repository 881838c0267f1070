import ICalendar
import Testing

@testable import AgendaKit

/// What blocks the same time as some events, read from a store.
@Suite("Overlaps in a store", .timeLimit(.minutes(30)))
struct OverlapsTests {
    private let zone: TimeZoneRules
    private let today: CivilDate
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        (zone, today) = (try Make.zone("Europe/Berlin"), try Make.date("2026-11-20"))
        (folder, bench) = (try TemporaryFolder(), try Bench())
    }

    private func add(_ events: [String]) async throws {
        let body = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined()
        try await bench.add(
            try folder.write("BEGIN:VCALENDAR\r\n\(body)END:VCALENDAR\r\n", to: "a.ics"))
    }

    private func event(_ uid: String, _ start: String, _ end: String, _ more: String = "") -> String
    {
        "UID:\(uid)\r\nDTSTART:\(start)\r\nDTEND:\(end)" + more
    }

    /// `uid MM-DD`, in order.
    private func overlaps(
        of uids: Set<String>, instance: OccurrencePoint? = nil, on dates: Range<CivilDate>? = nil
    ) async throws -> [String] {
        try await bench.provider()
            .overlaps(of: uids, instance: instance, on: dates ?? today..<(today + 366))
            .map { event in
                let start = zone.wallTime(at: event.span.instants(in: zone).lowerBound)
                return "\(event.uid) \(start.date.iso.dropFirst(5))"
            }.sorted()
    }

    @Test("the events and what is on at the same time, each once, also over several days")
    func several() async throws {
        try await add([
            event("trip", "20261123T080000Z", "20261205T080000Z"),
            event("before", "20261121T080000Z", "20261124T080000Z"),
            event("in", "20261130T080000Z", "20261202T080000Z"),
            event("touches", "20261205T080000Z", "20261205T090000Z"),
            event("later", "20261210T080000Z", "20261210T090000Z"),
            event("free", "20261130T080000Z", "20261130T090000Z", "\r\nTRANSP:TRANSPARENT"),
            "UID:day\r\nDTSTART;VALUE=DATE:20261130",
        ])
        #expect(try await overlaps(of: ["trip"]) == ["before 11-21", "in 11-30", "trip 11-23"])
        #expect(try await overlaps(of: ["later"]) == ["later 12-10"])
        #expect(try await overlaps(of: ["day"]) == [])
        #expect(try await overlaps(of: ["free"]) == [])
        #expect(try await overlaps(of: ["nobody"]) == [])
    }

    @Test("an hour past midnight, seen from both of its days")
    func midnight() async throws {
        try await add([
            // 23:00 to 01:00 in Berlin.
            event("night", "20261127T220000Z", "20261128T000000Z"),
            event("early", "20261127T230000Z", "20261127T233000Z"),
        ])
        #expect(try await overlaps(of: ["early"]) == ["early 11-28", "night 11-27"])
        #expect(try await overlaps(of: ["night"]) == ["early 11-28", "night 11-27"])
    }

    @Test("of a series all instances on these days, or one alone")
    func series() async throws {
        try await add([
            event("weekly", "20261123T080000Z", "20261123T090000Z", "\r\nRRULE:FREQ=WEEKLY"),
            event("one", "20261130T083000Z", "20261130T093000Z"),
            event("two", "20270104T083000Z", "20270104T093000Z"),
        ])
        let dates = today..<(today + 61)
        let mondays = [
            "11-23", "11-30", "12-07", "12-14", "12-21", "12-28", "01-04", "01-11", "01-18",
        ]
        #expect(
            try await overlaps(of: ["weekly"], on: dates)
                == (["one 11-30", "two 01-04"] + mondays.map { "weekly " + $0 }).sorted())
        let instance = OccurrencePoint.instant(try Make.instant("20261130T080000Z"))
        #expect(
            try await overlaps(of: ["weekly"], instance: instance) == ["one 11-30", "weekly 11-30"])
    }

    @Test("on days for which no instances are stored")
    func farAway() async throws {
        try await add([
            event("daily", "20261123T080000Z", "20261123T090000Z", "\r\nRRULE:FREQ=DAILY"),
            event("meeting", "20400105T083000Z", "20400105T093000Z"),
        ])
        let dates = try Make.date("2040-01-01")..<Make.date("2040-02-01")
        #expect(try await overlaps(of: ["meeting"], on: dates) == ["daily 01-05", "meeting 01-05"])
    }

    @Test("the same as by looking at all days", arguments: 0..<8)
    func naive(seed: Int) async throws {
        var random = MergePropertyTests.Seeded(state: UInt64(seed))
        let first = try Make.instant("20261115T000000Z")
        func stamp(_ instant: Instant) -> String {
            TimeZoneRules.utc.wallTime(at: instant).icalendar + "Z"
        }
        let rules = ["", "", "\r\nRRULE:FREQ=WEEKLY;COUNT=5", "\r\nRRULE:FREQ=DAILY;COUNT=9"]
        try await add(
            (0..<60).map { number in
                let start = first + Int.random(in: 0..<80 * 24, using: &random) * 3_600
                let hours = [0, 1, 3, 30, 100].randomElement(using: &random) ?? 1
                return event(
                    "\(number)", stamp(start), stamp(start + hours * 3_600),
                    rules.randomElement(using: &random) ?? "")
            })
        let (provider, dates) = (bench.provider(), today..<(today + 61))
        let all = try await provider.days(dates).occurrences
            .filter { $0.blocks(countingWholeDays: false) }
        for uids: Set<String> in [["7"], ["8", "9", "10"], Set((20..<40).map(String.init))] {
            let times = all.filter { uids.contains($0.uid) }.map { $0.span.instants(in: zone) }
            let expected = all.filter { event in
                times.contains { $0.overlaps(event.span.instants(in: zone)) }
            }
            let found = try await provider.overlaps(of: uids, on: dates)
            #expect(found.count == expected.count)
            #expect(Set(found) == Set(expected))
        }
    }
}
