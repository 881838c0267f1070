internal import AgendaKit
internal import AgendaSync
internal import Foundation
internal import GRDB
internal import ICalendar
internal import Synchronization

/// What the service knows of the calendars that it serves, beside what the store has of them, in `service.db`: their names in
/// addresses, what clients have set, and the names that clients have given to resources of the store's own calendar.
///
/// What each request asks is kept while nobody writes to the file.
final class CalendarTable: Sendable {
    private let service: ServiceDatabase
    private let known = Mutex<Known?>(nil)
    private var database: RoomDatabase {
        get throws(RoomDatabaseError) { try service.made(Self.room) }
    }

    init(_ service: ServiceDatabase) { self.service = service }

    /// Its tables. `place` is the path of a source's file or folder, or empty for the store's own calendar; a source keeps its
    /// address when it gets another name.
    static let room = SchemaRoom(
        name: "calendars",
        steps: [
            """
            CREATE TABLE calendar (
                slug TEXT NOT NULL PRIMARY KEY,
                place TEXT NOT NULL,
                kinds TEXT,
                is_made INTEGER NOT NULL DEFAULT 0,
                named TEXT
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX calendar_place ON calendar (place);
            CREATE TABLE property (
                slug TEXT NOT NULL,
                space TEXT NOT NULL,
                local TEXT NOT NULL,
                xml TEXT NOT NULL,
                text TEXT NOT NULL,
                PRIMARY KEY (slug, space, local)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE resource_name (
                slug TEXT NOT NULL,
                href TEXT NOT NULL,
                name TEXT NOT NULL,
                PRIMARY KEY (slug, href)
            ) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX resource_name_name ON resource_name (slug, name);
            """
        ])

    /// A calendar's row.
    struct Row: Hashable, Sendable {
        var slug: String
        var place: String
        /// The components that it takes; nil for all.
        var kinds: [ScannedComponent.Kind]?
        /// Whether a client has made it.
        var isMade = false
        /// What the source was called when a client gave the calendar its name; nil if none has.
        var named: String?
    }

    /// What this installation is called (``Installation``).
    func installation() throws -> String {
        try Installation.name(in: try service.made(Installation.room))
    }

    /// The calendars' rows, and what clients have set, by calendars' names in addresses; of the home by an empty one.
    struct Contents: Sendable {
        var rows: [Row]
        var properties: [String: [DeadProperty]]
    }

    /// What was read last, and of which state of which file that is.
    private struct Known {
        let file: RoomDatabase
        /// Changes with what others write.
        let version: Int
        /// Grows with what is written through this connection.
        let changes: Int
        let contents: Contents
    }

    /// The rows with what clients have set.
    func contents() throws -> Contents {
        let file = try database
        return try file.read { database in
            let version = try Int.fetchOne(database, sql: "PRAGMA data_version") ?? 0
            let changes = database.totalChangesCount
            let known = known.withLock(\.self)
            if let known, known.file === file, (known.version, known.changes) == (version, changes)
            {
                return known.contents
            }
            let contents = try Self.contents(database)
            self.known.withLock {
                $0 = Known(file: file, version: version, changes: changes, contents: contents)
            }
            return contents
        }
    }

    private static func contents(_ database: Database) throws -> Contents {
        var properties: [String: [DeadProperty]] = [:]
        let found = try GRDB.Row.fetchCursor(
            database,
            sql:
                "SELECT slug, space, local, xml, text FROM property ORDER BY slug, space, local"
        )
        while let row = try found.next() {
            properties[row[0], default: []].append(
                DeadProperty(name: XMLName(row[1], row[2]), xml: row[3], text: row[4]))
        }
        let rows = try GRDB.Row.fetchAll(
            database,
            sql: "SELECT slug, place, kinds, is_made, named FROM calendar ORDER BY slug"
        ).map { row in
            Row(
                slug: row[0], place: row[1],
                kinds: (row[2] as String?)?.split(separator: " ").compactMap {
                    ScannedComponent.Kind(rawValue: String($0))
                },
                isMade: row[3], named: row[4])
        }
        return Contents(rows: rows, properties: properties)
    }

