internal import GRDB
internal import ICalendar

extension EventStore {
    /// What a commit has left.
    struct Commit {
        /// The revision that it began with; the report has the one that it left.
        var base: Int64
        var report: ImportReport
        /// What is stored now of the files of which a part stayed, by the resource's number.
        var stored: [Int64: StoredComponents]
    }

    /// Writes what a refresh found out, in one transaction.
    ///
    /// - Parameters:
    ///   - horizon: the days for which the changes were expanded.
    ///   - patience: seconds to wait for another writer.
    ///   - edit: what somebody did to events of the first source, to be noted with its effect.
    /// - Returns: nil when another process changed one of the sources meanwhile; nothing is
    ///   written then, and the changes are to be worked out again.
    func apply(
        _ sources: [RefreshResult], horizon: Range<CivilDate>, patience: Int = patience,
        edit: EventChange? = nil
    ) throws(AgendaError) -> Commit? {
        try write(patience: patience) { database in
            let state = try StateTable.fetch(database)
            guard state.horizon == horizon else { return (nil, .nothing) }
            for source in sources {
                guard try isCurrent(source, state.revision, database) else {
                    return (nil, .nothing)
                }
            }
            var isChange = false
            var writer = try ResourceWriter(database)
            for source in sources {
                writer.report.resourcesUnchanged += source.unchangedCount
                if try apply(failure: source.failure, of: source.source, database) {
                    isChange = true
                }
                if let mounts = source.mounts {
                    try SourceMountTable.replace(mounts, sourceID: source.source.id, database)
                }
                for change in source.changes {
                    if try writer.apply(change) { isChange = true }
                }
            }
            try writer.finish()
            if sources.contains(where: { $0.source.kind == .local && !$0.changes.isEmpty }) {
                try IdentityTable.raiseRevision(database)
            }
            if let edit {
                _ = try OperationTable.insert(edit, sources: sources.map(\.source), database)
            }
            writer.report.revision = state.revision + (isChange ? 1 : 0)
            return (
                Commit(base: state.revision, report: writer.report, stored: writer.stored),
                isChange ? .events(writer.changedKeys) : .nothing
            )
        }
    }

    /// Whether the source is as it was when the changes were worked out.
    ///
    /// At the same revision it is; but for versions that another process noted, and what they were
    /// noted for is compared anew by the next refresh. At another one the rows tell. The components'
    /// numbers are compared, too: after a rebuild others may bear them, in a resource that looks the
    /// same.
    private func isCurrent(
        _ changes: RefreshResult, _ revision: Int64, _ database: Database
    ) throws -> Bool {
        if changes.revision == revision { return true }
        let stored = try ResourceTable.fetchAll(sourceID: changes.source.id, database)
        guard Set(stored) == Set(changes.base) else { return false }
        return try changes.changes.allSatisfy { change in
            guard case .prepared(let resource) = change, !resource.stored.isEmpty else {
                return true
            }
            let id = resource.record.id
            return try ComponentTable.fetchStored(resourceID: id, database) == resource.stored
        }
    }

    private func apply(
        failure: AgendaError?, of source: CalendarSource, _ database: Database
    ) throws -> Bool {
        guard let failure else {
            return try DiagnosticTable.deleteSourceLevel(sourceID: source.id, database)
        }
        let diagnostic = Diagnostic(.error, Diagnostic.Reason(failure))
        // The same again is nothing new, and told already.
        let known = try DiagnosticTable.fetchSourceLevel(sourceID: source.id, database)
        if known == [diagnostic.reason.stored] { return false }
        _ = try DiagnosticTable.deleteSourceLevel(sourceID: source.id, database)
        try DiagnosticTable.insert(
            DiagnosticRecord(sourceID: source.id, origin: .read, diagnostic: diagnostic), database)
        return true
    }
}
