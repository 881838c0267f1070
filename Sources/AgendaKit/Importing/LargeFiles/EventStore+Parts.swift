internal import GRDB
internal import ICalendar

extension EventStore {
    /// What writing a batch of a large resource led to.
    enum PartsOutcome {
        /// There are more.
        case more
        /// All are stored.
        case all
        /// Another process changed the resource, or moved the stored days.
        case superseded
    }

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
            return (id, .events([]))
        }
    }

    /// The digests of a resource's stored components.
    func storedDigests(of record: ResourceRecord) throws(AgendaError) -> SortedDigests {
        try read { try SortedDigests(ComponentTable.fetchDigests(resourceID: record.id, $0)) }
    }

    /// Writes a batch in one transaction.
    ///
    /// - Parameters:
    ///   - record: as ``beginParts(_:)`` stored it.
    ///   - complete: as it is when all batches are stored.
    ///   - diagnostics: what is wrong with the resource as a whole.
    ///   - progress: told the bytes and events of each part.
    func write(
        _ batch: ImportBatches.Batch, of record: ResourceRecord, complete: ResourceRecord,
        diagnostics: [Diagnostic], horizon: Range<CivilDate>, report: inout ImportReport,
        progress: (_ size: Int, _ events: Int) -> Void
    ) throws(AgendaError) -> PartsOutcome {
        let (outcome, written) = try write(isAddingOnly: true) { database in
            var writer = try ResourceWriter(database)
            guard try StateTable.fetch(database).horizon == horizon,
                try ResourceTable.fetch(id: record.id, database) == record
            else { return ((PartsOutcome.superseded, writer.report), .nothing) }
            for part in batch.parts {
                try writer.append(part.resource, to: record)
                progress(part.progress, part.resource.eventCount)
            }
            if batch.isLast {
                var complete = complete
                // The next refresh reads what came in between.
                if !batch.isAsSurveyed { complete.version = .unknown }
                try writer.complete(complete, diagnostics)
            }
            try writer.finish()
            return (
                (batch.isLast ? PartsOutcome.all : .more, writer.report),
                .events(writer.changedKeys)
            )
        }
        report.add(written)
        return outcome
    }
}
