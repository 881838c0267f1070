internal import GRDB
internal import ICalendar

extension EventStore {
    /// Notes that a resource is being imported in batches, and returns its number.
    ///
    /// - Parameter record: as it is while batches are missing.
    func beginParts(_ record: ResourceRecord) throws(AgendaError) -> Int64 {
        try write { database in
            let id = try ResourceTable.save(record, database)
            try DiagnosticTable.deleteRead(resourceID: id, database)
            let partial = Diagnostic(.error, .fault(.partlyImported))
            try DiagnosticTable.insert(
                DiagnosticRecord(
                    sourceID: record.sourceID, resourceID: id, origin: .read, diagnostic: partial),
                database)
            return (id, .init(change: .events([]), origins: CommitOrigins()))
        }
    }

    /// Writes a batch in one transaction.
    ///
    /// - Parameters:
    ///   - record: as ``beginParts(_:)`` stored it.
    ///   - origin: who has changed its source.
    /// - Returns: false if another process changed the resource, or moved the stored days: nothing is written.
    func write(
        _ batch: ImportBatches.Batch, of record: ResourceRecord, _ horizon: Range<CivilDate>,
        by origin: ChangeOrigin?, _ report: inout ImportReport
    ) throws(AgendaError) -> Bool {
        let written = try add(to: record, horizon, by: origin) {
            try $0.append(batch.resource, to: record)
        }
        if let written { report.add(written) }
        return written != nil
    }

    /// Notes that all batches are stored.
    ///
    /// - Parameters:
    ///   - complete: as the resource is from now on.
    ///   - diagnostics: what is wrong with it as a whole.
    /// - Returns: as ``write(_:of:_:by:_:)``.
    func complete(
        _ record: ResourceRecord, as complete: ResourceRecord, _ diagnostics: [Diagnostic],
        _ horizon: Range<CivilDate>
    ) throws(AgendaError) -> Bool {
        try add(to: record, horizon) { try $0.complete(complete, diagnostics) } != nil
    }

    private func add(
        to record: ResourceRecord, _ horizon: Range<CivilDate>, by origin: ChangeOrigin? = nil,
        _ step: (inout ResourceWriter) throws -> Void
    ) throws(AgendaError) -> ImportReport? {
        try write(isAddingOnly: true) { database in
            guard try StateTable.fetch(database).horizon == horizon,
                try ResourceTable.fetch(id: record.id, database) == record
            else { return (nil, .nothing) }
            var writer = try ResourceWriter(database, by: origin)
            try step(&writer)
            try writer.finish()
            return (writer.report, writer.committed)
        }
    }
}
