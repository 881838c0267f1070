internal import GRDB
internal import ICalendar

// Finds the occurrence of an event that a person means who looks for it by a word: the running or next one, else the
// last one.
extension Occurrences {
    /// How many days of a series are expanded together if none is stored: five years.
    private static let step = 1_826
    /// How many such steps back are tried.
    private static let maximalSteps = 40
    /// On how many days the instances are looked for that a `THISANDFUTURE` override describes if none is stored.
    private static let rangeDays = 366
    /// How many windows are read for the overrides of a series; one instead of more.
    private static let mostWindows = 8

    /// The nearest occurrence that a component describes; nil if it has none.
    mutating func nearest(
        _ described: StoredEvent, to present: Present
    ) throws -> StoredOccurrence? {
        let stored = try nearestStored(described, to: present)
        guard described.series.isRecurring, stored.map({ present.isOver($0.span) }) ?? true else {
            return stored
        }
        if described.event.recurrenceID == nil {
            return try nearestExpanded(described, to: present, stored: stored)
        }
        return try stored
            ?? unstoredOverrides(described.series.id, zone: present.zone)[described.event.id]?
            .min { present.isNearer($0, than: $1) }
    }

    /// The occurrences of a series that are meant: those whose original start is around a date, wherever they were moved;
    /// without a date, the stored ones, or if none is stored the nearest one of each component.
    mutating func find(
        seriesID: Int64, on date: CivilDate?, nearestTo present: Present,
        where isMeant: (OccurrencePoint?) -> Bool
    ) throws -> [StoredOccurrence] {
        guard let date else {
            let stored = try stored(seriesID: seriesID).filter { isMeant($0.recurrenceID) }
            guard stored.isEmpty else { return stored }
            return try events.fetch(seriesID: seriesID)
                .compactMap { try nearest($0, to: present) }
        }
        var days: [Range<CivilDate>] = []
        try SeriesChoice.one(seriesID).forEachBatch(kind, database) { texts in
            for text in texts {
                let scope = try scopes.scope(resourceID: text.resourceID, database)
                days += OccurrenceExpander(scope: scope).days(
                    ofInstancesOn: date, text.components.compactMap(\.event))
            }
        }
        var found: [StoredOccurrence] = []
        for days in days {
            let window = NodeWindow(
                firstDate: days.lowerBound, count: days.count, zone: present.zone)
            let middle = days.lowerBound + days.count / 2
            for occurrence in try expand(.one(seriesID), window, around: middle).occurrences
            where isMeant(occurrence.recurrenceID) {
                // A long one is on several of the days.
                let isKnown = found.contains {
                    $0.recurrenceID == occurrence.recurrenceID && $0.span == occurrence.span
                }
                if !isKnown { found.append(occurrence) }
            }
        }
        return found
    }

    /// The nearest of a component's stored occurrences.
    private func nearestStored(
        _ described: StoredEvent, to present: Present
    ) throws -> StoredOccurrence? {
        let wall = present.zone.wallTime(at: present.now)
        var (bucket, best) = (-1, StoredOccurrence?.none)
        while let next = try one(
            "bucket > ? ORDER BY bucket LIMIT 1", described, to: present, [bucket])?.bucket
        {
            bucket = next
            let (now, longest) = SpanColumns.present(bucket: bucket, now: present.now, wall: wall)
            func found(_ condition: String, _ arguments: Int...) throws -> StoredOccurrence? {
                try one(
                    "bucket = ? AND " + condition, described, to: present, [bucket] + arguments)?
                    .occurrence
            }
            // Of a row of several, what ends now is over, unless it has no length: then the next row has the nearest.
            let next =
                SpanColumns.isPacked(bucket: bucket)
                ? try found("end >= ? ORDER BY start LIMIT 2", now)
                : try found(
                    "start >= ? AND (end > ? OR start >= ?) ORDER BY start LIMIT 1",
                    now - longest, now, now)
            if let nearest = try next ?? found("TRUE ORDER BY start DESC LIMIT 1"),
                best.map({ present.isNearer(nearest, than: $0) }) ?? true
            {
                best = nearest
            }
        }
        return best
    }

