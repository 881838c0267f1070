internal import GRDB
internal import ICalendar

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
    /// Of the digests that it holds.
    let digestKey: ContentDigest.Key
    let writer: DatabaseQueue
    private let reader: any DatabaseReader
    /// Why it can be read alone.
    let unwritable: AgendaError?

    init(
        path: String?, writer: DatabaseQueue, reader: any DatabaseReader,
        digestKey: ContentDigest.Key, unwritable: AgendaError? = nil
    ) {
        self.unwritable = unwritable
        self.digestKey = digestKey
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

    /// Looks at all of the file for damage, which takes a while (PRAGMA integrity_check), at what refers to what,
    /// at each local event's text, and at the list of sources, which the backup has, too.
    ///
    /// - Throws: `storeDamaged`.
    public func check() throws(AgendaError) {
        let saved = path.flatMap { try? FileContent.read(path: StoreBackup(storePath: $0).newest) }
            .flatMap { PreciousContent(backup: $0)?.withoutNumbers }
        try read { database in
            func damaged(_ cause: String?) -> AgendaError {
                AgendaError(
                    .storeDamaged, place: "", message: "the database is damaged", cause: cause)
            }
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
            guard found == ["ok"] else { throw damaged(found.first) }
            if let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
                throw damaged("\(row["table"] ?? "") refers to what is not there")
            }
            let content = try PreciousContent(database).withoutNumbers
            guard let saved, saved.stamp == content.stamp else { return }
            // An earlier version's backup says nothing of the local calendar's settings.
            let isLocal =
                saved.localName == content.localName
                && [nil, content.localSettings].contains(saved.localSettings)
            if saved.sources != content.sources || !isLocal {
                throw damaged("its sources are not those of the backup")
            }
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
