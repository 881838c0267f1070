internal import GRDB
internal import ICalendar

/// The SQL of table `occurrence`.
enum OccurrenceTable {
    /// Stores rows in the order of the table's key; of two with the same key, the later one wins.
    static func insert(_ records: [OccurrenceRecord], _ database: Database) throws {
        var row = try RowInsert(
            database,
            sql: """
                INSERT OR REPLACE INTO occurrence
                    (bucket, start, series_id, recurrence_id, end, event_id, more)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        let rows = records.enumerated().map { index, record in
            (
                bucket: record.bucket, start: record.columns.start, seriesID: record.seriesID,
                index: index
            )
        }
        let ordered = rows.sorted {
            ($0.bucket, $0.start, $0.seriesID, $0.index)
                < ($1.bucket, $1.start, $1.seriesID, $1.index)
        }
        for (bucket, start, seriesID, index) in ordered {
            row.bind(bucket)
            row.bind(start)
            row.bind(seriesID)
            row.bind(records[index].recurrenceID)
            row.bind(records[index].columns.end)
            row.bind(records[index].eventID)
            try row.run(offsets: records[index].more)
        }
    }

    static func delete(seriesID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "DELETE FROM occurrence WHERE series_id = ?")
        try statement.execute(arguments: [seriesID])
    }

    /// Moves a series' occurrences to where readers of all calendars do not look, or back.
    static func setHidden(_ isHidden: Bool, seriesID: Int64, _ database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE occurrence SET bucket = bucket + ? WHERE series_id = ? AND (bucket >= ?) <> ?
                """)
        try statement.execute(arguments: [
            isHidden ? SpanColumns.hidden : -SpanColumns.hidden, seriesID, SpanColumns.hidden,
            isHidden,
        ])
    }

    /// When the only stored occurrence takes place that a component describes; nil if there are several or none.
    static func onlySpan(seriesID: Int64, eventID: Int64, _ database: Database) throws -> Span? {
        var spans: [Span] = []
        try RowReader(
            "SELECT \(columns) FROM occurrence WHERE series_id = ? AND event_id = ? LIMIT 2",
            database
        ).forEach(seriesID, eventID) { row in forEach(row) { span, _ in spans.append(span) } }
        return spans.count == 1 ? spans[0] : nil
    }

    /// The columns that ``forEach(_:starting:_:)`` reads, then the component's number.
    static let columns = "bucket, start, end, recurrence_id, more, event_id"
    /// The column of the component's number.
    static let eventIDColumn = 5

    /// Calls `body` with when each occurrence of a row is, and which instance it is. The row begins with the ``columns``.
    ///
    /// - Parameter starts: only occurrences that begin in this range, in seconds as ``SpanColumns`` has them.
    static func forEach(
        _ row: RawRow, starting starts: Range<Int> = Int.min..<Int.max,
        _ body: (Span, OccurrencePoint?) throws -> Void
    ) rethrows {
        let (bucket, start, end) = (row.integer(0), row.integer(1), row.integer(2))
        guard SpanColumns.isPacked(bucket: bucket) else {
            return try body(
                SpanColumns.span(bucket: bucket, start: start, end: end),
                row.withBytes(3) { OccurrencePoint(icalendar: $0) })
        }
        try row.withBytes(4) { bytes in
            let count = bytes.count / MemoryLayout<UInt32>.size
            // A damaged row must not trap.
            func begin(_ number: Int) -> Int {
                number == 0 ? start : start &+ Int(bytes.loadLittleEndian(number - 1))
            }
            let length = end &- begin(count)
            var (low, high) = (0, count + 1)
            while low < high {
                let middle = (low + high) / 2
                if begin(middle) < starts.lowerBound { low = middle + 1 } else { high = middle }
            }
            while low <= count, case let first = begin(low), first < starts.upperBound {
                let span = SpanColumns.span(bucket: bucket, start: first, end: first &+ length)
                try body(span, span.start)
                low += 1
            }
        }
    }
}

extension UnsafeRawBufferPointer {
    /// The number at an index, as ``RowInsert/run(offsets:)`` writes it.
    fileprivate func loadLittleEndian(_ index: Int) -> UInt32 {
        UInt32(
            littleEndian: loadUnaligned(
                fromByteOffset: index * MemoryLayout<UInt32>.size, as: UInt32.self))
    }
}
