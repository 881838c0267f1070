extension RecurrenceRule {
    /// The rule's instances in a window, in wall time.
    ///
    /// A rule runs on the wall clock of DTSTART's zone, where every day has 24 hours; the
    /// conversion to an instant decides what a gap or an overlap does to an instance. The cost
    /// depends on the window, not on the time since `start`; only COUNT on a rule whose periods
    /// differ is counted from `start` on.
    ///
    /// - Parameters:
    ///   - start: DTSTART. It is the first instance even if the rule does not yield it, and counts
    ///     towards COUNT all the same (RFC 5545 3.8.5.3); an UNTIL before it does not remove it.
    ///   - window: half-open. There are no instances after the year 9999, where DATE ends.
    ///   - limit: the maximum number of instances returned, the earliest ones.
    ///   - instantOf: turns a wall time into an instant, to compare it with an UNTIL in UTC; nil
    ///     reads the wall time as UTC.
    /// - Returns: the instances in the window, ascending and unique, and whether there are more
    ///   than `limit`.
    public func instances(
        from start: CivilDateTime, in window: Range<CivilDateTime>, limit: Int = 10_000,
        instantOf: ((CivilDateTime) -> Instant)? = nil
    ) -> (times: [CivilDateTime], isCut: Bool) {
        expand(from: start, in: window, limit: limit, instantOf: instantOf, startIsInstance: true)
    }

    /// Expands a rule as ``instances(from:in:limit:instantOf:)`` does.
    ///
    /// - Parameter startIsInstance: whether `start` is an instance even if the rule does not yield
    ///   it. It is none of an EXRULE.
    func expand(
        from start: CivilDateTime, in window: Range<CivilDateTime>, limit: Int,
        instantOf: ((CivilDateTime) -> Instant)?, startIsInstance: Bool
    ) -> (times: [CivilDateTime], isCut: Bool) {
        let window = CalendarLimits.wallSeconds.clamped(
            to: window.lowerBound.secondsSinceEpoch..<window.upperBound.secondsSinceEpoch)
        let first = start.secondsSinceEpoch
        guard !window.isEmpty, CalendarLimits.wallSeconds.contains(first) else {
            return ([], false)
        }
        var found = InstanceCollector(
            rule: self, first: first, window: window, limit: max(limit, 0), instantOf: instantOf)
        if startIsInstance { found.takeStart(first, window: window) }
        guard found.remaining > 0, found.wanted < found.upper else {
            return (found.times, found.isCut)
        }
        if let pattern = RepeatingPattern(self, start: start) {
            pattern.collect(into: &found)
        } else if frequency < .daily {
            SubdailyWalk(self, start: start).collect(into: &found)
        } else {
            var walk = PeriodWalk(self, start: start)
            walk.collect(into: &found)
        }
        return (found.times, found.isCut)
    }
}

extension RecurrenceRule {
    /// INTERVAL within its bounds.
    var boundedInterval: Int { min(max(interval, 1), CalendarLimits.largestNumber) }

    /// The rule for a DTSTART without a time: ignores BYHOUR, BYMINUTE and BYSECOND (RFC 5545
    /// 3.3.10), reads a period shorter than a day as that many whole days, at least one, and an UNTIL in UTC as a
    /// day (``LocalMidnight``).
    package var onDates: RecurrenceRule {
        var rule = self
        if case .utc(let until) = until {
            let day = LocalMidnight.lastDay(until: until.secondsSinceEpoch)
            rule.until = .date(CivilDate(daysSinceEpoch: day))
        }
        (rule.byHour, rule.byMinute, rule.bySecond) = ([], [], [])
        let unit: Int
        switch frequency {
        case .secondly: unit = 1
        case .minutely: unit = 60
        case .hourly: unit = 3_600
        default: return rule
        }
        rule.frequency = .daily
        rule.interval = max(1, boundedInterval * unit / 86_400)
        return rule
    }

    /// The starts within one day, in seconds after 00:00: BYHOUR, BYMINUTE and BYSECOND, completed
    /// from DTSTART.
    func timesOfDay(start: CivilDateTime) -> [Int] {
        let hours = Self.numbers(byHour, below: 24, default: start.hour)
        let times = timesOfHour(start: start)
        return times.count == 1 && hours.count == 1
            ? [hours[0] * 3_600 + times[0]]
            : hours.flatMap { hour in times.map { hour * 3_600 + $0 } }
    }

    /// The starts within one hour, in seconds.
    func timesOfHour(start: CivilDateTime) -> [Int] {
        let minutes = Self.numbers(byMinute, below: 60, default: start.minute)
        let seconds = timesOfMinute(start: start)
        return minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
    }

    /// The starts within one minute.
    func timesOfMinute(start: CivilDateTime) -> [Int] {
        Self.numbers(bySecond.map { min($0, 59) }, below: 60, default: start.second)
    }

    private static func numbers(_ list: [Int], below end: Int, default start: Int) -> [Int] {
        list.isEmpty ? [start] : Bits.numbers(Bits.mask(list), below: end)
    }

    /// Applies BYSETPOS to the starts of one period; without BYSETPOS keeps all of them.
    func pickPositions(_ offsets: [Int]) -> [Int] {
        guard !bySetPosition.isEmpty else { return offsets }
        return positions(of: offsets.count).map { offsets[$0] }
    }

    /// The indices that BYSETPOS picks among `count` starts, ascending.
    func positions(of count: Int) -> [Int] {
        var indices: [Int] = []
        for position in bySetPosition where position != 0 {
            let index = position > 0 ? position - 1 : count &+ position
            if index >= 0 && index < count { indices.append(index) }
        }
        indices.sortAndUnite()
        return indices
    }
}

extension RecurrenceRule {
    /// The first instance at or after `start` that the rule itself yields: `start` if it matches
    /// the rule. Nil if there is none in the next hundred years.
    public func firstInstance(onOrAfter start: CivilDateTime) -> CivilDateTime? {
        expand(
            from: start, in: start..<(start + 36_525 * 86_400), limit: 1, instantOf: nil,
            startIsInstance: false
        ).times.first
    }
}
