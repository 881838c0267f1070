package import ICalendar

extension EventDraft {
    /// The clock of its start; nil for a day, a floating time or an unknown zone.
    package var clock: TimeZoneRules? {
        event.start.isUTC ? .utc : event.start.tzid.flatMap { zone($0) }
    }

    /// One of its times on a zone's clock; without a zone, the time as written.
    package func wall(_ time: CalendarTime, in zone: TimeZoneRules?) -> CivilDateTime {
        guard let zone else { return time.wallTime }
        switch time {
        case .date, .floating: return time.wallTime
        case .utc(let instant): return zone.wallTime(at: instant)
        case .zoned(let wall, let tzid):
            return self.zone(tzid).map { zone.wallTime(at: $0.instant(of: wall)) } ?? wall
        }
    }

    /// The end on a zone's clock; of whole days the midnight after the last one.
    package func wallEnd(in zone: TimeZoneRules?) -> CivilDateTime {
        wall(end, in: zone)
    }

    /// When it ends: `DTEND`, or what follows from the start.
    package var end: CalendarTime {
        switch event.end {
        case .none: return event.start.isDate ? .date(event.start.wallTime.date + 1) : event.start
        case .time(let time): return time
        case .duration(let duration):
            let end = EventLength.exact(duration).end(
                at: event.start, repeats: false, zone: zone)
            if case .time(let time) = end { return time }
            return event.start
        }
    }

    /// A time of it as an instant. A day and a floating time count as UTC's.
    func instant(of time: CalendarTime) -> Instant {
        if case .utc(let instant) = time { return instant }
        return (time.tzid.flatMap { zone($0) } ?? .utc).instant(of: time.wallTime)
    }

    /// ``end`` as an instant.
    var instantOfEnd: Instant { instant(of: end) }

    /// How much later than written a time is that clocks skip, in seconds.
    func skippedSeconds(before time: CalendarTime) -> Int {
        guard case .zoned(let wall, let tzid) = time, let rules = zone(tzid) else { return 0 }
        let used = rules.wallTime(at: rules.instant(of: wall))
        return used.secondsSinceEpoch - wall.secondsSinceEpoch
    }

    /// Moves the event to the rule's first day on or after its start: few programs show a start that the rule does not
    /// yield, and `DTSTART` should be one of its instances (RFC 5545 3.8.5.3).
    package mutating func move(toFirstDayOf rule: RecurrenceRule) {
        let (start, wall) = (event.start, event.start.wallTime)
        let first = rule.firstStart(onOrAfter: wall)
        guard first != wall else { return }
        event.start = start.with(wallTime: first)
        var length = EventLength(event.end, of: start, zone: zone)
        let skipped = skippedSeconds(before: start)
        if case .wall(let seconds, tzid: nil) = length, skipped != 0 {
            length = .exact(CalendarDuration(seconds: max(0, seconds - skipped)))
        }
        event.end = length.end(at: event.start, repeats: true, zone: zone)
    }

    /// When the event, or the first instance of a series, takes place. A floating time counts as UTC's.
    package var span: Span {
        if case .date(let first) = event.start {
            return .dates(first..<max(first + 1, end.wallTime.date))
        }
        let start = instant(of: event.start)
        return .instants(start..<max(start, instantOfEnd))
    }
}

extension RecurrenceRule {
    /// The time at which a series of the rule begins that is to begin at a time or later, whatever the rule's interval; the
    /// time itself where the rule has no later one.
    func firstStart(onOrAfter wall: CivilDateTime) -> CivilDateTime {
        var pattern = self
        (pattern.interval, pattern.count, pattern.until) = (1, nil, nil)
        return pattern.firstInstance(onOrAfter: wall) ?? wall
    }

    /// Whether it yields other days than another one, apart from where it ends.
    func hasOtherDays(than other: RecurrenceRule?) -> Bool {
        func endless(_ rule: RecurrenceRule) -> RecurrenceRule {
            var rule = rule
            (rule.count, rule.until) = (nil, nil)
            return rule
        }
        return endless(self) != other.map(endless)
    }
}
