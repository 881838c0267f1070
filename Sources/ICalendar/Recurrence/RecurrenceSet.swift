/// A whole series (RFC 5545 3.8.5): a master event with its rules, dates and exceptions, and the
/// components that override one instance or all from one on.
///
/// Where the RFC leaves a choice, these rules apply:
/// - Rules run on the wall clock of DTSTART's zone. A wall time in a gap takes the offset before
///   the gap (02:30 becomes 03:30); a wall time that occurs twice means the first; no instant is
///   listed twice.
/// - A recurring DTEND keeps its wall-clock distance from DTSTART, on the clock of its own zone if
///   it has one. DURATION is nominal in days and exact in seconds.
/// - EXDATE, RECURRENCE-ID and RDATE are compared as instants, even if written in another zone; a
///   DATE among DATE-TIMEs means every instance of that day. EXDATE beats an override.
/// - An override whose RECURRENCE-ID matches no instance is shown all the same, and reported.
/// - `RANGE=THISANDFUTURE` moves the instances that follow by the wall-clock distance between its
///   RECURRENCE-ID and its DTSTART, and gives them its length; an override of a single later
///   instance takes precedence.
///
/// ```swift
/// let series = RecurrenceSet(master: parsed.value)
/// let first = CivilDate(uncheckedYear: 2026, month: 10, day: 17)
/// let found = series.instances(overlapping: first..<(first + 28)) { tzid in
///     scope.rules(for: tzid) ?? .utc
/// }
/// for instance in found.instances {
///     if case .instants(let times) = instance.span { print(times.lowerBound.utc.iso + "Z") }
/// }
/// ```
public struct RecurrenceSet: Sendable {
    /// The component without RECURRENCE-ID; nil if only overrides are known.
    let master: Event?
    /// The components with RECURRENCE-ID, in the caller's order.
    let overrides: [Event]

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - master: the component without RECURRENCE-ID; without it each override stands alone.
    ///   - overrides: the components with RECURRENCE-ID and the same UID. Of two with the same
    ///     RECURRENCE-ID the newer counts: by SEQUENCE, then LAST-MODIFIED, then DTSTAMP.
    public init(master: Event?, overrides: [Event] = []) {
        self.master = master
        self.overrides = overrides
    }

    /// The instances that overlap one of the days, in whichever zone of the world the reader is:
    /// none is missing, and a few neighbours up to a day outside may be included.
    ///
    /// - Parameters:
    ///   - days: half-open.
    ///   - limit: how many instances the rules may yield on the days and a few around them. If
    ///     there are more, those nearest to the first day are returned; ``Expansion/complete`` says
    ///     which.
    ///   - zone: the zone that a TZID of the series' file names.
    /// - Returns: the instances sorted by start, and reports of what could not be taken as written.
    public func instances(
        overlapping days: Range<CivilDate>, limit: Int = 20_000,
        zone: (_ tzid: String) -> TimeZoneRules
    ) -> Expansion {
        var expansion = instances(
            overlapping: days, wish: ExpansionWish(nil, around: ReaderDays(days)), limit: limit,
            zone: zone)
        if let master, expansion.complete != nil {
            let fault = TimeFault(
                property: "RRULE", reason: .number(limit, .instances))
            expansion.diagnostics.append(master.report(fault))
        }
        return expansion
    }

    /// The instances with the zones of a file; reads times in unknown zones as UTC.
    package func instances(
        overlapping days: Range<CivilDate>, limit: Int = 20_000, in scope: TimeZoneScope
    ) -> Expansion {
        instances(overlapping: days, limit: limit) { scope.rules(for: $0) ?? .utc }
    }

    /// The same for a caller that knows what matters most to the reader; does not report a cut.
    ///
    /// - Parameter wish: which instances to keep if there are too many; nil keeps none.
    package func instances(
        overlapping days: Range<CivilDate>, wish: ExpansionWish?, limit: Int,
        zone: (_ tzid: String) -> TimeZoneRules
    ) -> Expansion {
        withoutActuallyEscaping(zone) { zone in
            let window = DayWindow(days)
            guard let master else { return loneOverrides(in: window, zone: zone) }
            if master.todo?.anchor == .undated { return Expansion(instances: []) }
            if overrides.isEmpty && master.isSingle {
                return single(master, in: window, zone: zone)
            }
            var expander = SeriesExpander(
                master: master, overrides: overrides, window: window, wish: wish,
                limit: max(limit, 1), zone: zone)
            return expander.expand()
        }
    }

    /// Almost all events are single; the tables that a series needs would cost ten times as much.
    private func single(
        _ event: Event, in window: DayWindow, zone: @escaping (String) -> TimeZoneRules
    ) -> Expansion {
        let times = EventTimes(event, zone: zone)
        let span = times.firstSpan
        return Expansion(
            instances: window.overlaps(span) ? [Instance(recurrenceID: nil, span: span)] : [],
            diagnostics: times.fault.map { [event.report($0)] } ?? [])
    }

