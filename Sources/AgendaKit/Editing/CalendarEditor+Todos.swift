public import ICalendar

extension CalendarEditor {
    /// Sets the status of a to-do, of one instance of a recurring one, or of a whole series.
    ///
    /// Completing sets `STATUS`, `COMPLETED` and `PERCENT-COMPLETE` (RFC 5545 3.8.1.11, 3.8.2.1, 3.8.1.8). An instance
    /// gets an override that says so, as Thunderbird writes it, and opening it again removes that override unless it
    /// says something else, too.
    ///
    /// - Parameters:
    ///   - status: the new status; `needsAction` opens it again.
    ///   - occurrence: the to-do, or with a ``AgendaEvent/recurrenceID`` one instance.
    ///   - isWhole: whether to change the whole series of an instance.
    ///   - commits: false to learn what would change.
    /// - Returns: what was done; without operations if it has that status already.
    /// - Throws: as ``edit(_:commits:)-(EventDraft,_)`` does.
    @discardableResult
    public func setStatus(
        _ status: Todo.Status, of occurrence: AgendaEvent, wholeSeries isWhole: Bool = false,
        commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        let scope: RecurrenceScope = isWhole || occurrence.recurrenceID == nil ? .all : .this
        if status == .needsAction, scope == .this, let instance = occurrence.recurrenceID {
            return try await reopen(occurrence, instance, commits: commits)
        }
        var draft = try await draft(of: occurrence, scope: scope)
        // COMPLETED stays when somebody completes it again.
        guard var todo = draft.event.todo, todo.status != status || todo.state != status else {
            return EventChange(.edit, at: clock.now, calendar: draft.calendar)
        }
        todo.set(status, at: clock.now)
        draft.event.todo = todo
        return try await edit(draft, commits: commits)
    }

    private func reopen(
        _ occurrence: AgendaEvent, _ instance: OccurrencePoint, commits: Bool
    ) async throws(AgendaError) -> EventChange {
        let event = try await copies(of: occurrence, .this, everywhere: false)[0]
        var change = EventChange(.edit, at: clock.now, calendar: event.source.name)
        let series = try event.series.reopening(instance)
        change.summary = series.master?.event.summary ?? occurrence.summary
        try note(series, of: event, in: &change)
        return try await commit(change, to: [event.calendar], commits: commits)
    }
}

extension Todo {
    /// Sets `STATUS`, and `COMPLETED` and `PERCENT-COMPLETE` with it. `COMPLETED` stays when somebody completes it again.
    ///
    /// - Parameter now: when it is completed.
    package mutating func set(_ status: Status, at now: Instant) {
        switch status {
        case .completed: (self.status, completed, percent) = (status, completed ?? now, 100)
        case .needsAction: reopen()
        case .inProcess, .cancelled:
            if percent == 100 { percent = nil }
            (self.status, completed) = (status, nil)
        }
    }
}
