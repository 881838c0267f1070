/// A start that a recurrence set yields, before overrides.
struct SeriesStart {
    /// Used to compare starts (see ``SeriesClock``).
    var key: Int
    /// What the series' clock shows, before a gap moves it.
    var wall: Int
    /// The index of the RDATE whose PERIOD gives the length; nil for the event's own length.
    var period: Int?
}

/// The starts of a series: DTSTART, RRULE and RDATE without EXRULE and EXDATE.
struct SeriesStarts {
    let clock: SeriesClock
    /// If the rules yield more starts than the limit allows: the wall seconds in which none is
    /// missing. Nil if none is missing at all.
    private(set) var complete: Range<Int>?

    /// Whether a rule yielded more starts than the limit allows, so that later ones are missing.
    private var isCut = false
    /// How many starts all rules together may have in one window. RFC 5545 3.8.5.3 defines one rule
    /// for each series, but a file may contain thousands.
    private let limit: Int
    private let event: Event
    private let first: SeriesStart
    private let rules: [RecurrenceRule]
    private let exceptionRules: [RecurrenceRule]
    private let exceptions: ExceptionDates
    /// The key of an EXDATE that names no start, on a day that has one at another time.
    private(set) var idleException: Int?

    /// How many starts of an EXRULE are expanded at a time.
    private static let exceptionLimit = 100_000
    /// How many further batches all EXRULEs may expand together: an EXRULE should not end before
    /// the rule from which it removes starts.
    private static let exceptionPieces = 20

    init(_ event: Event, clock: SeriesClock, limit: Int) {
        self.event = event
        self.clock = clock
        self.limit = limit
        let (key, wall) = clock.moment(event.start)
        first = SeriesStart(key: key, wall: wall)
        let isDate = clock.form == .dates
        rules = isDate ? event.recurrenceRules.map(\.onDates) : event.recurrenceRules
        exceptionRules = isDate ? event.exceptionRules.map(\.onDates) : event.exceptionRules
        exceptions = ExceptionDates(event.exceptionDates, clock: clock)
    }

    /// Whether EXDATE names the start.
    func isExcepted(key: Int, wall: Int) -> Bool { exceptions.contains(key: key, wall: wall) }

    /// The starts in a range of wall time, ascending, with unique keys. PERIODs are included
    /// wherever they lie: each has its own length.
    ///
    /// - Parameter focus: if the rules yield more than the limit allows, the starts nearest to this
    ///   wall time are kept; nil keeps none.
    mutating func starts(in range: Range<Int>, around focus: Range<Int>?) -> [SeriesStart] {
        var starts = yielded(in: range)
        if isCut, let focus {
            starts = nearest(to: focus, in: range)
        } else if isCut {
            complete = range.lowerBound..<range.lowerBound
            return []
        }
        let exceptionKeys = exceptionKeys(for: starts)
        if !exceptions.isEmpty || !exceptionKeys.isEmpty {
            idleException = idleException ?? exceptions.idle(among: starts, clock)
            starts.removeAll {
                isExcepted(key: $0.key, wall: $0.wall) || exceptionKeys.holds($0.key)
            }
        }
        return starts
    }

    /// As many starts around the focus as the limit allows: all those within ``complete``.
    private mutating func nearest(to focus: Range<Int>, in range: Range<Int>) -> [SeriesStart] {
        let middle = focus.clamped(to: range)
        let ahead = wallsOfRules(in: middle.lowerBound..<range.upperBound, limit: limit)
        var (walls, whole) = (ahead.walls, middle.lowerBound..<ahead.end)
        // RFC 5545 defines one rule for each series: with a heap of rules, the starts ahead are
        // enough.
        if whole.upperBound > middle.upperBound, rules.count <= Self.mostRules {
            let inside = walls.count { $0 < middle.upperBound }
            let half = (limit - inside) / 2
            if walls.count - inside > half {
                whole = whole.lowerBound..<walls[inside + half]
                walls.removeLast(walls.count - inside - half)
            }
            let isTrimmed = whole.upperBound < range.upperBound
            let behind = wallsOfRules(
                before: whole.lowerBound, in: range, limit: limit - walls.count,
                reach: isTrimmed ? whole.upperBound - middle.upperBound : range.count)
            walls = behind.walls + walls
            whole = behind.begin..<whole.upperBound
        }
        complete = whole
        var starts = walls.map { SeriesStart(key: clock.key(wall: $0), wall: $0) }
        if !event.recurrenceDates.isEmpty { appendDates(in: whole, to: &starts) }
        Self.sortAndUnite(&starts)
        return starts
    }

    /// As many wall times before `end` as the limit allows, at most as far back as `reach`, and the
    /// time from which none is missing.
    private func wallsOfRules(
        before end: Int, in range: Range<Int>, limit: Int, reach: Int
    ) -> (walls: [Int], begin: Int) {
        var length = min(reach, end - range.lowerBound)
        for _ in 0..<Self.attempts where length > 0 {
            let found = wallsOfRules(in: end - length..<end, limit: limit)
            if !found.isCut { return (found.walls, end - length) }
            length /= 2
        }
        return ([], end)
    }

    /// The wall times that the rules yield in a range, each rule its share of the limit, up to the
    /// point where the first rule is cut.
    private func wallsOfRules(
        in range: Range<Int>, limit: Int
    ) -> (walls: [Int], end: Int, isCut: Bool) {
        var (walls, end, isAnyCut) = ([Int](), range.upperBound, false)
        for rule in rules {
            let (times, isCut) = rule.instances(
                from: CivilDateTime(secondsSinceEpoch: first.wall), in: Self.wallTimes(range),
                limit: max(1, limit / rules.count), instantOf: instantOf)
            walls += times.lazy.map(\.secondsSinceEpoch)
            guard isCut else { continue }
            isAnyCut = true
            end = min(end, times.last.map { $0.secondsSinceEpoch + 1 } ?? range.lowerBound)
        }
        walls.removeAll { $0 >= end }
        if rules.count > 1 { walls.sort() }
        return (walls, end, isAnyCut)
    }

