/// The start of an event and how its end follows from it, for every instance alike.
struct EventTimes {
    /// How the end follows from the start.
    private enum End {
        case atStart
        /// Whole days, at least one.
        case days(Int)
        /// So many seconds later on the wall clock of `zone`; nil is the start's own.
        case wall(distance: Int, zone: TimeZoneRules?)
        /// Nominal days, then exact seconds.
        case duration(days: Int, seconds: Int)
    }

    let clock: SeriesClock
    /// DTSTART on its own clock.
    let start: (key: Int, wall: Int)
    /// What is wrong with the end, if anything.
    let fault: TimeFault?
    private let end: End
    /// DTEND in UTC beside a DTSTART in a zone: exact for the first instance.
    private let firstEnd: Int?

    /// The times of an event, or of one of its RDATE periods.
    init(_ event: Event, zone: @escaping (String) -> TimeZoneRules) {
        self.init(start: event.start, end: event.end, zone: zone)
    }

    init(start time: CalendarTime, end: EventEnd, zone: @escaping (String) -> TimeZoneRules) {
        let clock = SeriesClock(time, zone: zone)
        self.clock = clock
        start = clock.moment(time)
        var firstEnd: Int?
        let (rule, fault) = Self.rule(
            end, start: time, clock: clock, startWall: start.wall, firstEnd: &firstEnd)
        self.firstEnd = firstEnd
        let isBackwards = Self.endKey(rule, clock, start.key, start.wall, firstEnd) < start.key
        self.end = isBackwards ? (clock.form == .dates ? .days(1) : .atStart) : rule
        guard isBackwards else {
            self.fault = fault
            return
        }
        var property = "DTEND"
        if case .duration = end { property = "DURATION" }
        self.fault = TimeFault(
            property: property, message: "the end lies before the start and is ignored")
    }

    /// The span of the event itself.
    var firstSpan: Span { span(key: start.key, wall: start.wall) }

    /// The longest that an instance may last, in seconds and a margin.
    var longest: Int {
        switch end {
        case .atStart: 0
        case .days(let days): days * 86_400
        case .wall(let distance, _): max(0, distance) + 3 * 86_400
        case .duration(let days, let seconds): max(0, days * 86_400 + seconds) + 86_400
        }
    }

    /// The span of the instance that starts at a wall time.
    func span(key: Int, wall: Int) -> Span {
        let end = max(key, Self.endKey(end, clock, key, wall, wall == start.wall ? firstEnd : nil))
        switch clock.form {
        case .instants:
            return .instants(
                Instant(secondsSinceEpoch: key)..<Instant(secondsSinceEpoch: end))
        case .floating:
            return .floating(
                CivilDateTime(secondsSinceEpoch: key)..<CivilDateTime(secondsSinceEpoch: end))
        case .dates:
            let first = CalendarLimits.floorDivide(key, 86_400)
            let last = max(first + 1, CalendarLimits.floorDivide(end, 86_400))
            return .dates(CivilDate(daysSinceEpoch: first)..<CivilDate(daysSinceEpoch: last))
        }
    }

    private static func endKey(
        _ end: End, _ clock: SeriesClock, _ key: Int, _ wall: Int, _ firstEnd: Int?
    ) -> Int {
        switch end {
        case .atStart: return key
        case .days(let days): return key + days * 86_400
        case .wall(let distance, let zone):
            if let firstEnd { return firstEnd }
            guard clock.form == .instants else { return wall + distance }
            let later = CivilDateTime(secondsSinceEpoch: wall + distance)
            let end = (zone ?? clock.zone).instant(of: later).secondsSinceEpoch
            // A start in a gap is moved on and may pass its end: then the length is kept.
            return zone == nil && distance > 0 && end <= key ? key + distance : end
        case .duration(let days, let seconds):
            return (days == 0 ? key : clock.key(wall: wall + days * 86_400)) + seconds
        }
    }
}

// How DTEND and DURATION are read.
extension EventTimes {
    /// Lengths beyond this, about 10,000 years, are cut: nothing later can be written (3.3.4).
    private static let longestDays = 3_652_425

    private static func rule(
        _ end: EventEnd, start: CalendarTime, clock: SeriesClock, startWall: Int,
        firstEnd: inout Int?
    ) -> (End, TimeFault?) {
        switch end {
        case .none: return (start.isDate ? .days(1) : .atStart, nil)
        case .duration(let duration):
            let days = min(max(duration.days, -longestDays), longestDays)
            let seconds = min(max(duration.seconds, -longestDays * 86_400), longestDays * 86_400)
            guard start.isDate else { return (.duration(days: days, seconds: seconds), nil) }
            // 3.8.2.5: beside a DATE only days and weeks; a part of a day counts as a whole one.
            let fault = TimeFault(
                property: "DURATION", message: "hours beside a start without time: read as days")
            let all = days - CalendarLimits.floorDivide(-seconds, 86_400)
            return (.days(all == 0 ? 1 : all), seconds == 0 ? nil : fault)
        case .time(let time):
            if start.isDate || time.isDate { return mixed(time, start: start, clock, startWall) }
            return timed(time, start: start, clock, startWall, &firstEnd)
        }
    }

    /// A DTEND that is a DATE, or stands beside a DTSTART that is one.
    private static func mixed(
        _ end: CalendarTime, start: CalendarTime, _ clock: SeriesClock, _ startWall: Int
    ) -> (End, TimeFault?) {
        let wall = end.wallTime.secondsSinceEpoch
        let fault = TimeFault(
            property: "DTEND",
            message: "one of start and end has no time: read as \(start.isDate ? "days" : "00:00")")
        guard start.isDate else {
            return (.wall(distance: wall - startWall, zone: nil), fault)
        }
        let days = -CalendarLimits.floorDivide(startWall - wall, 86_400)
        return (.days(days == 0 ? 1 : days), end.isDate ? nil : fault)
    }

    private static func timed(
        _ end: CalendarTime, start: CalendarTime, _ clock: SeriesClock, _ startWall: Int,
        _ firstEnd: inout Int?
    ) -> (End, TimeFault?) {
        let wall = end.wallTime.secondsSinceEpoch
        switch (start, end) {
        case (.floating, .floating): return (.wall(distance: wall - startWall, zone: nil), nil)
        case (.floating, _):
            let fault = TimeFault(
                property: "DTEND", message: "the start has no zone, so the end's is ignored")
            return (.wall(distance: wall - startWall, zone: nil), fault)
        case (_, .floating):
            let fault = TimeFault(
                property: "DTEND", message: "the end has no zone and is read in the start's")
            return (.wall(distance: wall - startWall, zone: nil), fault)
        case (.zoned(_, let startZone), .zoned(_, let endZone)) where startZone != endZone:
            return (.wall(distance: wall - startWall, zone: clock.zone(endZone)), nil)
        default:
            // UTC is no place: an end in UTC, or beside a start in UTC, runs on the start's clock.
            let moment = clock.moment(end)
            if start.tzid != end.tzid { firstEnd = moment.key }
            return (.wall(distance: moment.wall - startWall, zone: nil), nil)
        }
    }
}
