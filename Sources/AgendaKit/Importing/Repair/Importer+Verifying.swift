internal import GRDB
internal import ICalendar

extension Importer {
    /// Looks at everything in the store that can be worked out, whether it is what it should be: as long as an
    /// import of all calendars takes. Nothing is changed.
    ///
    /// - Throws: `storeDamaged` when the file is, or what lives in it alone.
    public func verify() async throws(AgendaError) -> [StoreFault] {
        try store.check()
        for _ in 0..<3 {
            let revision = try store.revision()
            let faults =
                try await derivedFaults()
                + store.read { try EditDigestTable.fetchDamaged($0) }
                .map { StoreFault(kind: .history, place: "\($0)") }
            // Else another process has imported meanwhile.
            if try store.revision() == revision { return faults }
        }
        throw context.gaveUp
    }

    /// Imports all that is stored into a store of its own, and compares.
    private func derivedFaults() async throws(AgendaError) -> [StoreFault] {
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
            let reader = try? self.reader(for: source)
            let listed = await Self.listed(reader)
            var others: [ResourceRecord] = []
            for record in resources where source.isOnlyInStore || !record.isInParts {
                let path = Self.path(of: record, in: source)
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
                changes.changes.append(.prepared(prepared))
                stored[record.href] = (record, content.isWholeFile)
            }
            // The content of a version cannot change; a resource may have, since it was listed.
            let present = others.isEmpty ? [:] : await Self.listed(reader)
            for record in others where present[record.href]?.version == record.version {
                faults.insert(Self.path(of: record, in: source))
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
        faults.formUnion(
            try store.read { try SourceTable.fetchMiscounted($0) }.map { $0.location ?? $0.name })
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
        let texts = try store.text(of: record, isChecked: false)
        let isDamaged = try !store.read {
            try ComponentTable.areSound(resourceID: record.id, store.digestKey, $0)
        }
        guard record.version != .unknown, let listed, let reader,
            let bytes = try? await reader.read(listed).bytes
        else { return (texts, isDamaged, false, false) }
        let digest = ContentDigest(bytes, key: store.digestKey)
        if digest == record.digest { return (bytes, isDamaged, false, true) }
        let isTaken = try !store.read { try DiagnosticTable.hasStale(resourceID: record.id, $0) }
        return (texts, isDamaged, isTaken, false)
    }
}
