import Testing

@testable import ICalendar

@Suite("Where a series may have instances")
struct SeriesReachTests {
    /// A linear congruential generator (Knuth's MMIX constants), so that a failure repeats.
    private struct Dice {
        var state: UInt64

        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % sides
        }

        mutating func pick<Element>(_ list: [Element]) -> Element { list[roll(list.count)] }

        /// Some numbers, joined by commas.
        mutating func list(_ range: ClosedRange<Int>) -> String {
            (0...roll(3)).map { _ in String(range.lowerBound + roll(range.count)) }
                .filter { $0 != "0" }.joined(separator: ",")
        }
    }

    private static let scope = TimeZoneScope(database: systemZones)

    private static func reach(_ event: Event, _ overrides: Event...) -> SeriesReach {
        SeriesReach([event] + overrides, in: scope)
    }

    private func day(_ text: String) -> Int { Series.time(text).wallTime.date.daysSinceEpoch }

    private func seasons(_ first: String, _ last: String) -> Int {
        let (first, last) = (Series.time(first).wallTime.date, Series.time(last).wallTime.date)
        return SeriesReach.seasons(of: first..<last + 1)
    }

    @Test("a birthday reaches its day of every year, a season its months, a weekly series all days")
    func seasons() {
        let any = SeriesReach.everywhere
        let birthday = Self.reach(Series.event("19800503", rules: ["FREQ=YEARLY"]))
        #expect(birthday.firstDay == day("19800503"))
        #expect(birthday.lastDay == any.lastDay)
        // May is the fifth month, and has five bits from the 20th on; its first seven days are the first.
        #expect(birthday.seasons == 1 << 20)
        let season = Self.reach(
            Series.event("20260504", rules: ["FREQ=WEEKLY;BYMONTH=5,6;BYDAY=MO"]))
        #expect(season.seasons == seasons("20260501", "20260630"))
        let weekly = Self.reach(Series.event("20260504", rules: ["FREQ=WEEKLY"]))
        #expect(weekly.seasons == any.seasons)
        // Twelve days from Christmas on.
        let long = Self.reach(
            Series.event("20201225", duration: "P12D", rules: ["FREQ=YEARLY;INTERVAL=2"]))
        #expect(long.seasons == seasons("20261225", "20270105"))
        // At any place of the world, a time of the clock is three days away at most.
        let timed = Self.reach(
            Series.event("20200615T090000@Berlin", rules: ["FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=15"]))
        #expect(timed.firstDay == day("20200612"))
        #expect(timed.seasons == seasons("20260612", "20260619"))
    }

    @Test("a series ends with its rule, wherever an instance was moved, and never without an end")
    func ends() {
        func last(_ rule: String) -> Int {
            Self.reach(Series.event("20260101", rules: [rule])).lastDay
        }
        #expect(last("FREQ=DAILY;UNTIL=20260110") == day("20260110"))
        #expect(last("FREQ=DAILY;INTERVAL=2;COUNT=3") == day("20260105"))
        // Hours of days are days.
        #expect(last("FREQ=HOURLY;COUNT=3") == day("20260103"))
        #expect(last("FREQ=DAILY") == SeriesReach.everywhere.lastDay)
        #expect(last("FREQ=YEARLY;COUNT=80") == SeriesReach.everywhere.lastDay)
        #expect(
            last("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=2") == SeriesReach.everywhere.lastDay)
        let daily = Series.event("20260101", rules: ["FREQ=DAILY;COUNT=5"], dates: ["20310704"])
        let moved = Series.override("20260102", "20310501", duration: "P40D")
        let reach = Self.reach(daily, moved)
        #expect(reach.firstDay == day("20260101"))
        #expect(reach.lastDay == day("20310707"))
        #expect(
            reach.seasons
                == seasons("20260101", "20260105") | seasons("20310501", "20310609")
                | seasons("20310701", "20310707"))
        let shifted = Series.override("20260102", "20260103", future: true)
        #expect(Self.reach(daily, shifted) == .everywhere)
    }

    // Each expands 20 years; the arguments are hundreds.
    @Test("no instance is where its series does not reach", arguments: 0..<40)
    func random(_ hundred: Int) throws {
        for seed in hundred * 100..<hundred * 100 + 100 {
            var dice = Dice(state: UInt64(seed) &* 977 &+ 13)
            let (event, overrides) = series(&dice)
            let reach = SeriesReach([event] + overrides, in: Self.scope)
            let first = CivilDate(uncheckedYear: 1_992 + dice.roll(20), month: 1, day: 1)
            let found = RecurrenceSet(master: event, overrides: overrides).instances(
                overlapping: first..<first + 20 * 366, limit: 2_000, in: Self.scope
            ).instances
            for instance in found where found.count < 200 || dice.roll(found.count / 100) == 0 {
                // A place is less than a day from UTC.
                var margin = 0
                if case .instants = instance.span { margin = 86_399 }
                let (start, end) = (instance.span.start.seconds, instance.span.end.seconds)
                let days =
                    CivilDateTime(secondsSinceEpoch: start - margin)
                    .date..<CivilDateTime(secondsSinceEpoch: max(start, end - 1) + margin).date + 1
                let isReached =
                    reach.firstDay <= days.lowerBound.daysSinceEpoch
                    && days.upperBound.daysSinceEpoch <= reach.lastDay + 1
                    && SeriesReach.seasons(of: days) & ~reach.seasons == 0
                guard isReached else {
                    Issue.record("seed \(seed): \(event), \(overrides): \(instance) of \(reach)")
                    return
                }
            }
        }
    }

    private func time(_ wall: CivilDateTime, like form: Int) -> CalendarTime {
        switch form {
        case 0: .date(wall.date)
        case 1: .floating(wall)
        case 2: .utc(Instant(utc: wall))
        case 3: .zoned(wall, tzid: "America/New_York")
        // It left out a day (2011-12-30), and has been 11 hours behind and 14 ahead of UTC.
        case 4: .zoned(wall, tzid: "Pacific/Apia")
        case 5: .zoned(wall, tzid: "Nowhere/Known")
        default: .zoned(wall, tzid: "Europe/Berlin")
        }
    }

    private func rule(_ dice: inout Dice, _ start: CivilDateTime) -> String {
        let frequency = dice.pick([
            "YEARLY", "YEARLY", "YEARLY", "MONTHLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY",
        ])
        var parts = ["FREQ=\(frequency)"]
        if dice.roll(3) == 0 { parts.append("INTERVAL=\(1 + dice.roll(4))") }
        switch dice.roll(4) {
        case 0: parts.append("COUNT=\(1 + dice.roll(60))")
        case 1:
            let until = start + dice.roll(4_000) * 43_200
            parts.append("UNTIL=\(until.icalendar)\(dice.pick(["", "Z"]))")
        default: break
        }
        let lists = [
            ("BYMONTH", 1...12, 2), ("BYMONTHDAY", -31...31, 4), ("BYYEARDAY", -366...366, 12),
            ("BYWEEKNO", -53...53, 12), ("BYHOUR", 0...23, 12), ("BYSETPOS", -3...3, 12),
        ]
        for (name, range, sides) in lists where dice.roll(sides) == 0 {
            let list = dice.list(range)
            if !list.isEmpty { parts.append("\(name)=\(list)") }
        }
        if dice.roll(4) == 0 {
            let ordinal = frequency == "YEARLY" || frequency == "MONTHLY"
            parts.append(
                "BYDAY=\(ordinal ? dice.pick(["", "1", "-1", "3"]) : "")\(dice.pick(["MO", "SU"])),TH"
            )
        }
        if dice.roll(8) == 0 {
            parts.append("RSCALE=GREGORIAN;SKIP=\(dice.pick(["FORWARD", "BACKWARD"]))")
        }
        return parts.joined(separator: ";")
    }

    private func series(_ dice: inout Dice) -> (Event, [Event]) {
        let form = dice.roll(7)
        let day = CivilDate(uncheckedYear: 1_994 + dice.roll(20), month: 1, day: 1 + dice.roll(366))
        let wall = CivilDateTime(day, hour: dice.roll(24), minute: 30 * dice.roll(2))
        func end(_ start: CivilDateTime, _ dice: inout Dice) -> EventEnd {
            switch dice.roll(5) {
            case 0: .none
            case 1: .duration(CalendarDuration(days: dice.roll(41), seconds: dice.roll(80_000)))
            case 2: .time(time(start + dice.roll(40 * 86_400), like: form))
            case 3: .time(time(start + dice.roll(4 * 86_400), like: dice.roll(7)))
            default: .duration(CalendarDuration(seconds: 3_600))
            }
        }
        var event = Event(uid: "random", start: time(wall, like: form))
        event.end = end(wall, &dice)
        if dice.roll(8) == 0 {
            event.todo = Todo()
            event.end = .time(time(wall + (dice.roll(20) - 10) * 40_000, like: dice.roll(7)))
        }
        event.recurrenceRules = (0..<1 + dice.roll(8) / 7).map { _ in
            Series.rule(rule(&dice, wall))
        }
        for _ in 0..<max(0, dice.roll(6) - 3) {
            let start = wall + dice.roll(9_000) * 86_400 + dice.roll(86_400)
            event.recurrenceDates.append(
                RecurrenceDate(start: time(start, like: dice.roll(7)), end: end(start, &dice)))
        }
        var overrides: [Event] = []
        let instances = RecurrenceSet(master: event).instances(
            overlapping: day..<day + 400, in: Self.scope
        ).instances
        for _ in 0..<max(0, dice.roll(6) - 3) where !instances.isEmpty {
            let id: CalendarTime
            switch dice.pick(instances).recurrenceID {
            case .instant(let instant): id = .utc(instant)
            case .floating(let wall): id = .floating(wall)
            case .date(let date): id = .date(date)
            case nil: continue
            }
            let start = id.wallTime + (dice.roll(12_000) - 3_000) * 86_400 / dice.pick([1, 50])
            var override = Event(uid: "random", start: time(start, like: dice.roll(7)))
            (override.recurrenceID, override.end) = (id, end(start, &dice))
            override.overridesFuture = dice.roll(4) == 0
            overrides.append(override)
        }
        return (event, overrides)
    }
}
