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
    /// The length that was asked for; nil if the end was.
    public var length: CalendarDuration?
    /// The day that the person named, if the start moved from it to the first day of the rule.
    public var movedFrom: CivilDate?

    /// How the event ends: of a series with a length that was asked for, a `DURATION`.
    ///
    /// - Parameter zone: the rules of a TZID.
    public func ending(
        zone: (String) -> TimeZoneRules? = { SystemZones.database.rules(named: $0) }
    ) -> EventEnd {
        let end = EventEnd.time(self.end)
        guard rule != nil else { return end }
        let length =
            length.map(EventLength.exact) ?? EventLength(end, of: start, zone: zone)
        return length.end(at: start, repeats: true, zone: zone)
    }
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
        if let season, let wall = start.wall {
            start.instant = zone.instant(of: wall, showing: season)
        }
        let hasDay = start.day != nil
        if start.day == nil, repetition != nil || start.time != nil { start.day = today }
        var request = NewEventTimes.Request(start: start, isAllDay: when.isAllDay)
        (request.end, request.endZone) = try endMoment(today, start, zone)
        let lastsDays = repetition.map { isBound($0.rule) } ?? false
        if !lastsDays { request.duration = when.length }
        // The clock of a series cannot begin in the hour that comes a second time.
        if repetition != nil { request.start.instant = nil }
        var times = try NewEventTimes(request, today: today, zone: zone)
        // A day shows no hours (RFC 5545 3.3.10: BYHOUR and the like are ignored there).
        if let rule = repetition?.rule, rule.frequency < .daily, times.start.isDate {
            throw Doubt(.inexactTime)
        }
        var plan = EventPlan(start: times.start, end: times.end, length: times.length)
        if var repetition {
            let first = try firstStart(times.start, repetition.rule, hasDay: hasDay, zone: zone)
            if first != times.start.wallTime {
                if hasDay { plan.movedFrom = times.start.wallTime.date }
                request.move(from: times.start.wallTime, to: first)
                times = try NewEventTimes(request, today: today, zone: zone)
                (plan.start, plan.end, plan.length) = (times.start, times.end, times.length)
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

    /// - Returns: the end, and its zone if it has one of its own.
    private func endMoment(
        _ today: CivilDate, _ start: Moment, _ zone: TimeZoneRules
    ) throws(Doubt) -> (Moment, TimeZoneRules?) {
        if when.end.hasZone, !when.isAllDay {
            guard let time = start.time else { throw Doubt(.startWithoutTime) }
            let wall = CivilDateTime(start.day ?? today, secondOfDay: time.secondOfDay)
            let (end, own) = try when.end.zonedMoment(
                today: today, from: start.instant ?? zone.instant(of: wall), shown: zone)
            return (end, own == zone ? nil : own)
        }
        var from = start
        from.day = start.day ?? today
        var end = try when.end.moment(today: today, from: from)
        // `friday to friday` is a week.
        if case .weekday = when.end.day, start.time == nil, end.day == start.day {
            end.day = end.day.map { $0 + 7 }
        }
        return (end, nil)
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
        // In UTC where the zone's clock shows the time twice.
        let exact: Instant? = if case .utc(let instant) = start { instant } else { nil }
        let wall = exact.map(zone.wallTime) ?? start.wallTime
        if start.isDate {
            guard wall.date >= context.today || allowsPast else {
                throw Doubt(.past(wall.date, nil, zone: nil), when.start.text)
            }
            return
        }
        let instant = exact ?? zone.instant(of: wall)
        guard instant >= context.now || allowsPast else {
            let name = when.zone == nil || zone.name.isEmpty ? nil : zone.name
            throw Doubt(.past(wall.date, wall.secondOfDay, zone: name), when.start.text)
        }
        if let season, zone.abbreviation(at: instant) != season {
            throw Doubt(.otherSeason, season)
        }
    }
}

extension NewEventTimes.Request {
    /// The same from another start; a day of the end moves along.
    fileprivate mutating func move(from old: CivilDateTime, to new: CivilDateTime) {
        if start.time != nil { start.time = ClockTime(secondOfDay: new.secondOfDay) }
        start.day = new.date
        end.day = end.day.map { $0 + (new.date - old.date) }
        (start.instant, end.instant) = (nil, nil)
    }
}

extension EventPlan {
    /// The same instants on another zone's clock.
    fileprivate func shifted(from zone: TimeZoneRules, to other: TimeZoneRules) -> EventPlan {
        func shifted(_ time: CalendarTime, isEnd: Bool) -> CalendarTime {
            guard time.tzid == zone.name else { return time }
            let instant = zone.instant(of: time.wallTime)
            // A series keeps its clock.
            return rule == nil || other.isUTC || isEnd
                ? other.time(at: instant) : .zoned(other.wallTime(at: instant), tzid: other.name)
        }
        var plan = self
        (plan.start, plan.end) = (shifted(start, isEnd: false), shifted(end, isEnd: true))
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
