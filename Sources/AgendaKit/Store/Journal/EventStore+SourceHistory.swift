internal import GRDB
internal import ICalendar

extension EventStore {
    /// Adds, changes, removes or restores a source, and notes it in the history.
    ///
    /// - Parameters:
    ///   - edits: whose change it is if neither a synchronisation nor a device made it.
    ///   - device: the name of the device that made it; nil for somebody here.
    ///   - isDurable: as for ``write(patience:isAddingOnly:isDurable:_:)``.
    /// - Returns: the change, and the source as it is now; nil if it was removed.
    /// - Throws: `notFound`; `invalid` if the source differs from what `operation` expects, or its name or
    ///   location is taken.
    func apply(
        _ operation: SourceOperation, as kind: EventChange.Kind, at instant: Instant,
        reverts: Int64? = nil, by edits: ChangeOrigin.Kind, on device: String? = nil,
        isDurable: Bool = true
    ) throws(AgendaError) -> (change: EventChange, source: CalendarSource?) {
        try write(isDurable: isDurable) { database in
            let sources = try SourceTable.fetchBrief(database)
            let present = try operation.before.map { try Self.present($0, among: sources) }
            // To remove a source, no other one has to be there: nobody looks for its file.
            var others = KnownSources(
                operation.after == nil ? [] : sources.filter { $0.id != present?.id })
            let lost = try operation.before == nil ? SourceEditTable.fetchRemoved(database) : []
            let applied = try Self.apply(
                operation, to: present, as: kind, at: instant, reverts: reverts, on: device,
                &others,
                lost: lost, database)
            try IdentityTable.raiseRevision(database)
            let maker = device == nil ? edits : .device
            let origin = ChangeOrigin(kind.isSync ? .sync : maker, number: applied.change.id)
            return (applied, .init(change: .everything, origins: CommitOrigins(origin)))
        }
    }

    /// Adds sources as ``apply(_:as:at:reverts:by:on:isDurable:)`` does each, in one transaction: all of them or none. The commit
    /// does not wait for the disk.
    ///
    /// - Returns: the sources' numbers, each with whose change added it.
    /// - Throws: `invalid` if a name or location is taken.
    func add(
        _ sources: [CalendarSource], at instant: Instant, by edits: ChangeOrigin.Kind
    ) throws(AgendaError) -> [(id: Int64, origin: ChangeOrigin)] {
        try write(isDurable: false) { database in
            var others = KnownSources(try SourceTable.fetchBrief(database))
            let lost = try SourceEditTable.fetchRemoved(database)
            let added = try sources.map { source in
                let (change, added) = try Self.apply(
                    SourceOperation(before: nil, after: source), to: nil, as: .add, at: instant,
                    reverts: nil, on: nil, &others, lost: lost, database)
                return (id: added?.id ?? 0, origin: ChangeOrigin(edits, number: change.id))
            }
            try IdentityTable.raiseRevision(database)
            let origin = added.count == 1 ? added[0].origin : ChangeOrigin(edits)
            return (added, .init(change: .everything, origins: CommitOrigins(origin)))
        }
    }

    /// - Parameters:
    ///   - present: the source as it is stored; nil for one that is added or restored.
    ///   - others: the other sources; a new one is added.
    ///   - lost: the settings of sources that changes removed or renamed.
    private static func apply(
        _ operation: SourceOperation, to present: CalendarSource?, as kind: EventChange.Kind,
        at instant: Instant, reverts: Int64?, on device: String?, _ others: inout KnownSources,
        lost: Set<SourceEditTable.Place>, _ database: Database
    ) throws -> (change: EventChange, source: CalendarSource?) {
        var change = EventChange(
            kind, at: instant, calendar: (operation.after ?? operation.before)?.name ?? "")
        // An undo is named after the source as it is after the undo.
        let name = kind == .undo ? operation.after?.name : nil
        (change.summary, change.reverts) = (name ?? operation.name, reverts)
        change.device = device
        change.source = operation
        var source = operation.after
        if var changed = source {
            changed.id = present?.id ?? 0
            try others.checkFree(changed)
            if present == nil {
                changed.id = try SourceTable.insert(changed, database)
                others.add(changed)
                if lost.contains(SourceEditTable.Place(changed)) {
                    try SourceEditTable.relink(changed, sourceID: changed.id, database)
                }
            } else {
                try SourceTable.update(changed, database)
                // Between equal copies, a writable one wins.
                if present?.isWritable != changed.isWritable {
                    var roles = try CopyRoles(database)
                    try roles.noteAll()
                }
                if present?.name != changed.name {
                    var judging = try Rejudging(database, renamed: changed.id)
                    try judging.run()
                }
                // At another location, the mounts that were known do not apply.
                if present?.location != changed.location {
                    try SourceMountTable.replace([], sourceID: changed.id, database)
                }
            }
            source = changed
        }
        guard let concerned = source ?? present else { return (change, nil) }
        change.id = try OperationTable.insert(change, sources: [concerned], database)
        if operation.after == nil, let present {
            let linked = try SourceEditTable.linked(to: present.id, database)
            try EditDigestTable.renewing(linked, database) {
                try Self.remove(present, database)
            }
        }
        return (change, source)
    }

    /// The stored source that has these settings.
    private static func present(
        _ settings: CalendarSource, among sources: [CalendarSource]
    ) throws -> CalendarSource {
        guard let source = sources.first(where: { $0.name == settings.name }) else {
            throw AgendaError(.noSuchSource, place: settings.name)
        }
        guard source.settings == settings else {
            throw AgendaError(.sourceChanged, place: settings.name)
        }
        return source
    }
}