    /// The nearest occurrence in those of a component's stored rows that a condition chooses, with the rows' bucket.
    private func one(
        _ condition: String, _ described: StoredEvent, to present: Present, _ arguments: [Int]
    ) throws -> (occurrence: StoredOccurrence, bucket: Int)? {
        let reader = try RowReader(
            """
            SELECT \(OccurrenceTable.columns) FROM occurrence
            WHERE series_id = ? AND event_id = ? AND \(condition)
            """, database)
        var found: (StoredOccurrence, Int)?
        try reader.forEach(
            [described.series.id, described.event.id] + arguments.map { Int64($0) }
        ) { row in
            OccurrenceTable.forEach(row) { span, recurrenceID in
                let one = StoredOccurrence(
                    span: span, recurrenceID: recurrenceID, described: described)
                if found.map({ present.isNearer(one, than: $0.0) }) ?? true {
                    found = (one, row.integer(0))
                }
            }
        }
        return found
    }

    /// Of a series whose stored instances are over, or that has none: it may have ended before the stored days, or go
    /// on after them.
    private mutating func nearestExpanded(
        _ described: StoredEvent, to present: Present, stored: StoredOccurrence?
    ) throws -> StoredOccurrence? {
        let component = try ComponentTable.fetch(id: described.event.id, database)
        guard let event = component?.event else { return stored }
        let start = event.start.wallTime.date
        let today = present.today
        let known = described.series.storage == .none ? today..<today : state.horizon
        func occurrences(
            _ days: Range<CivilDate>, around focus: CivilDate
        ) throws -> [StoredOccurrence] {
            let window = NodeWindow(
                firstDate: days.lowerBound, count: days.count, zone: present.zone)
            return try expand(.one(described.series.id), window, around: focus).occurrences
                .filter { $0.event.id == described.event.id }
        }
        if event.mayRecur(after: known.upperBound) {
            let first = max(known.upperBound, start) - 1
            let found = try occurrences(first..<first + Self.step, around: first)
                .min { present.isNearer($0, than: $1) }
            if let found, !present.isOver(found.span) || stored == nil { return found }
        }
        guard stored == nil else { return stored }
        var end = known.lowerBound + 1
        for _ in 0..<Self.maximalSteps where end >= start {
            let found = try occurrences(end - Self.step..<end, around: end - 1)
                .min { present.isNearer($0, than: $1) }
            if let found { return found }
            end = end - Self.step
        }
        return nil
    }

    /// What a series' overrides describe, wherever it lies, by component.
    private mutating func unstoredOverrides(
        _ seriesID: Int64, zone: TimeZoneRules
    ) throws -> [Int64: [StoredOccurrence]] {
        if let known = overrides[seriesID] { return known }
        var days: [Range<CivilDate>] = []
        try SeriesChoice.one(seriesID).forEachBatch(kind, database) { texts in
            for event in texts.flatMap(\.components).compactMap(\.event)
            where event.recurrenceID != nil {
                let start = event.start.wallTime.date
                days.append(start - 1..<start + (event.overridesFuture ? Self.rangeDays : 2))
            }
        }
        days = days.united()
        // Each window reads the series again.
        if days.count > Self.mostWindows, let first = days.first, let last = days.last {
            days = [first.lowerBound..<last.upperBound]
        }
        let found = try days.flatMap { days in
            let window = NodeWindow(
                firstDate: days.lowerBound, count: days.count, zone: zone)
            return try expand(.one(seriesID), window, around: days.lowerBound).occurrences
        }
        let known = Dictionary(
            grouping: found.filter { $0.event.recurrenceID != nil }, by: \.event.id)
        overrides[seriesID] = known
        return known
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
            // The midnight of the next day elsewhere (``RecurrenceRule/onDates``).
            case .utc(let instant): instant.utc.date + 1 >= day
            case nil: true
            }
        }
    }
}
