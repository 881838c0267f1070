internal import GRDB
internal import ICalendar

extension EventStore {
    /// What a commit did.
    struct Commit {
        /// The revision before the commit; the report has the one after it.
        var base: Int64
        var report: ImportReport
        /// What is stored now of the files of which a part was kept, by the resource's number.
        var stored: [Int64: StoredComponents]
        /// The number under which the edit was noted.
        var editID: Int64?
    }

    /// Writes the results of a refresh in one transaction.
    ///
    /// - Parameters:
    ///   - horizon: the days for which the changes were expanded.
    ///   - patience: seconds to wait for another writer.
    ///   - isDurable: as for ``write(patience:isAddingOnly:isDurable:_:)``.
    ///   - edit: a change of events of the first source, noted together with its effect.
    ///   - origin: who has changed a source, but for what ``ExpectedTable`` has; nil where nobody follows the store. Asked for
    ///     those sources alone that have changed.
    /// - Returns: nil if another process has changed one of the sources: nothing is written, and the changes
    ///   must be worked out again.
    func apply(
        _ sources: [RefreshResult], horizon: Range<CivilDate>, patience: Int = patience,
        edit: EventChange? = nil, isDurable: Bool = true,
        by origin: (CalendarSource) -> ChangeOrigin?
    ) throws(AgendaError) -> Commit? {
        let origins = sources.map { $0.changes.isEmpty ? nil : origin($0.source) }
        // For a few rows it takes longer to compile the statements again than to check their keys.
        let added = sources.reduce(0) { $0 + $1.newComponentCount }
        let isAddingOnly = added > 200 && edit == nil && sources.allSatisfy(\.isAddingOnly)
        return try write(
            patience: patience, isAddingOnly: isAddingOnly, isDurable: isDurable
        ) { database in
            let state = try StateTable.fetch(database)
            guard state.horizon == horizon else { return (nil, .nothing) }
            for source in sources {
                guard try isCurrent(source, state.revision, database) else {
                    return (nil, .nothing)
                }
            }
            let editID = try edit.map {
                try OperationTable.insert($0, sources: sources.map(\.source), database)
            }
            var isChange = false
            var writer = try ResourceWriter(database)
            for (source, usual) in zip(sources, origins) {
                writer.report.resourcesUnchanged += source.unchangedCount
                if source.isWhole,
                    try apply(failure: source.failure, of: source.source, database)
                {
                    isChange = true
                }
                if let mounts = source.mounts {
                    try SourceMountTable.replace(mounts, sourceID: source.source.id, database)
                }
                var origin = usual
                if let editID { origin?.number = editID }
                for change in source.changes {
                    if try writer.apply(change, by: origin) { isChange = true }
                }
            }
            try writer.finish()
            if sources.contains(where: { $0.source.isOnlyInStore && !$0.changes.isEmpty }) {
                try IdentityTable.raiseRevision(database)
            }
            writer.report.revision = state.revision + (isChange ? 1 : 0)
            return (
                Commit(
                    base: state.revision, report: writer.report, stored: writer.stored,
                    editID: editID),
                isChange ? writer.committed : .nothing
            )
        }
    }

    /// Whether the source is as it was when the changes were worked out.
    ///
    /// At the same revision it is, except for versions that another process noted; the next refresh compares
    /// those again. At another revision the rows of the resources concerned decide, with the components' numbers: after a
    /// rebuild, other components may have them in a resource that looks the same.
    private func isCurrent(
        _ changes: RefreshResult, _ revision: Int64, _ database: Database
    ) throws -> Bool {
        if changes.revision == revision { return true }
        guard try SourceTable.exists(id: changes.source.id, database) else { return false }
        let base = Dictionary(changes.base.map { ($0.href, $0) }) { first, _ in first }
        return try changes.changes.allSatisfy { change in
            let href = change.record.href
            let stored = try ResourceTable.fetch(
                sourceID: changes.source.id, href: href, database)
            guard stored == base[href] else { return false }
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
        // The same failure is nothing new, and the user may have seen it.
        let known = try DiagnosticTable.fetchSourceLevel(sourceID: source.id, database)
        if known == [diagnostic.reason.stored] { return false }
        _ = try DiagnosticTable.deleteSourceLevel(sourceID: source.id, database)
        try DiagnosticTable.insert(
            DiagnosticRecord(sourceID: source.id, origin: .read, diagnostic: diagnostic), database)
        return true
    }
}
