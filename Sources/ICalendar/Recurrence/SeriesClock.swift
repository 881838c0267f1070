/// The clock on which a series runs: wall times for its rules, and keys for comparing instances.
///
/// A key is the instant in seconds for zoned and UTC times, the wall time in seconds for floating
/// ones, and the day's 00:00 for dates.
struct SeriesClock {
    /// The form of DTSTART, and so of every instance.
    enum Form { case instants, floating, dates }

    let form: Form
    /// UTC for dates and floating times.
    let zone: TimeZoneRules
    private let tzid: String?
    private let lookUp: (String) -> TimeZoneRules

    /// The clock of a DTSTART.
    init(_ start: CalendarTime, zone: @escaping (String) -> TimeZoneRules) {
        lookUp = zone
        switch start {
        case .date: (form, tzid, self.zone) = (.dates, nil, .utc)
        case .floating: (form, tzid, self.zone) = (.floating, nil, .utc)
        case .utc: (form, tzid, self.zone) = (.instants, nil, .utc)
        case .zoned(_, let tzid): (form, self.tzid, self.zone) = (.instants, tzid, zone(tzid))
        }
    }

    /// The key of a wall time on this clock.
    func key(wall: Int) -> Int {
        form == .instants
            ? zone.instant(of: CivilDateTime(secondsSinceEpoch: wall)).secondsSinceEpoch : wall
    }

    /// What this clock shows at the key.
    func wall(key: Int) -> Int {
        form == .instants
            ? zone.wallTime(at: Instant(secondsSinceEpoch: key)).secondsSinceEpoch : key
    }

    /// Converts a time in any form to a moment on this clock. Among dates a time counts as its day, one in UTC as that of
    /// ``LocalMidnight``, and a time without a zone is read on this clock.
    func moment(_ time: CalendarTime) -> (key: Int, wall: Int) {
        let wall = time.wallTime.secondsSinceEpoch
        switch (form, time) {
        case (.dates, .utc):
            let midnight = LocalMidnight.day(of: wall) * 86_400
            return (midnight, midnight)
        case (.dates, _):
            let midnight = CivilDateTime.floorDivide(wall, 86_400) * 86_400
            return (midnight, midnight)
        case (.floating, _): return (wall, wall)
        case (.instants, .date), (.instants, .floating): return (key(wall: wall), wall)
        case (.instants, .utc(let instant)):
            return (instant.secondsSinceEpoch, self.wall(key: instant.secondsSinceEpoch))
        case (.instants, .zoned(let time, let other)):
            if other == tzid { return (key(wall: wall), wall) }
            let key = lookUp(other).instant(of: time).secondsSinceEpoch
            return (key, self.wall(key: key))
        }
    }

    /// The zone that a TZID of the same file names.
    func zone(_ other: String) -> TimeZoneRules { other == tzid ? zone : lookUp(other) }

    /// The key as a point in time.
    func point(_ key: Int) -> OccurrencePoint {
        switch form {
        case .instants: .instant(Instant(secondsSinceEpoch: key))
        case .floating: .floating(CivilDateTime(secondsSinceEpoch: key))
        case .dates: .date(CivilDate(daysSinceEpoch: CivilDateTime.floorDivide(key, 86_400)))
        }
    }

    /// The span between two keys; of whole days one at least.
    func span(from key: Int, to end: Int) -> Span {
        switch form {
        case .instants:
            return .instants(
                Instant(secondsSinceEpoch: key)..<Instant(secondsSinceEpoch: end))
        case .floating:
            return .floating(
                CivilDateTime(secondsSinceEpoch: key)..<CivilDateTime(secondsSinceEpoch: end))
        case .dates:
            let first = CivilDateTime.floorDivide(key, 86_400)
            let last = max(first + 1, CivilDateTime.floorDivide(end, 86_400))
            return .dates(CivilDate(daysSinceEpoch: first)..<CivilDate(daysSinceEpoch: last))
        }
    }
}

/// The requested days, and how far around them an instance may matter.
struct DayWindow {
    /// Wall seconds of the beginning and end of the days.
    let wall: Range<Int>

    /// Noon differs by less than a day between any place and UTC (RFC 5545 3.3.14 allows offsets
    /// below 24 hours): a day anywhere in the world extends at most one day beyond the UTC day on
    /// each side.
    static let worldMargin = 86_400

    init(_ days: Range<CivilDate>) {
        let limits = CalendarLimits.wallSeconds
        func bounded(_ day: CivilDate) -> Int {
            let (first, last) = (limits.lowerBound / 86_400, limits.upperBound / 86_400)
            return min(max(day.daysSinceEpoch, first), last) * 86_400
        }
        wall = bounded(days.lowerBound)..<bounded(days.upperBound)
    }

    /// Whether the span overlaps the window; a span without length overlaps where it starts.
    func overlaps(_ span: Span) -> Bool {
        let (start, end) = (span.start.seconds, span.end.seconds)
        var margin = 0
        if case .instants = span { margin = Self.worldMargin }
        let lower = wall.lowerBound - margin
        return !wall.isEmpty && start < wall.upperBound + margin
            && (end > lower || (start == end && start >= lower))
    }

    /// The wall times at which an instance of at most `longest` seconds may start.
    func starts(of form: SeriesClock.Form, longest: Int) -> Range<Int> {
        // A wall clock is less than a day off UTC, and a gap moves an instance by less than a day.
        let margin = form == .instants ? 3 * Self.worldMargin : 0
        return wall.lowerBound - margin - longest..<wall.upperBound + margin
    }
}
