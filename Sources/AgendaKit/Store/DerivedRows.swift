internal import GRDB
internal import ICalendar

/// The derived rows of a file, without row numbers: two stores that hold the same calendars have equal rows.
struct DerivedRows: Equatable {
    /// How many rows have each digest.
    private var counts: [ContentDigest: Int] = [:]

    /// Reads what a file's components give: series, events, occurrences, and the diagnostics of each
    /// component.
    ///
    /// - Parameters:
    ///   - isWholeFile: whether to read the diagnostics of the whole file and the line numbers, too. The
    ///     components' texts alone do not determine these.
    ///   - hasReasons: whether to compare the diagnostics' reasons.
    init(
        resourceID: Int64, isWholeFile: Bool, hasReasons: Bool, _ database: Database
    ) throws {
        let queries =
            Self.queries + Event.Kind.allCases.map(Self.events)
            + (isWholeFile ? Self.fileQueries : [])
        for (number, sql) in queries.enumerated() {
            let sql = hasReasons ? sql : sql.replacing(", reason", with: "")
            let rows = try Row.fetchCursor(
                database.cachedStatement(sql: sql), arguments: [resourceID])
            while let row = try rows.next() {
                var bytes = [UInt8(number)]
                row.append(to: &bytes)
                let digest = ContentDigest(bytes, key: .process)
                counts[digest, default: 0] += 1
            }
        }
    }

    // Leaves out a component's line: an unchanged component keeps its row, and its line is not written again
    // when it moves.
    private static let queries = [
        """
        SELECT kind, digest, participant_count FROM component WHERE resource_id = ?
        """,
        """
        SELECT uid, uid_key, is_recurring, is_shared, start, is_several FROM series WHERE resource_id = ?
        """,
        """
        SELECT series.uid, component.digest, bucket, occurrence.start, occurrence.recurrence_id, end, more
        FROM series JOIN occurrence ON series_id = series.id
        LEFT JOIN component ON component.id = event_id WHERE series.resource_id = ?
        """,
        """
        SELECT component.digest, uid, uid_key FROM reply
        JOIN component ON component.id = component_id WHERE resource_id = ?
        """,
        """
        SELECT component.digest, number, anchor, offset, repetitions, pause, acknowledged, instance,
            is_shown, reach, at
        FROM component JOIN alarm ON component_id = component.id WHERE resource_id = ?
        """,
        """
        SELECT component.digest, origin, severity, uid, property, reason
        FROM diagnostic JOIN component ON component.id = component_id
        WHERE diagnostic.resource_id = ? AND origin IN ('parse', 'expand')
        """,
    ]

    private static func events(_ kind: Event.Kind) -> String {
        """
        SELECT series.uid, component.digest, recurrence_id, time_zone, summary, location, details,
            url, categories, status, is_transparent, color, organizer, event.participant_count,
            sequence, last_modified, stamp
        FROM \(EventTable.name(kind)) AS event LEFT JOIN series ON series.id = series_id
        LEFT JOIN component ON component.id = event.id WHERE series.resource_id = ?
        """
    }

    private static let fileQueries = [
        """
        SELECT origin, severity, diagnostic.line, uid, property, reason, component.digest
        FROM diagnostic LEFT JOIN component ON component.id = component_id
        WHERE diagnostic.resource_id = ? AND origin <> 'stale'
        """
    ]
}
