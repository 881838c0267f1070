import ICalendar
import Testing

@Suite("The instances of a rule")
struct RecurrenceRuleInstancesTests {
    /// The RFC's UNTILs are meant in New York, where the clock is 4 hours behind UTC until the
    /// last Sunday of October 1997, and 5 after; the traps are in winter.
    private func instant(_ wall: CivilDateTime) -> Instant {
        let change = 877_824_000  // 1997-10-26T00:00
        let offset =
            wall.date.year == 1997 && wall.secondsSinceEpoch < change ? -14_400 : -18_000
        return Instant(secondsSinceEpoch: wall.secondsSinceEpoch - offset)
    }

    @Test("every vector file is found")
    func vectorsAreFound() {
        #expect(RuleVectors.all.count >= 90)
        #expect(RuleVectors.all.compactMap(\.filtered).count >= 20)
    }

    @Test("a rule has the instances that its vector states", arguments: RuleVectors.all)
    func vector(_ vector: RuleVector) throws {
        let rule = try RecurrenceRule(icalendar: vector.rule)
        let last = try #require(vector.expected.last)
        let end = vector.goesOn ? last + 1 : last + 40 * 366 * 86_400
        let found = rule.instances(
            from: vector.start, in: vector.start..<end, instantOf: instant)
        #expect(found.times.map(\.iso) == vector.expected.map(\.iso), "\(vector.rule)")
        if vector.goesOn {
            let later = rule.instances(
                from: vector.start, in: last + 1..<last + 40 * 366 * 86_400, limit: 1,
                instantOf: instant)
            #expect(later.times.count == 1, "\(vector.rule) goes on")
        }
    }

    @Test(
        "a rule that filters days has those of the rule that makes them",
        arguments: RuleVectors.all.compactMap(\.filtered))
    func filtered(_ vector: RuleVector) throws {
        // Twenty-four hours later is another time of day once the clocks have changed.
        let utc: (CivilDateTime) -> Instant = { Instant(secondsSinceEpoch: $0.secondsSinceEpoch) }
        let made = try RecurrenceRule(icalendar: vector.rule)
        let last = try #require(vector.expected.last)
        let end = vector.goesOn ? last + 1 : last + 40 * 366 * 86_400
        let found = made.instances(from: vector.start, in: vector.start..<end, instantOf: utc)
        #expect(found.times.map(\.iso) == vector.expected.map(\.iso), "\(vector.rule)")
    }

    @Test("every window of a vector shows its part of the instances", arguments: RuleVectors.all)
    func windows(_ vector: RuleVector) throws {
        let rule = try RecurrenceRule(icalendar: vector.rule)
        let ends = vector.expected.dropFirst() + [vector.expected[vector.expected.count - 1] + 1]
        for (begin, end) in zip(vector.expected, ends) {
            let found = rule.instances(from: vector.start, in: begin..<end, instantOf: instant)
            #expect(found.times.map(\.iso) == [begin.iso], "\(vector.rule)")
        }
    }

    @Test("a canonical text means the same rule", arguments: RuleVectors.all)
    func roundTrip(_ vector: RuleVector) throws {
        let rule = try RecurrenceRule(icalendar: vector.rule)
        #expect(try RecurrenceRule(icalendar: rule.icalendar) == rule)
    }

    @Test("a window of an old endless series needs no walk from its start")
    func oldSeries() throws {
        let start = try #require(CivilDateTime(icalendar: "00010101T090000"))
        let begin = try #require(CivilDateTime(icalendar: "20240101T000000"))
        let rules = [
            "FREQ=SECONDLY;BYHOUR=9;BYMINUTE=0;BYSECOND=0", "FREQ=DAILY", "FREQ=WEEKLY",
            "FREQ=MONTHLY", "FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU",
            "FREQ=HOURLY;INTERVAL=24;BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12",
        ]
        for text in rules {
            let rule = try RecurrenceRule(icalendar: text)
            let found = rule.instances(from: start, in: begin..<begin + 7 * 86_400)
            let expected = text == "FREQ=MONTHLY" ? 1 : text == "FREQ=WEEKLY" ? 1 : 7
            #expect(found.times.count == expected, "\(text)")
        }
    }

    @Test("more instances than the limit are cut, and the cut is told")
    func cut() throws {
        let start = try #require(CivilDateTime(icalendar: "20240101T000000"))
        for text in ["FREQ=SECONDLY", "FREQ=SECONDLY;BYMONTH=1", "FREQ=DAILY;BYMONTH=1,2"] {
            let rule = try RecurrenceRule(icalendar: text)
            let found = rule.instances(from: start, in: start..<start + 40 * 86_400, limit: 10)
            #expect(found.times.count == 10 && found.isCut, "\(text)")
            let all = rule.instances(from: start, in: start..<start + 1, limit: 1)
            #expect(all.times == [start] && !all.isCut, "\(text)")
        }
    }

    @Test("extreme numbers neither trap nor hang")
    func extremes() throws {
        let start = try #require(CivilDateTime(icalendar: "20240101T000000"))
        let end = try #require(CivilDateTime(icalendar: "20260101T000000"))
        for name in ["SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"] {
            for parts in ["", ";BYMONTH=1", ";BYMONTH=2;BYMONTHDAY=30", ";BYSETPOS=-2147483648"] {
                let rule = try RecurrenceRule(
                    icalendar: "FREQ=\(name);INTERVAL=2147483648;COUNT=2147483648\(parts)")
                #expect(rule.instances(from: start, in: start..<end).times == [start])
            }
        }
        var rule = RecurrenceRule(.secondly)
        (rule.interval, rule.count, rule.byHour) = (Int.max, Int.min, [-5, 99])
        let window =
            CivilDateTime(secondsSinceEpoch: .min)..<CivilDateTime(secondsSinceEpoch: .max)
        #expect(rule.instances(from: start, in: window).times == [start])
    }
}
