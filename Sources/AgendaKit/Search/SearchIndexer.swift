internal import CalendarMerge
internal import GRDB

/// Brings the search index up to date with the store.
struct SearchIndexer {
    let store: EventStore
    let index: SearchIndex
    let progress: (@Sendable (SearchProgress) -> Void)?
    /// How many events to read and write in one transaction: less than a second. Other writers get their turn in
    /// between. In order of time, each batch touches most pages of `search_document`: with a fifth as many events,
    /// a million cost 1.8 GB of writing more.
    var batch = 100_000
    /// Whether a second connection reads the next batch while one is written.
    var readsAhead = true

    /// A batch that takes a few megabytes.
    static let smallBatch = 5_000

    /// How often to catch up with changes made meanwhile: with a writer that never rests, searches see the
    /// store as it was a moment ago.
    private static let rounds = 8

    /// Brings the index up to date. For a large store this takes a while the first time; if interrupted, the
    /// next call continues.
    ///
    /// - Parameter goesOn: is asked between two batches; after false nothing more is written.
    func update(while goesOn: () -> Bool = { true }) throws(AgendaError) {
        for _ in 0..<Self.rounds where goesOn() {
            let (change, revision) = try read { database in
                let revision = try StateTable.fetch(database).revision
                return (try gap(to: revision, database), revision)
            }
            switch change {
            case .nothing: return
            case .events(let keys):
                try write { database in
                    let missing = try index.missing(keys: keys, database)
                    try insert(missing[...], database)
                    try index.setRevision(revision, database)
                }
            case .everything:
                try build(while: goesOn)
            }
        }
    }

    /// What commits up to a revision have changed since the index was written.
    private func gap(to present: Int64, _ database: Database) throws -> StoreChange {
        guard try index.isUsable(database) else { return .everything }
        let known = try index.revision(database)
        guard known >= 0 else { return .everything }
        return try ChangeTable.fetch(after: known, present: present, database)
    }

    /// Compares the store with the index, and adds what is missing.
    private func build(while goesOn: () -> Bool) throws(AgendaError) {
        try write { database in
            try index.create(database)
            try index.prune(database)
        }
        let (revision, generation, missing) = try read { database in
            (
                try StateTable.fetch(database).revision, try index.generation(database),
                try index.missing(database)
            )
        }
        /// Writes, unless another process has rebuilt the index: then the next round starts again.
        func writeSame(_ body: (Database) throws -> Void) throws(AgendaError) {
            try write { database in
                if try index.generation(database) == generation { try body(database) }
            }
        }
        let isLarge = missing.count > batch
        if isLarge { try writeSame { try index.setMergesAlways(false, $0) } }
        // With a connection of its own, the reader reads the next batch while one is written.
        let path = isLarge && readsAhead && index == .stored ? store.path : nil
        let other = path.flatMap {
            try? EventStore.open(path: $0, createsMissing: false, readers: 1)
        }
        var told = SearchProgress(eventsDone: 0, eventCount: missing.count)
        var (reader, rest) = (SearchBatchReader(), missing[...])
        var ready: SearchBatch?
        repeat {
            guard goesOn() else { return }
            var work: [Work] = ready.map { [.write($0)] } ?? []
            if !rest.isEmpty { work.append(.read) }
            told.eventsDone += ready?.documents.count ?? 0
            ready = nil
            // At most one of the two jobs uses the reader.
            let results = AllCores.map(work, chunk: 1) { work in
                Result { () throws(AgendaError) -> SearchBatch? in
                    switch work {
                    case .read:
                        return try index.read(other ?? store) {
                            try reader.read(rest, limit: batch, $0)
                        }
                    case .write(let batch):
                        try writeSame { database in
                            var insert = try index.insert(database)
                            try insert.run(batch)
                        }
                        return nil
                    }
                }
            }
            for result in results {
                if let next = try result.get() { ready = next }
            }
            rest = rest.dropFirst(ready?.componentCount ?? 0)
            progress?(told)
        } while ready != nil
        if isLarge { try merge(while: goesOn) }
        guard goesOn() else { return }
        try writeSame { database in
            try index.setMergesAlways(true, database)
            // The next round fetches what has changed since.
            try index.setRevision(revision, database)
        }
    }

    /// Merges the lists that the batches have left for each word: every search reads all of them.
    private func merge(while goesOn: () -> Bool) throws(AgendaError) {
        var (begins, isMerged) = (true, false)
        while !isMerged, goesOn() {
            try write { isMerged = try index.merge(begins: begins, $0) }
            begins = false
        }
    }

    private enum Work {
        case read
        case write(SearchBatch)
    }

    private func insert(_ ids: ArraySlice<Int64>, _ database: Database) throws {
        guard !ids.isEmpty else { return }
        var (reader, rest) = (SearchBatchReader(), ids)
        var insert = try index.insert(database)
        while !rest.isEmpty {
            let batch = try reader.read(rest, limit: self.batch, database)
            try insert.run(batch)
            rest = rest.dropFirst(batch.componentCount)
        }
    }

    private func read<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        try index.read(store, body)
    }

    private func write(_ body: (Database) throws -> Void) throws(AgendaError) {
        switch index {
        case .stored: try store.write(isDurable: false) { (try body($0), .nothing) }
        case .temporary: try store.writeTemporary(body)
        }
    }
}

extension SearchIndex {
    /// Runs a read transaction that sees both the index and the store.
    func read<T>(
        _ store: EventStore, _ body: (Database) throws -> T
    ) throws(AgendaError) -> T {
        switch self {
        case .stored: try store.read(body)
        case .temporary: try store.readBesideTemporary(body)
        }
    }
}

extension EventStore {
    /// Discards the search index; the next search builds a new one.
    ///
    /// - Throws: the errors of writing (``AgendaError``).
    public func discardSearchIndex() throws(AgendaError) {
        try write { (try SearchIndex.stored.discard($0), .nothing) }
    }

    /// Writes to the temporary database of the writer's connection, which works even if the store is
    /// read-only.
    fileprivate func writeTemporary(_ body: (Database) throws -> Void) throws(AgendaError) {
        try Self.translating(place: path ?? "") {
            try writer.writeWithoutTransaction { database in
                try database.inTransaction(.deferred) {
                    try body(database)
                    return .commit
                }
            }
        }
    }

    /// Runs a read transaction on the writer's connection: only it sees its temporary database.
    fileprivate func readBesideTemporary<T>(
        _ body: (Database) throws -> T
    ) throws(AgendaError) -> T {
        try Self.translating(place: path ?? "") { try Self.read(writer, body) }
    }
}
