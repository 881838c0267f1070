/// Visits the periods of a DAILY, WEEKLY, MONTHLY or YEARLY rule near the window; with COUNT also
/// the earlier ones, whose starts it counts a day at a time.
struct PeriodWalk {
    private let rule: RecurrenceRule
    private let periods: PeriodDays
    private let times: [Int]
    private let interval: Int
    private var days: [Int] = []
    /// The last choice of BYSETPOS and the number of starts it chose from: most periods are alike.
    private var picked: (count: Int, indices: [Int]) = (0, [])

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        self.rule = rule
        periods = PeriodDays(rule, start: start)
        times = rule.timesOfDay(start: start)
        interval = rule.boundedInterval
    }

    /// Passes on the starts from the window's beginning.
    mutating func collect(into found: inout InstanceCollector) {
        guard !times.isEmpty else { return }
        var period = periods.base
        if !found.isCounting {
            let wantedDay = CivilDateTime.floorDivide(found.wanted, 86_400)
            let distance = periods.period(notAfter: wantedDay) - period
            if distance > 0 { period += distance / interval * interval }
        }
        var emptyPeriods = 0
        while periods.earliestDay(of: period) * 86_400 < found.upper {
            periods.days(of: period, into: &days)
            if rule.bySetPosition.isEmpty {
                guard takeAll(&found) else { return }
            } else {
                pick()
                guard takePicked(&found) else { return }
            }
            let isEmpty = days.isEmpty || (picked.indices.isEmpty && !rule.bySetPosition.isEmpty)
            emptyPeriods = isEmpty ? emptyPeriods + 1 : 0
            guard emptyPeriods <= periods.cycle else { return }
            period += interval
        }
    }

    /// Takes the starts of the current period; false when no later start can matter.
    private func takeAll(_ found: inout InstanceCollector) -> Bool {
        for day in days {
            let begin = day * 86_400
            if begin + 86_400 <= found.lower && begin > found.last {
                guard found.skip(times.count, through: begin + 86_399) else { return false }
                continue
            }
            for time in times {
                guard found.take(begin + time) else { return false }
            }
        }
        return true
    }

    /// BYSETPOS counts in the whole period, including starts before DTSTART.
    private mutating func pick() {
        let count = days.count * times.count
        if picked.count != count { picked = (count, rule.positions(of: count)) }
    }

    private func takePicked(_ found: inout InstanceCollector) -> Bool {
        for index in picked.indices {
            let start = days[index / times.count] * 86_400 + times[index % times.count]
            guard found.take(start) else { return false }
        }
        return true
    }
}
