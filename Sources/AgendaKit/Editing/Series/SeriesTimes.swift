internal import ICalendar

/// Converts the times of a series with the zones of its file.
struct SeriesTimes {
    let scope: TimeZoneScope

    /// The rules of a TZID there; nil for an unknown zone, whose times count as floating.
    private func zone(_ tzid: String) -> TimeZoneRules? { scope.rules(for: tzid) }

    /// The point by which times are compared.
    func point(of time: CalendarTime) -> OccurrencePoint { scope.point(of: time) }

    /// The time on the clock of `start`.
    func wallTime(of time: CalendarTime, like start: CalendarTime) -> CivilDateTime {
        guard case .instant(let instant) = point(of: time),
            time.tzid == nil || time.tzid != start.tzid
        else { return time.wallTime }
        switch start {
        case .zoned(_, let tzid): return zone(tzid)?.wallTime(at: instant) ?? instant.utc
        case .utc: return instant.utc
        case .date, .floating: return time.wallTime
        }
    }

    /// A point in the form of `start`.
    func time(_ point: OccurrencePoint, like start: CalendarTime) -> CalendarTime {
        switch point {
        case .date(let date): .date(date)
        case .floating(let wall): start.isDate ? .floating(wall) : start.with(wallTime: wall)
        case .instant(let instant):
            if case .zoned(_, let tzid) = start, let rules = zone(tzid) {
                .zoned(rules.wallTime(at: instant), tzid: tzid)
            } else {
                .utc(instant)
            }
        }
    }

    /// A point in the form of `start`; in UTC where the start's clock shows the same time twice and means the first one
    /// (RFC 5545 3.3.5).
    func exactTime(_ point: OccurrencePoint, like start: CalendarTime) -> CalendarTime {
        let time = time(point, like: start)
        guard case .instant(let instant) = point, self.point(of: time) != point else { return time }
        return .utc(instant)
    }

    /// Moves an end with its start, as ``EventLength`` has it.
    ///
    /// - Parameter repeats: whether it is the end of a series, which all instances take.
    func end(
        _ end: EventEnd, of start: CalendarTime, at other: CalendarTime, repeats: Bool = false
    ) -> EventEnd {
        let length = EventLength(end, of: start, zone: zone)
        if start == other, !(repeats && length.isExact) { return end }
        return length.end(at: other, repeats: repeats, zone: zone)
    }

    /// Where an event or instance ends.
    func endPoint(_ end: EventEnd, of start: CalendarTime) -> OccurrencePoint {
        switch end {
        case .none: point(of: start.isDate ? .date(start.wallTime.date + 1) : start)
        case .time(let time): point(of: time)
        case .duration(let duration):
            endPoint(
                EventLength.exact(duration).end(at: start, repeats: false, zone: zone), of: start)
        }
    }

    /// The exact length from a start to an end, as `DURATION`; nil without instants.
    func exactLength(_ end: EventEnd, of start: CalendarTime) -> EventEnd? {
        guard case .instant(let first) = point(of: start),
            case .instant(let last) = endPoint(end, of: start), first < last
        else { return nil }
        return .duration(CalendarDuration(seconds: last - first))
    }

    /// Whether clocks skip the time.
    func isSkipped(_ time: CalendarTime) -> Bool {
        guard case .zoned(let wall, let tzid) = time, let rules = zone(tzid) else { return false }
        return rules.wallTime(at: rules.instant(of: wall)) != wall
    }

    /// `UNTIL` in the form of DTSTART, or in UTC if that has a zone (RFC 5545 3.3.10).
    func until(_ wall: CivilDateTime, like start: CalendarTime) -> RecurrenceRule.Until {
        switch start {
        case .date: .date(wall.date)
        case .floating: .floating(wall)
        case .utc: .utc(Instant(utc: wall))
        case .zoned(_, let tzid):
            zone(tzid).map { .utc($0.instant(of: wall)) } ?? .floating(wall)
        }
    }
}
