internal import GRDB

/// The SQLite database: sources, raw text, events, occurrences. The facade over the tables; every
/// transaction that touches more than one of them stands in an extension of this type.
///
/// Safe to use from several tasks and processes at once: readers never wait for the writer (WAL),
/// and writers wait for each other.
public final class EventStore: Sendable {
    /// The database file; nil in memory.
    public let path: String?
    /// Which file was opened.
    private let identity: String?
    let writer: DatabaseQueue
    private let reader: any DatabaseReader
    /// Why it can be read alone.
    private let unwritable: AgendaError?

    init(
        path: String?, writer: DatabaseQueue, reader: any DatabaseReader,
        unwritable: AgendaError? = nil
    ) {
        self.unwritable = unwritable
        self.path = path
        identity = path.flatMap { FileSystem.identity(path: $0) }
        self.writer = writer
        self.reader = reader
    }

    /// Whether its file still stands where it was opened.
    var isInPlace: Bool { path.flatMap { FileSystem.identity(path: $0) } == identity }

    /// What to throw when it does not.
    var replaced: AgendaError {
        AgendaError(
            .storeReplaced, place: path ?? "", message: "another program replaced the database",
            remedy: "try again")
    }

    /// Looks at all of the file for damage, which takes a while (PRAGMA quick_check), and at each
    /// local event's text.
    ///
    /// - Throws: `storeDamaged`.
    public func check() throws(AgendaError) {
        try read { database in
            let found = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
            guard found == ["ok"] else {
                throw AgendaError(
                    .storeDamaged, place: "", message: "the database is damaged",
                    cause: found.first)
            }
            _ = try PreciousContent(database)
        }
    }

    /// Ends all connections: the log is then written into the file.
    func close() throws(AgendaError) {
        try Self.translating(place: path ?? "") {
            try reader.close()
            try writer.close()
        }
    }

    /// The revision that the latest commit has left.
    public func revision() throws(AgendaError) -> Int64 {
        try read { try StateTable.fetch($0).revision }
    }
}

extension EventStore {
    /// A read transaction; errors come out as ``AgendaError``.
    func read<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        try Self.translating(place: path ?? "") { try reader.read(body) }
    }

    /// Whether there are several connections: one serves one read at a time.
    var readsInParallel: Bool { reader is DatabasePool }

    /// The same, off the caller's thread where there are several connections.
    func readAsync<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(AgendaError) -> T {
        // Another thread would only be waited for.
        guard readsInParallel else { return try read(body) }
        do {
            return try await reader.read(body)
        } catch {
            throw Self.translated(error, place: path ?? "")
        }
    }

    /// Seconds to wait for another writer: longer than a million events take to be written.
    static let patience = 60

    /// A write transaction: all of it or nothing. Raises the revision when `body` says that it
    /// changed something.
    ///
    /// - Parameters:
    ///   - isAddingOnly: rows are added below rows that are there: no foreign key need be looked up,
    ///     and none is, which saves a tenth.
    ///   - isDurable: false for what can be worked out again: the disk is not waited for. What is lost
    ///     with the power is the latest commits, whole.
    func write<T>(
        patience: Int = patience, isAddingOnly: Bool = false, isDurable: Bool = true,
        _ body: (Database) throws -> (result: T, change: StoreChange)
    ) throws(AgendaError) -> T {
        if let unwritable { throw unwritable }
        return try Self.translating(place: path ?? "") {
            var outcome: T?
            try writer.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA busy_timeout = \(patience * 1_000)")
                if isAddingOnly { try database.execute(sql: "PRAGMA foreign_keys = OFF") }
                defer {
                    if isAddingOnly { try? database.execute(sql: "PRAGMA foreign_keys = ON") }
                }
                if !isDurable { try database.execute(sql: "PRAGMA synchronous = NORMAL") }
                defer {
                    if !isDurable { try? database.execute(sql: "PRAGMA synchronous = FULL") }
                }
                // IMMEDIATE: a writer that read first could not upgrade beside another writer.
                try database.inTransaction(.immediate) {
                    let (result, change) = try body(database)
                    if change != .nothing {
                        let revision = try StateTable.raiseRevision(database)
                        try ChangeTable.insert(change, revision: revision, database)
                    }
                    outcome = result
                    return .commit
                }
            }
            guard let outcome else {
                throw AgendaError(.storeFailed, place: path ?? "", message: "nothing was written")
            }
            return outcome
        }
    }
}
