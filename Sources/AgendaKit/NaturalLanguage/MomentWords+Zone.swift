package import ICalendar

extension MomentWords {
    /// Whether the words name a zone.
    package var hasZone: Bool { zone != nil }

    /// The zone that the words name, for a start; nil if they name none, or an offset alone.
    ///
    /// - Throws: `unclearZone`.
    package func namedZone() throws(Doubt) -> TimeZoneRules? {
        switch zone {
        case nil, .offset: return nil
        case .unclear: throw Doubt(.unclearZone, text)
        case .rules(let rules), .season(let rules, _): return rules
        }
    }

    /// Settles a time in the zone that the words name: for an end, on the day of the start there, or the next one.
    ///
    /// - Parameters:
    ///   - start: from when an end counts; nil for a start.
    ///   - shown: the clock of the event.
    /// - Returns: the moment, and the zone of its clock; the event's own if the words name an offset alone.
    package func zonedMoment(
        today: CivilDate, from start: Instant?, shown: TimeZoneRules
    ) throws(Doubt) -> (moment: Moment, zone: TimeZoneRules) {
        let rules: TimeZoneRules
        switch zone {
        case nil: rules = shown
        case .unclear: throw Doubt(.unclearZone, text)
        case .rules(let named), .season(let named, _): rules = named
        case .offset(let seconds): rules = TimeZoneRules(name: "", fixedOffset: seconds)
        }
        let from = start.map { Moment(rules.wallTime(at: $0)) }
        var moment = try self.moment(today: today, from: from)
        guard let time = moment.time else { throw Doubt(.noSuchTime, text) }
        if let from, let begin = from.time, moment.day == nil {
            moment.day = from.day.map { $0 + (time.secondOfDay < begin.secondOfDay ? 1 : 0) }
        }
        guard let wall = moment.wall else { return (moment, rules) }
        let instant = try self.instant(of: wall, in: rules)
        // An offset is no zone, and `02:30 CET` may be a time of the event's own clock.
        if case .offset = zone { return (Moment(instant, in: shown), shown) }
        if case .season = zone, shown.wallTime(at: instant) == wall {
            return (Moment(instant, in: shown), shown)
        }
        return (Moment(instant, in: rules), rules)
    }

    /// The instant of a time as the words name it.
    private func instant(of wall: CivilDateTime, in rules: TimeZoneRules) throws(Doubt) -> Instant {
        guard case .season(_, let season) = zone else { return rules.instant(of: wall) }
        guard let instant = rules.instant(of: wall, showing: season) else {
            throw Doubt(.otherSeason, season)
        }
        return instant
    }
}

extension WhenWords {
    /// Takes another start, on the present one's day if it names none, and leaves out what ends it.
    package mutating func begin(at start: MomentWords) {
        self.start = start.with(dayOf: self.start)
        if start.hasZone { zone = start.zone }
        (end, length) = (MomentWords(), nil)
    }
}

extension TimeZoneRules {
    /// The instant at which the clock shows this time under this abbreviation; in the hour that comes twice that may be
    /// the second one. Nil if it shows another abbreviation then.
    func instant(of wall: CivilDateTime, showing abbreviation: String) -> Instant? {
        let first = instant(of: wall)
        let after = offset(at: first + 86_400)
        return [first, Instant(secondsSinceEpoch: wall.secondsSinceEpoch - after)].first {
            self.abbreviation(at: $0) == abbreviation && wallTime(at: $0) == wall
        } ?? (self.abbreviation(at: first) == abbreviation ? first : nil)
    }
}