    /// A series with more rules than this is not expanded before the focus.
    private static let mostRules = 16
    /// How often the distance back from the focus is halved.
    private static let attempts = 16

    /// The starts before exceptions are removed.
    private mutating func yielded(in range: Range<Int>) -> [SeriesStart] {
        var starts: [SeriesStart] = []
        var isAscending = true
        isCut = false
        for rule in rules {
            let (times, isCut) = rule.instances(
                from: CivilDateTime(secondsSinceEpoch: first.wall),
                in: Self.wallTimes(range),
                limit: limit - starts.count, instantOf: instantOf)
            if isCut { self.isCut = true }
            for time in times {
                let key = clock.key(wall: time.secondsSinceEpoch)
                if let last = starts.last, last.key >= key { isAscending = false }
                starts.append(SeriesStart(key: key, wall: time.secondsSinceEpoch))
            }
        }
        if rules.isEmpty, range.contains(first.wall) { starts.append(first) }
        if !event.recurrenceDates.isEmpty {
            isAscending = false
            appendDates(in: range, to: &starts)
        }
        if !isAscending { Self.sortAndUnite(&starts) }
        return starts
    }

    private func appendDates(in range: Range<Int>, to starts: inout [SeriesStart]) {
        for (index, date) in event.recurrenceDates.enumerated() {
            let (key, wall) = clock.moment(fitted(date.start))
            if date.end != .none {
                starts.append(SeriesStart(key: key, wall: wall, period: index))
            } else if range.contains(wall) {
                starts.append(SeriesStart(key: key, wall: wall))
            }
        }
    }

    /// Adapts a time to the form of the series: a DATE in a series of DATE-TIMEs takes DTSTART's
    /// time on that day; a DATE-TIME in a series of DATEs becomes its day.
    func fitted(_ time: CalendarTime) -> CalendarTime {
        if clock.form == .dates { return .date(time.wallTime.date) }
        guard case .date(let date) = time else { return time }
        let secondOfDay = event.start.wallTime.secondOfDay
        return event.start.with(wallTime: CivilDateTime(date, secondOfDay: secondOfDay))
    }

    /// Of two starts with one key, keeps the PERIOD, which also gives a length.
    private static func sortAndUnite(_ starts: inout [SeriesStart]) {
        starts.sort { ($0.key, $0.period == nil ? 1 : 0) < ($1.key, $1.period == nil ? 1 : 0) }
        var last: Int?
        starts.removeAll { start in
            defer { last = start.key }
            return start.key == last
        }
    }

    private func exceptionKeys(for starts: [SeriesStart]) -> [Int] {
        guard !exceptionRules.isEmpty, let low = starts.map(\.wall).min(),
            let high = starts.map(\.wall).max()
        else { return [] }
        var keys: [Int] = []
        let concerned = starts.map(\.key).sorted()
        var pieces = Self.exceptionPieces
        for rule in exceptionRules {
            var next = low
            while next <= high {
                let (times, isCut) = rule.expand(
                    from: CivilDateTime(secondsSinceEpoch: first.wall),
                    in: Self.wallTimes(next..<high + 1),
                    limit: Self.exceptionLimit, instantOf: instantOf, startIsInstance: false)
                keys += times.lazy.map { clock.key(wall: $0.secondsSinceEpoch) }
                    .filter(concerned.holds)
                guard isCut, pieces > 0, let last = times.last else { break }
                pieces -= 1
                next = last.secondsSinceEpoch + 1
            }
        }
        return keys.sorted()
    }

    private static func wallTimes(_ range: Range<Int>) -> Range<CivilDateTime> {
        let first = CivilDateTime(secondsSinceEpoch: range.lowerBound)
        return first..<CivilDateTime(secondsSinceEpoch: range.upperBound)
    }

    /// Converts wall times for the comparison with an UNTIL in UTC; nil if the series has no
    /// instants.
    private var instantOf: ((CivilDateTime) -> Instant)? {
        guard clock.form == .instants else { return nil }
        let zone = clock.zone
        return { zone.instant(of: $0) }
    }
}

// Looking up single starts, wherever they lie.
extension SeriesStarts {
    /// What the series has at the moment that a RECURRENCE-ID names.
    enum Match {
        case start(SeriesStart)
        case excepted
        case nothing
    }

    /// Finds the start at a moment, or the first start of a whole day.
    func find(key: Int, wall: Int, wholeDay: Bool) -> Match {
        var copy = self
        let range = wholeDay ? wall..<wall + 86_400 : wall..<wall + 1
        func fits(_ start: SeriesStart) -> Bool {
            wholeDay ? range.contains(start.wall) : start.key == key
        }
        var yielded = copy.yielded(in: range).filter(fits)
        if yielded.isEmpty, !wholeDay {
            // A gap moved the start: its written time is earlier than its wall time.
            yielded = copy.yielded(in: wall - 3 * 3_600..<wall).filter(fits)
        }
        guard !yielded.isEmpty else {
            return isExcepted(key: key, wall: wall) ? .excepted : .nothing
        }
        let exceptionKeys = exceptionKeys(for: yielded)
        let start = yielded.first {
            !isExcepted(key: $0.key, wall: $0.wall) && !exceptionKeys.holds($0.key)
        }
        return start.map { .start($0) } ?? .excepted
    }
}
