package import ICalendar

/// When a new event takes place, settled from words and options.
package struct NewEventTimes: Hashable {
    /// `DTSTART`.
    package var start: CalendarTime
    /// `DTEND`, in the start's form.
    package var end: CalendarTime
    /// The length that was asked for; nil if the end was.
    package private(set) var length: CalendarDuration?

    /// The length of a timed event without an end: an hour.
    package static let defaultSeconds = 3_600

    /// What is known about when an event takes place.
    package struct Request {
        /// The start; if only a time is known, its day is today.
        package var start = Moment()
        /// The end; a day alone is the last day.
        package var end = Moment()
        /// The length, instead of an end.
        package var duration: CalendarDuration?
        /// Whether the event takes whole days; times are then ignored.
        package var isAllDay = false
        /// The zone of the end, if it has one of its own.
        package var endZone: TimeZoneRules?

        /// Creates a request from what is known.
        package init(start: Moment = Moment(), end: Moment = Moment(), isAllDay: Bool = false) {
            self.start = start
            self.end = end
            self.isAllDay = isAllDay
        }
    }

    /// Settles the times; throws what is missing or contradictory.
    package init(_ request: Request, today: CivilDate, zone: TimeZoneRules) throws(Doubt) {
        guard request.start != Moment() || request.isAllDay else {
            throw Doubt(.noTime)
        }
        let day = request.start.day ?? today
        if let time = request.start.time, !request.isAllDay {
            try self.init(
                wall: CivilDateTime(day, secondOfDay: time.secondOfDay), request: request,
                zone: zone)
        } else {
            try self.init(day: day, request: request)
        }
    }

    private init(day: CivilDate, request: Request) throws(Doubt) {
        guard request.isAllDay || request.end.time == nil else {
            throw Doubt(.startWithoutTime)
        }
        let length: Int
        if let duration = request.duration {
            guard duration.seconds % 86_400 == 0 else {
                throw Doubt(.lengthOfDays)
            }
            length = duration.days + duration.seconds / 86_400
        } else {
            length = (request.end.day ?? day) - day + 1
        }
        guard length > 0 else { throw Doubt(.endsBeforeStart) }
        start = .date(day)
        end = .date(day + length)
    }

    private init(
        wall: CivilDateTime, request: Request, zone: TimeZoneRules
    ) throws(Doubt) {
        let begin = request.start.instant(of: wall, in: zone)
        let endZone = request.endZone ?? zone
        let close: Instant
        var wallEnd: CivilDateTime?
        if let duration = request.duration {
            close = zone.instant(duration, after: begin)
            length = duration
        } else if let time = request.end.time {
            let from = request.endZone?.wallTime(at: begin) ?? wall
            var end = CivilDateTime(request.end.day ?? from.date, secondOfDay: time.secondOfDay)
            // `22:00-06:00` ends on the next day.
            if end < from, request.end.day == nil { end = end + 86_400 }
            close = request.end.instant(of: end, in: endZone)
            if close == endZone.instant(of: end) { wallEnd = end }
        } else if let day = request.end.day {
            // An end day is the last day, but nothing says at what time on it a timed event ends.
            throw Doubt(.endWithoutTime, day.iso)
        } else {
            close = begin + Self.defaultSeconds
        }
        guard close >= begin else { throw Doubt(.endsBeforeStart) }
        start = begin == zone.instant(of: wall) ? Self.time(wall, in: zone) : .utc(begin)
        end = wallEnd.map { Self.time($0, in: endZone) } ?? endZone.time(at: close)
        // The usual length, too, is one if clocks change meanwhile.
        let isUsual = request.duration == nil && request.end.time == nil
        let distance = end.wallTime.secondsSinceEpoch - wall.secondsSinceEpoch
        if isUsual, distance != Self.defaultSeconds {
            length = CalendarDuration(seconds: Self.defaultSeconds)
        }
    }

    /// A wall time in its zone, or UTC's own form.
    private static func time(_ wall: CivilDateTime, in zone: TimeZoneRules) -> CalendarTime {
        zone.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: zone.name)
    }
}

extension Moment {
    /// The instant of this wall time, which is the moment's own; the given one if a clock shows it twice.
    fileprivate func instant(of wall: CivilDateTime, in zone: TimeZoneRules) -> Instant {
        if let instant, zone.wallTime(at: instant) == wall { return instant }
        return zone.instant(of: wall)
    }
}

extension TimeZoneRules {
    /// Whether its times are written in UTC's form (RFC 5545 3.3.5 form 2): fewer programs understand a
    /// `TZID` for UTC.
    package var isUTC: Bool {
        ["UTC", "Etc/UTC", "Etc/UCT", "UCT", "Etc/Universal", "Universal", "Etc/Zulu", "Zulu"]
            .contains(name)
    }

    /// An instant on this zone's clock. In UTC where that clock shows the same time twice and means the
    /// first one (RFC 5545 3.3.5).
    package func time(at instant: Instant) -> CalendarTime {
        let wall = wallTime(at: instant)
        return isUTC || self.instant(of: wall) != instant ? .utc(instant) : .zoned(wall, tzid: name)
    }
}

extension Span {
    /// From a start to an end as a new event has them. A floating time counts as UTC's, and an end before the start as
    /// the start.
    package init(
        from start: CalendarTime, to end: CalendarTime,
        zones: TimeZoneDatabase = SystemZones.database
    ) {
        if case .date(let first) = start, case .date(let end) = end {
            self = .dates(first..<end)
            return
        }
        func instant(_ time: CalendarTime) -> Instant {
            if case .utc(let instant) = time { return instant }
            let zone = time.tzid.flatMap { zones.rules(named: $0) } ?? .utc
            return zone.instant(of: time.wallTime)
        }
        let begin = instant(start)
        self = .instants(begin..<max(begin, instant(end)))
    }
}
