@testable import ICalendar
import Testing

private typealias Observance = TimeZoneDefinition.Observance

/// `FREQ=YEARLY;BYMONTH=month;BYDAY=ordinalSU`.
private func yearly(
    _ month: Int, _ ordinal: Int, until: RecurrenceRule.Until? = nil
) -> RecurrenceRule {
    var rule = RecurrenceRule(.yearly)
    rule.byMonth = [month]
    rule.byDay = [.init(.sunday, ordinal: ordinal)]
    rule.until = until
    return rule
}

private let (est, edt) = (-18_000, -14_400)

@Suite("Zones that a file defines")
struct TimeZoneDefinitionTests {
    /// RFC 5545 3.6.5's example, from 1987 on.
    private func eastern() throws -> TimeZoneDefinition {
        TimeZoneDefinition(
            tzid: "Eastern",
            observances: [
                Observance(
                    isDaylight: true, start: try wall("1987-04-05T02:00"), offsetFrom: est,
                    offsetTo: edt,
                    rules: [yearly(4, 1, until: .utc(try utc("2006-04-02T07:00")))], name: "EDT"),
                Observance(
                    isDaylight: true, start: try wall("2007-03-11T02:00"), offsetFrom: est,
                    offsetTo: edt, rules: [yearly(3, 2)], name: "EDT"),
                Observance(
                    isDaylight: false, start: try wall("1987-10-25T02:00"), offsetFrom: edt,
                    offsetTo: est,
                    rules: [yearly(10, -1, until: .utc(try utc("2006-10-29T06:00")))], name: "EST"),
                Observance(
                    isDaylight: false, start: try wall("2007-11-04T02:00"), offsetFrom: edt,
                    offsetTo: est, rules: [yearly(11, 1)], name: "EST"),
            ])
    }

    @Test("rules split by UNTIL in UTC agree with tz data from 1987 to 2025")
    func eastern1987() throws {
        let zone = try #require(TimeZoneRules(try eastern()))
        let newYork = systemZones.rules(named: "America/New_York")
        let range = try utc("1987-04-05T07:00")..<utc("2026-01-01T00:00")
        let found = zone.transitions(in: range)
        #expect(found.map(\.at) == newYork?.transitions(in: range).map(\.at))
        #expect(found.map(\.offsetAfter) == newYork?.transitions(in: range).map(\.offsetAfter))
        #expect(found.count == 2 * 39)
        #expect(zone.abbreviation(at: try utc("2006-07-01T00:00")) == "EDT")
    }

    @Test(
        "an endless rule works for ever",
        arguments: [
            ("2090-03-12T06:59:59", est), ("2090-03-12T07:00", edt), ("2090-11-05T06:00", est),
            ("2410-07-01T00:00", edt), ("9999-07-01T00:00", edt), ("9999-12-31T00:00", est),
        ])
    func endless(instant: String, offset: Int) throws {
        #expect(TimeZoneRules(try eastern())?.offset(at: try utc(instant)) == offset)
    }

    @Test("before the earliest onset its TZOFFSETFROM holds")
    func beforeFirst() throws {
        var definition = try eastern()
        // The earliest one may be listed first or last.
        for _ in 0..<2 {
            let zone = try #require(TimeZoneRules(definition))
            #expect(zone.offset(at: try utc("1986-07-01T00:00")) == est)
            #expect(zone.offset(at: try utc("1987-04-05T06:59:59")) == est)
            #expect(zone.offset(at: try utc("1987-04-05T07:00")) == edt)
            definition.observances.reverse()
        }
    }

