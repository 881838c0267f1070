extension CalendarEditor {
    /// Changes several events or to-dos as one change, which is undone as a whole: a to-do with its subtasks.
    ///
    /// - Parameters:
    ///   - occurrences: what is changed; the first one gives the change its name. None twice.
    ///   - commits: false to learn what would change.
    ///   - plan: what is to be done to one of them: what a method of this editor returns that does not commit.
    /// - Returns: what was done; without operations if nothing changed.
    /// - Throws: what `plan` throws, then nothing is changed; else as ``edit(_:commits:)-(EventDraft,_)`` does.
    @discardableResult
    public func together(
        _ occurrences: [AgendaEvent], commits: Bool = true,
        plan: @Sendable (AgendaEvent) async throws(AgendaError) -> EventChange
    ) async throws(AgendaError) -> EventChange {
        var changes: [EventChange] = []
        for occurrence in occurrences { changes.append(try await plan(occurrence)) }
        var whole = changes.first ?? EventChange(.edit, at: clock.now, calendar: "")
        for change in changes.dropFirst() {
            for operation in change.operations { whole.add(operation) }
        }
        var calendars: [any WritableCalendar] = []
        for operation in whole.operations {
            let known = calendars.firstIndex { $0.source.name == operation.calendar }
            let index = known ?? calendars.endIndex
            if known == nil { calendars.append(calendar(try writable(operation.calendar))) }
            let present = try await calendars[index].read(operation.name, href: operation.href)
            guard present.isEqual(to: operation.before) else {
                throw AgendaError(.eventChanged, place: operation.uid)
            }
        }
        return try await commit(whole, to: calendars, commits: commits)
    }
}
