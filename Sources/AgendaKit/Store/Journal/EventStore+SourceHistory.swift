internal import GRDB
internal import ICalendar

extension EventStore {
    /// Adds, changes, removes or restores a source, and notes it in the history.
    ///
    /// - Parameters:
    ///   - edits: whose change it is if no synchronisation made it.
    ///   - isDurable: as for ``write(patience:isAddingOnly:isDurable:_:)``.
    /// - Returns: the change, and the source as it is now; nil if it was removed.
    /// - Throws: `notFound`; `invalid` if the source differs from what `operation` expects, or its name or
    ///   location is taken.
    func apply(
        _ operation: SourceOperation, as kind: EventChange.Kind, at instant: Instant,
        reverts: Int64? = nil, by edits: ChangeOrigin.Kind, isDurable: Bool = true
    ) throws(AgendaError) -> (change: EventChange, source: CalendarSource?) {
        try write(isDurable: isDurable) { database in
            let present = try operation.before.map { try Self.present($0, database) }
            var change = EventChange(
                kind, at: instant, calendar: (operation.after ?? operation.before)?.name ?? "")
            // An undo is named after the source as it is after the undo.
            let name = kind == .undo ? operation.after?.name : nil
            (change.summary, change.reverts) = (name ?? operation.name, reverts)
            change.source = operation
            var source = operation.after
            if var changed = source {
                changed.id = present?.id ?? 0
                try Self.checkFree(changed, database)
                if present == nil {
                    changed.id = try SourceTable.insert(changed, database)
                    try SourceEditTable.relink(changed, sourceID: changed.id, database)
                } else {
                    try SourceTable.update(changed, database)
                    // Between equal copies, a writable one wins.
                    if present?.isWritable != changed.isWritable {
                        var roles = try CopyRoles(database)
                        try roles.noteAll()
                    }
                    // At another location, the mounts that were known do not apply.
                    if present?.location != changed.location {
                        try SourceMountTable.replace([], sourceID: changed.id, database)
                    }
                }
                source = changed
            }
            guard let concerned = source ?? present else { return ((change, nil), .nothing) }
            change.id = try OperationTable.insert(change, sources: [concerned], database)
            try SourceEditTable.insert(
                operation, editID: change.id, sourceID: concerned.id, database)
            try EditDigestTable.insert(editID: change.id, database)
            if operation.after == nil, let present {
                let linked = try SourceEditTable.linked(to: present.id, database)
                try EditDigestTable.renewing(linked, database) {
                    try Self.remove(present, database)
                }
            }
            try IdentityTable.raiseRevision(database)
            let origin = ChangeOrigin(kind.isSync ? .sync : edits, number: change.id)
            return ((change, source), .init(change: .everything, origins: CommitOrigins(origin)))
        }
    }

    /// The stored source that has these settings.
    private static func present(
        _ settings: CalendarSource, _ database: Database
    ) throws -> CalendarSource {
        let sources = try SourceTable.fetchBrief(database)
        guard let source = sources.first(where: { $0.name == settings.name }) else {
            throw AgendaError(.noSuchSource, place: settings.name)
        }
        guard source.settings == settings else {
            throw AgendaError(.sourceChanged, place: settings.name)
        }
        return source
    }
}
