internal import GRDB
public import ICalendar

extension EventStore {
    /// The registered sources in the order in which they were added, and the local calendar once it has an
    /// event.
    ///
    /// - Parameter counting: whether to count events and diagnostics, which takes longer.
    /// - Throws: the errors of reading (``AgendaError``).
    public func sources(counting: Bool = true) throws(AgendaError) -> [CalendarSource] {
        try read { counting ? try SourceTable.fetchAll($0) : try SourceTable.fetchBrief($0) }
    }

    /// Every problem that the last reads found, in the order of sources, files and lines.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func diagnostics() throws(AgendaError) -> [SourceDiagnostic] {
        try read { try DiagnosticTable.fetchAll($0) }
    }

    /// Records that the user has seen these problems. They count as seen until the component or file that
    /// they are about is read again.
    ///
    /// - Throws: `storeBusy` at once while another process writes; else the errors of writing.
    public func noteTold(_ diagnostics: [SourceDiagnostic]) throws(AgendaError) {
        let ids = diagnostics.filter { !$0.isTold && $0.id != 0 }.map(\.id)
        guard !ids.isEmpty else { return }
        // Do not wait for another writer: showing a problem twice does no harm.
        try write(patience: 0, isDurable: false) { database in
            (try DiagnosticTable.setTold(ids: ids, database), .nothing)
        }
    }

    /// What a refresh starts from, in one transaction: each transaction costs four statements of its own. No resources are
    /// read of the local calendar, which has no files to compare them with.
    ///
    /// - Parameter ids: the sources to look at; nil for all.
    func importBase(of ids: Set<Int64>? = nil) throws(AgendaError) -> (
        revision: Int64, sources: [(source: CalendarSource, resources: [ResourceRecord])],
        mounts: [Int64: [SourceMount]]
    ) {
        try read { database in
            let sources = try SourceTable.fetchBrief(database)
            let resources = try ResourceTable.fetchAll(
                ofFilesOf: sources.filter { ids?.contains($0.id) != false }, database)
            return (
                try StateTable.fetch(database).revision,
                sources.map { ($0, resources[$0.id] ?? []) },
                try SourceMountTable.fetchAll(database)
            )
        }
    }

    /// Whether it was noted what is mounted where a source's files are.
    func knowsMounts(of source: CalendarSource) throws(AgendaError) -> Bool {
        try read { try SourceMountTable.isKnown(sourceID: source.id, $0) }
    }

    /// The name of the resource of a source that has the newest content; nil if it has none.
    func newestHref(of source: CalendarSource) throws(AgendaError) -> String? {
        try read { database in
            try String.fetchOne(
                database,
                sql: "SELECT href FROM resource WHERE source_id = ? ORDER BY revision DESC LIMIT 1",
                arguments: [source.id])
        }
    }

    func source(
        named name: String, counting: Bool = false
    ) throws(AgendaError) -> CalendarSource {
        guard let source = try sources(counting: counting).first(where: { $0.name == name }) else {
            throw AgendaError(.noSuchSource, place: name)
        }
        return source
    }

    func resources(of source: CalendarSource) throws(AgendaError) -> [ResourceRecord] {
        try read { try ResourceTable.fetchAll(sourceID: source.id, $0) }
    }

    /// The stored row of one of a source's files; nil if there is none.
    func resource(_ href: String, of source: CalendarSource) throws(AgendaError) -> ResourceRecord?
    {
        try read { try ResourceTable.fetch(sourceID: source.id, href: href, $0) }
    }

    /// The stored rows of some of a source's files, by their names, and the store's revision at that time.
    func resources(
        _ hrefs: [String], of source: CalendarSource
    ) throws(AgendaError) -> (found: [String: ResourceRecord], revision: Int64) {
        try read { database in
            var found: [String: ResourceRecord] = [:]
            for href in hrefs {
                found[href] = try ResourceTable.fetch(sourceID: source.id, href: href, database)
            }
            return (found, try StateTable.fetch(database).revision)
        }
    }

    /// Whether a change that is noted removes the file of a stored row.
    func expectsRemoval(of record: ResourceRecord) throws(AgendaError) -> Bool {
        try read {
            try ExpectedTable.isRemoval(sourceID: record.sourceID, record.href, $0)
        }
    }

    /// The stored components of resources, by the numbers of their records, and the store's revision at that time.
    func storedComponents(
        of records: [ResourceRecord]
    ) throws(AgendaError) -> (components: [Int64: StoredComponents], revision: Int64) {
        try read { database in
            var components = [Int64: StoredComponents](minimumCapacity: records.count)
            for record in records {
                components[record.id] = try ComponentTable.fetchStored(
                    resourceID: record.id, database)
            }
            return (components, try StateTable.fetch(database).revision)
        }
    }

    /// How many components are not events: to-dos, journal entries, free and busy times.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func otherComponentCount() throws(AgendaError) -> Int {
        try read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT COUNT(*) FROM component WHERE kind NOT IN ('VEVENT', 'VTIMEZONE')")
                ?? 0
        }
    }

    /// The texts of all components of a resource, one after the other.
    ///
    /// - Parameter isChecked: Whether they must be what was stored.
    func text(
        of record: ResourceRecord, isChecked: Bool = true
    ) throws(AgendaError) -> [UInt8] {
        try read { try ComponentTable.fetchTexts(resourceID: record.id, isChecked: isChecked, $0) }
    }

    /// Makes the next refresh read the files again whose stored texts are not what was stored. The texts of the local
    /// calendar are nowhere else: they are left as they are.
    ///
    /// - Returns: where they are.
    func forgetDamagedTexts() throws(AgendaError) -> [String] {
        try write { database in
            let damaged = try ComponentTable.damaged("TRUE", [], digestKey, database)
            var places: Set<String> = []
            for (id, resourceID) in damaged {
                guard let record = try ResourceTable.fetch(id: resourceID, database),
                    let source = try SourceTable.fetchBrief(database).first(where: {
                        $0.id == record.sourceID
                    }), !source.isOnlyInStore
                else { continue }
                // A digest that no text has: the component is imported anew, even if its file is the same.
                try database.execute(
                    sql: "UPDATE component SET digest = zeroblob(16) WHERE id = ?", arguments: [id])
                try database.execute(
                    sql: "UPDATE resource SET version = x'', digest = zeroblob(16) WHERE id = ?",
                    arguments: [resourceID])
                let place = source.location ?? source.name
                places.insert(
                    record.href.isEmpty ? place : FileSystem.path(place, record.href))
            }
            return (places.sorted(), .nothing)
        }
    }

    /// Stores a new source and returns it with its number.
    ///
    /// - Parameter isDurable: as for ``write(patience:isAddingOnly:isDurable:_:)``.
    func insert(
        _ source: CalendarSource, isDurable: Bool = true
    ) throws(AgendaError) -> CalendarSource {
        try write(isDurable: isDurable) { database in
            try KnownSources(try SourceTable.fetchBrief(database)).checkFree(source)
            var source = source
            source.id = try SourceTable.insert(source, database)
            try IdentityTable.raiseRevision(database)
            return (source, .init(change: .everything, origins: CommitOrigins()))
        }
    }

    /// Forgets a source that a program has registered for itself, and what was imported from it: the history has no note of it.
    ///
    /// - Throws: the errors of writing (``AgendaError``).
    package func forget(_ source: CalendarSource) throws(AgendaError) {
        try write { database in
            guard try SourceTable.exists(id: source.id, database) else { return ((), .nothing) }
            try Self.remove(source, database)
            try IdentityTable.raiseRevision(database)
            return ((), .init(change: .everything, origins: CommitOrigins()))
        }
    }

    /// Deletes a source and everything that was imported from it.
    static func remove(_ source: CalendarSource, _ database: Database) throws {
        let keys = try ResourceTable.fetchAll(sourceID: source.id, database)
            .flatMap { try SeriesTable.fetchKeys(resourceID: $0.id, database) }
        try SourceTable.delete(id: source.id, database)
        var roles = try CopyRoles(database)
        try roles.note(changed: Set(keys), added: [])
    }

    /// Returns the local calendar, and creates it if it is missing.
    package func localCalendar() throws(AgendaError) -> CalendarSource {
        if let local = try sources(counting: false).first(where: \.isOnlyInStore) {
            return local
        }
        return try write { database in
            let sources = try SourceTable.fetchBrief(database)
            if let local = sources.first(where: \.isOnlyInStore) { return (local, .nothing) }
            let taken = Set(sources.map(\.name))
            let name = (["local"] + (2...99).map { "local-\($0)" }).first { !taken.contains($0) }
            var local = CalendarSource(name: name ?? "local", kind: .local)
            local.isWritable = true
            local.id = try SourceTable.insert(local, database)
            try IdentityTable.raiseRevision(database)
            return (local, .init(change: .events([]), origins: CommitOrigins()))
        }
    }
}
