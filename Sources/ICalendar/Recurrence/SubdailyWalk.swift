/// Expands SECONDLY, MINUTELY and HOURLY rules with limiting parts day by day: a day that cannot
/// match costs one test, and within a day it skips hours, minutes and seconds that cannot match.
struct SubdailyWalk {
    private let origin: FirstPeriod
    private let filter: DayFilter
    private let clock: ClockFilter

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        origin = FirstPeriod(rule, start: start)
        filter = DayFilter(rule, parts: .all)
        clock = ClockFilter(rule)
    }

    /// Passes on the starts from the window's beginning.
    func collect(into found: inout InstanceCollector) {
        guard !origin.offsets.isEmpty else { return }
        var counts: [Int: Int] = [:]
        var latest = (first: -1, count: 0)
        var rejectedDays = 0
        var begin = origin.begin
        if !found.isCounting { begin = aligned(notBefore: found.wanted - origin.length + 1) }
        while begin < found.upper {
            let day = CivilDateTime.floorDivide(begin, 86_400)
            let midnight = day * 86_400
            defer { begin = aligned(notBefore: midnight + 86_400) }
            guard filter.passes(day) else {
                rejectedDays += 1
                // The sequence of days repeats itself after 400 years (146,097 days).
                if rejectedDays > 146_097 && origin.step <= 86_400 { return }
                continue
            }
            rejectedDays = 0
            let first = begin - midnight
            // The starts of a whole day depend only on the offset of its first period, which has at
            // most 86,400 values: count each once.
            if begin > found.last, clock.limits || midnight + 86_400 <= found.lower {
                if first != latest.first {
                    latest = (first, counts[first] ?? count(from: first))
                    if origin.step <= 86_400 { counts[first] = latest.count }
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
            for offset in origin.offsets {
                guard found.take(midnight + next + offset) else { return false }
            }
            period = next + origin.step
        }
        return true
    }

    private func count(from first: Int) -> Int {
        if !clock.limits { return ((86_400 - 1 - first) / origin.step + 1) * origin.offsets.count }
        var (count, period) = (0, first)
        while let next = nextPeriod(from: period) {
            count += origin.offsets.count
            period = next + origin.step
        }
        return count
    }

    /// The next period of the day that BYHOUR, BYMINUTE and BYSECOND allow.
    private func nextPeriod(from first: Int) -> Int? {
        let step = origin.step
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
        let (first, step) = (origin.begin, origin.step)
        return time <= first ? first : first + (time - first + step - 1) / step * step
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
