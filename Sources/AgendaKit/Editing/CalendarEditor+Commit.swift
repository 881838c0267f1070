// Changes to one or several calendars, noted as one.
extension CalendarEditor {
    /// Writes a change to the calendars that it concerns.
    ///
    /// The order protects from loss (decision 0017): first the note in the journal, then the calendars, then the
    /// import.
    ///
    /// - Parameters:
    ///   - calendars: every calendar that the change may concern, as read for it, its own first.
    ///   - commits: false to write nothing.
    /// - Returns: the change as it was noted.
    @discardableResult
    func commit(
        _ change: EventChange, to calendars: [any WritableCalendar], commits: Bool = true
    ) async throws(AgendaError) -> EventChange {
        guard commits, !change.operations.isEmpty else { return change }
        guard let desk = context.desk else { return try await write(change, to: calendars) }
        let (scheduled, ticket) = try await scheduled(change, in: calendars, by: desk)
        let written = try await write(scheduled, to: calendars)
        if let ticket { await desk.tell(ticket) }
        return written
    }

    private func write(
        _ change: EventChange, to calendars: [any WritableCalendar]
    ) async throws(AgendaError) -> EventChange {
        var change = named(change)
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
            change.id = try local.commit(noting: change) ?? change.id
            try await importer.backUp()
            return change
        }
        steps.sort { $0.rank < $1.rank }
        let texts = steps.flatMap(\.calendar.outcome)
        let id = try store.journal(
            change, of: calendars.map(\.source), expecting: texts,
            by: context.origin(of: change))
        change.id = id
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
            // If something could not be taken back, the note stays, so that an undo can do it.
            if isTakenBack { try store.forget(change: id) }
            throw error
        }
        let sources = steps.map(\.calendar.source)
        if sources.contains(where: \.isOnlyInStore) { try await importer.backUp() }
        try await importer.refresh(texts, of: sources.filter { !$0.isOnlyInStore })
        return change
    }

    /// What a change does in one calendar.
    private struct Step {
        var calendar: any WritableCalendar
        var operations: [EventOperation] = []

        /// Additions come first and removals last, so that an interruption leaves an event twice rather than
        /// not at all.
        var rank: Int {
            operations.map { $0.before == nil ? 0 : $0.after == nil ? 2 : 1 }.min() ?? 1
        }
    }

    /// Applies operations that are noted already.
    ///
    /// - Throws: `invalid` if the event has changed meanwhile.
    func make(
        _ operations: [EventOperation], in source: CalendarSource
    ) async throws(AgendaError) {
        var calendar = calendar(source, making: operations)
        for operation in operations {
            let present = try await calendar.read(operation.name, href: operation.href)
            guard present.isEqual(to: operation.before) else {
                throw AgendaError(.eventChanged, place: operation.uid)
            }
            var operation = operation
            try await calendar.prepare(&operation)
        }
        try await calendar.commit()
    }
}
