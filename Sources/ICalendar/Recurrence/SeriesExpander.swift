/// Applies the overrides to the starts of a series and keeps what lies in the window.
struct SeriesExpander {
    private let master: Event
    private let overrides: [Event]
    private let window: DayWindow
    private let wish: ExpansionWish?
    private let zone: (String) -> TimeZoneRules
    private let times: EventTimes
    private let table: OverrideTable
    private var starts: SeriesStarts
    /// Overrides whose instance was found.
    private var isMatched: [Bool]
    private var result = Expansion(instances: [])

    init(
        master: Event, overrides: [Event], window: DayWindow, wish: ExpansionWish?, limit: Int,
        zone: @escaping (String) -> TimeZoneRules
    ) {
        self.master = master
        self.overrides = overrides
        self.window = window
        self.wish = wish
        self.zone = zone
        times = EventTimes(master, zone: zone)
        table = OverrideTable(overrides, of: master, clock: times.clock, zone: zone)
        starts = SeriesStarts(master, clock: times.clock, limit: limit)
        isMatched = Array(repeating: false, count: overrides.count)
    }

    mutating func expand() -> Expansion {
        let clock = times.clock
        let found = starts.starts(
            in: searchRange, around: wish.map { $0.focus.wall(of: clock) })
        if let idle = starts.idleException {
            let wall = CivilDateTime(secondsSinceEpoch: clock.wall(key: idle))
            let fault = TimeFault(
                property: "EXDATE", reason: .value(wall.icalendar, .excludesNothing))
            result.diagnostics.append(master.report(fault))
        }
        result.instances.reserveCapacity(found.count)
        if table.isEmpty {
            for start in found { add(masterSpan(start), id: start.key) }
        } else {
            for start in found { addOverridden(start) }
            addUnmatched()
        }
        report()
        result.complete = complete
        let instances = result.instances
        if zip(instances, instances.dropFirst()).contains(where: { Instance.precedes($1, $0) }) {
            result.instances.sort(by: Instance.precedes)
        }
        return result
    }

    /// The wall times at which a start may matter: the window, widened by the longest instance and
    /// by the distance that THISANDFUTURE moves starts.
    private var searchRange: Range<Int> {
        var own = window.starts(of: times.clock.form, longest: times.longest)
        own = own.lowerBound..<own.upperBound + times.lead
        return table.ranges.reduce(own) { range, move in
            let other = window.starts(of: move.times.clock.form, longest: move.times.longest)
            // A day's slack, as the clocks of the series and the override may differ.
            let lower = other.lowerBound - move.shift - 86_400
            let upper = other.upperBound + move.times.lead - move.shift + 86_400
            return min(range.lowerBound, lower)..<max(range.upperBound, upper)
        }
    }

    private func masterSpan(_ start: SeriesStart) -> Span {
        guard let period = start.period else {
            return times.span(key: start.key, wall: start.wall)
        }
        let date = master.recurrenceDates[period]
        return EventTimes(start: starts.fitted(date.start), end: date.end, zone: zone).firstSpan
    }

    private mutating func addOverridden(_ start: SeriesStart) {
        if let index = table.override(key: start.key, wall: start.wall) {
            // A DATE names all instances of its day; show them once, together.
            if !isMatched[index] { add(overrideSpan(index), id: start.key, override: index) }
            isMatched[index] = true
        } else if let range = table.range(for: start.key) {
            let wall = start.wall + range.shift
            let span = range.times.span(key: range.times.clock.key(wall: wall), wall: wall)
            add(span, id: start.key, override: range.index)
        } else {
            add(masterSpan(start), id: start.key)
        }
    }

    /// Adds overrides of instances outside the window, or of none.
    private mutating func addUnmatched() {
        for entry in table.all where !isMatched[entry.index] {
            let span = overrideSpan(entry.index)
            guard window.overlaps(span) else { continue }
            switch starts.find(key: entry.key, wall: entry.wall, wholeDay: entry.isWholeDay) {
            case .excepted: continue
            case .start(let start): add(span, id: start.key, override: entry.index)
            case .nothing:
                add(span, id: entry.key, override: entry.index)
                warn(overrides[entry.index], .noSuchInstance)
            }
        }
    }

    private func overrideSpan(_ index: Int) -> Span {
        EventTimes(overrides[index], zone: zone).firstSpan
    }

    private mutating func add(_ span: Span, id key: Int, override: Int? = nil) {
        guard window.overlaps(span) else { return }
        let recurs = override != nil || master.isRecurring
        result.instances.append(
            Instance(
                recurrenceID: recurs ? times.clock.point(key) : nil, span: span,
                override: override))
    }

    private mutating func report() {
        if let fault = times.fault { result.diagnostics.append(master.report(fault)) }
        for event in overrides {
            let fault = EventTimes(event, zone: zone).fault
            if let fault { result.diagnostics.append(event.report(fault)) }
        }
        // No warning about a THISANDFUTURE override: it still applies to the later instances.
        for index in table.superseded where !overrides[index].overridesFuture {
            warn(overrides[index], .replacedOverride)
        }
    }

    /// The range in which no instance is missing; nil if no requested instance is missing.
    private var complete: Range<CivilDateTime>? {
        guard let complete = starts.complete else { return nil }
        if let asked = wish?.asked?.wall(of: times.clock), complete.contains(asked.upperBound - 1),
            complete.contains(asked.lowerBound - times.longest)
        {
            return nil
        }
        let first = CivilDateTime(secondsSinceEpoch: complete.lowerBound)
        return first..<CivilDateTime(secondsSinceEpoch: complete.upperBound)
    }

    private mutating func warn(_ override: Event, _ fault: Diagnostic.Fault) {
        let fault = TimeFault(property: "RECURRENCE-ID", reason: .fault(fault))
        result.diagnostics.append(override.report(fault))
    }
}
