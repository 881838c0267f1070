/// Expands SECONDLY, MINUTELY and HOURLY rules with limiting parts day by day: a day that cannot
/// match costs one test, and within a day it skips hours, minutes and seconds that cannot match.
struct SubdailyWalk {
    /// Seconds of a period: 1, 60 or 3,600.
    private let unit: Int
    /// Seconds from one period to the next.
    private let step: Int
    /// Wall seconds at which DTSTART's period begins.
    private let base: Int
    /// The starts in seconds after a period begins, after BYSETPOS.
    private let offsets: [Int]
    private let filter: DayFilter
    private let clock: ClockFilter

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        let time = start.secondsSinceEpoch
        var offsets: [Int]
        switch rule.frequency {
        case .hourly:
            (unit, base) = (3_600, time - start.secondOfDay % 3_600)
            offsets = rule.timesOfHour(start: start)
        case .minutely:
            (unit, base) = (60, time - start.second)
            offsets = rule.timesOfMinute(start: start)
        default: (unit, base, offsets) = (1, time, [0])
        }
        offsets = rule.pickPositions(offsets)
        self.offsets = offsets
        step = unit * rule.boundedInterval
        filter = DayFilter(rule, parts: .all)
        clock = ClockFilter(rule)
    }

    /// Passes on the starts from the window's beginning.
    func collect(into found: inout InstanceCollector) {
        guard !offsets.isEmpty else { return }
        var counts: [Int: Int] = [:]
        var latest = (first: -1, count: 0)
        var rejectedDays = 0
        var begin = base
        if !found.isCounting { begin = aligned(notBefore: found.wanted - unit + 1) }
        while begin < found.upper {
            let day = CalendarLimits.floorDivide(begin, 86_400)
            let midnight = day * 86_400
            defer { begin = aligned(notBefore: midnight + 86_400) }
            guard filter.passes(day) else {
                rejectedDays += 1
                // The sequence of days repeats itself after 400 years (146,097 days).
                if rejectedDays > 146_097 && step <= 86_400 { return }
                continue
            }
            rejectedDays = 0
            let first = begin - midnight
            // The starts of a whole day depend only on the offset of its first period, which has at
            // most 86,400 values: count each once.
            if begin > found.last, clock.limits || midnight + 86_400 <= found.lower {
                if first != latest.first {
                    latest = (first, counts[first] ?? count(from: first))
                    if step <= 86_400 { counts[first] = latest.count }
                }
                let count = latest.count
                if count == 0 { continue }
                if midnight + 86_400 <= found.lower {
                    guard found.skip(count, through: midnight + 86_399) else { return }
                    continue
                }
            }
            guard take(from: first, midnight: midnight, &found) else { return }
        }
    }

    private func take(from first: Int, midnight: Int, _ found: inout InstanceCollector) -> Bool {
        var period = first
        while let next = nextPeriod(from: period) {
            for offset in offsets {
                guard found.take(midnight + next + offset) else { return false }
            }
            period = next + step
        }
        return true
    }

    private func count(from first: Int) -> Int {
        if !clock.limits { return ((86_400 - 1 - first) / step + 1) * offsets.count }
        var (count, period) = (0, first)
        while let next = nextPeriod(from: period) {
            count += offsets.count
            period = next + step
        }
        return count
    }

    /// The next period of the day that BYHOUR, BYMINUTE and BYSECOND allow.
    private func nextPeriod(from first: Int) -> Int? {
        var period = first
        while period < 86_400 {
            let allowed = clock.next(notBefore: period)
            if allowed == period { return period }
            guard allowed < 86_400 else { return nil }
            period += (allowed - period + step - 1) / step * step
        }
        return nil
    }

    /// The beginning of the first period, from DTSTART's on, that begins at or after `time`.
    private func aligned(notBefore time: Int) -> Int {
        time <= base ? base : base + (time - base + step - 1) / step * step
    }
}

/// BYHOUR, BYMINUTE and BYSECOND as limits of a rule.
struct ClockFilter {
    private let hours: UInt64
    private let minutes: UInt64
    private let seconds: UInt64

    /// Whether any of them limits the rule.
    let limits: Bool

    init(_ rule: RecurrenceRule) {
        let limitsMinutes = rule.frequency < .hourly && !rule.byMinute.isEmpty
        let limitsSeconds = rule.frequency < .minutely && !rule.bySecond.isEmpty
        hours = rule.byHour.isEmpty ? ~0 : Bits.mask(rule.byHour)
        minutes = limitsMinutes ? Bits.mask(rule.byMinute) : ~0
        seconds = limitsSeconds ? Bits.mask(rule.bySecond.map { min($0, 59) }) : ~0
        limits = !rule.byHour.isEmpty || limitsMinutes || limitsSeconds
    }

    /// The first allowed second of the day at or after `time`; 86,400 or more if there is none.
    func next(notBefore time: Int) -> Int {
        var (hour, minute, second) = (time / 3_600, time / 60 % 60, time % 60)
        let nextHour = Self.next(hours, from: hour)
        if nextHour != hour { (hour, minute, second) = (nextHour, 0, 0) }
        let nextMinute = Self.next(minutes, from: minute)
        if nextMinute >= 60 { return hour < 24 ? (hour + 1) * 3_600 : 86_400 }
        if nextMinute != minute { (minute, second) = (nextMinute, 0) }
        let nextSecond = Self.next(seconds, from: second)
        if nextSecond >= 60 { return hour * 3_600 + (minute + 1) * 60 }
        return hour < 24 ? hour * 3_600 + minute * 60 + nextSecond : 86_400
    }

    private static func next(_ mask: UInt64, from bit: Int) -> Int {
        bit + (mask >> UInt64(bit)).trailingZeroBitCount
    }
}
