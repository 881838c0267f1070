internal import GRDB
internal import ICalendar

/// The SQL of the search index: a cache of the events' words. The first search builds it; a version of this
/// program with another format replaces it.
///
/// It is not part of the store's schema: a store that nobody searches has none, imports do not know it, and
/// updating it does not raise the store's revision.
///
/// An event's words are never removed from SQLite's index, which would require the words that it had.
/// Instead, its row in `search_document` loses the event's number, and a row without a number is not a
/// result.
enum SearchIndex: String {
    /// In the store.
    case stored = "main"
    /// In a temporary database of the writer's connection, for a read-only store.
    case temporary = "temp"

    /// Raised when words are split or stored in another way.
    private static let version = 1

    private var schema: String { rawValue }

    /// Creates the tables; replaces those of another version.
    func create(_ database: Database) throws {
        guard try !isUsable(database) else { return }
        for table in ["search_text", "search_document", "search_word", "search_state"] {
            try database.execute(sql: "DROP TABLE IF EXISTS \(schema).\(table)")
        }
        // No content: the events have it. No column sizes: only `bm25` needs them. Everything that is not an
        // ASCII separator belongs to a word: words are split before they get here.
        try database.execute(
            sql: """
                CREATE VIRTUAL TABLE \(schema).search_text
                    USING fts5(words, content='', columnsize=0, tokenize='ascii');
                INSERT INTO \(schema).search_text (search_text, rank)
                    VALUES ('hashsize', 67108864);
                CREATE TABLE \(schema).search_document (
                    id INTEGER PRIMARY KEY,
                    event_id INTEGER UNIQUE,
                    digest BLOB NOT NULL
                ) STRICT;
                CREATE TABLE \(schema).search_word (word TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
                CREATE TABLE \(schema).search_state (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    version INTEGER NOT NULL,
                    generation INTEGER NOT NULL,
                    revision INTEGER NOT NULL
                ) STRICT;
                INSERT INTO \(schema).search_state VALUES (1, \(Self.version), random(), -1);
                """)
    }

    /// Whether the tables exist and are of this version.
    func isUsable(_ database: Database) throws -> Bool {
        guard try exists(database) else { return false }
        let version = try Int.fetchOne(
            database, sql: "SELECT version FROM \(schema).search_state")
        return version == Self.version
    }

    private func exists(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            database, sql: "SELECT 1 FROM \(schema).sqlite_schema WHERE name = 'search_state'")
            != nil
    }

    /// The store's revision that the index reflects; -1 while it is incomplete.
    func revision(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT revision FROM \(schema).search_state")
        return try Int64.fetchOne(statement) ?? -1
    }

    /// A random number that changes whenever the tables are created; nil if they are not usable.
    func generation(_ database: Database) throws -> Int64? {
        guard try isUsable(database) else { return nil }
        return try Int64.fetchOne(database, sql: "SELECT generation FROM \(schema).search_state")
    }

    func setRevision(_ revision: Int64, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE \(schema).search_state SET revision = ?1 WHERE revision < ?1",
            arguments: [revision])
    }
}

extension SearchIndex {
    /// The components that the index lacks or has in an older form, by number.
    ///
    /// - Parameter keys: those of these events; nil for all.
    func missing(keys: Set<UInt64>? = nil, _ database: Database) throws -> [Int64] {
        if keys == nil, try isEmpty(database) {
            // Events have their components' numbers, which SQLite reads from an index.
            return try Int64.fetchAll(database, sql: "SELECT id FROM event").sorted()
        }
        let list = keys?.map { "\(Int64(bitPattern: $0))" }.joined(separator: ",")
        // An index holds number and digest: neither query reads the texts.
        let components =
            list == nil
            ? "component INDEXED BY component_resource JOIN event ON event.id = component.id"
            : """
            json_each(?) AS wanted CROSS JOIN series ON series.uid_key = wanted.value
            JOIN event ON event.series_id = series.id
            JOIN component ON component.id = event.id
            """
        let missing = try Int64.fetchAll(
            database,
            sql: """
                SELECT component.id FROM \(components)
                LEFT JOIN \(schema).search_document AS document
                    ON document.event_id = component.id
                WHERE document.digest IS NOT component.digest
                ORDER BY component.id
                """, arguments: list.map { ["[\($0)]"] } ?? [])
        let titles = try RuledTitles(database)
        return titles.exist ? try retitled(missing, list, titles, database) : missing
    }

    /// The components that the index lacks with the titles that rules give them.
    ///
    /// - Parameters:
    ///   - missing: those that it lacks with their own titles alone.
    ///   - keys: those of the events that are asked for; nil for all.
    private func retitled(
        _ missing: [Int64], _ keys: String?, _ titles: RuledTitles, _ database: Database
    ) throws -> [Int64] {
        let events =
            keys == nil
            ? "event"
            : """
            json_each(?) AS wanted CROSS JOIN series ON series.uid_key = wanted.value
            JOIN event ON event.series_id = series.id
            """
        let reader = try RowReader(
            """
            SELECT event.id, component.digest, document.digest FROM \(events)
            JOIN ruling ON ruling.component_id = event.id JOIN component ON component.id = event.id
            LEFT JOIN \(schema).search_document AS document ON document.event_id = event.id
            """, database)
        var missing = Set(missing)
        func compare(_ row: RawRow) throws {
            let id = Int64(row.integer(0))
            let digest = RuledTitles.digest(
                row.withBytes(1) { ContentDigest(blob: $0) }, try titles.titles(componentID: id))
            if row.withBytes(2, { ContentDigest(blob: $0) }) == digest {
                missing.remove(id)
            } else {
                missing.insert(id)
            }
        }
        if let keys {
            try reader.forEach(text: "[\(keys)]", body: compare)
        } else {
            try reader.forEach(body: compare)
        }
        return missing.sorted()
    }

