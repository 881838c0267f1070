import Testing

@testable import ICalendar

@Suite("tz data files")
struct TimeZoneFileTests {
    @Test("the first type holds before the first transition, the last one's after it")
    func types() throws {
        let file = tzif(
            types: [(-3_600, false, "OLD"), (7_200, false, "NEW")],
            transitions: [(at: 1_000, type: 1)], footer: "NEW-2")
        let zone = try TimeZoneRules(name: "T", tzif: file)
        #expect(zone.offset(at: Instant(secondsSinceEpoch: 999)) == -3_600)
        #expect(zone.offset(at: Instant(secondsSinceEpoch: 1_000)) == 7_200)
        #expect(zone.offset(at: Instant(secondsSinceEpoch: 1 << 50)) == 7_200)
        #expect(zone.abbreviation(at: Instant(secondsSinceEpoch: 0)) == "OLD")
    }

    @Test("the footer rules the years after the last transition")
    func footer() throws {
        let last = try utc("2007-11-04T06:00").secondsSinceEpoch
        let file = tzif(
            types: [(-18_000, false, "EST")], transitions: [(at: last, type: 0)],
            footer: "EST5EDT,M3.2.0,M11.1.0")
        let zone = try TimeZoneRules(name: "T", tzif: file)
        #expect(zone.offset(at: try utc("2007-07-01T00:00")) == -18_000)
        #expect(zone.offset(at: try utc("2008-03-09T06:59:59")) == -18_000)
        #expect(zone.offset(at: try utc("2008-03-09T07:00")) == -14_400)
        #expect(zone.offset(at: try utc("2090-03-12T07:00")) == -14_400)
        #expect(zone.offset(at: try utc("2090-11-05T06:00")) == -18_000)
        #expect(zone.offset(at: try utc("9999-07-01T00:00")) == -14_400)
    }

    @Test("every truncation of a file is refused, none traps")
    func truncated() throws {
        let file = tzif(
            types: [(-18_000, false, "EST"), (-14_400, true, "EDT")],
            transitions: [(at: 0, type: 1), (at: 9_000, type: 0)],
            footer: "EST5EDT,M3.2.0,M11.1.0")
        _ = try TimeZoneRules(name: "T", tzif: file)
        for length in 0..<file.count {
            #expect(throws: ICalendarError.self, "cut at \(length)") {
                try TimeZoneRules(name: "T", tzif: Array(file.prefix(length)))
            }
        }
    }

    @Test("a file with any one byte changed is read or refused, none traps")
    func damaged() {
        let file = tzif(
            types: [(-18_000, false, "EST"), (-14_400, true, "EDT")],
            transitions: [(at: 0, type: 1), (at: 9_000, type: 0)],
            footer: "EST5EDT,M3.2.0,M11.1.0")
        for index in file.indices {
            for value: UInt8 in [0, 1, 0x30, 0x7F, 0x80, 0xFF] {
                var damaged = file
                damaged[index] = value
                let zone = try? TimeZoneRules(name: "T", tzif: damaged)
                _ = zone?.startOfDay(CivilDate(daysSinceEpoch: 20_000))
            }
        }
    }

    @Test("leap seconds are refused by name: instants here have none")
    func leapSeconds() {
        let file = tzif(types: [(0, false, "UTC")], footer: "UTC0", leapSeconds: 1)
        #expect {
            try TimeZoneRules(name: "right/UTC", tzif: file)
        } throws: { error in
            error as? ICalendarError == .leapSeconds(zone: "right/UTC")
        }
    }

    @Test("a version 1 file is read from its 32-bit times")
    func versionOne() throws {
        var bytes = Array("TZif".utf8) + [UInt8](repeating: 0, count: 16)
        bytes += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 8]
        bytes += [0xFF, 0xFF, 0xFF, 0xF6] + [1]  // at -10 to type 1
        bytes += [0, 0, 0, 0, 0, 0] + [0, 0, 0x0E, 0x10, 1, 4] + Array("AAA\0BBB\0".utf8)
        let zone = try TimeZoneRules(name: "T", tzif: bytes)
        #expect(zone.offset(at: Instant(secondsSinceEpoch: -11)) == 0)
        #expect(zone.offset(at: Instant(secondsSinceEpoch: -10)) == 3_600)
        #expect(zone.abbreviation(at: Instant(secondsSinceEpoch: 0)) == "BBB")
    }
}

@Suite("POSIX rules in tz data footers")
struct PosixTimeZoneTests {
    /// Rule, UTC, offset in seconds.
    @Test(
        "a rule gives the offset of any year",
        arguments: [
            ("<+0545>-5:45", "2024-01-01T00:00", 20_700),
            ("<-03>3", "1990-01-01T00:00", -10_800),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T00:59:59", 3_600),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-03-27T01:00", 7_200),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "2050-10-30T01:00", 3_600),
            // South of the equator: daylight saving time over New Year; 30 minutes of it.
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2051-01-01T00:00", 39_600),
            ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2051-06-01T00:00", 37_800),
            // Negative hours (Nuuk) and hours past 24 (Jerusalem's old rule).
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T00:59:59", -7_200),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T01:00", -3_600),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-28T23:59:59", 7_200),
            ("IST-2IDT,M3.4.4/26,M10.5.0", "2024-03-29T00:00", 10_800),
            // Dublin: the summer is standard time, the winter a negative daylight saving time.
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-07-01T00:00", 3_600),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", "2024-12-01T00:00", 0),
            // Daylight saving time all year (RFC 9636 3.3.2).
            ("EST5EDT,0/0,J365/25", "2024-12-31T23:00", -14_400),
            ("EST5EDT,0/0,J365/25", "2025-01-01T05:00", -14_400),
            ("EST5EDT,0/0,J365/25", "2405-01-01T05:00", -14_400),
            ("<+12>-12<+13>,0/0,J365/25", "2402-12-31T11:30", 46_800),
            // J60 is always March 1; 59 is February 29 or March 1.
            ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59", 0),
            ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00", 3_600),
            ("AAA0BBB,59/0,J300/0", "2024-02-29T00:00", 3_600),
            ("AAA0BBB,59/0,J300/0", "2023-02-28T23:59:59", 0),
            ("AAA0BBB,59/0,J300/0", "2023-03-01T00:00", 3_600),
        ])
    func offsets(rule: String, instant: String, offset: Int) throws {
        #expect(try ruled(by: rule).offset(at: utc(instant)) == offset)
    }

    @Test(
        "what is no rule is refused",
        arguments: [
            "CET", "CE-1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.5.0/168,M10.5.0", "CET-25", "<+01-1", "CET-1CEST,M3.5.0,M10.5.0,",
            "CET-1CEST,J0,J300", "CET-1:60", "CET-99999999999999999999",
        ])
    func refused(text: String) {
        #expect(PosixTimeZone(Array(text.utf8)[...]) == nil)
    }

    @Test("a rule repeats after 400 years, also for wall times at the turn")
    func cycle() throws {
        let zone = try ruled(by: "<+12>-12<+13>,M1.1.1/0,M12.5.0/0")
        for year in [1_984, 1_985, 2_400] {
            for date in ["12-24", "12-31", "01-01", "01-07"] {
                for time in ["00:00", "00:30", "13:00"] {
                    let near = try wall("\(year)-\(date)T\(time)")
                    for cycles in 1...4 {
                        let far = near + cycles * 146_097 * 86_400
                        let (a, b) = (zone.instant(of: near), zone.instant(of: far))
                        #expect(b - a == cycles * 146_097 * 86_400)
                    }
                }
            }
        }
    }
}
