internal import CalendarFiles
internal import Glibc

extension CalendarEditor {
    /// Takes back the last change made here that is not undone, or an earlier one.
    ///
    /// - Parameter id: which one; nil for the last that was made here. What a synchronisation brought is others' work:
    ///   it is taken back only by its number.
    /// - Returns: the change that takes it back.
    /// - Throws: `notFound` if there is none to take back; `invalid` if a later change, a synchronisation or another
    ///   program has changed the same since: what it changed besides stays. Changes nothing then.
    public func undo(_ id: Int64? = nil) async throws(AgendaError) -> EventChange {
        try await takeBack(id).change
    }

    /// Takes back a change as ``undo(_:)`` does.
    ///
    /// - Returns: the change that takes it back, and the one that it took back.
    package func takeBack(
        _ id: Int64? = nil
    ) async throws(AgendaError) -> (change: EventChange, origin: EventChange?) {
        while true {
            let history = try store.changeHistory()
            guard let last = id ?? history.own.last else {
                throw AgendaError(.nothingToUndo)
            }
            guard history.undoable.contains(last), let change = try store.change(last) else {
                throw AgendaError(.noSuchChange, place: "\(last)")
            }
            if let source = change.source {
                return (try await revert(source, of: change, as: .undo), change)
            }
            if let pair = change.pair {
                return (try await revert(pair, of: change, as: .undo), change)
            }
            if let rules = change.rules {
                return (try revert(rules, of: change, as: .undo), change)
            }
            if let undo = try await revert(change, as: .undo) { return (undo, change) }
            // It was noted, but its file could not be written. Who takes back an event means no calendar.
            if id == nil, let earlier = history.own.dropLast().last,
                try store.change(earlier)?.source != nil
            {
                throw AgendaError(.notMade, place: change.summary ?? "")
            }
            try store.forget(change: last)
        }
    }

    /// Makes the change again that was taken back last.
    ///
    /// - Returns: the change that makes it again.
    /// - Throws: as ``undo(_:)`` does.
    public func redo() async throws(AgendaError) -> EventChange { try await makeAgain().change }

    /// Makes a change again as ``redo()`` does.
    ///
    /// - Returns: the change that makes it again, and the first one of them.
    package func makeAgain() async throws(AgendaError) -> (
        change: EventChange, origin: EventChange?
    ) {
        while true {
            guard let last = try store.changeHistory().redoable.last,
                let change = try store.change(last.undo)
            else { throw AgendaError(.nothingToRedo) }
            let origin = try store.change(last.change)
            if let source = change.source {
                return (try await revert(source, of: change, as: .redo), origin)
            }
            if let pair = change.pair {
                return (try await revert(pair, of: change, as: .redo), origin)
            }
            if let rules = change.rules {
                return (try revert(rules, of: change, as: .redo), origin)
            }
            if let redo = try await revert(change, as: .redo) { return (redo, origin) }
            try store.forget(change: last.undo)
        }
    }

    /// Restores a source as it was before a change, and imports it if it had been removed.
    ///
    /// - Throws: `noSuchFile` if that is a folder which is not there.
    private func revert(
        _ operation: SourceOperation, of change: EventChange, as kind: EventChange.Kind
    ) async throws(AgendaError) -> EventChange {
        if operation.after == nil, let removed = operation.before, removed.kind == .folder,
            let folder = removed.location
        {
            try requireThere(folder)
        }
        var ticket: String?
        switch (operation.before, operation.after) {
        case (let removed?, nil): ticket = try await noteWhole(removed, isRestored: true)
        case (nil, let added?): ticket = try await noteWhole(added, isRestored: false)
        default: break
        }
        let (reverted, source) = try store.apply(
            operation.inverted, as: kind, at: clock.now, reverts: change.id,
            by: context.origins.edits)
        try await importer.backUp()
        if let id = source?.id {
            let origin = ChangeOrigin(context.origins.edits, number: reverted.id)
            _ = try await importer.refresh(only: [id], by: [id: origin])
        }
        if let ticket { await context.desk?.tell(ticket) }
        return reverted
    }