    private func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM \(schema).search_document LIMIT 1") == nil
    }

    /// Removes the numbers of deleted events from their rows; rebuilds the index if most of its rows are
    /// such.
    func prune(_ database: Database) throws {
        try database.execute(
            sql: """
                UPDATE \(schema).search_document SET event_id = NULL
                WHERE event_id IS NOT NULL AND event_id NOT IN (SELECT id FROM event)
                """)
        let counts = try Row.fetchOne(
            database,
            sql: "SELECT COUNT(*), COUNT(event_id) FROM \(schema).search_document")
        guard let counts else { return }
        let (all, live): (Int, Int) = (try counts.value(0), try counts.value(1))
        guard all - live > live + Self.wasteWorthKeeping else { return }
        try discard(database)
        try create(database)
    }

    /// Makes the next search rebuild the index.
    func discard(_ database: Database) throws {
        guard try exists(database) else { return }
        try database.execute(sql: "UPDATE \(schema).search_state SET version = -1")
    }

    /// Whether each transaction also merges some of the lists that earlier ones have left, as FTS5 does by itself
    /// (sqlite.org/fts5.html, 6.1). If many follow, ``merge(begins:_:)`` at the end reads and writes each list once.
    func setMergesAlways(_ flag: Bool, _ database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO \(schema).search_text (search_text, rank)
                VALUES ('automerge', \(flag ? 4 : 0))
                """)
    }

    /// Merges some of the lists that each transaction leaves, and returns whether all are merged
    /// (sqlite.org/fts5.html, 6.8: a step with nothing to do makes less than two changes).
    func merge(begins: Bool, _ database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(
            sql: """
                INSERT INTO \(schema).search_text (search_text, rank)
                VALUES ('merge', \(begins ? -Self.pagesOfStep : Self.pagesOfStep))
                """)
        return database.totalChangesCount - before < 2
    }

    /// How many pages of 4 kB to merge in one transaction: half a second.
    private static let pagesOfStep = 4_000

    /// How many rows of deleted events do not justify a rebuild in any case.
    private static let wasteWorthKeeping = 10_000
}

extension SearchIndex {
    /// The components of other copies of these components' events: such a copy may have been filled with
    /// their words.
    func copies(of componentIDs: Set<Int64>, _ database: Database) throws -> [Int64] {
        var copies = try Int64.fetchAll(
            database,
            sql: """
                SELECT copy.id FROM json_each(?) AS found
                CROSS JOIN event ON event.id = found.value
                JOIN series ON series.id = event.series_id AND series.is_shared
                JOIN series AS other ON other.uid_key = series.uid_key
                JOIN event AS copy ON copy.series_id = other.id
                """,
            arguments: ["[" + componentIDs.map(String.init).joined(separator: ",") + "]"])
        for uids in try SameUIDs(database).events {
            let keys = uids.map { String(OccurrenceID.key(uid: $0)) }.joined(separator: ",")
            let same = try Int64.fetchAll(
                database,
                sql: """
                    SELECT event.id FROM series JOIN event ON series_id = series.id
                    WHERE uid_key IN (\(keys))
                    """)
            if !componentIDs.isDisjoint(with: same) { copies += same }
        }
        return copies
    }

    /// The words with this beginning, the shortest first.
    func words(beginning start: String, limit: Int, _ database: Database) throws -> [String] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT word FROM \(schema).search_word WHERE word >= ? AND word < ?
                ORDER BY length(word), word LIMIT ?
                """)
        return try String.fetchAll(statement, arguments: [start, start + "\u{10FFFF}", limit])
    }

    /// Calls `body` for each document in a range of numbers that matches an expression, by number.
    ///
    /// - Parameters:
    ///   - backwards: starts with the highest number.
    ///   - body: takes the document's number and the component's, which is 0 for a deleted event.
    func forEach(
        matching expression: String, among numbers: Range<Int64>, backwards: Bool = false,
        limit: Int, _ database: Database, body: (_ number: Int64, _ componentID: Int64) -> Void
    ) throws {
        let reader = try RowReader(
            """
            SELECT found.rowid, document.event_id FROM \(schema).search_text AS found
            LEFT JOIN \(schema).search_document AS document ON document.id = found.rowid
            WHERE found.search_text MATCH ? AND found.rowid >= ? AND found.rowid < ?
            ORDER BY found.rowid \(backwards ? "DESC" : "ASC") LIMIT ?
            """, database)
        try reader.forEach(text: expression, numbers.lowerBound, numbers.upperBound, Int64(limit)) {
            body(Int64($0.integer(0)), Int64($0.integer(1)))
        }
    }

    /// Prepares the writing of documents.
    func insert(_ database: Database) throws -> SearchInsert {
        try SearchInsert(schema: schema, database)
    }
}
