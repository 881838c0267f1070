internal import GRDB
internal import ICalendar
internal import Synchronization

/// The SQLite database: sources, raw text, events, occurrences. The facade over the tables; every transaction
/// across several tables is in an extension of this type.
///
/// Safe to use from several tasks and processes at once: readers never wait for the writer (WAL), and writers
/// wait for each other.
///
/// ```swift
/// let store = try EventStore.open(path: path, createsMissing: true)
/// ```
public final class EventStore: Sendable {
    /// The database file; nil in memory.
    public let path: String?
    /// The file that was opened.
    private let identity: FileIdentity?
    /// The key of the digests that the store holds.
    let digestKey: ContentDigest.Key
    let writer: DatabaseQueue
    private let reader: any DatabaseReader
    private let pages: PageLimit
    /// Set when the store is read-only; thrown by every write.
    let unwritable: AgendaError?
    /// Whether a refresh imports into this store, which is in memory; a lock on a file tells for others.
    private let isImporting = Mutex(false)
    /// Whether commits of this object may not be on disk yet.
    private let isAhead = Mutex(false)

    init(
        path: String?, writer: DatabaseQueue, reader: any DatabaseReader,
        digestKey: ContentDigest.Key, pages: PageLimit = PageLimit(),
        unwritable: AgendaError? = nil
    ) {
        self.pages = pages
        self.unwritable = unwritable
        self.digestKey = digestKey
        self.path = path
        identity = path.flatMap { FileIdentity(path: $0) }
        self.writer = writer
        self.reader = reader
    }

    /// Takes the turn of importing into a store in memory; false if another refresh has it.
    func takeTurn() -> Bool {
        isImporting.withLock { isImporting in
            defer { isImporting = true }
            return !isImporting
        }
    }

    func endTurn() { isImporting.withLock { $0 = false } }

    /// Whether the file that was opened is still at ``path``.
    package var isInPlace: Bool { path.flatMap { FileIdentity(path: $0) } == identity }

    /// Checks the whole file for damage, which takes a while (PRAGMA integrity_check); then foreign keys, the
    /// text of each local event, and the list of sources, which the backup holds, too.
    ///
    /// - Throws: `storeDamaged`.
    public func check() throws(AgendaError) {
        let saved = path.map { StoreBackup(storePath: $0) }
            .flatMap { $0.content(of: $0.newest)?.withoutNumbers }
        try read { database in
            func damaged(_ cause: String?) -> AgendaError {
                AgendaError(.damaged(cause: cause))
            }
            let found = try String.fetchAll(database, sql: "PRAGMA integrity_check(1)")
            guard found == ["ok"] else { throw damaged(found.first) }
            if let row = try Row.fetchOne(database, sql: "PRAGMA foreign_key_check") {
                throw damaged("\(row["table"] ?? "") refers to what is not there")
            }
            let content = try PreciousContent(database).withoutNumbers
            guard let saved, saved.stamp == content.stamp else { return }
            // A backup by an earlier version does not have the local calendar's settings.
            let isLocal =
                saved.hasLocalSettings
                ? saved.local == content.local : saved.local?.name == content.local?.name
            if saved.sources != content.sources || !isLocal {
                throw damaged("its sources are not those of the backup")
            }
        }
    }

    /// Closes all connections, which writes the log into the file.
    func close() throws(AgendaError) {
        try Self.translating(place: path ?? "") {
            try reader.close()
            try writer.close()
        }
    }

    /// Lets SQLite keep only so much of the file in memory for each connection, instead of 64 MB: for a process that stays.
    package func limitPages(kibibytes: Int) throws(AgendaError) {
        pages.kibibytes.store(kibibytes, ordering: .relaxed)
        (reader as? DatabasePool)?.invalidateReadOnlyConnections()
        try Self.translating(place: path ?? "") {
            try writer.writeWithoutTransaction {
                try $0.execute(sql: "PRAGMA cache_size = -\(kibibytes)")
            }
        }
    }

    /// Gives back the memory in which SQLite keeps pages of the file: for a process that goes on after it has read much.
    package func releaseMemory() {
        writer.releaseMemory()
        (reader as? DatabasePool)?.releaseMemory()
    }

    /// The revision after the latest commit.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func revision() throws(AgendaError) -> Int64 {
        try read { try StateTable.fetch($0).revision }
    }
}

