internal import ICalendar

extension Importer {
    /// Takes back the last change that holds, or one of the earlier.
    ///
    /// - Parameter id: which one; nil for the last.
    /// - Returns: the change that was made for it.
    /// - Throws: `notFound` when there is none to take back; `invalid` when its event is another one
    ///   since, by a later change or another program; nothing is changed then.
    public func undo(_ id: Int64? = nil) async throws(AgendaError) -> EventChange {
        while true {
            let history = try store.changeHistory()
            guard let last = id ?? history.undoable.last else {
                throw AgendaError(.notFound, place: "", message: "there is nothing to undo")
            }
            guard history.undoable.contains(last), let change = try store.change(last) else {
                throw AgendaError(
                    .notFound, place: "\(last)", message: "there is no such change to undo",
                    remedy: "'agenda history' shows them")
            }
            if let undo = try await revert(change, as: .undo) { return undo }
            // It was noted, and then its file could not be written.
            try store.forget(change: last)
        }
    }

    /// Makes again what was taken back last.
    ///
    /// - Returns: the change that was made for it.
    /// - Throws: as ``undo(_:)`` does.
    public func redo() async throws(AgendaError) -> EventChange {
        while true {
            guard let last = try store.changeHistory().redoable.last,
                let change = try store.change(last.undo)
            else { throw AgendaError(.notFound, place: "", message: "there is nothing to redo") }
            if let redo = try await revert(change, as: .redo) { return redo }
            try store.forget(change: last.undo)
        }
    }

    /// Puts back what was there before a change; nil when it was never made.
    private func revert(
        _ change: EventChange, as kind: EventChange.Kind
    ) async throws(AgendaError) -> EventChange? {
        guard !change.calendar.isEmpty else {
            throw AgendaError(
                .notFound, place: change.summary ?? "", message: "its calendar was removed")
        }
        let source = try writable(change.calendar)
        var wasMade = true
        let made = try await perform(on: source, commits: true) { read throws(AgendaError) in
            var revert = EventChange(kind, at: clock.now, calendar: source.name)
            (revert.summary, revert.reverts) = (change.summary, change.id)
            wasMade = true
            for operation in change.operations.reversed() {
                let present = try read(operation.uid, operation.href)
                guard present.isEqual(to: operation.after) else {
                    if present.isEqual(to: operation.before) {
                        wasMade = false
                        continue
                    }
                    throw AgendaError(
                        .invalid, place: change.summary ?? operation.uid,
                        message: "the event was changed since",
                        remedy: "undo the later changes first, or edit it")
                }
                revert.operations.append(
                    EventOperation(
                        uid: operation.uid, href: operation.href, before: operation.after,
                        after: operation.before))
            }
            if revert.operations.count == 2 {
                revert.operations[1].dependencies = [revert.operations[0].identifier]
            }
            return revert
        }
        return wasMade || !made.operations.isEmpty ? made : nil
    }
}