    private func loneOverrides(
        in window: DayWindow, zone: @escaping (String) -> TimeZoneRules
    ) -> Expansion {
        var instances: [Instance] = []
        var diagnostics: [Diagnostic] = []
        for (index, event) in overrides.enumerated() {
            let times = EventTimes(event, zone: zone)
            if let fault = times.fault { diagnostics.append(event.report(fault)) }
            let span = times.firstSpan
            guard window.overlaps(span) else { continue }
            let id = event.recurrenceID.map { id in
                let clock = SeriesClock(id, zone: zone)
                return clock.point(clock.key(wall: id.wallTime.secondsSinceEpoch))
            }
            instances.append(Instance(recurrenceID: id, span: span, override: index))
        }
        instances.sort(by: Instance.precedes)
        return Expansion(instances: instances, diagnostics: diagnostics)
    }
}

/// One instance of a series, with its zone applied.
public struct Instance: Hashable, Sendable {
    /// The start that the series gives it, before any override: what RECURRENCE-ID names. Nil if
    /// the series does not recur.
    public var recurrenceID: OccurrencePoint?
    /// Its start and end.
    public var span: Span
    /// The override that supplies its properties, as an index into the series' overrides; nil for
    /// the master. A cancelled instance is listed too, with the override that cancels it.
    public var override: Int?

    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - recurrenceID: the start that the rules give it; nil for an event that does not recur.
    ///   - span: from when to when.
    ///   - override: the index of the override that describes it; nil for the master.
    public init(recurrenceID: OccurrencePoint?, span: Span, override: Int? = nil) {
        self.recurrenceID = recurrenceID
        self.span = span
        self.override = override
    }

    /// Orders by start, then original start, then override, so that the order is total.
    static func precedes(_ lhs: Instance, _ rhs: Instance) -> Bool {
        let (left, right) = (lhs.span.start.seconds, rhs.span.start.seconds)
        if left != right { return left < right }
        let (leftID, rightID) = (lhs.recurrenceID?.seconds, rhs.recurrenceID?.seconds)
        if leftID != rightID { return leftID ?? Int.min < rightID ?? Int.min }
        return lhs.override ?? -1 < rhs.override ?? -1
    }
}

/// What a series yields in a window.
public struct Expansion: Sendable {
    /// Sorted by start.
    public var instances: [Instance]
    /// What could not be taken as written. ``Diagnostic/line`` is 0: a series does not know its
    /// lines; its reader does.
    public var diagnostics: [Diagnostic]
    /// If the rules yield more instances than the limit allows: the range, on the clock of DTSTART,
    /// in which none is missing. Nil if none is missing on any of the days.
    public var complete: Range<CivilDateTime>?

    /// Creates an expansion.
    public init(instances: [Instance], diagnostics: [Diagnostic] = []) {
        self.instances = instances
        self.diagnostics = diagnostics
    }
}

extension OccurrencePoint {
    /// Seconds on the point's own scale; a day counts as its 00:00.
    var seconds: Int {
        switch self {
        case .instant(let instant): instant.secondsSinceEpoch
        case .floating(let time): time.secondsSinceEpoch
        case .date(let date): date.daysSinceEpoch * 86_400
        }
    }
}

/// A fault of an event, found when its times are evaluated.
struct TimeFault: Hashable, Sendable {
    /// The property at fault, such as `DTEND`.
    var property: String
    /// What is wrong.
    var reason: Diagnostic.Reason

    /// The same of a to-do, whose end is its `DUE`.
    func ofTodo(_ isTodo: Bool) -> TimeFault {
        isTodo && property == "DTEND" ? TimeFault(property: "DUE", reason: reason) : self
    }
}

extension Event {
    /// When an event or to-do takes place, of a series the first time; nil for a to-do of no day, and if it cannot be told.
    package func firstSpan(in scope: TimeZoneScope) -> Span? {
        guard todo?.anchor != .undated else { return nil }
        var single = Event(uid: uid, start: start)
        (single.end, single.todo) = (end, todo)
        let day = start.wallTime.date
        return RecurrenceSet(master: single)
            .instances(overlapping: (day - 2)..<(day + 3), in: scope).instances.first?.span
    }

    /// Whether the event takes place exactly once: no property adds or removes an instance.
    fileprivate var isSingle: Bool {
        !isRecurring && exceptionDates.isEmpty && exceptionRules.isEmpty
    }

    /// A warning about this event; its line is not known here.
    func report(_ fault: TimeFault) -> Diagnostic {
        Diagnostic(.warning, uid: uid, property: fault.property, fault.reason)
    }
}
