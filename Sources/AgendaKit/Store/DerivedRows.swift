internal import GRDB
internal import ICalendar

/// The derived rows of a file, without row numbers: two stores that hold the same calendars have equal rows.
struct DerivedRows: Equatable {
    /// What a query's rows are, in any order: how many, and the sums of the halves of their digests, whose key nobody knows.
    private struct Sum: Equatable {
        var count = 0
        var (high, low): (UInt64, UInt64) = (0, 0)
    }

    /// By the query. A file may have millions of rows: to keep the digest of each took 2 GB.
    private var sums: [Sum] = []

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
        for sql in queries {
            let sql = hasReasons ? sql : sql.replacing(", reason", with: "")
            var sum = Sum()
            var bytes: [UInt8] = []
            try RowReader(sql, database).forEach(resourceID) { row in
                bytes.removeAll(keepingCapacity: true)
                row.append(to: &bytes)
                let digest = ContentDigest(bytes, key: .process)
                sum.count += 1
                sum.high &+= digest.high
                sum.low &+= digest.low
            }
            sums.append(sum)
        }
    }

    // Leaves out a component's line: an unchanged component keeps its row, and its line is not written again
    // when it moves.
    private static let queries = [
        """
        SELECT kind, digest, participant_count FROM component WHERE resource_id = ?
        """,
        """
        SELECT uid, uid_key, is_recurring, is_shared, start, is_several, first_day, last_day, seasons
        FROM series WHERE resource_id = ?
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
        SELECT component.digest, rules FROM ruling
        JOIN component ON component.id = component_id WHERE resource_id = ?
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
            url, categories, status, is_transparent & 1, color, organizer, event.participant_count,
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
