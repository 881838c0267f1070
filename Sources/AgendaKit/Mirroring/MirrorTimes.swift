internal import ICalendar

/// Says the times of events so that every program reads them alike: by IANA names alone, or in UTC.
struct MirrorTimes: Sendable {
    private let scope: TimeZoneScope
    /// The zone of times without one.
    let home: TimeZoneRules
    private let zones: TimeZoneDatabase

    init(_ scope: TimeZoneScope, home: TimeZoneRules, _ zones: TimeZoneDatabase) {
        (self.scope, self.home, self.zones) = (scope, home, zones)
    }

    /// A time in a zone that everybody knows; nil if its zone is none of these.
    func time(_ time: CalendarTime) -> CalendarTime? {
        switch time {
        case .date, .utc: return time
        case .floating(let wall): return self.time(wall, home)
        case .zoned(let wall, let tzid):
            guard let rules = scope.rules(for: tzid) else { return self.time(wall, home) }
            return scope.named(tzid, from: rules.instant(of: wall) - 86_400, likely: home).map {
                self.time(wall, $0)
            }
        }
    }

    private func time(_ wall: CivilDateTime, _ rules: TimeZoneRules) -> CalendarTime {
        rules.name == "UTC" ? .utc(rules.instant(of: wall)) : .zoned(wall, tzid: rules.name)
    }

    /// An end in such a zone.
    func end(_ end: EventEnd) -> EventEnd? {
        guard case .time(let time) = end else { return end }
        return self.time(time).map { .time($0) }
    }

    /// An instance of a series, as its `RECURRENCE-ID` or `EXDATE` is to name it: in the kind and zone of the start that is
    /// written (RFC 5545 3.8.4.4); nil if it names a day of a series with times, or a time that its clock cannot say.
    ///
    /// - Parameters:
    ///   - id: as the series names it.
    ///   - start: of the series, as it is in the source.
    ///   - written: the same as the block has it.
    func instance(
        _ id: CalendarTime, in start: CalendarTime, as written: CalendarTime
    ) -> CalendarTime? {
        switch scope.point(of: id, inSeriesFrom: start) {
        case .date(let date): return written.isDate ? .date(date) : nil
        case .floating(let wall): return written.isDate ? nil : time(wall, home)
        case .instant(let instant):
            guard case .zoned(_, let tzid) = written, let rules = zones.rules(named: tzid) else {
                return written.isUTC ? .utc(instant) : nil
            }
            let wall = rules.wallTime(at: instant)
            return rules.instant(of: wall) == instant ? .zoned(wall, tzid: tzid) : nil
        }
    }

    /// A point of a series in the form of its start.
    func time(_ point: OccurrencePoint, like start: CalendarTime) -> CalendarTime {
        switch point {
        case .date(let date): return .date(date)
        case .floating(let wall): return .floating(wall)
        case .instant(let instant):
            guard let tzid = start.tzid, let rules = scope.rules(for: tzid) else {
                return .utc(instant)
            }
            return .zoned(rules.wallTime(at: instant), tzid: tzid)
        }
    }

    /// A rule whose `UNTIL` is of the kind that the start asks for (RFC 5545 3.3.10).
    func rule(_ rule: RecurrenceRule, from start: CalendarTime) -> RecurrenceRule {
        guard let until = rule.until else { return rule }
        let zone = start.tzid.flatMap { zones.rules(named: $0) } ?? .utc
        var rule = rule
        switch (until, start.isDate) {
        case (.date, true), (.utc, false): break
        case (.floating(let wall), true): rule.until = .date(wall.date)
        case (.utc(let instant), true): rule.until = .date(instant.utc.date)
        case (.date(let date), false): rule.until = .utc(zone.startOfDay(date + 1) - 1)
        case (.floating(let wall), false): rule.until = .utc(zone.instant(of: wall))
        }
        return rule
    }

    /// The start and end of one instance.
    func ends(of span: Span) -> (start: CalendarTime, end: EventEnd) {
        if case .dates(let range) = span {
            return (.date(range.lowerBound), .time(.date(range.upperBound)))
        }
        let range = span.instants(in: home)
        return (.utc(range.lowerBound), .time(.utc(range.upperBound)))
    }
}
