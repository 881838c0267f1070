internal import GRDB
internal import ICalendar

/// The SQL of table `source_span`: with which occurrences the events of a source that do not repeat begin and end, so that
/// nobody has to look at all of them.
///
/// Who stores an occurrence that lies further out notes it. Who takes one away notes nothing: a row counts as long as its
/// occurrence is there, and is worked out anew when it is not.
enum SourceSpanTable {
    /// An end of what a source has, on one of the clocks of ``SpanColumns``.
    struct Edge: Hashable {
        let isWall: Bool
        /// Whether it is the last occurrence's end, which is exclusive, and not the first one's start.
        let isEnd: Bool

        /// As column `edge` has it.
        var number: Int { (isWall ? 2 : 0) + (isEnd ? 1 : 0) }

        init(isWall: Bool, isEnd: Bool) { (self.isWall, self.isEnd) = (isWall, isEnd) }

        init(number: Int) { self.init(isWall: number & 2 != 0, isEnd: number & 1 != 0) }
    }

    /// The outermost of some occurrences.
    struct Outermost {
        fileprivate var found: [Edge: (time: Int, seriesID: Int64)] = [:]

        mutating func add(_ columns: SpanColumns, seriesID: Int64) {
            let isWall = SpanColumns.isWall(bucket: columns.bucket)
            let (start, end) = (columns.start, max(columns.end, columns.start + 1))
            let (first, last) = (
                Edge(isWall: isWall, isEnd: false), Edge(isWall: isWall, isEnd: true)
            )
            if found[first].map({ start <= $0.time }) ?? true { found[first] = (start, seriesID) }
            if found[last].map({ end >= $0.time }) ?? true { found[last] = (end, seriesID) }
        }
    }

    /// What is noted of a source.
    struct Noted {
        let sourceID: Int64
        let edge: Edge
        let time: Int
        /// Whether the occurrence is still there.
        var isPresent = true
    }

    /// Notes occurrences that are stored now, unless others lie further out.
    static func note(_ outermost: Outermost, sourceID: Int64, _ database: Database) throws {
        for (edge, (time, seriesID)) in outermost.found {
            try database.cachedStatement(
                sql: """
                    INSERT INTO source_span (source_id, edge, time, series_id) VALUES (?1, ?2, ?3, ?4)
                    ON CONFLICT DO UPDATE SET time = ?3, series_id = ?4
                    WHERE CASE WHEN ?2 & 1 THEN ?3 >= time ELSE ?3 <= time END
                    """
            ).execute(arguments: [sourceID, edge.number, time, seriesID])
        }
    }

    /// Looks at all occurrences of a source anew; nil for those of all.
    static func renew(_ id: Int64?, _ database: Database) throws {
        try database.execute(
            sql: "DELETE FROM source_span WHERE source_id = IFNULL(?, source_id)", arguments: [id])
        try database.execute(
            sql: "INSERT INTO source_span (source_id, edge, time, series_id) \(query(of: id))")
    }

    /// What is noted of all sources.
    static func fetchAll(_ database: Database) throws -> [Noted] {
        try RowReader(
            """
            SELECT source_id, edge, time, EXISTS (
                SELECT 1 FROM occurrence JOIN series ON series.id = occurrence.series_id
                JOIN resource ON resource.id = resource_id
                WHERE occurrence.series_id = source_span.series_id
                    AND resource.source_id = source_span.source_id AND \(isCounted)
                    AND \(isWall) = (edge >= 2)
                    AND CASE WHEN edge & 1 THEN \(end) ELSE occurrence.start END = time)
            FROM source_span
            """, database
        ).map { row in
            Noted(
                sourceID: try row.requiredInteger(0), edge: Edge(number: row.integer(1)),
                time: row.integer(2), isPresent: row.integer(3) != 0)
        }
    }

    /// What should be noted, by all occurrences of a source; nil for those of all.
    static func work(out id: Int64?, _ database: Database) throws -> [Noted] {
        try RowReader(query(of: id), database).map { row in
            Noted(
                sourceID: try row.requiredInteger(0), edge: Edge(number: row.integer(1)),
                time: row.integer(2))
        }
    }

    /// The numbers of the sources of which something else is noted than what is there.
    static func fetchWrong(_ database: Database) throws -> Set<Int64> {
        struct Place: Hashable {
            var (sourceID, edge): (Int64, Edge)
        }
        let noted = Dictionary(
            uniqueKeysWithValues: try fetchAll(database).map {
                (Place(sourceID: $0.sourceID, edge: $0.edge), $0)
            })
        let right = try work(out: nil, database).filter { right in
            guard let found = noted[Place(sourceID: right.sourceID, edge: right.edge)] else {
                return true
            }
            return found.isPresent && found.time != right.time
        }
        return Set(right.map(\.sourceID))
    }

    /// What is true of the rows: occurrences of events that do not repeat.
    private static let isCounted = """
        NOT is_recurring
        AND bucket % \(SpanColumns.packed) < \(SpanColumns.buckets(of: .event).upperBound)
        """
    /// ``SpanColumns/isWall(bucket:)``.
    private static let isWall = "(bucket % 32 >= 8)"
    private static let end = "MAX(end, occurrence.start + 1)"

    /// The number of the series is that of the row that is least or greatest (sqlite.org/lang_select.html, bare columns).
    private static func query(of id: Int64?) -> String {
        let occurrences = """
            FROM resource JOIN series ON resource_id = resource.id
            JOIN occurrence ON series_id = series.id
            WHERE \(id.map { "source_id = \($0)" } ?? "TRUE") AND \(isCounted)
            GROUP BY source_id, \(isWall)
            """
        return """
            SELECT source_id, 2 * \(isWall), MIN(occurrence.start), series.id \(occurrences)
            UNION ALL SELECT source_id, 2 * \(isWall) + 1, MAX(\(end)), series.id \(occurrences)
            """
    }
}
