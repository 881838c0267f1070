internal import GRDB
internal import ICalendar

/// A row of table `resource`: a resource of a source as it was when it was imported.
struct ResourceRecord: Hashable, Sendable {
    var id: Int64 = 0
    var sourceID: Int64
    var href: String
    var version = ResourceVersion.unknown
    /// The digest of the content whose components are stored.
    var digest = ContentDigest.unknown
    /// The digest of all its VTIMEZONE components: a change in them moves the events that use them.
    var zonesDigest = ContentDigest.unknown
    var calendarName: String?
}

/// The SQL of table `resource`.
enum ResourceTable {
    private static let columns =
        "id, href, version, digest, zones_digest, calendar_name, source_id"

    /// The row with this number; nil if it is gone.
    static func fetch(id: Int64, _ database: Database) throws -> ResourceRecord? {
        let reader = try RowReader("SELECT \(columns) FROM resource WHERE id = ?", database)
        var found: ResourceRecord?
        try reader.forEach(id) { found = try record($0) }
        return found
    }

    /// The row of a source's file; nil if there is none.
    static func fetch(
        sourceID: Int64, href: String, _ database: Database
    ) throws -> ResourceRecord? {
        let statement = try database.cachedStatement(
            sql: "SELECT id FROM resource WHERE source_id = ? AND href = ?")
        return try Int64.fetchOne(statement, arguments: [sourceID, href])
            .flatMap { try fetch(id: $0, database) }
    }

    static func fetchAll(sourceID: Int64, _ database: Database) throws -> [ResourceRecord] {
        try RowReader("SELECT \(columns) FROM resource WHERE source_id = ?", database)
            .map(sourceID) { try record($0) }
    }

    /// The rows of these sources, each once, by their source: those of one's own calendar, which has no files, are not read.
    static func fetchAll(
        ofFilesOf sources: [CalendarSource], _ database: Database
    ) throws -> [Int64: [ResourceRecord]] {
        let ids = sources.filter { !$0.isOnlyInStore }.map(\.id)
        return try ids.reduce(into: [:]) { $0[$1] = try fetchAll(sourceID: $1, database) }
    }

    /// The sources of files that could not be read, or have to be read again whatever their version.
    static func fetchUnread(_ database: Database) throws -> Set<Int64> {
        try Int64.fetchSet(
            database,
            sql:
                "SELECT DISTINCT source_id FROM resource WHERE substr(version, 1, 1) IN (x'', x'02')"
        )
    }

    private static func record(_ row: RawRow) throws -> ResourceRecord {
        ResourceRecord(
            id: Int64(row.integer(0)), sourceID: Int64(row.integer(6)), href: row.text(1),
            version: row.withBytes(2) { ResourceVersion(blob: $0) },
            digest: try row.digest(3), zonesDigest: try row.digest(4),
            calendarName: try row.optionalText(5))
    }

    /// Inserts the row, or updates the row with its number, in a transaction that raises the revision; returns the number.
    /// One that was there before was made when it was made first, as long as its removal is told.
    static func save(_ record: ResourceRecord, _ database: Database) throws -> Int64 {
        if record.id != 0 {
            try database.cachedStatement(
                sql: """
                    UPDATE resource SET version = ?1, digest = ?2, zones_digest = ?3, calendar_name = ?4,
                        revision = CASE digest WHEN ?2 THEN revision ELSE \(MemberTable.nextRevision) END
                    WHERE id = ?5
                    """
            ).execute(arguments: [
                record.version.data, record.digest.data, record.zonesDigest.data,
                record.calendarName, record.id,
            ])
            return record.id
        }
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO resource
                    (source_id, href, version, digest, zones_digest, calendar_name, revision,
                    created)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, \(MemberTable.nextRevision), IFNULL(
                    (SELECT created FROM gone WHERE source_id = ?1 AND href = ?2),
                    \(MemberTable.nextRevision)))
                """)
        try statement.execute(arguments: [
            record.sourceID, record.href, record.version.data, record.digest.data,
            record.zonesDigest.data, record.calendarName,
        ])
        return database.lastInsertedRowID
    }

    static func setVersion(_ version: ResourceVersion, id: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "UPDATE resource SET version = ? WHERE id = ?")
            .execute(arguments: [version.data, id])
    }

    static func delete(id: Int64, _ database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM resource WHERE id = ?")
            .execute(arguments: [id])
    }
}
