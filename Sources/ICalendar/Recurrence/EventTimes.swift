/// The start of an event and the rule that gives every instance its end.
struct EventTimes {
    /// How the end follows from the start.
    private enum End {
        case atStart
        /// Whole days, at least one.
        case days(Int)
        /// This many wall-clock seconds later, in ``endZone`` if there is one.
        case wall(distance: Int)
        /// Nominal days, then exact seconds.
        case duration(days: Int, seconds: Int)
    }

    let clock: SeriesClock
    /// DTSTART on its own clock.
    let start: (key: Int, wall: Int)
    /// What is wrong with the end, if anything.
    let fault: TimeFault?
    private let end: End
    /// The zone of DTEND if it differs from that of DTSTART.
    private let endZone: TimeZoneRules?
    /// DTEND in UTC with a DTSTART in a zone: exact for the first instance.
    private let firstEnd: Int?
    /// The `DUE` of a to-do whose DTSTART does not fit it.
    private let misfit: MisfitDue?

    /// The times of an event, or of one of its RDATE periods.
    init(_ event: Event, zone: @escaping (String) -> TimeZoneRules) {
        self.init(start: event.start, end: event.end, isTodo: event.todo != nil, zone: zone)
    }

    init(
        start time: CalendarTime, end: EventEnd, isTodo: Bool = false,
        zone: @escaping (String) -> TimeZoneRules
    ) {
        let clock = SeriesClock(time, zone: zone)
        if isTodo, case .time(let due) = end {
            misfit = MisfitDue(due, start: time, clock: clock, zone: zone)
        } else {
            misfit = nil
        }
        var end = misfit == nil ? end : .none
        // A to-do is done in time until its day of DUE is over: RFC 5545 3.8.2.3 leaves it open, every program
        // reads it so.
        if isTodo, case .time(.date(let due)) = end { end = .time(.date(due + 1)) }
        self.clock = clock
        start = clock.moment(time)
        let reading = EndReading(end, start: time, clock: clock, startWall: start.wall)
        firstEnd = reading.firstEnd
        endZone = reading.zone
        let first = Self.endKey(
            reading.end, clock, start.key, start.wall, zone: endZone, exact: firstEnd)
        if case .duration = end, first > Self.lastKey {
            self.end = clock.form == .dates ? .days(1) : .atStart
            fault = TimeFault(property: "DURATION", reason: .fault(.endBeyondCalendar))
            return
        }
        guard first < start.key else {
            self.end = reading.end
            let misfitting = misfit.map { TimeFault(property: "DTSTART", reason: .fault($0.fault)) }
            fault = misfitting ?? reading.fault.map { $0.ofTodo(isTodo) }
            return
        }
        self.end = clock.form == .dates ? .days(1) : .atStart
        var property = "DTEND"
        if case .duration = end { property = "DURATION" }
        fault = TimeFault(property: property, reason: .fault(.endBeforeStart))
    }

    /// The end of the last day that RFC 5545 3.3.4 can express, plus a day for zones.
    private static let lastKey =
        CivilDate(uncheckedYear: 10_000, month: 1, day: 2).daysSinceEpoch * 86_400

    /// The span of the event itself.
    var firstSpan: Span { span(key: start.key, wall: start.wall) }

    /// An upper bound on the length of an instance, in seconds.
    var longest: Int {
        if let misfit { return misfit.reach }
        return switch end {
        case .atStart: 0
        case .days(let days): days * 86_400
        case .wall(let distance): max(0, distance) + 3 * 86_400
        case .duration(let days, let seconds): max(0, days * 86_400 + seconds) + 86_400
        }
    }

    /// How long before its start an instance may lie, in seconds: a to-do may be due before it begins.
    var lead: Int { misfit?.reach ?? 0 }

    /// The span of the instance that starts at this wall time.
    func span(key: Int, wall: Int) -> Span {
        if let misfit { return misfit.span(wall: wall) }
        let exact = wall == start.wall ? firstEnd : nil
        let last = Self.endKey(end, clock, key, wall, zone: endZone, exact: exact)
        return clock.span(from: key, to: max(key, min(last, Self.lastKey)))
    }

