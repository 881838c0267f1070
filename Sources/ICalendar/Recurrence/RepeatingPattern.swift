/// A rule whose periods all contain the same starts, so that arithmetic alone finds them: any
/// frequency up to WEEKLY without a part that limits it. Most rules in calendars are of this kind.
struct RepeatingPattern {
    /// Wall seconds at which DTSTART's period begins.
    private let base: Int
    /// Seconds from one period to the next.
    private let step: Int
    /// The starts in seconds after the period begins, ascending; never empty.
    private let offsets: [Int]

    /// Nil if the rule's periods may differ.
    init?(_ rule: RecurrenceRule, start: CivilDateTime) {
        let time = start.secondsSinceEpoch
        let unit: Int
        switch rule.frequency {
        case .secondly:
            guard rule.bySecond.isEmpty, rule.byMinute.isEmpty, rule.byHour.isEmpty else {
                return nil
            }
            (unit, base) = (1, time)
        case .minutely:
            guard rule.byMinute.isEmpty, rule.byHour.isEmpty else { return nil }
            (unit, base) = (60, time - start.second)
        case .hourly:
            guard rule.byHour.isEmpty else { return nil }
            (unit, base) = (3_600, time - start.secondOfDay % 3_600)
        case .daily:
            (unit, base) = (86_400, time - start.secondOfDay)
        case .weekly:
            let weekday = rule.weekStart.days(to: start.date.weekday)
            (unit, base) = (7 * 86_400, time - start.secondOfDay - weekday * 86_400)
        case .monthly, .yearly:
            return nil
        }
        guard rule.byMonth.isEmpty, rule.byWeekNumber.isEmpty, rule.byYearDay.isEmpty,
            rule.byMonthDay.isEmpty, rule.byDay.isEmpty || rule.frequency == .weekly
        else { return nil }
        step = unit * rule.boundedInterval
        offsets = rule.pickPositions(Self.offsets(rule, start: start))
        if offsets.isEmpty { return nil }
    }

    private static func offsets(_ rule: RecurrenceRule, start: CivilDateTime) -> [Int] {
        switch rule.frequency {
        case .secondly: return [0]
        case .minutely: return rule.timesOfMinute(start: start)
        case .hourly: return rule.timesOfHour(start: start)
        case .daily, .monthly, .yearly: return rule.timesOfDay(start: start)
        case .weekly: break
        }
        let times = rule.timesOfDay(start: start)
        var days: UInt64 = 0
        for day in rule.byDay { days |= 1 << UInt64(rule.weekStart.days(to: day.weekday)) }
        if days == 0 { days = 1 << UInt64(rule.weekStart.days(to: start.date.weekday)) }
        return Bits.numbers(days, below: 7).flatMap { day in times.map { day * 86_400 + $0 } }
    }

    /// Passes on the starts from the window's beginning.
    func collect(into found: inout InstanceCollector) {
        let wanted = found.wanted
        var period = max(0, CalendarLimits.floorDivide(wanted - base, step))
        var begin = base + period * step
        var index = offsets.firstIndex { begin + $0 >= wanted } ?? offsets.count
        if found.isCounting {
            let next = found.last + 1
            let firstIndex = offsets.firstIndex { base + $0 >= next } ?? offsets.count
            let passed = period * offsets.count + index - firstIndex
            guard found.skip(passed, through: wanted - 1) else { return }
        }
        while true {
            while index < offsets.count {
                guard found.take(begin + offsets[index]) else { return }
                index += 1
            }
            index = 0
            period += 1
            begin += step
        }
    }
}
