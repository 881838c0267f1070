internal import GRDB
internal import ICalendar

/// Finds the occurrence of an event that a person means who looks for it by a word: the running or
/// next one, else the last one.
struct NearestOccurrence {
    let database: Database
    /// The days for which recurrence sets are stored.
    let horizon: Range<CivilDate>
    let now: Instant
    let zone: TimeZoneRules
    let zones: TimeZoneDatabase

    /// Days of a recurrence set that are expanded together where none is stored: five years.
    private static let step = 1_826
    /// Steps after which it is given up.
    private static let maximalSteps = 40

    /// The occurrence that this component describes; nil when it has none.
    func fetch(_ described: StoredEvent, _ query: OccurrenceQuery) throws -> StoredOccurrence? {
        let wall = zone.wallTime(at: now)
        let (seriesID, eventID) = (described.series.id, described.event.id)
        var best: StoredOccurrence?
        for bucket in try buckets(seriesID) {
            let present = SpanColumns.present(bucket: bucket, now: now, wall: wall)
            let next = try one(
                """
                AND start >= ? AND (end > ? OR start >= ?) ORDER BY start LIMIT 1
                """, described, seriesID, Int64(bucket), eventID,
                Int64(present.now - present.longest), Int64(present.now), Int64(present.now))
            let found =
                try next
                ?? one("ORDER BY start DESC LIMIT 1", described, seriesID, Int64(bucket), eventID)
            if let found, best.map({ isNearer(found, than: $0) }) ?? true { best = found }
        }
        if best == nil, described.series.isRecurring { best = try expanded(described, query) }
        return best
    }

    /// Whether an occurrence is over.
    func isOver(_ span: Span) -> Bool {
        let (start, end) = (zone.instant(of: span.start), zone.instant(of: span.end))
        return end <= now && start < now
    }

    /// The forms and lengths that a series' occurrences have; mostly one.
    private func buckets(_ seriesID: Int64) throws -> [Int] {
        let reader = try RowReader(
            """
            SELECT bucket FROM occurrence WHERE series_id = ? AND bucket > ?
            ORDER BY bucket LIMIT 1
            """, database)
        var buckets: [Int] = []
        while true {
            let count = buckets.count
            try reader.forEach(seriesID, Int64(buckets.last ?? -1)) {
                buckets.append($0.integer(0))
            }
            if buckets.count == count { return buckets }
        }
    }

    private func one(
        _ condition: String, _ described: StoredEvent, _ arguments: Int64...
    ) throws -> StoredOccurrence? {
        let reader = try RowReader(
            """
            SELECT bucket, start, end, recurrence_id FROM occurrence
            WHERE series_id = ? AND bucket = ? AND event_id = ? \(condition)
            """, database)
        var found: StoredOccurrence?
        try reader.forEach(arguments) { row in
            found = StoredOccurrence(
                span: SpanColumns.span(
                    bucket: row.integer(0), start: row.integer(1), end: row.integer(2)),
                recurrenceID: row.withBytes(3) { OccurrencePoint(icalendar: $0) },
                described: described)
        }
        return found
    }

    private func isNearer(_ lhs: StoredOccurrence, than rhs: StoredOccurrence) -> Bool {
        let (isLeftOver, isRightOver) = (isOver(lhs.span), isOver(rhs.span))
        if isLeftOver != isRightOver { return isRightOver }
        let (left, right) = (zone.instant(of: lhs.span.start), zone.instant(of: rhs.span.start))
        return isLeftOver ? left > right : left < right
    }

    /// Of a series that ended before the stored days, or begins after them.
    private func expanded(
        _ described: StoredEvent, _ query: OccurrenceQuery
    ) throws -> StoredOccurrence? {
        let component = try ComponentTable.fetch(id: described.event.id, database)
        guard let start = component?.event?.start.wallTime.date else { return nil }
        let series = SeriesRecord(
            id: described.series.id, resourceID: described.series.resourceID,
            uid: described.series.uid)
        func occurrences(_ days: Range<CivilDate>) throws -> [StoredOccurrence] {
            try SeriesExpansion.fetch(series, days: days, zones: zones, query, database)
                .filter { $0.event.id == described.event.id }
        }
        if start >= horizon.lowerBound {
            return try occurrences(start - 1..<start + Self.step)
                .min { isNearer($0, than: $1) }
        }
        var end = horizon.lowerBound
        for _ in 0..<Self.maximalSteps where end >= start {
            let found = try occurrences(end - Self.step..<end).max { isNearer($1, than: $0) }
            if let found { return found }
            end = end - Self.step
        }
        return nil
    }
}

extension TimeZoneRules {
    /// When a point of an occurrence is for a reader in this zone.
    func instant(of point: OccurrencePoint) -> Instant {
        switch point {
        case .instant(let instant): instant
        case .floating(let time): instant(of: time)
        case .date(let date): startOfDay(date)
        }
    }
}
