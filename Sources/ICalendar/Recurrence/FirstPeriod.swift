/// The period of a rule up to WEEKLY in which DTSTART lies, before any part that limits the rule.
struct FirstPeriod {
    /// Wall seconds at which it begins.
    let begin: Int
    /// The seconds of the period itself.
    let length: Int
    /// Seconds until the rule's next period begins.
    let step: Int
    /// The starts in seconds after it begins, ascending; those that BYSETPOS picks.
    let offsets: [Int]

    init(_ rule: RecurrenceRule, start: CivilDateTime) {
        let time = start.secondsSinceEpoch
        let starts: [Int]
        switch rule.frequency {
        case .secondly: (length, begin, starts) = (1, time, [0])
        case .minutely:
            (length, begin) = (60, time - start.second)
            starts = rule.timesOfMinute(start: start)
        case .hourly:
            (length, begin) = (3_600, time - start.secondOfDay % 3_600)
            starts = rule.timesOfHour(start: start)
        case .daily, .monthly, .yearly:
            (length, begin) = (86_400, time - start.secondOfDay)
            starts = rule.timesOfDay(start: start)
        case .weekly:
            let first = rule.weekStart.days(to: start.date.weekday)
            (length, begin) = (7 * 86_400, time - start.secondOfDay - first * 86_400)
            let days = rule.byDay.map { rule.weekStart.days(to: $0.weekday) }
            let times = rule.timesOfDay(start: start)
            starts = Bits.numbers(Bits.mask(days.isEmpty ? [first] : days), below: 7)
                .flatMap { day in times.map { day * 86_400 + $0 } }
        }
        step = length * rule.boundedInterval
        offsets = rule.pickPositions(starts)
    }
}
