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

    private init(path: String?, writer: DatabaseQueue, reader: any DatabaseReader) {
        self.path = path
        identity = path.flatMap { FileVersion.identity(path: $0) }
        self.writer = writer
        self.reader = reader
    }

    /// Opens a database file, and brings an older one to this program's schema.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - createsMissing: whether to create it, when it is missing, with its folders.
    ///   - readers: how many reads run at the same time. With 1 all share one connection, which
    ///     halves the time to open: right for a program that reads a week and ends.
    /// - Throws: `notFound`, `storeTooNew`, `storeDamaged`, `storeUnwritable`, `storeBusy` or
    ///   `storeFailed`.
    public static func open(
        path: String, createsMissing: Bool, readers: Int = readerCount
    ) throws(AgendaError) -> EventStore {
        if !FileVersion.exists(path: path) {
            guard createsMissing else {
                throw AgendaError(
                    .notFound, place: path, message: "there is no database",
                    remedy: "add a calendar with 'agenda source add PATH'")
            }
            try FileVersion.createFolder(for: path)
        }
        return try translating(place: path) {
            let writer = try DatabaseQueue(path: path, configuration: configuration)
            try migrate(writer, path: path)
            if readers <= 1 { return EventStore(path: path, writer: writer, reader: writer) }
            var readOnly = configuration
            readOnly.readonly = true
            readOnly.maximumReaderCount = readers
            let pool = try DatabasePool(path: path, configuration: readOnly)
            return EventStore(path: path, writer: writer, reader: pool)
        }
    }

    /// A store that lives as long as the object, for reading calendars without any set-up.
    public static func inMemory() throws(AgendaError) -> EventStore {
        try translating(place: "") {
            let writer = try DatabaseQueue(configuration: configuration)
            try migrate(writer, path: "")
            return EventStore(path: nil, writer: writer, reader: writer)
        }
    }

    /// Reads at the same time: one for each slice of the timeline.
    public static let readerCount = NodeWindow.timelineCount / NodeWindow.sliceLength

    /// Local events are precious: a commit is on the disk when it returns (`synchronous=FULL`).
    ///
    /// The write-ahead log is switched on once, when the schema is made. GRDB's own way of doing
    /// it would set `synchronous=NORMAL`, and writes each time a store is opened, so that a
    /// reader would wait for a writer.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private static func migrate(_ writer: DatabaseQueue, path: String) throws {
        // One statement needs no transaction around it.
        let found = try writer.unsafeRead { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        if found > Schema.version {
            throw AgendaError(
                .storeTooNew, place: path,
                message: "a newer agenda has written this database (schema \(found), "
                    + "this program knows \(Schema.version))",
                remedy: "use that version, or name another file with --database")
        }
        guard found < Schema.version else { return }
        try writer.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try Schema.migrator.migrate(writer)
    }

    /// Whether its file still stands where it was opened.
    var isInPlace: Bool { path.flatMap { FileVersion.identity(path: $0) } == identity }

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

    /// What to throw when it does not.
    var replaced: AgendaError {
        AgendaError(
            .storeReplaced, place: path ?? "", message: "another program replaced the database",
            remedy: "try again")
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

    /// The same, off the caller's thread where there are several connections.
    func readAsync<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(AgendaError) -> T {
        // One connection serves one read at a time: another thread would only be waited for.
        guard reader is DatabasePool else { return try read(body) }
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
    func write<T>(
        patience: Int = patience, _ body: (Database) throws -> (result: T, change: StoreChange)
    ) throws(AgendaError) -> T {
        try Self.translating(place: path ?? "") {
            var outcome: T?
            try writer.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA busy_timeout = \(patience * 1_000)")
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

    private static func translating<T>(
        place: String, _ body: () throws -> T
    ) throws(AgendaError) -> T {
        do {
            return try body()
        } catch {
            throw translated(error, place: place)
        }
    }

    private static func translated(_ error: any Error, place: String) -> AgendaError {
        if var error = error as? AgendaError {
            if error.place.isEmpty { error.place = place }
            return error
        }
        guard let error = error as? DatabaseError else {
            return AgendaError(.storeFailed, place: place, message: "\(error)")
        }
        let (code, message, remedy): (AgendaError.Code, String, String?) =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                (.storeBusy, "another program holds the database", "try again when it is done")
            case .SQLITE_FULL:
                (.storeUnwritable, "the disk is full; nothing was changed", "make room, try again")
            case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_IOERR:
                (
                    .storeUnwritable, "the database cannot be read or written",
                    "check the disk and the rights, or name another file with --database"
                )
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                (
                    .storeDamaged, "this is no database, or a damaged one",
                    "put it aside and name another file with --database"
                )
            default: (.storeFailed, "the database failed", nil)
            }
        return AgendaError(
            code, place: place, message: message, remedy: remedy, cause: error.message)
    }
}
