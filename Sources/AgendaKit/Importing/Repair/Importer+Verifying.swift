internal import GRDB
internal import ICalendar

extension Importer {
    /// Looks at everything in the store that can be worked out, whether it is what it should be: as long as an
    /// import of all calendars takes. Nothing is changed but a backup that is damaged, which is written anew.
    ///
    /// - Throws: `storeDamaged` when the file is, or what lives in it alone.
    public func verify() async throws(AgendaError) -> [StoreFault] {
        try store.check()
        let backup = try mendBackup().map { StoreFault(kind: .backup, place: $0) }
        for _ in 0..<3 {
            let revision = try store.revision()
            let faults =
                try await derivedFaults()
                + store.read { try EditDigestTable.fetchDamaged($0) }
                .map { StoreFault(kind: .history, place: "\($0)") }
            // Else another process has imported meanwhile.
            if try store.revision() == revision { return faults + [backup].compactMap(\.self) }
        }
        throw context.gaveUp
    }

    /// Imports all that is stored into a store of its own, as an import does, a batch after the other, and compares.
    private func derivedFaults() async throws(AgendaError) -> [StoreFault] {
        let fresh = try EventStore.inMemory(digestKey: store.digestKey, spills: true)
        // Copies that a rule may hide have no noted roles.
        try fresh.setRules(try store.rules())
        let importer = Importer(store: fresh, clock: clock, zones: zones, readers: readers)
        let stored = try store.horizon()
        // More days than are ever stored are damage, and would take for ever.
        let isHorizonSound = stored.count <= Horizon.count
        let horizon = isHorizonSound ? stored : Horizon.days(around: clock.now.utc.date)
        try fresh.moveHorizon(to: horizon, zones: zones)
        try fresh.restore(try store.pairs())
        for (mirror, origins) in try store.blocks() { try fresh.setBlocks(origins, of: mirror) }
        let preparation = ImportContext(
            zones: zones, horizon: horizon, key: store.digestKey, packsTexts: false)
        var pairs: [(path: String, stored: Int64, fresh: Int64, isWholeFile: Bool)] = []
        var faults: Set<String> = isHorizonSound ? [] : [store.path ?? ""]
        for source in try store.sources(counting: false) {
            let resources = try store.resources(of: source)
            let copy = try fresh.insert(source)
            var batch = RefreshResult(source: copy, base: [])
            var size = 0
            func writeBatch() throws(AgendaError) {
                batch.revision = try fresh.revision()
                _ = try fresh.apply([batch], horizon: horizon, by: { _ in nil })
                (batch.changes, size) = ([], 0)
            }
            var stored: [String: (record: ResourceRecord, isWholeFile: Bool)] = [:]
            let reader = try? self.reader(for: source)
            let listed = await Self.listed(reader)
            var others: [ResourceRecord] = []
            for record in resources where source.isOnlyInStore || !record.isInParts {
                let path = Self.path(of: record, in: source)
                if let resource = listed[record.href], let reader,
                    try await importer.importLarge(
                        resource, of: copy, reader, record, preparation, partSizes)
                {
                    if try !isSound(record) { faults.insert(path) }
                    stored[record.href] = (record, true)
                    continue
                }
                let content = try await content(of: record, listed[record.href], reader)
                let isNamed = try hasOwnName(record, in: source)
                if content.isDamaged || !isNamed { faults.insert(path) }
                if content.isOther { others.append(record) }
                var new = record
                (new.id, new.sourceID) = (0, copy.id)
                guard
                    case .prepared(let prepared) = preparation.prepare(
                        content.bytes, record: new, stored: StoredComponents(), rereads: true)
                else { continue }
                batch.changes.append(.prepared(prepared))
                stored[record.href] = (record, content.isWholeFile)
                size += content.bytes.count
                if size >= partSizes.part || batch.changes.count >= partSizes.resources {
                    try writeBatch()
                }
            }
            if !batch.changes.isEmpty { try writeBatch() }
            // The content of a version cannot change; a resource may have, since it was listed.
            let present = others.isEmpty ? [:] : await Self.listed(reader)
            for record in others where present[record.href]?.version == record.version {
                faults.insert(Self.path(of: record, in: source))
            }
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
        let miscounted = try store.read { database in
            let wrong = try SourceSpanTable.fetchWrong(database)
            return try SourceTable.fetchMiscounted(database)
                + SourceTable.fetchBrief(database).filter { wrong.contains($0.id) }
        }
        faults.formUnion(miscounted.map { $0.location ?? $0.name })
        return faults.sorted().map { StoreFault(kind: .derived, place: $0) }
    }

    private static func path(of record: ResourceRecord, in source: CalendarSource) -> String {
        guard let path = source.location else { return source.name }
        return record.href.isEmpty ? path : path + "/" + record.href
    }

    /// Whether a resource of the local calendar is called by its event or to-do.
    private func hasOwnName(
        _ record: ResourceRecord, in source: CalendarSource
    ) throws(AgendaError) -> Bool {
        guard source.isOnlyInStore else { return true }
        return try store.read { database in
            try SeriesTable.fetchKeys(resourceID: record.id, database)
                .allSatisfy { ResourceRecord.localHref(of: $0) == record.href }
        }
    }

    /// What a source lists, by its place there.
    private static func listed(_ reader: (any SourceReader)?) async -> [String: ListedResource] {
        guard let listing = try? await reader?.list(ListingRequest()) else { return [:] }
        return Dictionary(listing.resources.map { ($0.href, $0) }) { first, _ in first }
    }

    /// What a resource was made from: its source's content, if that is as it was when it was read, else the
    /// texts of its components. `isOther` is set if the source has another content that was not refused.
    private func content(
        of record: ResourceRecord, _ listed: ListedResource?, _ reader: (any SourceReader)?
    ) async throws(AgendaError) -> (
        bytes: [UInt8], isDamaged: Bool, isOther: Bool, isWholeFile: Bool
    ) {
        let isDamaged = try !isSound(record)
        func texts() throws(AgendaError) -> [UInt8] { try store.text(of: record, isChecked: false) }
        guard record.version != .unknown, let listed, let reader,
            let bytes = try? await reader.read(listed).bytes
        else { return (try texts(), isDamaged, false, false) }
        let digest = ContentDigest(bytes, key: store.digestKey)
        if digest == record.digest { return (bytes, isDamaged, false, true) }
        let isTaken = try !store.read { try DiagnosticTable.hasStale(resourceID: record.id, $0) }
        return (try texts(), isDamaged, isTaken, false)
    }

    private func isSound(_ record: ResourceRecord) throws(AgendaError) -> Bool {
        try store.read {
            try ComponentTable.areSound(resourceID: record.id, store.digestKey, $0)
        }
    }

    /// Imports a large resource in batches, if its content is what the record of another store says.
    ///
    /// - Returns: whether it was.
    private func importLarge(
        _ resource: ListedResource, of source: CalendarSource, _ reader: any SourceReader,
        _ record: ResourceRecord, _ preparation: ImportContext, _ sizes: LargeFileLimits
    ) async throws(AgendaError) -> Bool {
        partSizes = sizes
        var refresh = Refresh(store)
        guard resource.size >= partSizes.minimal, record.version != .unknown,
            try await survey(resource, reader, &refresh)?.digest == record.digest,
            try await importInParts(
                resource, of: source, reader, record: nil, preparation, &refresh),
            // Else it changed meanwhile.
            let made = try store.resource(record.href, of: source)
        else { return false }
        if made.digest == record.digest { return true }
        _ = try store.apply(
            [
                RefreshResult(
                    source: source, base: [], revision: try store.revision(),
                    changes: [.vanished(made)])
            ], horizon: preparation.horizon, by: { _ in nil })
        return false
    }
}