extension EventStore {
    /// Runs a read transaction, and throws its errors as ``AgendaError``.
    func read<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        let result = try Self.translating(place: path ?? "") {
            guard let queue = reader as? DatabaseQueue else { return try reader.read(body) }
            return try Self.read(queue, body)
        }
        try Self.requireAllRead()
        return result
    }

    /// Like GRDB's `DatabaseQueue.read`, which switches `PRAGMA query_only` on and off again: at each, SQLite compiles
    /// all statements of the connection anew, which was a twelfth of the instructions of a list. A transaction that is
    /// rolled back writes nothing either.
    static func read<T>(_ queue: DatabaseQueue, _ body: (Database) throws -> T) throws -> T {
        try queue.unsafeRead { database in
            try database.beginTransaction(.deferred)
            defer { try? database.rollback() }
            return try body(database)
        }
    }

    /// Whether several reads can run at once: each needs a connection of its own.
    var readsInParallel: Bool { reader is DatabasePool }

    /// Like ``read(_:)``, but off the caller's thread if there are several connections.
    func readAsync<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(AgendaError) -> T {
        // With a single connection there is nothing to overlap: read on this thread.
        guard readsInParallel else { return try read(body) }
        do {
            // Not GRDB's own `read`: that one keeps its connection until a thread of Swift's pool is free for it, and all of
            // these may wait in `read(_:)` for a connection.
            let result = try await withCheckedThrowingContinuation { continuation in
                reader.asyncRead { database in
                    continuation.resume(with: Result { try body(database.get()) })
                }
            }
            try Self.requireAllRead()
            return result
        } catch {
            throw Self.translated(error, place: path ?? "")
        }
    }

    /// Seconds to wait for another writer: longer than it takes to write a million events.
    @TaskLocal static var patience = 60

    /// Runs a write transaction: all of it or nothing. Raises the revision if `body` returns a change, and notes whose it is.
    ///
    /// - Parameters:
    ///   - isAddingOnly: rows are added only below rows that exist. SQLite then does not check foreign keys,
    ///     which saves a tenth.
    ///   - isDurable: false for what can be derived again, or is followed by ``settle()``: the commit does not wait for
    ///     the disk. A power failure loses only the latest commits, each of them whole.
    func write<T>(
        patience: Int = patience, isAddingOnly: Bool = false, isDurable: Bool = true,
        _ body: (Database) throws -> (result: T, change: CommittedChange)
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
                let before = database.totalChangesCount
                // IMMEDIATE: a transaction that reads first could not become a writer beside another writer.
                try database.inTransaction(.immediate) {
                    let (result, change) = try body(database)
                    try Self.requireAllRead()
                    if change.change != .nothing {
                        let revision = try StateTable.raiseRevision(database)
                        try ChangeTable.insert(change, revision: revision, database)
                        try NonceTable.insert(revision: revision, database)
                    }
                    outcome = result
                    return .commit
                }
                // A commit that waits brings all earlier ones to the disk, because they lie in the same log.
                if database.totalChangesCount != before {
                    isAhead.withLock { $0 = !isDurable }
                }
            }
            guard let outcome else {
                throw AgendaError(.nothingWritten, place: path ?? "")
            }
            return outcome
        }
    }

    /// Waits until all commits are on disk.
    func settle() throws(AgendaError) {
        guard isAhead.withLock({ $0 }) else { return }
        // Any commit that waits will do, but it must write something.
        try write { _ in ((), .init(change: .events([]), origins: CommitOrigins())) }
    }

    /// Lets the revisions of a new store begin at the present microsecond. A view of what is kept elsewhere is made anew at any time:
    /// a page that knows a revision of the former one, or of one at another node, must not be told what this one has changed since.
    ///
    /// - Throws: the errors of writing (``AgendaError``).
    package func beginRevisions() throws(AgendaError) {
        // Two that are made in one second differ, too.
        let first =
            Int64(SystemClock().now.secondsSinceEpoch) * 1_000_000 + Int64.random(in: 0..<1_000_000)
        // More than any store counts from nothing, and less than the microseconds of any year since 1979.
        guard try revision() < 1 << 48 else { return }
        try write(isDurable: false) { database in
            try StateTable.raiseRevision(to: first, database)
            return ((), .init(change: .events([]), origins: CommitOrigins()))
        }
    }
}
