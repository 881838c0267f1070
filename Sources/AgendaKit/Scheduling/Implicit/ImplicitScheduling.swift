internal import ICalendar

/// What a user's change of one event means for the others of it: what is told to whom, and what is written (RFC 6638 section
/// 3.2). Pure.
struct ImplicitScheduling {
    let uid: String
    /// What the user's calendars had of the event, or to-do; nil for nothing.
    let old: SeriesEditor?
    /// What they are to have.
    var new: SeriesEditor?
    let me: CalendarAddresses
    let standings: [String: SchedulingStanding]
    /// The time of the change.
    let stamp: Instant
    /// Texts of zones that the event brings, by `TZID`.
    var definitions: [String: [UInt8]] = [:]
    /// Whether an organizer is told of an answer.
    var replies = true
    /// Whether somebody takes back what was told: of an event that comes again the others have heard that it is gone.
    var isRestored = false

    /// What is written and told.
    struct Decision {
        /// The event's components in their order; nil if they stay as they are.
        /// Behind them what is added: answers to instances of which the organizer's program says nothing.
        var components: [ComponentEdit]?
        var errands: [SchedulingErrand] = []
    }

    /// Whether the event comes again after the others have heard that it is gone.
    var isBack: Bool { isRestored && old == nil }

    /// Nil for an event of nobody else.
    func decision() throws(AgendaError) -> Decision? {
        var whole = self
        whole.nameOrganizer()
        return try whole.decided()
    }

    /// Names the organizer in each component: some programs do in that of the series alone. CalendarServer does so, too.
    private mutating func nameOrganizer() {
        guard let line = new?.components.lazy.flatMap({ $0.lines.properties("ORGANIZER") }).first
        else { return }
        new?.change { part in
            guard part.lines.organizer == nil else { return part }
            return part.editing(at: stamp, noting: false) { $0.append(line) }
        }
    }

    private func decided() throws(AgendaError) -> Decision? {
        let (was, will) = (try organizer(of: old), try organizer(of: new, isChecked: true))
        guard was != nil || will != nil else { return nil }
        let wasMine = was.map(me.includes) ?? false
        if let will {
            if me.includes(will) {
                guard was == nil || wasMine else { throw fault(.organizersAlone) }
                return try organized()
            }
            guard !wasMine else { throw fault(.otherOrganizer) }
            if let was, was.address != will.address, isScheduled(was, in: old) {
                throw fault(.organizersAlone)
            }
            var own = self
            own.new?.change(answeringByProgress)
            own.keepAnswers()
            return try own.attended(will)
        }
        if wasMine { return try organized() }
        guard let was else { return nil }
        guard new == nil || !isScheduled(was, in: old) else { throw fault(.organizersAlone) }
        return try attended(was)
    }

    func fault(_ fault: SchedulingFault) -> AgendaError {
        AgendaError(.scheduling(fault), place: uid)
    }

    /// The one organizer of all components (RFC 6638 section 3.2.4.2).
    private func organizer(
        of series: SeriesEditor?, isChecked: Bool = false
    ) throws(AgendaError) -> CalendarUser? {
        guard let series else { return nil }
        let all = series.components.map(\.lines.organizer)
        let first = all.lazy.compactMap { $0 }.first
        if isChecked, let first, !all.allSatisfy({ $0?.address == first.address }) {
            throw fault(.severalOrganizers)
        }
        return first
    }

    /// Whether the service answers an organizer (RFC 6638 section 7.1).
    func isScheduled(_ organizer: CalendarUser, in series: SeriesEditor?) -> Bool {
        let agents = series?.components.flatMap { $0.lines.properties("ORGANIZER") } ?? []
        return agents.allSatisfy(\.isServed)
    }

    func standing(of user: CalendarUser) -> SchedulingStanding {
        if let known = standings[user.address], known != .outside(isMailed: false) { return known }
        if let mail = user.mail, let known = standings[mail] { return known }
        return standings[user.address] ?? .unknown
    }

    /// The component that says of an instance, or of the whole, what `series` does; with its values.
    func base(
        of part: ComponentEdit, in series: SeriesEditor
    ) -> (part: ComponentEdit, event: Event)? {
        guard let id = part.event.recurrenceID else {
            return series.master.map { ($0, $0.event) }
        }
        let point = series.point(named: id)
        guard series.hasInstance(point), let found = try? series.described(point) else {
            return nil
        }
        return (found.part, found.event)
    }

    /// Whether an event takes place at other times than before; other ends of a rule leave those that stay as they are.
    func isMoved(_ event: Event, from other: Event, _ series: SeriesEditor, _ before: SeriesEditor)
        -> Bool
    {
        func rules(_ event: Event) -> [RecurrenceRule] {
            event.recurrenceRules.map { rule in
                var rule = rule
                (rule.count, rule.until) = (nil, nil)
                return rule
            }
        }
        return series.times.point(of: event.start) != before.times.point(of: other.start)
            || series.times.endPoint(event.end, of: event.start)
                != before.times.endPoint(other.end, of: other.start)
            || event.todo?.anchor != other.todo?.anchor
            || event.isRecurring && other.isRecurring && event.start.tzid != other.start.tzid
            || rules(event) != rules(other)
    }
}

extension Property {
    /// Whether the service, not the user's own program, writes to this organizer or attendee (RFC 6638 section 7.1).
    var isServed: Bool { (parameter("SCHEDULE-AGENT")?.uppercased() ?? "SERVER") == "SERVER" }
}
