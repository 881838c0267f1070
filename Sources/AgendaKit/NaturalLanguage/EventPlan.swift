public import ICalendar

/// When a new event takes place, settled from words.
public struct EventPlan: Hashable, Sendable {
    /// `DTSTART`.
    public var start: CalendarTime
    /// `DTEND`, in the start's form.
    public var end: CalendarTime
    /// How the event repeats.
    public var rule: RecurrenceRule?
    /// Whether the day is today because the words name none.
    public var takesToday = false
    /// The day that the person named, if the start moved from it to the first day of the rule.
    public var movedFrom: CivilDate?
}

extension WhenWords {
    /// Settles when the event takes place.
    ///
    /// - Parameters:
    ///   - context: the present moment, zone and language.
    ///   - allowsPast: whether the event may be in the past.
    /// - Throws: what is missing, contradictory or in the past.
    public func plan(in context: WordContext, allowsPast: Bool = false) throws(Doubt) -> EventPlan {
        try EventPlanner(when: self, context: context, allowsPast: allowsPast).plan()
    }
}

/// Settles words for a moment and a zone.
private struct EventPlanner {
    let when: WhenWords
    let context: WordContext
    let allowsPast: Bool

    func plan() throws(Doubt) -> EventPlan {
        guard when.start.part == nil || when.start.part == .noon || when.start.clock != nil else {
            throw Doubt(.inexactTime, when.start.text)
        }
        guard when.length == nil || when.end.isEmpty else { throw Doubt(.secondOfItsKind) }
        var repetition = when.repetition
        for bound in when.bounds { repetition?.take(bound) }
        // `every year first monday in december`: the rule would repeat the date, not the weekday.
        if repetition != nil, case .weekdayOfMonth = when.start.day {
            throw Doubt(.inexactDay, when.start.text)
        }
        guard repetition != nil || (when.bounds.isEmpty && when.months == nil) else {
            throw Doubt(.endWithoutRepetition)
        }
        let (zone, season, shift) = try rules()
        let today = context.today
        var start = try startMoment(today, zone)
        let hasDay = start.day != nil
        if start.day == nil, repetition != nil || start.time != nil { start.day = today }
        var request = NewEventTimes.Request(
            start: start, end: try endMoment(today, start), isAllDay: when.isAllDay)
        let lastsDays = repetition.map { isBound($0.rule) } ?? false
        if !lastsDays { request.duration = when.length }
        var times = try NewEventTimes(request, today: today, zone: zone)
        // A day shows no hours (RFC 5545 3.3.10: BYHOUR and the like are ignored there).
        if let rule = repetition?.rule, rule.frequency < .daily, times.start.isDate {
            throw Doubt(.inexactTime)
        }
        var plan = EventPlan(start: times.start, end: times.end)
        if var repetition {
            let first = try firstStart(times.start, repetition.rule, hasDay: hasDay, zone: zone)
            if first != times.start.wallTime {
                if hasDay { plan.movedFrom = times.start.wallTime.date }
                times = times.moved(to: first, zone: zone)
                (plan.start, plan.end) = (times.start, times.end)
            }
            if lastsDays, let length = when.length {
                repetition.until = .date(first.date + length.days - 1)
            }
            plan.rule = try rule(repetition, start: plan.start, zone: zone)
        }
        plan.takesToday =
            !hasDay && !plan.start.isDate && when.start.distance == nil
            && plan.start.wallTime.date == today
        try check(plan.start, zone: zone, season: season)
        return shift ? plan.shifted(from: zone, to: context.zone) : plan
    }

    /// The zone of the times; the abbreviation that its clocks must show then; and whether the zone is a mere
    /// offset, so that the times must be converted to the person's own zone.
    private func rules() throws(Doubt) -> (TimeZoneRules, String?, Bool) {
        switch when.zone {
        case nil: return (context.zone, nil, false)
        case .rules(let rules): return (rules, nil, false)
        case .season(let rules, let season): return (rules, season, false)
        case .offset(let seconds): return (TimeZoneRules(name: "", fixedOffset: seconds), nil, true)
        case .unclear: throw Doubt(.unclearZone)
        }
    }

    private func startMoment(
        _ today: CivilDate, _ zone: TimeZoneRules
    ) throws(Doubt) -> Moment {
        var words = when.start
        if let distance = words.distance {
            guard words.day == nil, words.clock == nil else { throw Doubt(.secondTime, words.text) }
            // Rounds up to whole minutes, so that the start is not in the past.
            let now = (context.now.secondsSinceEpoch + distance + 59) / 60 * 60
            return Moment(zone.wallTime(at: Instant(secondsSinceEpoch: now)))
        }
        if words.part == .noon, words.clock == nil {
            (words.part, words.clock) = (nil, ClockWords(hour: 12))
        }
        return try words.moment(today: today)
    }