    /// Notes calendars, each under a name of its own.
    func add(_ rows: [Row]) throws {
        try database.write { database in
            for row in rows {
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO calendar (slug, place, kinds, is_made, named)
                        VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [
                        row.slug, row.place, row.kinds?.map(\.rawValue).joined(separator: " "),
                        row.isMade, row.named,
                    ])
            }
        }
    }

    /// Notes a calendar that a client makes, with what it sets; what had its address before is another calendar.
    func make(_ row: Row, _ properties: [DeadProperty]) throws {
        try remove(row.slug)
        try add([row])
        _ = try change(properties.map(PropertyChange.set), of: row.slug, limit: .max)
    }

    /// Forgets a calendar with all that clients have set.
    func remove(_ slug: String) throws {
        try database.write { database in
            for table in ["calendar", "property", "resource_name"] {
                try database.execute(sql: "DELETE FROM \(table) WHERE slug = ?", arguments: [slug])
            }
        }
    }

    /// Sets and removes properties.
    ///
    /// - Parameter limit: how many a calendar may have.
    /// - Returns: false, and nothing is changed, if they became more.
    func change(_ changes: [PropertyChange], of slug: String, limit: Int) throws -> Bool {
        try database.write { database in
            let known = try GRDB.Row.fetchAll(
                database, sql: "SELECT space, local FROM property WHERE slug = ?", arguments: [slug]
            )
            var names = Set(known.map { XMLName($0[0], $0[1]) })
            for change in changes {
                if case .set(let property) = change {
                    names.insert(property.name)
                } else {
                    names.remove(change.name)
                }
            }
            guard names.count <= limit else { return false }
            for change in changes {
                switch change {
                case .set(let property):
                    try database.execute(
                        sql: "INSERT OR REPLACE INTO property VALUES (?, ?, ?, ?, ?)",
                        arguments: [
                            slug, property.name.space, property.name.local, property.xml,
                            property.text,
                        ])
                case .remove(let name):
                    try database.execute(
                        sql: "DELETE FROM property WHERE slug = ? AND space = ? AND local = ?",
                        arguments: [slug, name.space, name.local])
                }
            }
            return true
        }
    }

    /// Notes what the source of a calendar is called now that a client has named the calendar.
    func note(named: String?, slug: String) throws {
        try database.write { database in
            try database.execute(
                sql: "UPDATE calendar SET named = ? WHERE slug = ?", arguments: [named, slug])
        }
    }

    /// The names that clients have given to resources, by those that the bank has.
    func names(_ slug: String) throws -> [String: String] {
        try database.read { database in
            let rows = try GRDB.Row.fetchAll(
                database, sql: "SELECT href, name FROM resource_name WHERE slug = ?",
                arguments: [slug])
            return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
        }
    }

    /// What the bank calls a resource to which a client has given a name.
    func href(named name: String, _ slug: String) throws -> String? {
        try database.read { database in
            try String.fetchOne(
                database, sql: "SELECT href FROM resource_name WHERE slug = ? AND name = ?",
                arguments: [slug, name])
        }
    }

    /// The name that a client has given to a resource; nil if none has.
    func name(of href: String, _ slug: String) throws -> String? {
        try database.read { database in
            try String.fetchOne(
                database, sql: "SELECT name FROM resource_name WHERE slug = ? AND href = ?",
                arguments: [slug, href])
        }
    }

    /// Notes the name that a client gives to a resource.
    func name(_ href: String, _ name: String, _ slug: String) throws {
        try database.write { database in
            try database.execute(
                sql: "DELETE FROM resource_name WHERE slug = ? AND name = ?",
                arguments: [slug, name])
            try database.execute(
                sql: "INSERT OR REPLACE INTO resource_name VALUES (?, ?, ?)",
                arguments: [slug, href, name])
        }
    }
}
