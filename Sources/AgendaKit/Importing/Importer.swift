public import ICalendar

/// The only writer: brings the store in line with what the sources hold, and keeps the local
/// calendar.
///
/// A refresh does no work that a check can prove needless: it does not read resources whose version is
/// known, scan those whose content is known, or parse components whose digest is known. Reading and parsing
/// happen outside of the write transaction.
///
/// ```swift
/// let importer = Importer(store: store, clock: clock)
/// let (source, report) = try await importer.addSource(
///     CalendarSource(name: "team", kind: .file, location: team))
/// print(source.name, report.componentsAdded)
/// ```
public actor Importer {
    nonisolated let context: StoreContext
    /// Why the newest change of the local calendar or of the list of sources is not in the
    /// backup; nil when it is. The change itself is stored.
    public internal(set) var backupFailure: AgendaError?
    /// Where the backup's last state was put, when it was not one before the store's present state: it is of
    /// another store, or of a later state.
    public internal(set) var backupAside: String?
    nonisolated let readers: SourceReaders
    /// Sources that were read already, by their numbers.
    var streams: [Int64: StreamReader] = [:]
    var cache = ComponentCache()
    let progress: ProgressMeter
    var partSizes = LargeFileLimits()

    /// Seconds that a refresh waits for another writer: who reads wants to see something soon.
    static let refreshPatience = 5

    /// An importer.
    ///
    /// - Parameters:
    ///   - store: what is imported into.
    ///   - clock: decides for which days recurrence sets are stored.
    ///   - zones: where IANA zones are read.
    ///   - readers: read the kinds of sources that the store may have.
    ///   - progress: told how far an import is, some times a second, from any thread.
    ///   - origins: whose changes are (``TimelineUpdate/Change/by``).
    public init(
        store: EventStore, clock: any AgendaClock, zones: TimeZoneDatabase = SystemZones.database,
        readers: SourceReaders = SourceReaders(),
        progress: (@Sendable (ImportProgress) -> Void)? = nil, origins: OriginRule = OriginRule()
    ) {
        self.readers = readers
        self.progress = ProgressMeter(progress)
        context = StoreContext(
            store: store, clock: clock, zones: zones, origins: origins, kept: readers.kept)
    }

    /// An importer whose editors tell others of changes.
    package init(_ other: Importer, desk: (any SchedulingDesk)?) {
        readers = other.readers
        progress = other.progress
        var context = other.context
        context.desk = desk
        self.context = context
    }

    nonisolated var store: EventStore { context.store }
    nonisolated var clock: any AgendaClock { context.clock }
    nonisolated var zones: TimeZoneDatabase { context.zones }

    /// Reads what changed in the registered sources.
    ///
    /// - Parameter rebuild: import every file again as if nothing were stored; the local events
    ///   stay, and what is derived from them is worked out again.
    /// - Throws: `storeBusy` if another process has been importing for longer than five seconds; else the errors of writing. A source that
    ///   cannot be read is no error: it is ``CalendarSource/Status/failed``, and its last events stay.
    public func refresh(rebuild: Bool = false) async throws(AgendaError) -> ImportReport {
        let report = try await run(Refresh(store, rebuilds: rebuild))
        try backUpWhenBehind()
        return report
    }

    /// - Parameters:
    ///   - ids: the sources to look at.
    ///   - origins: as ``Refresh/origins``.
    func refresh(
        only ids: Set<Int64>, by origins: [Int64: ChangeOrigin] = [:]
    ) async throws(AgendaError) -> ImportReport {
        var refresh = Refresh(store, ids: ids)
        refresh.origins = origins
        return try await run(refresh)
    }

    func run(_ refresh: Refresh) async throws(AgendaError) -> ImportReport {
        var refresh = refresh
        defer { refresh.lock.end() }
        attempts: for _ in 0..<StoreContext.maximalAttempts {
            let preparation = try context.importContext()
            refresh.results = []
            let base = try store.importBase(of: refresh.ids)
            for (source, resources) in base.sources
            where refresh.ids?.contains(source.id) != false {
                if !source.isOnlyInStore {
                    let start = RefreshResult(
                        source: source, base: resources, revision: base.revision)
                    let mounts = base.mounts[source.id] ?? []
                    guard
                        let result = try await changes(
                            of: start, mounts: mounts, preparation, &refresh)
                    else { continue attempts }
                    refresh.results.append(result)
                } else if refresh.rebuilds {
                    refresh.results.append(try localRebuild(source, preparation))
                }
            }
            var unchanged = ImportReport()
            let results = refresh.results
            unchanged.resourcesUnchanged = results.reduce(0) { $0 + $1.unchangedCount }
            unchanged.revision = base.revision
            unchanged.linked = Set(results.filter(\.isLinked).map(\.source.id))
            unchanged.add(refresh.batches.report)
            guard results.contains(where: \.isWorthWriting) else { return unchanged }
            do {
                if let commit = try store.apply(
                    results, horizon: preparation.horizon, patience: Self.refreshPatience,
                    by: { context.origin(of: $0, refresh) })
                {
                    cache.follow(commit, results)
                    var report = commit.report
                    report.linked = unchanged.linked
                    report.add(refresh.batches.report)
                    return report
                }
            } catch {
                guard Self.canWait(error, results) else { throw error }
                return unchanged
            }
        }
        throw context.gaveUp
    }

    /// Whether what could not be written can be so the next time: it is versions alone.
    static func canWait(_ error: AgendaError, _ results: [RefreshResult]) -> Bool {
        [.storeBusy, .storeUnwritable].contains(error.code) && results.allSatisfy(\.canWait)
    }

    func reader(for source: CalendarSource) throws(AgendaError) -> any SourceReader {
        if let stream = streams[source.id] {
            stream
        } else {
            try readers.reader(for: source, key: store.digestKey)
        }
    }

    /// Works out what became of one source's resources: lists them, imports in batches what is large or new, and prepares the
    /// rest.
    ///
    /// - Returns: nil where something was written, or another refresh had its turn: what is stored is to be looked at again.
    private func changes(
        of start: RefreshResult, mounts: [SourceMount], _ preparation: ImportContext,
        _ refresh: inout Refresh
    ) async throws(AgendaError) -> RefreshResult? {
        var source: ListedSource
        do throws(AgendaError) {
            source = try await list(start, mounts: mounts, refresh)
        } catch {
            // A file that is deleted in a folder is a deletion. A file or folder that is itself the
            // source may have been moved, or its disk be missing: its events stay until the source
            // is removed.
            var changes = start
            changes.failure = Self.staleness(of: start.source, error)
            return changes
        }
        if !source.concerned.isEmpty, try await refresh.lock.begin() == .waited { return nil }
        if try await importInBatches(&source, preparation, &refresh) { return nil }
        return try await prepare(source, preparation, refresh)
    }

    /// What a source has now, and which of it is to be read.
    private func list(
        _ start: RefreshResult, mounts: [SourceMount], _ refresh: Refresh
    ) async throws(AgendaError) -> ListedSource {
        let base = start.base
        let reader = try self.reader(for: start.source)
        let listing = try await reader.list(
            ListingRequest(mounts: mounts) { prefix in
                base.contains { $0.href.hasPrefix(prefix) }
            })
        return ListedSource(listing, start, reader, refresh)
    }

    /// Imports what is large in parts, and what is new in batches if it is very much.
    ///
    /// - Returns: whether it wrote something, so that the sources must be looked at again.
    private func importInBatches(
        _ source: inout ListedSource, _ preparation: ImportContext, _ refresh: inout Refresh
    ) async throws(AgendaError) -> Bool {
        if !refresh.rebuilds {
            let (touched, others) = await touched(source.concerned, source.reader) { [source] in
                source.record(of: $0)
            }
            source.changes.changes += touched
            source.touchedCount = touched.count
            source.concerned = others
            var isImported = false
            for resource in others {
                if try await importInParts(
                    resource, of: source.changes.source, source.reader,
                    record: source.record(of: resource), preparation, &refresh)
                {
                    isImported = true
                }
            }
            if isImported { return true }
        }
        let (location, name) = (source.changes.source.location, source.changes.source.name)
        if !source.concerned.isEmpty {
            progress.begin(
                location ?? name, size: source.concerned.reduce(0) { $0 + $1.size })
        }
        guard !refresh.rebuilds else { return false }
        let new = source.concerned.filter { source.record(of: $0) == nil }
        return try await importNew(new, source.start, source.reader, preparation, &refresh)
    }

    /// Reads and prepares what is left.
    private func prepare(
        _ source: ListedSource, _ preparation: ImportContext, _ refresh: Refresh
    ) async throws(AgendaError) -> RefreshResult {
        var changes = source.changes
        let records = source.concerned.map { source.record(of: $0) }
        let stored = try storedComponents(
            of: records.compactMap(\.self), at: source.start.revision)
        let jobs = zip(source.concerned, records).map { resource, record in
            ResourceImport(
                resource: resource, sourceID: changes.source.id, record: record,
                stored: record.flatMap { stored[$0.id] } ?? StoredComponents(),
                scanned: refresh.scanned.flatMap { $0.resource == resource ? $0 : nil },
                // What was made of the same texts may be out of date (``SchemaSteps``).
                rebuilds: refresh.rebuilds || record?.digest == ContentDigest.unknown)
        }
        let found = await Self.run(jobs, source.reader, preparation, progress)
        changes.changes += found
        changes.unchangedCount =
            source.otherCount - source.touchedCount - found.count { !$0.isVanishing }
        return changes
    }

    /// Why a source cannot be read; says so where its last events are shown for want of others.
    private static func staleness(of source: CalendarSource, _ error: AgendaError) -> AgendaError {
        guard error.code == .notFound, source.id != 0 else { return error }
        return AgendaError(.gone, place: error.place)
    }

    /// Reads what is stored of large files ahead of their first change.
    func readAhead() {
        guard let base = try? store.importBase() else { return }
        for (_, resources) in base.sources where resources.count == 1 {
            _ = try? storedComponents(of: resources, at: base.revision)
        }
    }

    /// What is stored of files, by the numbers of their records.
    func storedComponents(
        of records: [ResourceRecord], at revision: Int64?
    ) throws(AgendaError) -> [Int64: StoredComponents] {
        var stored: [Int64: StoredComponents] = [:]
        for record in records { stored[record.id] = cache.components(of: record, at: revision) }
        let others = records.filter { stored[$0.id] == nil }
        guard !others.isEmpty else { return stored }
        let (components, revision) = try store.storedComponents(of: others)
        for record in others {
            guard let found = components[record.id] else { continue }
            cache.keep(found, of: record, at: revision)
            stored[record.id] = found
        }
        return stored
    }

    /// What is derived from the local events, worked out again from their texts.
    private func localRebuild(
        _ source: CalendarSource, _ preparation: ImportContext
    ) throws(AgendaError) -> RefreshResult {
        var changes = RefreshResult(source: source, base: try store.resources(of: source))
        let stored = try store.storedComponents(of: changes.base).components
        for record in changes.base {
            let text = try store.text(of: record)
            let outcome = preparation.prepare(
                text, record: record, stored: stored[record.id] ?? StoredComponents(),
                rereads: true)
            // What does not read as a calendar stays as it is: the local text is all there is.
            if case .prepared(let resource) = outcome {
                changes.changes.append(.prepared(resource))
            }
        }
        return changes
    }
}
