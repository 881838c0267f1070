/// A series as a whole (RFC 5545 3.8.5): a master event with its rules, dates and exceptions, and
/// the components that override single instances or all from one on.
///
/// The rules of reading, where the RFC leaves a choice:
/// - Rules run on the wall clock of DTSTART's zone. A wall time in a gap is read with the offset
///   before it (02:30 becomes 03:30), one that exists twice is the first; no instant is
///   listed twice.
/// - A recurring DTEND keeps its wall-clock distance from DTSTART; when it has a zone of its own,
///   on its own zone's clock. DURATION is nominal in days and exact in seconds.
/// - EXDATE, RECURRENCE-ID and RDATE are compared as instants, also when written in another zone;
///   a DATE among DATE-TIMEs means every instance of that day. EXDATE beats an override.
/// - An override whose RECURRENCE-ID fits no instance is shown all the same, and reported.
/// - `RANGE=THISANDFUTURE` moves what follows by the wall-clock distance between its
///   RECURRENCE-ID and its DTSTART, and gives it its length; a later override of a single instance
///   wins over it.
public struct RecurrenceSet: Sendable {
    /// The component without RECURRENCE-ID; nil when only overrides are known.
    let master: Event?
    /// The components with RECURRENCE-ID, in the caller's order.
    let overrides: [Event]

    /// A series.
    ///
    /// - Parameters:
    ///   - master: the component without RECURRENCE-ID; without it each override stands alone.
    ///   - overrides: the components with RECURRENCE-ID and the same UID. Of two with the
    ///     same RECURRENCE-ID the newer counts: by SEQUENCE, then LAST-MODIFIED, then DTSTAMP.
    public init(master: Event?, overrides: [Event] = []) {
        self.master = master
        self.overrides = overrides
    }

    /// The instances of which a part lies on one of the days, in whichever zone of the world the
    /// reader is: none is missing, and a few neighbours up to a day outside may be among them.
    ///
    /// - Parameters:
    ///   - days: half-open.
    ///   - limit: how many instances the rules may yield on the days and a few around them. Of more,
    ///     those nearest to the first of the days are given; ``Expansion/complete`` says which.
    ///   - zone: the zone that a TZID of the series' file names.
    /// - Returns: the instances sorted by start, and what could not be taken as written.
    public func instances(
        overlapping days: Range<CivilDate>, limit: Int = 20_000,
        zone: (_ tzid: String) -> TimeZoneRules
    ) -> Expansion {
        var expansion = instances(
            overlapping: days, wish: ExpansionWish(nil, around: ReaderDays(days)), limit: limit,
            zone: zone)
        if let master, expansion.complete != nil {
            let fault = TimeFault(
                property: "RRULE",
                message:
                    "more than \(limit) instances here; those far from the first day are left out",
                remedy: "look at fewer days")
            expansion.diagnostics.append(master.report(fault))
        }
        return expansion
    }

    /// The same, where it is known what matters most to the reader; a cut is not reported.
    ///
    /// - Parameter wish: which instances are given where there are too many; nil for none.
    package func instances(
        overlapping days: Range<CivilDate>, wish: ExpansionWish?, limit: Int,
        zone: (_ tzid: String) -> TimeZoneRules
    ) -> Expansion {
        withoutActuallyEscaping(zone) { zone in
            let window = DayWindow(days)
            guard let master else { return loneOverrides(in: window, zone: zone) }
            if overrides.isEmpty && master.isSingle {
                return single(master, in: window, zone: zone)
            }
            var expander = SeriesExpander(
                master: master, overrides: overrides, window: window, wish: wish,
                limit: max(limit, 1), zone: zone)
            return expander.expand()
        }
    }

    /// What almost all events are; the tables that a series needs would cost ten times as much.
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

/// One instance of a series, its zone already applied.
public struct Instance: Hashable, Sendable {
    /// The start that the series gives it, before any override: what RECURRENCE-ID names. Nil
    /// when the series does not recur.
    public var recurrenceID: OccurrencePoint?
    /// From when to when it lasts.
    public var span: Span
    /// The override that gives it its properties, as an index into the series' overrides; nil for
    /// the master. A cancelled instance is listed too, with the override that cancels it.
    public var override: Int?

    /// An instance.
    public init(recurrenceID: OccurrencePoint?, span: Span, override: Int? = nil) {
        self.recurrenceID = recurrenceID
        self.span = span
        self.override = override
    }

    /// By start, then by original start, then by override, so that the order is total.
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
    /// What could not be taken as written. ``Diagnostic/line`` is 0: a series knows no lines, who
    /// read it does.
    public var diagnostics: [Diagnostic]
    /// Where the rules yield more instances than the limit allows: from when to when, on the clock
    /// of DTSTART, none is missing. Nil when none is missing on any of the days.
    public var complete: Range<CivilDateTime>?

    /// An expansion.
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

/// A fault of an event that is found when its times are evaluated.
struct TimeFault: Hashable, Sendable {
    /// Such as `DTEND`.
    var property: String
    /// In words that end without a full stop.
    var message: String
    /// What to do about it.
    var remedy: String
}

extension Event {
    /// Whether it takes place once: nothing adds an instance, nothing takes this one away.
    fileprivate var isSingle: Bool {
        !isRecurring && exceptionDates.isEmpty && exceptionRules.isEmpty
    }

    /// A warning about this event; the line is not known here.
    func report(_ fault: TimeFault) -> Diagnostic {
        Diagnostic(
            .warning, line: 0, uid: uid, property: fault.property, message: fault.message,
            remedy: fault.remedy)
    }
}