    private func requireThere(_ folder: String) throws(AgendaError) {
        guard folder.hasPrefix(KeptLocation.scheme) else {
            if FileSystem.isFolder(folder) { return }
            throw AgendaError(.noSuchFile, place: folder)
        }
        do throws(BankError) {
            guard let bank = context.kept?.bank(at: folder) else {
                throw BankError(.failed(SystemFailure(ENOENT)))
            }
            // What is new since the state that is shown is little; to list all would take seconds of a large one.
            if let stated = bank as? any StatedBank {
                _ = try stated.changes(since: stated.state)
            } else {
                _ = try bank.versions(of: [""])
            }
        } catch { throw AgendaError(error.reason, folder) }
    }

    /// Whether each event is as a change left it, in the file that the change names.
    private func isInPlace(_ change: EventChange, _ sources: [CalendarSource]) async -> Bool {
        for operation in change.operations {
            guard operation.after != nil,
                let source = sources.first(where: { $0.name == operation.calendar })
            else { return false }
            var calendar = calendar(source, making: [operation.reversed])
            let present = try? await calendar.read(operation.name, href: operation.href)
            guard present?.isEqual(to: operation.after) == true else { return false }
        }
        return true
    }

    /// Restores what was there before a change; nil if the change was never made.
    private func revert(
        _ change: EventChange, as kind: EventChange.Kind
    ) async throws(AgendaError) -> EventChange? {
        guard !change.calendar.isEmpty, change.operations.allSatisfy({ !$0.calendar.isEmpty })
        else {
            throw AgendaError(.calendarRemoved, place: change.summary ?? "")
        }
        var sources = [try writable(change.calendar)]
        for name in change.operations.map(\.calendar)
        where !sources.contains(where: { $0.name == name }) {
            sources.append(try writable(name))
        }
        // The store must know which file holds an event now, unless each is where the change has put it.
        let ids = sources.filter { !$0.isOnlyInStore }.map(\.id)
        if !ids.isEmpty, await !isInPlace(change, sources) {
            _ = try await importer.refresh(only: Set(ids))
        }
        var calendars = sources.map { source in
            calendar(
                source,
                making: change.operations.reversed().filter { $0.calendar == source.name }
                    .map(\.reversed))
        }
        var revert = EventChange(kind, at: clock.now, calendar: change.calendar)
        (revert.summary, revert.reverts) = (change.summary, change.id)
        var wasMade = true
        for operation in change.operations.reversed() {
            guard let index = sources.firstIndex(where: { $0.name == operation.calendar }) else {
                continue
            }
            let present = try await calendars[index].read(operation.name, href: operation.href)
            var reverse: EventOperation? = operation.reversed
            if !present.isEqual(to: operation.after) {
                reverse = try reversed(operation, of: change, present)
            }
            guard let reverse else {
                wasMade = false
                continue
            }
            // An event that is not in its file may be in another one now.
            if let before = operation.before, present.texts.isEmpty, sources[index].kind == .folder
            {
                let others = try store.hrefs(of: operation.name, in: sources[index])
                for other in others.sorted() where other != operation.href {
                    let there = try await calendars[index].read(operation.name, href: other)
                    guard there.describes(sameAs: before, uid: operation.uid) else { continue }
                    let folder = sources[index].location ?? sources[index].name
                    throw AgendaError(.inAnotherFile, place: "\(folder)/\(other)")
                }
            }
            revert.add(reverse)
        }
        guard wasMade || !revert.operations.isEmpty else {
            // What a synchronisation brought was there, and so was what one took away.
            for operation in change.operations {
                let later = try laterChange(of: operation, after: change) { kind, _ in
                    kind.isSync
                }
                if change.kind.isSync || later != nil {
                    throw changedSince([], by: later, change)
                }
            }
            return nil
        }
        return try await commit(revert, to: calendars)
    }
}
