import ICalendar
import Testing

@Suite("Time zone rules: instants and wall times")
struct TimeZoneRulesTests {
    /// Zone, UTC, what the clock there shows. From the tz database's own comments and history.
    @Test(
        "a clock shows the time of its zone",
        arguments: [
            ("Europe/Berlin", "2024-01-15T12:00", "2024-01-15T13:00"),
            ("Europe/Berlin", "2024-07-15T12:00", "2024-07-15T14:00"),
            ("Europe/Berlin", "2024-03-31T00:59:59", "2024-03-31T01:59:59"),
            ("Europe/Berlin", "2024-03-31T01:00", "2024-03-31T03:00"),
            ("Europe/Berlin", "2024-10-27T00:59:59", "2024-10-27T02:59:59"),
            ("Europe/Berlin", "2024-10-27T01:00", "2024-10-27T02:00"),
            // Double summer time after the war.
            ("Europe/Berlin", "1945-07-01T12:00", "1945-07-01T15:00"),
            // Local mean time until April 1893, +0:53:28.
            ("Europe/Berlin", "1893-03-01T12:00", "1893-03-01T12:53:28"),
            ("Europe/Berlin", "1600-01-01T12:00", "1600-01-01T12:53:28"),
            ("America/New_York", "1969-07-20T20:17:40", "1969-07-20T16:17:40"),
            ("America/New_York", "2024-03-10T07:00", "2024-03-10T03:00"),
            ("America/New_York", "2024-11-03T06:00", "2024-11-03T01:00"),
            // The rule of 1987 to 2006: first Sunday of April.
            ("America/New_York", "2006-03-20T12:00", "2006-03-20T07:00"),
            ("Asia/Kathmandu", "2024-06-01T00:00", "2024-06-01T05:45"),
            ("Asia/Kathmandu", "1985-06-01T00:00", "1985-06-01T05:30"),
            ("Australia/Lord_Howe", "2024-01-01T00:00", "2024-01-01T11:00"),
            ("Australia/Lord_Howe", "2024-06-01T00:00", "2024-06-01T10:30"),
            ("Pacific/Apia", "2011-12-30T09:59:59", "2011-12-29T23:59:59"),
            ("Pacific/Apia", "2011-12-30T10:00", "2011-12-31T00:00"),
            // Morocco is an hour back during Ramadan.
            ("Africa/Casablanca", "2024-03-20T12:00", "2024-03-20T12:00"),
            ("Africa/Casablanca", "2024-07-01T12:00", "2024-07-01T13:00"),
        ])
    func clock(name: String, instant: String, shown: String) throws {
        let zone = try zone(name)
        #expect(zone.wallTime(at: try utc(instant)) == (try wall(shown)))
        #expect(
            zone.offset(at: try utc(instant)) == (try wall(shown)).secondsSinceEpoch
                - (try utc(instant)).secondsSinceEpoch)
    }

    @Test(
        "a wall time in a gap is read with the offset before the gap",
        arguments: [
            ("Europe/Berlin", "2024-03-31T02:00", "2024-03-31T01:00"),
            ("Europe/Berlin", "2024-03-31T02:30", "2024-03-31T01:30"),
            ("America/New_York", "2007-03-11T02:30", "2007-03-11T07:30"),
            ("Australia/Lord_Howe", "2024-10-06T02:15", "2024-10-05T15:45"),
            ("America/Sao_Paulo", "2018-11-04T00:30", "2018-11-04T03:30"),
            ("Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00"),
        ])
    func gap(name: String, time: String, instant: String) throws {
        #expect(try zone(name).instant(of: wall(time)) == utc(instant))
    }

    @Test(
        "a wall time that exists twice is the first of the two",
        arguments: [
            ("Europe/Berlin", "2024-10-27T02:30", "2024-10-27T00:30"),
            ("America/New_York", "2007-11-04T01:30", "2007-11-04T05:30"),
            ("Australia/Lord_Howe", "2024-04-07T01:45", "2024-04-06T14:45"),
            ("America/Sao_Paulo", "2018-02-17T23:30", "2018-02-18T01:30"),
            ("Europe/Dublin", "2024-10-27T01:30", "2024-10-27T00:30"),
        ])
    func overlap(name: String, time: String, instant: String) throws {
        #expect(try zone(name).instant(of: wall(time)) == utc(instant))
    }

    @Test("the hours beside gap and overlap are not moved")
    func besideChanges() throws {
        let berlin = try zone("Europe/Berlin")
        #expect(try berlin.instant(of: wall("2024-03-31T01:59:59")) == utc("2024-03-31T00:59:59"))
        #expect(try berlin.instant(of: wall("2024-03-31T03:00")) == utc("2024-03-31T01:00"))
        #expect(try berlin.instant(of: wall("2024-10-27T01:59:59")) == utc("2024-10-26T23:59:59"))
        #expect(try berlin.instant(of: wall("2024-10-27T03:00")) == utc("2024-10-27T02:00"))
    }

    @Test("Dublin's winter is what tz data calls daylight saving, and no clock minds")
    func dublin() throws {
        let dublin = try zone("Europe/Dublin")
        #expect(try dublin.offset(at: utc("2024-07-01T12:00")) == 3_600)
        #expect(try dublin.offset(at: utc("2024-12-01T12:00")) == 0)
        #expect(try dublin.abbreviation(at: utc("2024-07-01T12:00")) == "IST")
        #expect(try dublin.abbreviation(at: utc("2024-12-01T12:00")) == "GMT")
    }

    @Test("times beyond every calendar are answered, not trapped on", arguments: [Int.min, .max])
    func extremes(seconds: Int) throws {
        for zone in [try zone("Europe/Berlin"), .utc, try ruled(by: "EST5EDT,M3.2.0,M11.1.0")] {
            let instant = Instant(secondsSinceEpoch: seconds)
            let wall = CivilDateTime(secondsSinceEpoch: seconds)
            _ = zone.offset(at: instant)
            #expect((zone.wallTime(at: instant).secondsSinceEpoch < 0) == (seconds < 0))
            #expect((zone.instant(of: wall).secondsSinceEpoch < 0) == (seconds < 0))
            let start = zone.startOfDay(CivilDate(daysSinceEpoch: seconds))
            #expect((start.secondsSinceEpoch < 0) == (seconds < 0))
        }
    }

    @Test("zones are equal by name and content")
    func equality() throws {
        let file = tzif(types: [(3_600, false, "CET")], footer: "CET-1")
        let one = try TimeZoneRules(name: "A", tzif: file)
        #expect(try one == TimeZoneRules(name: "A", tzif: file))
        #expect(try one != TimeZoneRules(name: "B", tzif: file))
        #expect(one != TimeZoneRules(name: "A", fixedOffset: 7_200))
    }

    @Test("transitions are listed with the offsets on both sides, half-open")
    func transitions() throws {
        let berlin = try zone("Europe/Berlin")
        let (spring, autumn) = (try utc("2024-03-31T01:00"), try utc("2024-10-27T01:00"))
        let year = berlin.transitions(in: try utc("2024-01-01T00:00")..<utc("2025-01-01T00:00"))
        #expect(year.map(\.at) == [spring, autumn])
        #expect(year.map(\.offsetBefore) == [3_600, 7_200])
        #expect(year.map(\.offsetAfter) == [7_200, 3_600])
        #expect(year.map(\.abbreviation) == ["CEST", "CET"])
        #expect(year.map(\.isDaylight) == [true, false])
        #expect(berlin.transitions(in: spring..<autumn).map(\.at) == [spring])
        #expect(TimeZoneRules.utc.transitions(in: spring..<autumn).isEmpty)
    }

    @Test("an endless rule's transitions end with the year 9999")
    func boundedTransitions() throws {
        let all = Instant(secondsSinceEpoch: .min)..<Instant(secondsSinceEpoch: .max)
        let found = try ruled(by: "CET-1CEST,M3.5.0,M10.5.0/3").transitions(in: all)
        #expect(try found.last?.at == utc("9999-10-31T01:00"))
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.at < $1.at })
        let first = try utc("2400-01-01T00:00"), end = try utc("9600-01-01T00:00")
        #expect(found.count { $0.at >= first && $0.at < end } == 2 * 7_200)
    }
}
