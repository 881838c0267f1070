import ICalendar

/// When a new event is: settled from words and options.
struct EventTimes: Hashable {
    /// `DTSTART`.
    var start: CalendarTime
    /// `DTEND`, in the start's form.
    var end: CalendarTime

    /// A timed event without an end lasts an hour.
    static let defaultSeconds = 3_600

    /// What is known about when an event is.
    struct Request {
        /// The start; its day is today when only a time is known.
        var start = Moment()
        /// The end; a day alone is the last day.
        var end = Moment()
        /// `--for`.
        var duration: CalendarDuration?
        /// `--all-day`: times are ignored.
        var isAllDay = false
    }

    /// Settles the times, or says what is missing or contradicts itself.
    init(_ request: Request, today: CivilDate, zone: TimeZoneRules) throws(CommandFailure) {
        guard request.start != Moment() || request.isAllDay else {
            throw .usage(
                "add: there is no day or time: write it (tomorrow 12:30) or give --start")
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

    private init(day: CivilDate, request: Request) throws(CommandFailure) {
        guard request.isAllDay || request.end.time == nil else {
            throw .usage("add: there is an end time but no start time: give --start with a time")
        }
        let length: Int
        if let duration = request.duration {
            guard duration.seconds % 86_400 == 0 else {
                throw .usage("--for: an all-day event lasts whole days: give a start time, or days")
            }
            length = duration.days + duration.seconds / 86_400
        } else {
            length = (request.end.day ?? day) - day + 1
        }
        guard length > 0 else { throw Self.endsBeforeStart }
        start = .date(day)
        end = .date(day + length)
    }

    private init(
        wall: CivilDateTime, request: Request, zone: TimeZoneRules
    ) throws(CommandFailure) {
        let begin = zone.instant(of: wall)
        let wallEnd: CivilDateTime
        if let duration = request.duration {
            wallEnd = zone.wallTime(at: zone.instant(duration, after: begin))
        } else if let time = request.end.time {
            var end = CivilDateTime(request.end.day ?? wall.date, secondOfDay: time.secondOfDay)
            // `22:00-06:00` ends on the next day.
            if end < wall, request.end.day == nil { end = end + 86_400 }
            wallEnd = end
        } else if let day = request.end.day {
            // The last day included, at the start's time of day the next would begin.
            throw .usage("--end \(day.iso): the start has a time: give the end one, too")
        } else {
            wallEnd = zone.wallTime(at: begin + Self.defaultSeconds)
        }
        guard zone.instant(of: wallEnd) >= begin else { throw Self.endsBeforeStart }
        start = Self.time(wall, in: zone)
        end = Self.time(wallEnd, in: zone)
    }

    /// A wall time in its zone, or UTC's own form.
    private static func time(_ wall: CivilDateTime, in zone: TimeZoneRules) -> CalendarTime {
        zone.isUTC ? .utc(Instant(utc: wall)) : .zoned(wall, tzid: zone.name)
    }

    private static let endsBeforeStart = CommandFailure.usage(
        "add: the event ends before it starts: exchange start and end")
}

extension TimeZoneRules {
    /// Whether its times are written in UTC's form (RFC 5545 3.3.5 form 2): a `TZID` for UTC is
    /// understood by fewer programs.
    var isUTC: Bool {
        ["UTC", "Etc/UTC", "Etc/UCT", "UCT", "Etc/Universal", "Universal", "Etc/Zulu", "Zulu"]
            .contains(name)
    }
}
