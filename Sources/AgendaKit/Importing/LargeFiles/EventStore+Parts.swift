internal import GRDB
internal import ICalendar

extension EventStore {
    /// What came of writing some of a file's parts.
    enum PartsOutcome {
        /// There are more.
        case more
        /// All are stored.
        case all
        /// Another process changed the resource, or moved the stored days.
        case superseded
    }

    /// Notes that a file is being imported in parts, and gives its number.
    ///
    /// - Parameter record: as it stands while parts are missing.
    func beginParts(_ record: ResourceRecord) throws(AgendaError) -> Int64 {
        try write { database in
            let id = try ResourceTable.save(record, database)
            try DiagnosticTable.deleteRead(resourceID: id, database)
            let partial = Diagnostic(.error, .fault(.partlyImported))
            try DiagnosticTable.insert(
                DiagnosticRecord(
                    sourceID: record.sourceID, resourceID: id, origin: .read, diagnostic: partial),
                database)
            return (id, .events([]))
        }
    }

    /// Digests of a resource's stored components.
    func storedDigests(of record: ResourceRecord) throws(AgendaError) -> SortedDigests {
        try read { try SortedDigests(ComponentTable.fetchDigests(resourceID: record.id, $0)) }
    }

    /// Writes some of a file's parts in one transaction.
    ///
    /// - Parameters:
    ///   - record: as ``beginParts(_:)`` stored it.
    ///   - complete: as it stands when all parts are stored.
    ///   - diagnostics: what is wrong with the file as a whole.
    ///   - size: bytes of the file after which the transaction ends.
    ///   - progress: told the bytes of each part.
    func writeParts(
        _ parts: BatchPrefetch, of record: ResourceRecord, complete: ResourceRecord,
        diagnostics: [Diagnostic], horizon: Range<CivilDate>, size: Int,
        report: inout ImportReport, progress: (_ size: Int, _ events: Int) -> Void
    ) throws(AgendaError) -> PartsOutcome {
        let (outcome, written) = try write(isAddingOnly: true) { database in
            var writer = try ResourceWriter(database)
            guard try StateTable.fetch(database).horizon == horizon,
                try ResourceTable.fetch(id: record.id, database) == record
            else { return ((PartsOutcome.superseded, writer.report), .nothing) }
            var (outcome, left) = (PartsOutcome.more, size)
            while left > 0 {
                guard let part = try parts.next() else {
                    var complete = complete
                    // The next refresh reads what came in between.
                    if !parts.isAsSurveyed { complete.version = .unknown }
                    try writer.complete(complete, diagnostics)
                    outcome = .all
                    break
                }
                try writer.append(part.resource, to: record)
                left -= part.size
                progress(part.size, part.resource.eventCount)
            }
            try writer.finish()
            return ((outcome, writer.report), .events(writer.changedKeys))
        }
        report.add(written)
        return outcome
    }
}
