internal import GRDB
internal import ICalendar

extension EventStore {
    /// Writes what a refresh found out, in one transaction.
    ///
    /// - Parameters:
    ///   - horizon: the days for which the changes were expanded.
    ///   - patience: seconds to wait for another writer.
    /// - Returns: nil when another process changed one of the sources meanwhile; nothing is
    ///   written then, and the changes are to be worked out again.
    func apply(
        _ sources: [SourceChanges], horizon: Range<CivilDate>, patience: Int = patience
    ) throws(AgendaError) -> ImportReport? {
        try write(patience: patience) { database in
            var report = ImportReport()
            var isChange = false
            guard try StateTable.fetch(database).horizon == horizon else { return (nil, .nothing) }
            for source in sources {
                guard try isCurrent(source, database) else { return (nil, .nothing) }
            }
            var uids: Set<String> = []
            for source in sources {
                report.resourcesUnchanged += source.unchangedCount
                if try apply(failure: source.failure, of: source.source, database) {
                    isChange = true
                }
                for change in source.changes {
                    let writer = ResourceWriter(database, sourceID: source.source.id)
                    if try writer.apply(change, report: &report, uids: &uids) { isChange = true }
                }
            }
            try SeriesTable.updateShared(uids: uids, database)
            report.revision = try StateTable.fetch(database).revision + (isChange ? 1 : 0)
            return (report, isChange ? .events(uids: uids) : .nothing)
        }
    }

    /// Whether the source is as it was when the changes were worked out.
    private func isCurrent(_ changes: SourceChanges, _ database: Database) throws -> Bool {
        let stored = try ResourceTable.fetchAll(sourceID: changes.source.id, database)
        return Set(stored) == Set(changes.base)
    }

    private func apply(
        failure: AgendaError?, of source: CalendarSource, _ database: Database
    ) throws -> Bool {
        let hadFailure = try DiagnosticTable.deleteSourceLevel(sourceID: source.id, database)
        guard let failure else { return hadFailure }
        let diagnostic = Diagnostic(
            .error, line: 0, message: failure.message + (failure.cause.map { " (\($0))" } ?? ""),
            remedy: failure.remedy)
        try DiagnosticTable.insert(
            DiagnosticRecord(sourceID: source.id, origin: .read, diagnostic: diagnostic), database)
        return true
    }
}

/// Writes what became of one source's files.
private struct ResourceWriter {
    private let database: Database
    private let sourceID: Int64

    init(_ database: Database, sourceID: Int64) {
        self.database = database
        self.sourceID = sourceID
    }

    /// Writes one change, and tells whether readers can see it.
    ///
    /// - Parameter uids: collects the events whose copies have changed.
    func apply(
        _ change: SourceChanges.Change, report: inout ImportReport, uids: inout Set<String>
    ) throws -> Bool {
        switch change {
        case .prepared(let resource):
            report.resourcesRead += 1
            report.componentsParsed += resource.parsedCount
            try write(resource, report: &report, uids: &uids)
            return true
        case .rebuilt(let old, let resource):
            uids.formUnion(try SeriesTable.fetchUIDs(resourceID: old.id, database))
            try ResourceTable.delete(id: old.id, database)
            return try apply(.prepared(resource), report: &report, uids: &uids)
        case .touched(let record):
            report.resourcesRead += 1
            try ResourceTable.setVersion(record.version, id: record.id, database)
            return try DiagnosticTable.deleteStale(resourceID: record.id, database)
        case .broken(let record, let diagnostics):
            report.resourcesRead += 1
            try ResourceTable.setVersion(record.version, id: record.id, database)
            _ = try DiagnosticTable.deleteStale(resourceID: record.id, database)
            for diagnostic in diagnostics {
                try insert(diagnostic, .stale, resourceID: record.id)
            }
            return true
        case .vanished(let record):
            report.resourcesRemoved += 1
            uids.formUnion(try SeriesTable.fetchUIDs(resourceID: record.id, database))
            try ResourceTable.delete(id: record.id, database)
            return true
        }
    }

    private func write(
        _ resource: PreparedResource, report: inout ImportReport, uids: inout Set<String>
    ) throws {
        let resourceID = try ResourceTable.save(resource.record, database)
        try DiagnosticTable.deleteRead(resourceID: resourceID, database)
        for diagnostic in resource.diagnostics {
            try insert(diagnostic, .read, resourceID: resourceID)
        }
        for uid in resource.removedUIDs.union(resource.series.map(\.uid)) {
            try SeriesTable.delete(uid: uid, resourceID: resourceID, database)
            uids.insert(uid)
        }
        for id in resource.removed { try ComponentTable.delete(id: id, database) }
        report.componentsRemoved += resource.removed.count
        try moveDiagnostics(resource, resourceID: resourceID)
        for (record, diagnostics) in resource.others {
            let id = try ComponentTable.insert(record, resourceID: resourceID, database)
            report.componentsAdded += 1
            for diagnostic in diagnostics {
                try insert(diagnostic, .parse, resourceID: resourceID, componentID: id)
            }
        }
        for series in resource.series {
            try write(series, resourceID: resourceID, report: &report)
        }
    }

    /// Components that stay may have moved within the file.
    private func moveDiagnostics(_ resource: PreparedResource, resourceID: Int64) throws {
        let lines = try DiagnosticTable.fetchLines(resourceID: resourceID, database)
        for (id, old) in lines {
            guard let new = resource.keptLines[id], new != old else { continue }
            try DiagnosticTable.move(componentID: id, from: old, to: new, database)
        }
    }

    private func write(
        _ series: PreparedResource.Series, resourceID: Int64, report: inout ImportReport
    ) throws {
        let seriesID = try SeriesTable.insert(
            uid: series.uid, isRecurring: series.expansion.isRecurring, resourceID: resourceID,
            database)
        var eventIDs: [Int64] = []
        for component in series.components {
            let id: Int64
            if let stored = component.storedID {
                id = stored
            } else {
                id = try ComponentTable.insert(component.record, resourceID: resourceID, database)
                report.componentsAdded += 1
                for diagnostic in component.diagnostics {
                    try insert(diagnostic, .parse, resourceID: resourceID, componentID: id)
                }
            }
            try EventTable.insert(
                EventRecord(
                    component.event, id: id, seriesID: seriesID,
                    recurrenceID: component.recurrenceID, timeZone: component.timeZone), database)
            eventIDs.append(id)
        }
        try OccurrenceTable.insert(
            series.expansion.occurrences, seriesID: seriesID, eventIDs: eventIDs, database)
        for diagnostic in series.expansion.diagnostics {
            var diagnostic = diagnostic
            diagnostic.line = series.components.first?.record.line ?? 0
            diagnostic.uid = series.uid
            try insert(
                diagnostic, .expand, resourceID: resourceID, componentID: eventIDs.first)
        }
    }

    private func insert(
        _ diagnostic: Diagnostic, _ origin: DiagnosticRecord.Origin, resourceID: Int64,
        componentID: Int64? = nil
    ) throws {
        try DiagnosticTable.insert(
            DiagnosticRecord(
                sourceID: sourceID, resourceID: resourceID, componentID: componentID,
                origin: origin, diagnostic: diagnostic), database)
    }
}
