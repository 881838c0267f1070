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
        guard described.series.isRecurring, described.event.recurrenceID == nil,
            best.map({ isOver($0.span) }) ?? true
        else { return best }
        return try expanded(described, query, stored: best)
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

    /// Of a series whose stored instances are over, or that has none: it may have ended before the
    /// stored days, or go on after them.
    private func expanded(
        _ described: StoredEvent, _ query: OccurrenceQuery, stored: StoredOccurrence?
    ) throws -> StoredOccurrence? {
        let component = try ComponentTable.fetch(id: described.event.id, database)
        guard let event = component?.event else { return stored }
        let start = event.start.wallTime.date
        let series = SeriesRecord(
            id: described.series.id, resourceID: described.series.resourceID,
            uid: described.series.uid)
        func occurrences(_ days: Range<CivilDate>) throws -> [StoredOccurrence] {
            try SeriesExpansion.fetch(series, days: days, zones: zones, query, database)
                .filter { $0.event.id == described.event.id }
        }
        if event.mayRecur(after: horizon.upperBound) {
            let first = max(horizon.upperBound, start) - 1
            let found = try occurrences(first..<first + Self.step)
                .min { isNearer($0, than: $1) }
            if let found { return found }
        }
        guard stored == nil else { return stored }
        var end = horizon.lowerBound
        for _ in 0..<Self.maximalSteps where end >= start {
            let found = try occurrences(end - Self.step..<end).max { isNearer($1, than: $0) }
            if let found { return found }
            end = end - Self.step
        }
        return nil
    }
}

extension Event {
    /// Whether it may have instances after a day, as far as its rules tell at once.
    fileprivate func mayRecur(after day: CivilDate) -> Bool {
        if recurrenceDates.contains(where: { $0.start.wallTime.date >= day }) { return true }
        return recurrenceRules.contains { rule in
            switch rule.until {
            case .date(let date): date >= day
            case .floating(let time): time.date >= day
            case .utc(let instant): instant.utc.date >= day
            case nil: true
            }
        }
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
