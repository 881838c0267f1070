internal import GRDB
internal import ICalendar

/// The SQL of the search index: a cache of the events' words, made when somebody searches for the
/// first time, and thrown away when another version of this program made it.
///
/// It is no part of the store's schema: a store that nobody searches has none, imports know nothing
/// of it, and bringing it up to date does not raise the store's revision.
///
/// An event's words are never taken out of SQLite's index, which would need the words that it had.
/// Its row in `search_document` loses the event's number instead, and what has no number is no
/// result.
enum SearchIndex: String {
    /// In the store.
    case stored = "main"
    /// In a temporary database of the writer's connection, for a store that cannot be written.
    case temporary = "temp"

    /// Raised when words are read in another way, or stand in the tables in another way.
    private static let version = 1

    private var schema: String { rawValue }

    /// Makes the tables, or makes them anew when another version has made them.
    func create(_ database: Database) throws {
        guard try !isUsable(database) else { return }
        for table in ["search_text", "search_document", "search_word", "search_state"] {
            try database.execute(sql: "DROP TABLE IF EXISTS \(schema).\(table)")
        }
        // No content: the events have it. No column sizes: `bm25` alone needs them. All that is not
        // an ASCII separator belongs to a word: words are split before they get here.
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

    /// Whether the tables are there, and of this version.
    func isUsable(_ database: Database) throws -> Bool {
        let found = try Int.fetchOne(
            database, sql: "SELECT 1 FROM \(schema).sqlite_schema WHERE name = 'search_state'")
        guard found != nil else { return false }
        let version = try Int.fetchOne(
            database, sql: "SELECT version FROM \(schema).search_state")
        return version == Self.version
    }

    /// The store's revision that the index shows; -1 while it is not complete.
    func revision(_ database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: "SELECT revision FROM \(schema).search_state")
        return try Int64.fetchOne(statement) ?? -1
    }

    /// Another number each time when the tables are made.
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
    /// The components that the index has not, or not as they are, in the order of their numbers.
    func missing(_ database: Database) throws -> [Int64] {
        // Number and digest stand in an index: the texts are not passed over.
        try Int64.fetchAll(
            database,
            sql: """
                SELECT component.id FROM component INDEXED BY component_resource
                JOIN event ON event.id = component.id
                LEFT JOIN \(schema).search_document AS document
                    ON document.event_id = component.id
                WHERE document.digest IS NOT component.digest
                ORDER BY component.id
                """)
    }

    /// The components of these events that the index has not, or not as they are.
    func missing(keys: Set<UInt64>, _ database: Database) throws -> [Int64] {
        let list = "[" + keys.map { "\(Int64(bitPattern: $0))" }.joined(separator: ",") + "]"
        return try Int64.fetchAll(
            database,
            sql: """
                SELECT component.id FROM json_each(?) AS wanted
                CROSS JOIN series ON series.uid_key = wanted.value
                JOIN event ON event.series_id = series.id
                JOIN component ON component.id = event.id
                LEFT JOIN \(schema).search_document AS document
                    ON document.event_id = component.id
                WHERE document.digest IS NOT component.digest
                ORDER BY component.id
                """, arguments: [list])
    }

    /// Takes the numbers of events that are gone from their rows; makes the index anew when it has
    /// become mostly such rows.
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

    /// Lets whoever searches next make the index anew.
    func discard(_ database: Database) throws {
        let found = try Int.fetchOne(
            database, sql: "SELECT 1 FROM \(schema).sqlite_schema WHERE name = 'search_state'")
        guard found != nil else { return }
        try database.execute(sql: "UPDATE \(schema).search_state SET version = -1")
    }

    /// Merges some of the lists that each transaction leaves, and tells whether all is done
    /// (sqlite.org/fts5.html, 6.8: the changes of a step that had nothing to do are less than two).
    func merge(begins: Bool, _ database: Database) throws -> Bool {
        let before = database.totalChangesCount
        try database.execute(
            sql: """
                INSERT INTO \(schema).search_text (search_text, rank)
                VALUES ('merge', \(begins ? -Self.pagesOfStep : Self.pagesOfStep))
                """)
        return database.totalChangesCount - before < 2
    }

    /// Pages of 4 kB that are merged in one transaction: half a second.
    private static let pagesOfStep = 4_000

    /// Rows of events that are gone for which nobody waits until the index is made anew.
    private static let wasteWorthKeeping = 10_000
}

extension SearchIndex {
    /// Components that another copy of these components' events has: it may have taken their words.
    func copies(of componentIDs: Set<Int64>, _ database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database,
            sql: """
                SELECT copy.id FROM json_each(?) AS found
                CROSS JOIN event ON event.id = found.value
                JOIN series ON series.id = event.series_id AND series.is_shared
                JOIN series AS other ON other.uid_key = series.uid_key
                JOIN event AS copy ON copy.series_id = other.id
                """,
            arguments: ["[" + componentIDs.map(String.init).joined(separator: ",") + "]"])
    }

    /// Words that begin so, the shortest first.
    func words(beginning start: String, limit: Int, _ database: Database) throws -> [String] {
        let statement = try database.cachedStatement(
            sql: """
                SELECT word FROM \(schema).search_word WHERE word >= ? AND word < ?
                ORDER BY length(word), word LIMIT ?
                """)
        return try String.fetchAll(statement, arguments: [start, start + "\u{10FFFF}", limit])
    }

    /// The components among some numbers that match an expression, in the order of their numbers.
    ///
    /// - Parameters:
    ///   - backwards: the highest numbers first.
    ///   - body: gets the row's number and the component's.
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

    /// Opens what writes documents.
    func insert(_ database: Database) throws -> SearchInsert {
        try SearchInsert(schema: schema, database)
    }
}
