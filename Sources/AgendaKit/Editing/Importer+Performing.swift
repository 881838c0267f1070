internal import ICalendar

// A change in one calendar or in several, noted as one.
extension Importer {
    /// Makes a change where its sources keep their events.
    ///
    /// - Parameter sources: all that the plan may concern, the change's own first.
    func perform(
        on sources: [CalendarSource], commits: Bool, _ plan: ChangePlan
    ) async throws(AgendaError) -> EventChange {
        if sources.count == 1, let source = sources.first {
            return source.kind == .local
                ? try performInStore(on: source, commits: commits, plan)
                : try await performInFiles(on: source, commits: commits, plan)
        }
        var files: [Int64: CalendarFiles] = [:]
        var change = try plan { (uid, href, source) throws(AgendaError) in
            guard source.kind != .local else { return try localTexts(uid, source) }
            var own = files[source.id] ?? CalendarFiles(source: source)
            defer { files[source.id] = own }
            return try texts(uid, href, source, &own)
        }
        let names = Set(change.operations.map(\.calendar))
        let concerned = sources.filter { names.contains($0.name) }
        guard commits, !change.operations.isEmpty else { return change }
        var steps: [Step] = []
        for source in concerned {
            var step = Step(source: source, files: files[source.id])
            for index in change.operations.indices
            where change.operations[index].calendar == source.name {
                try step.add(&change.operations[index], zones)
            }
            steps.append(step)
        }
        steps.sort { $0.rank < $1.rank }
        try await write(steps, change, of: sources)
        return change
    }

    /// What a change does in one calendar.
    private struct Step {
        let source: CalendarSource
        /// Its files, changed in memory; nil for the local calendar.
        var files: CalendarFiles?
        var operations: [EventOperation] = []

        mutating func add(
            _ operation: inout EventOperation, _ zones: TimeZoneDatabase
        ) throws(AgendaError) {
            if files == nil {
                operation.after = operation.after.map { TextEncoding.utf8.encoded($0).text ?? $0 }
            }
            try files?.add(&operation, zones)
            operations.append(operation)
        }

        /// What adds comes first, what removes last: an interruption leaves an event twice rather than
        /// not at all.
        var rank: Int {
            operations.map { $0.before == nil ? 0 : $0.after == nil ? 2 : 1 }.min() ?? 1
        }
    }

    /// Writes one calendar after the other, with the note before them; all or none.
    private func write(
        _ steps: [Step], _ change: EventChange, of sources: [CalendarSource]
    ) async throws(AgendaError) {
        let id = try store.journal(change, of: sources)
        var done: [Step] = []
        do throws(AgendaError) {
            for step in steps {
                if let files = step.files {
                    try files.write()
                } else {
                    try performInStore(step.operations, on: step.source)
                }
                done.append(step)
            }
        } catch {
            var isTakenBack = true
            for step in done.reversed() where (try? takeBack(step)) == nil { isTakenBack = false }
            // Of what could not be taken back the note stays: an undo does it.
            if isTakenBack { try store.forget(change: id) }
            throw error
        }
        if steps.contains(where: { $0.files == nil }) { try backUp() }
        let ids = steps.filter { $0.files != nil }.map(\.source.id)
        _ = try await refresh { ids.contains($0.id) }
    }

    private func takeBack(_ step: Step) throws(AgendaError) {
        let operations = step.operations.reversed().map(\.reversed)
        guard step.files != nil else {
            return try performInStore(operations, on: step.source)
        }
        var files = CalendarFiles(source: step.source)
        for operation in operations {
            var operation = operation
            try files.add(&operation, zones)
        }
        try files.write()
    }
}
