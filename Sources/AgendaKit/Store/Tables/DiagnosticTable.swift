internal import GRDB
internal import ICalendar

/// One row of table `diagnostic`.
struct DiagnosticRecord: Hashable, Sendable {
    /// What found it, and so what replaces it.
    enum Origin: String, Sendable {
        /// Reading a source, or scanning the content that is stored.
        case read
        /// Scanning newer content, which was not taken.
        case stale
        /// Parsing a component.
        case parse
        /// Expanding a recurrence set.
        case expand
    }

    var sourceID: Int64
    var resourceID: Int64?
    var componentID: Int64?
    var origin: Origin
    var diagnostic: Diagnostic
}

/// The SQL of table `diagnostic`.
enum DiagnosticTable {
    static func insert(_ record: DiagnosticRecord, _ database: Database) throws {
        let diagnostic = record.diagnostic
        try database.execute(
            sql: """
                INSERT INTO diagnostic (source_id, resource_id, component_id, origin, severity,
                    line, uid, property, message, remedy)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                record.sourceID, record.resourceID, record.componentID, record.origin.rawValue,
                diagnostic.severity.rawValue, diagnostic.line, diagnostic.uid, diagnostic.property,
                diagnostic.message, diagnostic.remedy,
            ])
    }

    /// All of them, in the order of sources, files and lines. Sources that are one file have an
    /// empty `href`.
    static func fetchAll(_ database: Database) throws -> [SourceDiagnostic] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT name, path, href, severity, line, uid, property, message, remedy, is_told,
                    diagnostic.id
                FROM diagnostic
                JOIN source ON source.id = diagnostic.source_id
                LEFT JOIN resource ON resource.id = diagnostic.resource_id
                ORDER BY source.id, href, line, diagnostic.id
                """)
        return try rows.map { row in
            let (path, href): (String?, String?) = (try row.value(1), try row.value(2))
            let remedy: String? = try row.value(8)
            var found = SourceDiagnostic(
                calendar: try row.value(0),
                path: SourceLocation.path(source: path, href: href ?? ""),
                diagnostic: Diagnostic(
                    stored: Diagnostic.Severity(rawValue: try row.value(3)) ?? .error,
                    line: try row.value(4), uid: try row.value(5), property: try row.value(6),
                    message: try row.value(7), remedy: remedy ?? "export the calendar again"))
            (found.isTold, found.id) = (try row.value(9), try row.value(10))
            return found
        }
    }

    /// Notes that somebody has been told of some.
    static func setTold(ids: [Int64], _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "UPDATE diagnostic SET is_told = 1 WHERE id = ?")
        for id in ids { try statement.execute(arguments: [id]) }
    }

    /// What is noted about a source as a whole, each as message, line end and remedy; with more behind it where
    /// that is not all that there is.
    static func fetchSourceLevel(sourceID: Int64, _ database: Database) throws -> [String] {
        try String.fetchAll(
            database,
            sql: """
                SELECT message || char(10) || IFNULL(remedy, '') || IIF(
                    severity = 'error' AND line = 0 AND uid IS NULL AND property IS NULL, '', char(10))
                FROM diagnostic
                WHERE source_id = ? AND resource_id IS NULL
                """, arguments: [sourceID])
    }

    /// Removes what was noted about a source as a whole.
    static func deleteSourceLevel(sourceID: Int64, _ database: Database) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM diagnostic WHERE source_id = ? AND resource_id IS NULL",
            arguments: [sourceID])
        return database.changesCount > 0
    }

    /// Whether newer content of a file was not taken.
    static func hasStale(resourceID: Int64, _ database: Database) throws -> Bool {
        try Int.fetchOne(
            database,
            sql: "SELECT 1 FROM diagnostic WHERE resource_id = ? AND origin = 'stale' LIMIT 1",
            arguments: [resourceID]) != nil
    }

    /// Removes what was noted about newer content of a file, and tells whether there was any.
    static func deleteStale(resourceID: Int64, _ database: Database) throws -> Bool {
        try database.execute(
            sql: "DELETE FROM diagnostic WHERE resource_id = ? AND origin = 'stale'",
            arguments: [resourceID])
        return database.changesCount > 0
    }

    /// Removes what scanning a file found.
    static func deleteRead(resourceID: Int64, _ database: Database) throws {
        try database.execute(
            sql: """
                DELETE FROM diagnostic
                WHERE resource_id = ? AND component_id IS NULL AND origin IN ('read', 'stale')
                """,
            arguments: [resourceID])
    }

    /// Removes what expanding a resource's copy of an event found.
    static func deleteExpand(key: UInt64, resourceID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                DELETE FROM diagnostic WHERE origin = 'expand' AND component_id IN (
                    SELECT event.id FROM series JOIN event ON event.series_id = series.id
                    WHERE +series.resource_id = ? AND uid_key = ?)
                """)
        try statement.execute(arguments: [resourceID, Int64(bitPattern: key)])
    }

    /// Components of the resource that have diagnostics, with the line at which each was parsed.
    static func fetchLines(resourceID: Int64, _ database: Database) throws -> [Int64: Int] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT DISTINCT component.id, component.line FROM diagnostic
                JOIN component ON component.id = component_id
                WHERE diagnostic.resource_id = ?
                """,
            arguments: [resourceID])
        let lines: [(Int64, Int)] = try rows.map { (try $0.value(0), try $0.value(1)) }
        return Dictionary(lines, uniquingKeysWith: { first, _ in first })
    }

    /// Moves a component's diagnostics to where it stands now.
    static func move(componentID: Int64, from old: Int, to new: Int, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE diagnostic SET line = line + ? WHERE component_id = ?",
            arguments: [new - old, componentID])
        try database.execute(
            sql: "UPDATE component SET line = ? WHERE id = ?", arguments: [new, componentID])
    }
}
