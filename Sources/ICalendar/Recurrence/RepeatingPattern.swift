/// A rule whose periods all contain the same starts, so that arithmetic alone finds them: any
/// frequency up to WEEKLY without a part that limits it. Most rules in calendars are of this kind.
struct RepeatingPattern {
    private let origin: FirstPeriod

    /// Nil if the rule's periods may differ.
    init?(_ rule: RecurrenceRule, start: CivilDateTime) {
        guard rule.frequency <= .weekly, rule.frequency >= .daily || !ClockFilter(rule).limits,
            rule.byMonth.isEmpty, rule.byWeekNumber.isEmpty, rule.byYearDay.isEmpty,
            rule.byMonthDay.isEmpty, rule.byDay.isEmpty || rule.frequency == .weekly
        else { return nil }
        origin = FirstPeriod(rule, start: start)
        if origin.offsets.isEmpty { return nil }
    }

    /// Passes on the starts from the window's beginning.
    func collect(into found: inout InstanceCollector) {
        let (base, step, offsets) = (origin.begin, origin.step, origin.offsets)
        let wanted = found.wanted
        var period = max(0, CivilDateTime.floorDivide(wanted - base, step))
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
