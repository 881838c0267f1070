internal import GRDB
internal import ICalendar

/// Finds the occurrence of an event that a person means who looks for it by a word: the running or
/// next one, else the last one.
final class NearestOccurrence {
    let now: Instant
    let zone: TimeZoneRules
    private let database: Database
    /// The days for which recurrence sets are stored.
    private let horizon: Range<CivilDate>
    private let expansion: SeriesExpansion
    /// What the overrides of series describe outside of the stored days, by the series' and the
    /// components' numbers: expanded once for all of them.
    private var overridden: [Int64: [Int64: StoredOccurrence]] = [:]

    /// Days of a recurrence set that are expanded together where none is stored: five years.
    private static let step = 1_826
    /// Steps after which it is given up.
    private static let maximalSteps = 40
    /// Days by which an override may have moved its instance to be found where none is stored.
    private static let longestMove = 366

    init(
        _ database: Database, horizon: Range<CivilDate>, now: Instant, zone: TimeZoneRules,
        zones: TimeZoneDatabase
    ) {
        (self.database, self.horizon, self.now, self.zone) = (database, horizon, now, zone)
        expansion = SeriesExpansion(database, zones: zones)
    }

    /// The occurrence that this component describes; nil when it has none.
    func fetch(
        _ described: StoredEvent, _ query: inout OccurrenceQuery
    ) throws -> StoredOccurrence? {
        let best = try stored(described)
        guard described.series.isRecurring, best.map({ isOver($0.span) }) ?? true else {
            return best
        }
        if described.event.recurrenceID == nil {
            return try expanded(described, &query, stored: best)
        }
        return try best ?? unstoredOverrides(described.series.id, &query)[described.event.id]
    }

    /// The nearest of the stored occurrences.
    private func stored(_ described: StoredEvent) throws -> StoredOccurrence? {
        let wall = zone.wallTime(at: now)
        let (seriesID, eventID) = (described.series.id, described.event.id)
        var best: StoredOccurrence?
        for bucket in try buckets(seriesID, eventID) {
            let present = SpanColumns.present(bucket: bucket, now: now, wall: wall)
            let next = try one(
                """
                AND start >= ? AND (end > ? OR start >= ?) ORDER BY start LIMIT 1
                """, described, seriesID, eventID, Int64(bucket),
                Int64(present.now - present.longest), Int64(present.now), Int64(present.now))
            let found =
                try next
                ?? one("ORDER BY start DESC LIMIT 1", described, seriesID, eventID, Int64(bucket))
            if let found, best.map({ isNearer(found, than: $0) }) ?? true { best = found }
        }
        return best
    }

    /// Whether an occurrence is over.
    func isOver(_ span: Span) -> Bool {
        let (start, end) = (zone.instant(of: span.start), zone.instant(of: span.end))
        return end <= now && start < now
    }

    /// The forms and lengths that a component's occurrences have; mostly one.
    private func buckets(_ seriesID: Int64, _ eventID: Int64) throws -> [Int] {
        let reader = try RowReader(
            """
            SELECT bucket FROM occurrence WHERE series_id = ? AND event_id = ? AND bucket > ?
            ORDER BY bucket LIMIT 1
            """, database)
        var buckets: [Int] = []
        while true {
            let count = buckets.count
            try reader.forEach(seriesID, eventID, Int64(buckets.last ?? -1)) {
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
            WHERE series_id = ? AND event_id = ? AND bucket = ? \(condition)
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
        _ described: StoredEvent, _ query: inout OccurrenceQuery, stored: StoredOccurrence?
    ) throws -> StoredOccurrence? {
        let component = try ComponentTable.fetch(id: described.event.id, database)
        guard let event = component?.event else { return stored }
        let start = event.start.wallTime.date
        let today = zone.wallTime(at: now).date
        let known = described.series.storage == .none ? today..<today : horizon
        func occurrences(
            _ days: Range<CivilDate>, around focus: CivilDate
        ) throws -> [StoredOccurrence] {
            try expansion.fetch(
                .one(described.series.id), days: days, wish: wish(days, around: focus), &query
            ).occurrences.filter { $0.event.id == described.event.id }
        }
        if event.mayRecur(after: known.upperBound) {
            let first = max(known.upperBound, start) - 1
            let found = try occurrences(first..<first + Self.step, around: first)
                .min { isNearer($0, than: $1) }
            if let found, !isOver(found.span) || stored == nil { return found }
        }
        guard stored == nil else { return stored }
        var end = known.lowerBound + 1
        for _ in 0..<Self.maximalSteps where end >= start {
            let found = try occurrences(end - Self.step..<end, around: end - 1)
                .max { isNearer($1, than: $0) }
            if let found { return found }
            end = end - Self.step
        }
        return nil
    }

    /// What a series' overrides describe, by their numbers, wherever it lies.
    private func unstoredOverrides(
        _ seriesID: Int64, _ query: inout OccurrenceQuery
    ) throws -> [Int64: StoredOccurrence] {
        if let known = overridden[seriesID] { return known }
        var nearest: [Int64: StoredOccurrence] = [:]
        let dates = try query.fetchEvents(seriesID: seriesID)
            .compactMap { $0.event.recurrenceID.map { $0.instantOfClock.utc.date } }
        if let first = dates.min(), let last = dates.max() {
            let days = first - Self.longestMove..<last + Self.longestMove
            let found = try expansion.fetch(
                .one(seriesID), days: days, wish: wish(days, around: last), &query)
            for occurrence in found.occurrences where occurrence.event.recurrenceID != nil {
                let id = occurrence.event.id
                if nearest[id].map({ isNearer(occurrence, than: $0) }) ?? true {
                    nearest[id] = occurrence
                }
            }
        }
        overridden[seriesID] = nearest
        return nearest
    }

    private func wish(_ days: Range<CivilDate>, around focus: CivilDate) -> ExpansionWish {
        ExpansionWish(
            NodeWindow(firstDate: days.lowerBound, count: days.count, zone: zone), around: focus)
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

extension OccurrencePoint {
    /// The point on its own clock, as if that were UTC's.
    fileprivate var instantOfClock: Instant { TimeZoneRules.utc.instant(of: self) }
}