    @Test("Outlook's start in 1601 costs nothing and is right today")
    func outlook() throws {
        let zone = try #require(
            TimeZoneRules(
                TimeZoneDefinition(
                    tzid: "W. Europe Standard Time",
                    observances: [
                        Observance(
                            isDaylight: false, start: try wall("1601-01-01T03:00"),
                            offsetFrom: 7_200, offsetTo: 3_600, rules: [yearly(10, -1)]),
                        Observance(
                            isDaylight: true, start: try wall("1601-01-01T02:00"),
                            offsetFrom: 3_600, offsetTo: 7_200, rules: [yearly(3, -1)]),
                    ])))
        #expect(zone.offset(at: try utc("2024-03-31T00:59:59")) == 3_600)
        #expect(zone.offset(at: try utc("2024-03-31T01:00")) == 7_200)
        #expect(zone.offset(at: try utc("2024-10-27T00:59:59")) == 7_200)
        #expect(zone.offset(at: try utc("2024-10-27T01:00")) == 3_600)
        #expect(try zone.instant(of: wall("2024-10-27T02:30")) == utc("2024-10-27T00:30"))
        #expect(zone.offset(at: try utc("2700-07-01T00:00")) == 7_200)
    }

    @Test("onsets listed by RDATE, without rules, end with the last")
    func dates() throws {
        let zone = try #require(
            TimeZoneRules(
                TimeZoneDefinition(
                    tzid: "Listed",
                    observances: [
                        Observance(
                            isDaylight: true, start: try wall("2023-03-26T02:00"),
                            offsetFrom: 3_600, offsetTo: 7_200,
                            dates: [try wall("2024-03-31T02:00")]),
                        Observance(
                            isDaylight: false, start: try wall("2023-10-29T03:00"),
                            offsetFrom: 7_200, offsetTo: 3_600,
                            dates: [try wall("2024-10-27T03:00")]),
                    ])))
        #expect(zone.offset(at: try utc("2023-07-01T00:00")) == 7_200)
        #expect(zone.offset(at: try utc("2024-01-01T00:00")) == 3_600)
        #expect(zone.offset(at: try utc("2024-07-01T00:00")) == 7_200)
        #expect(zone.offset(at: try utc("2025-07-01T00:00")) == 3_600)
    }

    @Test("a single STANDARD is a fixed offset")
    func single() throws {
        let definition = TimeZoneDefinition(
            tzid: "India",
            observances: [
                Observance(
                    isDaylight: false, start: try wall("1970-01-01T00:00"), offsetFrom: 19_800,
                    offsetTo: 19_800, name: "IST")
            ])
        let zone = try #require(TimeZoneRules(definition))
        #expect(zone.offset(at: try utc("1900-01-01T00:00")) == 19_800)
        #expect(zone.offset(at: try utc("2400-01-01T00:00")) == 19_800)
    }

    @Test("a lone DAYLIGHT with a yearly rule stays in force")
    func loneDaylight() throws {
        let definition = TimeZoneDefinition(
            tzid: "Summer",
            observances: [
                Observance(
                    isDaylight: true, start: try wall("2000-03-26T02:00"), offsetFrom: 3_600,
                    offsetTo: 7_200, rules: [yearly(3, -1)])
            ])
        let zone = try #require(TimeZoneRules(definition))
        #expect(zone.offset(at: try utc("1999-07-01T00:00")) == 3_600)
        #expect(zone.offset(at: try utc("2024-12-01T00:00")) == 7_200)
    }

    @Test("a definition that says nothing is no zone")
    func empty() {
        #expect(TimeZoneRules(TimeZoneDefinition(tzid: "Nothing")) == nil)
    }

    @Test("hostile definitions end, and trap on nothing")
    func hostile() {
        let start = CivilDateTime(secondsSinceEpoch: 0)
        let (min, max) = (Int.min, Int.max)
        var observances = [
            Observance(
                isDaylight: false, start: start, offsetFrom: max, offsetTo: min,
                rules: [RecurrenceRule(.secondly), RecurrenceRule(.daily)]),
            Observance(
                isDaylight: false, start: .init(secondsSinceEpoch: max), offsetFrom: min,
                offsetTo: max, rules: [RecurrenceRule(.yearly)],
                dates: [.init(secondsSinceEpoch: min)]),
        ]
        observances += [Observance](repeating: observances[0], count: 200)
        let zone = TimeZoneRules(TimeZoneDefinition(tzid: "X", observances: observances))
        #expect(zone != nil)
        for seconds in [min, -1, 0, 1, 1 << 40, max] {
            let offset = zone?.offset(at: Instant(secondsSinceEpoch: seconds)) ?? 0
            #expect(abs(offset) <= 26 * 3_600)
            _ = zone?.startOfDay(CivilDate(daysSinceEpoch: seconds))
            _ = zone?.instant(of: CivilDateTime(secondsSinceEpoch: seconds))
        }
    }
}
