internal import ICalendar

/// What an alarm reminds of: an occurrence of an event, or a to-do that is not done.
struct AlarmSubject {
    let event: AgendaEvent
    let todo: TodoItem?
    /// A relative trigger counts from its start or its end.
    let span: Span

    /// How long an open to-do is still reminded of after it was due, in seconds, if nobody could be reminded in time: a
    /// week. Later, lists show that it is overdue.
    static let overdue = 7 * 86_400

    init(_ event: AgendaEvent) { (self.event, todo, span) = (event, nil, event.span) }

    /// The end of a to-do is its `DUE` (RFC 5545 3.8.6.3), and that of a day begins, not ends, when an alarm is relative to
    /// it. One without `DTSTART` has no start for an alarm, says the RFC, but programs write such alarms and mean `DUE`.
    init(_ todo: TodoItem) {
        var event = todo.occurrence
        event.content.part = nil
        (self.event, self.todo) = (event, todo)
        let span = todo.occurrence.span
        switch (span, todo.due) {
        case (.dates(let dates), .date(let due)?):
            self.span = .dates(dates.lowerBound..<max(dates.lowerBound, due))
        case (.dates(let dates), nil): self.span = .dates(dates.lowerBound..<dates.lowerBound)
        default: self.span = span
        }
    }

    /// Whether it is a to-do on no day.
    var isUndated: Bool { todo.map { $0.start == nil && $0.due == nil } ?? false }

    /// Whether a calendar's own reminder applies: to events at a time of day, and to-dos that are due at one.
    var takesDefault: Bool {
        if case .dates = span { return false }
        return todo.map { $0.due != nil } ?? true
    }

    /// The event, or a to-do as one; what is on no day takes place when its alarm goes off.
    func event(at instant: Instant) -> AgendaEvent {
        guard isUndated else { return event }
        var event = event
        event.span = .instants(instant..<instant)
        return event
    }

    /// When it takes place for a reader; a to-do until a week after it was due and after its last alarm, because it is
    /// not over as long as it is open.
    func times(_ instants: [Instant], zone: TimeZoneRules) -> Range<Instant> {
        let event = event(at: instants[0])
        let start = zone.instant(of: event.span.start)
        let end = max(start, zone.instant(of: event.span.end))
        guard todo != nil else { return start..<end }
        return start..<max(end, instants[instants.count - 1]) + Self.overdue
    }
}
