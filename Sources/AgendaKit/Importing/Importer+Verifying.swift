internal import GRDB
internal import ICalendar

extension Importer {
    /// Looks at everything in the store that can be worked out, whether it is what it should be: as long as an
    /// import of all calendars takes. Nothing is changed.
    ///
    /// - Throws: `storeDamaged` when the file is, or what lives in it alone.
    public func verify() async throws(AgendaError) -> [StoreFault] {
        try store.check()
        for _ in 0..<Self.verifications {
            let revision = try store.revision()
            let faults = try derivedFaults() + store.historyFaults()
            // Else another process has imported meanwhile.
            if try store.revision() == revision { return faults }
        }
        throw context.gaveUp
    }

    private static var verifications: Int { 3 }

    /// Imports all that is stored into a store of its own, and compares.
    private func derivedFaults() throws(AgendaError) -> [StoreFault] {
        let fresh = try EventStore.inMemory(digestKey: store.digestKey)
        let stored = try store.horizon()
        // More days than are ever stored are damage, and would take for ever.
        let isHorizonSound = stored.count <= Horizon.count
        let horizon = isHorizonSound ? stored : Horizon.days(around: clock.now.utc.date)
        try fresh.moveHorizon(to: horizon, zones: zones)
        let preparation = ImportContext(zones: zones, horizon: horizon, key: store.digestKey)
        var pairs: [(path: String, stored: Int64, fresh: Int64, isWholeFile: Bool)] = []
        var faults: Set<String> = isHorizonSound ? [] : [store.path ?? ""]
        for (source, resources) in try store.importBase().sources {
            let copy = try fresh.insert(source)
            var changes = RefreshResult(source: copy, base: [])
            var stored: [String: (record: ResourceRecord, isWholeFile: Bool)] = [:]
            for record in resources where source.kind == .local || !record.isInParts {
                let path = Self.path(of: record, in: source)
                let content = try content(of: record, in: source, path: path)
                let isNamed = try hasOwnName(record, in: source)
                if content.isDamaged || !isNamed { faults.insert(path) }
                var new = record
                (new.id, new.sourceID) = (0, copy.id)
                guard
                    case .prepared(let prepared) = preparation.prepare(
                        content.bytes, record: new, stored: StoredComponents(), rereads: true)
                else { continue }
                changes.changes.append(.prepared(prepared))
                stored[record.href] = (record, content.isWholeFile)
            }
            _ = try fresh.apply([changes], horizon: horizon)
            for made in try fresh.resources(of: copy) {
                guard let (record, isWholeFile) = stored[made.href] else { continue }
                pairs.append(
                    (Self.path(of: record, in: source), record.id, made.id, isWholeFile))
            }
        }
        // When all are imported: which events several calendars have is derived, too.
        for pair in pairs {
            let hasWords = try store.read {
                try DiagnosticTable.hasWords(resourceID: pair.stored, $0)
            }
            func rows(of id: Int64, in store: EventStore) throws(AgendaError) -> DerivedRows {
                try store.read {
                    try DerivedRows(
                        resourceID: id, isWholeFile: pair.isWholeFile, hasReasons: !hasWords, $0)
                }
            }
            if try rows(of: pair.stored, in: store) != rows(of: pair.fresh, in: fresh) {
                faults.insert(pair.path)
            }
        }
        return faults.sorted().map { StoreFault(kind: .derived, place: $0) }
    }

    private static func path(of record: ResourceRecord, in source: CalendarSource) -> String {
        guard let path = source.location else { return source.name }
        return record.href.isEmpty ? path : path + "/" + record.href
    }

    /// Whether a resource of the local calendar is called by its event.
    private func hasOwnName(
        _ record: ResourceRecord, in source: CalendarSource
    ) throws(AgendaError) -> Bool {
        guard source.kind == .local else { return true }
        return try store.read { database in
            try SeriesTable.fetchKeys(resourceID: record.id, database)
                .allSatisfy {
                    OccurrenceID(key: $0, recurrenceID: nil).description + ".ics" == record.href
                }
        }
    }

    /// What a resource was made from: its file, where that is as it was when it was read, else the texts of its
    /// components.
    private func content(
        of record: ResourceRecord, in source: CalendarSource, path: String
    ) throws(AgendaError) -> (bytes: [UInt8], isDamaged: Bool, isWholeFile: Bool) {
        let texts = try store.text(of: record)
        let isDamaged = try !store.read {
            try ComponentTable.areSound(resourceID: record.id, store.digestKey, $0)
        }
        guard source.kind != .local, record.version != .unknown,
            let bytes = try? FileContent.read(path: path)
        else { return (texts, isDamaged, false) }
        let digest = ContentDigest(bytes, key: store.digestKey)
        if digest == record.digest { return (bytes, isDamaged, true) }
        // Of the very version that is noted there can be no other content, unless that was not taken.
        let isTaken = try !store.read { try DiagnosticTable.hasStale(resourceID: record.id, $0) }
        let isOther = isTaken && FileVersion(path: path).map(ResourceVersion.file) == record.version
        return (texts, isDamaged || isOther, false)
    }
}