    private func endMoment(_ today: CivilDate, _ start: Moment) throws(Doubt) -> Moment {
        var from = start
        from.day = start.day ?? today
        var end = try when.end.moment(today: today, from: from)
        // `friday to friday` is a week.
        if case .weekday = when.end.day, start.time == nil, end.day == start.day {
            end.day = end.day.map { $0 + 7 }
        }
        return end
    }

    /// Whether the length limits the repetition: `every day for 2 weeks`.
    private func isBound(_ rule: RecurrenceRule) -> Bool {
        guard let length = when.length, length.seconds == 0, length.days > 0 else { return false }
        switch rule.frequency {
        case .secondly, .minutely, .hourly, .daily: return true
        case .weekly: return length.days % 7 == 0
        case .monthly, .yearly: return false
        }
    }

    /// The first day of the rule on or after the start; or from now on if the person named no day.
    private func firstStart(
        _ start: CalendarTime, _ rule: RecurrenceRule, hasDay: Bool, zone: TimeZoneRules
    ) throws(Doubt) -> CivilDateTime {
        var pattern = rule
        // The series begins here: its first day is the next day of the pattern.
        (pattern.interval, pattern.count, pattern.until) = (1, nil, nil)
        var from = start.wallTime
        let isFree = rule.frequency <= .daily || !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty
        if !hasDay, isFree, !start.isDate, zone.instant(of: from) < context.now {
            from = from + 86_400
        }
        guard let first = pattern.firstInstance(onOrAfter: from) else { throw Doubt(.noInstance) }
        return first
    }

    private func rule(
        _ repetition: RepetitionWords, start: CalendarTime, zone: TimeZoneRules
    ) throws(Doubt) -> RecurrenceRule {
        var rule = repetition.rule
        if let count = repetition.count { (rule.count, rule.until) = (count, nil) }
        let first = start.wallTime.date
        var last = try repetition.until?.date(today: context.today, from: first)
        if let months = when.months {
            last = try DayWords.months(months).date(today: first) - 1
        }
        guard let last else { return rule }
        guard last >= first else { throw Doubt(.noInstance, last.iso) }
        guard repetition.count == nil else { throw Doubt(.secondOfItsKind, last.iso) }
        (rule.count, rule.until) = (nil, RecurrenceRule.Until(last, start: start, zone: zone))
        return rule
    }

    private func check(
        _ start: CalendarTime, zone: TimeZoneRules, season: String?
    ) throws(Doubt) {
        let wall = start.wallTime
        if start.isDate {
            guard wall.date >= context.today || allowsPast else {
                throw Doubt(.past(wall.date, nil, zone: nil), when.start.text)
            }
            return
        }
        let instant = zone.instant(of: wall)
        guard instant >= context.now || allowsPast else {
            let name = when.zone == nil || zone.name.isEmpty ? nil : zone.name
            throw Doubt(.past(wall.date, wall.secondOfDay, zone: name), when.start.text)
        }
        if let season, zone.abbreviation(at: instant) != season {
            throw Doubt(.otherSeason, season)
        }
    }
}

extension NewEventTimes {
    /// The same length from another start.
    fileprivate func moved(to wall: CivilDateTime, zone: TimeZoneRules) -> NewEventTimes {
        var moved = self
        moved.start = start.with(wallTime: wall)
        if case .utc(let instant) = end, case .zoned(let first, let tzid) = start {
            let length = instant - zone.instant(of: first)
            moved.end = .zoned(wall + length, tzid: tzid)
        } else {
            let length = end.wallTime.secondsSinceEpoch - start.wallTime.secondsSinceEpoch
            moved.end = end.with(wallTime: wall + length)
        }
        return moved
    }
}

extension EventPlan {
    /// The same instants on another zone's clock.
    fileprivate func shifted(from zone: TimeZoneRules, to other: TimeZoneRules) -> EventPlan {
        func shifted(_ time: CalendarTime) -> CalendarTime {
            guard !time.isDate else { return time }
            let instant = zone.instant(of: time.wallTime)
            // A series keeps its clock.
            return rule == nil || other.isUTC
                ? other.time(at: instant) : .zoned(other.wallTime(at: instant), tzid: other.name)
        }
        var plan = self
        (plan.start, plan.end) = (shifted(start), shifted(end))
        return plan
    }
}

extension RecurrenceRule.Until {
    /// The end of a day in the form that the start requires: UNTIL has the form of DTSTART, and is in UTC if
    /// DTSTART has a zone (RFC 5545 3.3.10).
    package init(_ day: CivilDate, start: CalendarTime, zone: TimeZoneRules) {
        self =
            switch start {
            case .date: .date(day)
            case .floating: .floating(CivilDateTime(day + 1) + -1)
            // A UTC start is a wall time in UTC: its day ends at midnight UTC.
            case .utc: .utc(Instant(utc: CivilDateTime(day + 1)) - 1)
            case .zoned: .utc(zone.startOfDay(day + 1) - 1)
            }
    }
}
