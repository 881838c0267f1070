internal import GRDB

/// The SQLite database: sources, raw text, events, occurrences. The facade over the tables; every
/// transaction that touches more than one of them stands in an extension of this type.
///
/// Safe to use from several tasks and processes at once: readers never wait for the writer (WAL),
/// and writers wait for each other up to five seconds.
public final class EventStore: Sendable {
    /// The database file; nil in memory.
    public let path: String?
    let database: any DatabaseWriter

    private init(path: String?, database: any DatabaseWriter) {
        self.path = path
        self.database = database
    }

    /// Opens a database file, and brings an older one to this program's schema.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - createsMissing: whether to create it, when it is missing, with its folders.
    /// - Throws: `notFound`, `storeTooNew`, `storeDamaged`, `storeUnwritable`, `storeBusy` or
    ///   `storeFailed`.
    public static func open(path: String, createsMissing: Bool) throws(AgendaError) -> EventStore {
        if !FileVersion.exists(path: path) {
            guard createsMissing else {
                throw AgendaError(
                    .notFound, place: path, message: "there is no database",
                    remedy: "add a calendar with 'agenda source add PATH'")
            }
            try FileVersion.createFolder(for: path)
        }
        return try translating(place: path) {
            let pool = try DatabasePool(path: path, configuration: configuration)
            let store = EventStore(path: path, database: pool)
            try store.migrate()
            return store
        }
    }

    /// A store that lives as long as the object, for reading calendars without any set-up.
    public static func inMemory() throws(AgendaError) -> EventStore {
        try translating(place: "") {
            let queue = try DatabaseQueue(configuration: configuration)
            let store = EventStore(path: nil, database: queue)
            try store.migrate()
            return store
        }
    }

    /// One for each slice of the timeline.
    static let readerCount = NodeWindow.timelineCount / NodeWindow.sliceLength

    /// Local events are precious: a commit is on the disk when it returns (`synchronous=FULL`).
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = readerCount
        configuration.prepareDatabase { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }

    private func migrate() throws {
        let found = try database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        if found > Schema.version {
            throw AgendaError(
                .storeTooNew, place: path ?? "",
                message: "a newer agenda has written this database (schema \(found), "
                    + "this program knows \(Schema.version))",
                remedy: "use that version, or name another file with --database")
        }
        if found < Schema.version { try Schema.migrator.migrate(database) }
    }

    /// The revision that the latest commit has left.
    public func revision() throws(AgendaError) -> Int64 {
        try read { try StateTable.fetch($0).revision }
    }
}

extension EventStore {
    /// A read transaction; errors come out as ``AgendaError``.
    func read<T>(_ body: (Database) throws -> T) throws(AgendaError) -> T {
        try Self.translating(place: path ?? "") { try database.read(body) }
    }

    /// The same, off the caller's thread.
    func readAsync<T: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> T
    ) async throws(AgendaError) -> T {
        do {
            return try await database.read(body)
        } catch {
            throw Self.translated(error, place: path ?? "")
        }
    }

    /// A write transaction: all of it or nothing. Raises the revision when `body` says that it
    /// changed something.
    func write<T>(_ body: (Database) throws -> (result: T, isChange: Bool)) throws(AgendaError) -> T
    {
        try Self.translating(place: path ?? "") {
            var outcome: T?
            try database.writeWithoutTransaction { database in
                // IMMEDIATE: a writer that read first could not upgrade beside another writer.
                try database.inTransaction(.immediate) {
                    let (result, isChange) = try body(database)
                    if isChange { try StateTable.raiseRevision(database) }
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
        if let error = error as? AgendaError { return error }
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
