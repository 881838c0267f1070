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

    /// Moves an end with its start: keeps their wall-clock distance.
    func end(_ end: EventEnd, of start: CalendarTime, at other: CalendarTime) -> EventEnd {
        guard case .time(let time) = end else { return end }
        // If start and end are in different zones, each stays in its own; UTC is not a zone.
        if let zone = time.tzid, zone != start.tzid, !other.isDate {
            let distance = time.wallTime.secondsSinceEpoch - start.wallTime.secondsSinceEpoch
            return .time(time.with(wallTime: other.wallTime + distance))
        }
        let wall = wallTime(of: time, like: start)
        let distance = wall.secondsSinceEpoch - start.wallTime.secondsSinceEpoch
        return .time(other.with(wallTime: other.wallTime + distance))
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
