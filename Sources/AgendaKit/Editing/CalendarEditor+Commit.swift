internal import ICalendar

// A change in one calendar or in several, noted as one.
extension CalendarEditor {
    /// Makes a change where its calendars keep their events.
    ///
    /// The order protects from loss (decision 0017): the note in the journal, the calendars, the import.
    ///
    /// - Parameters:
    ///   - calendars: all that the change may concern, as they were read for it, its own first.
    ///   - commits: false to make nothing.
    /// - Returns: the change as it was noted.
    @discardableResult
    func commit(
        _ change: EventChange, to calendars: [any WritableCalendar], commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        guard commits, !change.operations.isEmpty else { return change }
        var change = change
        var steps: [Step] = []
        for calendar in calendars {
            var step = Step(calendar: calendar)
            for index in change.operations.indices
            where change.operations[index].calendar == calendar.source.name {
                try await step.calendar.prepare(&change.operations[index])
                step.operations.append(change.operations[index])
            }
            if !step.operations.isEmpty { steps.append(step) }
        }
        if calendars.count == 1, let local = steps.first?.calendar as? LocalCalendar {
            try local.commit(noting: change)
            try await importer.backUp()
            return change
        }
        steps.sort { $0.rank < $1.rank }
        let id = try store.journal(change, of: calendars.map(\.source))
        var done: [Step] = []
        do throws(AgendaError) {
            for step in steps {
                try await step.calendar.commit()
                done.append(step)
            }
        } catch {
            var isTakenBack = true
            for step in done.reversed() {
                let operations = step.operations.reversed().map(\.reversed)
                do throws(AgendaError) {
                    try await make(operations, in: step.calendar.source)
                } catch { isTakenBack = false }
            }
            // Of what could not be taken back the note stays: an undo does it.
            if isTakenBack { try store.forget(change: id) }
            throw error
        }
        let sources = steps.map(\.calendar.source)
        if sources.contains(where: { $0.kind == .local }) { try await importer.backUp() }
        _ = try await importer.refresh(
            only: Set(sources.filter { $0.kind != .local }.map(\.id)))
        return change
    }

    /// What a change does in one calendar.
    private struct Step {
        var calendar: any WritableCalendar
        var operations: [EventOperation] = []

        /// What adds comes first, what removes last: an interruption leaves an event twice rather than
        /// not at all.
        var rank: Int {
            operations.map { $0.before == nil ? 0 : $0.after == nil ? 2 : 1 }.min() ?? 1
        }
    }

    /// Makes operations in a calendar that are noted already.
    ///
    /// - Throws: `invalid` where the event is another one meanwhile.
    func make(
        _ operations: [EventOperation], in source: CalendarSource
    ) async throws(AgendaError) {
        var calendar = calendar(source)
        for operation in operations {
            let present = try await calendar.read(uid: operation.uid, href: operation.href)
            guard present.isEqual(to: operation.before) else {
                throw AgendaError(.eventChanged, place: operation.uid)
            }
            var operation = operation
            try await calendar.prepare(&operation)
        }
        try await calendar.commit()
    }
}
