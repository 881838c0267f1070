import AgendaKit
import ICalendar
import Testing

@Suite("Day hash")
struct NodeWindowTests {
    /// Zones with changes of 23 and 25 hours, of half an hour, at midnight, and none.
    static let zones = [
        "Europe/Berlin", "America/New_York", "Pacific/Apia", "Australia/Lord_Howe",
        "Asia/Kathmandu", "America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "America/Havana",
    ]

    @Test("488 days, today at index 120")
    func layout() throws {
        let window = NodeWindow(
            timelineAround: try Make.date("2026-11-20"), zone: try Make.zone("Europe/Berlin"))
        #expect(window.count == 488)
        #expect(window.firstDate == (try Make.date("2026-07-23")))
        #expect(window.dates.upperBound == (try Make.date("2027-11-23")))
    }

    @Test("each quarter of an hour is in the node of its own wall date", arguments: zones)
    func quarters(name: String) throws {
        let zone = try Make.zone(name)
        for year in [2011, 2017, 2026] {
            let window = NodeWindow(
                timelineAround: try #require(CivilDate(year: year, month: 11, day: 20)), zone: zone)
            var instant = window.instants.lowerBound
            while instant < window.instants.upperBound {
                let expected = zone.wallTime(at: instant).date - window.firstDate
                #expect(window.index(of: instant) == expected, "\(name) \(instant.utc.iso)")
                if window.index(of: instant) != expected { return }
                instant = instant + 900
            }
        }
    }

    @Test(
        "a day's length is what the clocks say",
        arguments: [
            ("Europe/Berlin", "2026-03-29", 23.0), ("Europe/Berlin", "2026-10-25", 25),
            ("America/New_York", "2026-03-08", 23), ("America/New_York", "2026-11-01", 25),
            ("Australia/Lord_Howe", "2026-04-05", 24.5),
            ("Australia/Lord_Howe", "2026-10-04", 23.5), ("Asia/Kathmandu", "2026-03-29", 24),
            ("America/Sao_Paulo", "2017-10-15", 23), ("America/Sao_Paulo", "2018-02-17", 25),
            ("Pacific/Apia", "2011-12-30", 0), ("Africa/Cairo", "2026-04-24", 23),
        ])
    func lengths(name: String, day: String, hours: Double) throws {
        let window = NodeWindow(firstDate: try Make.date(day), count: 1, zone: try Make.zone(name))
        let seconds = window.instants.upperBound - window.instants.lowerBound
        #expect(Double(seconds) / 3_600 == hours)
    }

    @Test("what ends some seconds after midnight is not on the next day")
    func secondsAfterMidnight() throws {
        let zone = try Make.zone("Europe/Berlin")
        let window = NodeWindow(firstDate: try Make.date("2026-11-20"), count: 3, zone: zone)
        let evening = try Make.instant("20261120T190000Z")
        func days(_ end: String) throws -> Range<Int> {
            window.indices(of: .instants(evening..<(try Make.instant(end))))
        }
        #expect(try days("20261120T230037Z") == 0..<1)
        #expect(try days("20261120T230059Z") == 0..<1)
        #expect(try days("20261120T230100Z") == 0..<2)
        let start = try #require(CivilDateTime(icalendar: "20261120T200000"))
        let end = try #require(CivilDateTime(icalendar: "20261121T000030"))
        #expect(window.indices(of: .floating(start..<end)) == 0..<1)
        // Half a minute after midnight is a time of its own.
        let midnight = try #require(CivilDateTime(icalendar: "20261121T000000"))
        #expect(window.indices(of: .floating(midnight..<end)) == 1..<2)
    }

    @Test("what ends at midnight is not on the next day, what has no length is on its own")
    func edges() throws {
        let zone = try Make.zone("Europe/Berlin")
        let window = NodeWindow(firstDate: try Make.date("2026-11-20"), count: 3, zone: zone)
        // Midnight in Berlin is 23:00Z in winter.
        let evening = try Make.instant("20261120T190000Z")
        let midnight = try Make.instant("20261120T230000Z")
        #expect(window.indices(of: .instants(evening..<midnight)) == 0..<1)
        #expect(window.indices(of: .instants(evening..<(midnight + 60))) == 0..<2)
        #expect(window.indices(of: .instants(midnight..<midnight)) == 1..<2)
        let days = try Make.date("2026-11-19")..<(try Make.date("2026-11-21"))
        #expect(window.indices(of: .dates(days)) == 0..<1)
        #expect(
            window.indices(of: .instants((evening - 864_000)..<(evening + 864_000))) == 0..<3)
    }

    @Test("what lies outside of the window is in none of its nodes")
    func outside() throws {
        let zone = try Make.zone("Europe/Berlin")
        let window = NodeWindow(firstDate: try Make.date("2026-11-20"), count: 2, zone: zone)
        let start = window.instants.lowerBound
        let end = window.instants.upperBound
        #expect(window.indices(of: .instants((start - 60)..<start)).isEmpty)
        #expect(window.indices(of: .instants(end..<(end + 60))).isEmpty)
        #expect(window.indices(of: .instants(end..<end)).isEmpty)
        #expect(window.indices(of: .instants((start - 60)..<(start - 60))).isEmpty)
    }
}
