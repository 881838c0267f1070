internal import CalendarMerge
internal import ICalendar

/// The components of one to-do, and which of its instances are done. Pure.
///
/// Programs complete an instance of a recurring to-do in two ways. Thunderbird writes an override with `COMPLETED`, as
/// this library does; tasks.org and Apple move the series' start to the next instance. In both, what is next is the
/// first instance that no override closes.
struct TodoSeries {
    /// An instance, or a to-do that does not recur.
    struct Instance {
        /// Which component describes it.
        var component: Int
        /// When it is to be done; nil for a to-do on no day.
        var span: Span?
        /// The instance's original start; nil unless it recurs.
        var recurrenceID: OccurrencePoint?
        /// Whether it is what is next of a to-do that repeats, or one that does not.
        var isNext = false
    }

    let components: [Event]
    private let expander: OccurrenceExpander

    init(_ components: [Event], _ scope: TimeZoneScope) {
        self.components = components
        expander = OccurrenceExpander(scope: scope)
    }

    private var scope: TimeZoneScope { expander.scope }
    /// The component of the whole to-do; of several the newest, as everywhere.
    private var masterIndex: Int? {
        components.indices.filter { components[$0].recurrenceID == nil }.max {
            ComponentRevision(components[$0]) < ComponentRevision(components[$1])
        }
    }
    var master: Event? { masterIndex.map { components[$0] } }

    /// The component that describes an instance: its own, else that of the whole.
    func component(describing recurrenceID: OccurrencePoint?) -> Int? {
        let own = recurrenceID.flatMap { point in
            components.firstIndex { $0.recurrenceID.map(scope.point) == point }
        }
        return own ?? masterIndex ?? components.indices.first
    }

    /// What a list shows: of a recurring to-do what is next, and each instance that is done; else the to-do.
    ///
    /// What is next is the first open instance after the last one that was closed and has been due since: who has done
    /// a later one no longer means the earlier ones, unless one was moved behind it.
    func items(now: Instant) -> [Instance] {
        guard let masterIndex else { return components.indices.map(alone) }
        let master = components[masterIndex]
        let overrides = components.indices.filter { components[$0].recurrenceID != nil }
        guard master.isRecurring, master.todo?.anchor != .undated else {
            return [single(masterIndex)] + overrides.map(alone)
        }
        let others = overrides.filter(isClosed).map(alone) + postponed(overrides, now)
        // A series may be closed as a whole, or have no instance.
        guard !isClosed(masterIndex), let next = next(now) else {
            return others.isEmpty || isClosed(masterIndex) ? [single(masterIndex)] + others : others
        }
        return [next] + others
    }

    /// Open instances that somebody has moved behind one that was closed later.
    private func postponed(_ overrides: [Int], _ now: Instant) -> [Instance] {
        guard let last = lastClosed(now) else { return [] }
        return overrides.map(alone).filter { found in
            guard let id = found.recurrenceID, instant(id) <= last else { return false }
            return isOpen(found, now: now)
        }.map { found in
            var found = found
            found.isNext = true
            return found
        }
    }

    /// Whether something is left to do: nobody has closed it, the whole series, or a later instance in its stead.
    func isOpen(_ found: Instance, now: Instant) -> Bool {
        guard !isClosed(found.component) else { return false }
        if let id = found.recurrenceID, let last = lastClosed(now), instant(id) <= last {
            // One that somebody has moved behind what is closed is still meant.
            return found.span.map { instant($0.start) > last } ?? false
        }
        return !(masterIndex.map(isClosed) ?? false)
    }

    /// The original start of the last closed instance whose time has come; nil if there is none.
    private func lastClosed(_ now: Instant) -> Instant? {
        components.indices.filter(isClosed).compactMap { index in
            components[index].recurrenceID.map { instant(scope.point(of: $0)) }
        }.filter { $0 <= now }.max()
    }

