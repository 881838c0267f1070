internal import GRDB
internal import ICalendar

/// Brings the search index in line with the store.
struct SearchIndexer {
    let store: EventStore
    let index: SearchIndex
    let progress: (@Sendable (SearchProgress) -> Void)?

    /// Events whose words are read together, and then written in one transaction: a tenth of a
    /// second. Other writers come in between.
    private static let batch = 4_000
    /// How often what came in between is fetched: a store whose writer never rests is shown as it
    /// was a moment ago.
    private static let rounds = 8

    /// What the index lacks.
    private enum Gap {
        case nothing
        /// What commits up to a revision have changed.
        case events(Set<UInt64>, revision: Int64)
        /// Whatever the store has.
        case everything
    }

    /// Does what is to be done; for a large store for the first time this takes a while, and goes
    /// on where it was interrupted.
    func update() throws(AgendaError) {
        var reader = SearchBatchReader()
        for _ in 0..<Self.rounds {
            switch try read({ try gap($0) }) {
            case .nothing: return
            case .events(let keys, let revision):
                try write { database in
                    let missing = try index.missing(keys: keys, database)
                    try insert(missing[...], &reader, database)
                    try index.setRevision(revision, database)
                }
            case .everything:
                try build(&reader)
            }
        }
    }

    private func gap(_ database: Database) throws -> Gap {
        guard try index.isUsable(database) else { return .everything }
        let (known, present) = (
            try index.revision(database), try StateTable.fetch(database).revision
        )
        if known == present { return .nothing }
        guard known >= 0 else { return .everything }
        switch try ChangeTable.fetch(after: known, present: present, database) {
        case .nothing: return .nothing
        case .events(let keys): return .events(keys, revision: present)
        case .everything: return .everything
        }
    }

    /// Compares what the store has with what the index has.
    private func build(_ reader: inout SearchBatchReader) throws(AgendaError) {
        try write { database in
            try index.create(database)
            try index.prune(database)
        }
        let (revision, missing) = try read { database in
            (try StateTable.fetch(database).revision, try index.missing(database))
        }
        var told = SearchProgress(eventsDone: 0, eventCount: missing.count)
        for start in stride(from: 0, to: missing.count, by: Self.batch) {
            let ids = missing[start..<min(start + Self.batch, missing.count)]
            // Reading stays out of the transaction, so that others can write meanwhile.
            let batch = try read { try reader.read(ids, $0) }
            try write { database in
                var insert = try index.insert(database)
                try insert.run(batch)
            }
            told.eventsDone += ids.count
            progress?(told)
        }
        // What has changed since is fetched by the next round.
        try write { try index.setRevision(revision, $0) }
    }

    private func insert(
        _ ids: ArraySlice<Int64>, _ reader: inout SearchBatchReader, _ database: Database
    ) throws {
        guard !ids.isEmpty else { return }
        let batch = try reader.read(ids, database)
        var insert = try index.insert(database)
        try insert.run(batch)
    }

    private func read<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        try index.read(store, body)
    }

    private func write(_ body: (Database) throws -> Void) throws(AgendaError) {
        switch index {
        case .stored: try store.write { (try body($0), .nothing) }
        case .temporary: try store.writeTemporary(body)
        }
    }
}

extension SearchIndex {
    /// A read transaction in which the index and the store are seen.
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
    /// Writes to the temporary database of the writer's connection, which is possible where the store
    /// itself cannot be written.
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

    /// A read transaction of the writer's connection, which alone sees its temporary database.
    fileprivate func readBesideTemporary<T>(
        _ body: (Database) throws -> T
    ) throws(AgendaError) -> T {
        try Self.translating(place: path ?? "") { try writer.read(body) }
    }
}