    private static func endKey(
        _ end: End, _ clock: SeriesClock, _ key: Int, _ wall: Int, zone: TimeZoneRules?,
        exact: Int?
    ) -> Int {
        switch end {
        case .atStart: return key
        case .days(let days): return key + days * 86_400
        case .wall(let distance):
            if let exact { return exact }
            guard clock.form == .instants else { return wall + distance }
            let later = CivilDateTime(secondsSinceEpoch: wall + distance)
            let end = (zone ?? clock.zone).instant(of: later).secondsSinceEpoch
            // A gap moves the start on, perhaps past its end: then keep the length.
            return zone == nil && distance > 0 && end <= key ? key + distance : end
        case .duration(let days, let seconds):
            return (days == 0 ? key : clock.key(wall: wall + days * 86_400)) + seconds
        }
    }
}

// Reading DTEND and DURATION.
extension EventTimes {
    private struct EndReading {
        var end = End.atStart
        /// The zone of DTEND if it differs from that of DTSTART.
        var zone: TimeZoneRules?
        /// DTEND in UTC with a DTSTART in a zone, or the other way round.
        var firstEnd: Int?
        var fault: TimeFault?

        /// Longer lengths, about 10,000 years, are clamped: no later day can be written (3.3.4).
        private static let longestDays = 3_652_425

        init(_ end: EventEnd, start: CalendarTime, clock: SeriesClock, startWall: Int) {
            switch end {
            case .none: self.end = start.isDate ? .days(1) : .atStart
            case .duration(let duration): read(duration, isDate: start.isDate)
            case .time(let time):
                if start.isDate || time.isDate {
                    readDate(time, start: start, startWall: startWall)
                } else {
                    readTime(time, start: start, clock: clock, startWall: startWall)
                }
            }
        }

        private mutating func read(_ duration: CalendarDuration, isDate: Bool) {
            let longest = Self.longestDays
            let days = min(max(duration.days, -longest), longest)
            let seconds = min(max(duration.seconds, -longest * 86_400), longest * 86_400)
            guard isDate else {
                end = .duration(days: days, seconds: seconds)
                return
            }
            // 3.8.2.5 allows only days and weeks with a DATE; part of a day counts as a whole one.
            let all = days - CivilDateTime.floorDivide(-seconds, 86_400)
            end = .days(all == 0 ? 1 : all)
            if seconds != 0 {
                fault = TimeFault(property: "DURATION", reason: .fault(.hoursOfDays))
            }
        }

        /// Reads a DTEND where it or DTSTART is a DATE.
        private mutating func readDate(_ time: CalendarTime, start: CalendarTime, startWall: Int) {
            let wall = time.wallTime.secondsSinceEpoch
            if start.isDate {
                let days = -CivilDateTime.floorDivide(startWall - wall, 86_400)
                end = .days(days == 0 ? 1 : days)
            } else {
                end = .wall(distance: wall - startWall)
            }
            if start.isDate != time.isDate { report(start.isDate ? .timedEnd : .timelessEnd) }
        }

        private mutating func readTime(
            _ time: CalendarTime, start: CalendarTime, clock: SeriesClock, startWall: Int
        ) {
            let wall = time.wallTime.secondsSinceEpoch
            end = .wall(distance: wall - startWall)
            switch (start, time) {
            case (.floating, .floating): break
            case (.floating, _):
                report(.zonelessStart)
            case (_, .floating):
                report(.zonelessEnd)
            case (.zoned(_, let startZone), .zoned(_, let endZone)) where startZone != endZone:
                zone = clock.zone(endZone)
            default:
                // UTC is not a place: with an end or a start in UTC, the end follows the start's
                // clock, and the first end is exact.
                let moment = clock.moment(time)
                end = .wall(distance: moment.wall - startWall)
                if start.tzid != time.tzid { firstEnd = moment.key }
                if clock.form == .instants, clock.key(wall: moment.wall) != moment.key {
                    // The start's clock shows this end twice and means the first: only a length says it.
                    end = .duration(days: 0, seconds: moment.key - clock.key(wall: startWall))
                }
            }
        }

        private mutating func report(_ fault: Diagnostic.Fault) {
            self.fault = TimeFault(property: "DTEND", reason: .fault(fault))
        }
    }
}