    /// The instances on some days, open or not; none of a to-do without days.
    func instances(on days: Range<CivilDate>) -> [Instance] {
        guard components.contains(where: { $0.todo?.anchor != .undated }) else { return [] }
        return expanded(components, days).map {
            Instance(component: $0.component, span: $0.span, recurrenceID: $0.recurrenceID)
        }
    }

    /// The instances whose original starts are around a day, wherever they were moved.
    func instances(originallyOn date: CivilDate) -> [Instance] {
        expander.days(ofInstancesOn: date, components).flatMap { instances(on: $0) }
    }

    private func isClosed(_ component: Int) -> Bool {
        components[component].todo?.isClosed ?? false
    }

    /// An override by itself.
    private func alone(_ component: Int) -> Instance {
        let id = components[component].recurrenceID.map(scope.point)
        let span = expander.expand([components[component]], days: Self.noDays).occurrences.first?
            .span
        return Instance(component: component, span: span, recurrenceID: id, isNext: master == nil)
    }

    /// The first instance of the series, for a to-do that is shown as one.
    private func single(_ component: Int) -> Instance {
        var event = components[component]
        guard event.todo?.anchor != .undated else {
            return Instance(component: component, isNext: true)
        }
        (event.recurrenceRules, event.recurrenceDates) = ([], [])
        (event.exceptionRules, event.exceptionDates) = ([], [])
        let span = expander.expand([event], days: Self.noDays).occurrences.first?.span
        return Instance(component: component, span: span, isNext: true)
    }

    /// What does not recur is expanded whole, whatever the days.
    private static let noDays = CivilDate(daysSinceEpoch: 0)..<CivilDate(daysSinceEpoch: 0)
    /// How many days are looked through at a time for what is next, ascending: about 60 years in all. An hourly series
    /// has it among the first.
    private static let steps = [32, 400, 4_000, 18_000]

    private func next(_ now: Instant) -> Instance? {
        guard let master else { return nil }
        let last = lastClosed(now)
        var day =
            ([master.start] + master.recurrenceDates.map(\.start)).map(\.wallTime.date).min()
            ?? master.start.wallTime.date
        if let last { day = max(day, last.utc.date) }
        // A day earlier: which day an instant is on depends on the zone.
        day = day - 1
        for step in Self.steps {
            let open = expanded(components, day..<(day + step)).filter { occurrence in
                guard let id = occurrence.recurrenceID else { return false }
                return !isClosed(occurrence.component) && last.map { instant(id) > $0 } ?? true
            }
            if let found = open.min(by: { order($0) < order($1) }) {
                return Instance(
                    component: found.component, span: found.span, recurrenceID: found.recurrenceID,
                    isNext: true)
            }
            day = day + step - 1
        }
        return nil
    }

    private func order(_ occurrence: ExpandedOccurrence) -> Instant {
        instant(occurrence.recurrenceID ?? occurrence.span.start)
    }

    /// A point for comparing the instances of one series, which all have the same form.
    private func instant(_ point: OccurrencePoint) -> Instant {
        TimeZoneRules.utc.instant(of: point)
    }

    private func expanded(_ events: [Event], _ days: Range<CivilDate>) -> [ExpandedOccurrence] {
        let focus = ReaderDays(days.lowerBound..<(days.lowerBound + 1))
        return expander.expand(events, days: days, wish: ExpansionWish(nil, around: focus))
            .occurrences
    }
}

extension AgendaEvent {
    /// An instance of a to-do or journal entry, without what only its kind has.
    init(
        _ found: TodoSeries.Instance, of event: Event, _ uid: String, in series: TodoSeries,
        id: OccurrenceID, _ scope: TimeZoneScope
    ) {
        var content = EventRecord(
            event, id: 0, seriesID: 0, recurrenceID: event.recurrenceID.map(scope.point),
            timeZone: OccurrenceExpander(scope: scope).zoneName(of: event)
        ).content
        content.uid = uid
        let day = event.start.wallTime.date
        self.init(
            id: id, span: found.span ?? .dates(day..<day + 1), shared: SharedContent(content))
        isRecurring = found.recurrenceID != nil || series.master?.isRecurring ?? false
    }
}
