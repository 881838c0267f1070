internal import CalendarFiles
internal import GRDB
public import ICalendar

extension EventStore {
    /// What each source holds, by the source's number. Slower than ``sources(counting:)``, because it reads
    /// every repeating event; and all others of a source whose first or last one has gone since it was asked last. Days are
    /// counted in `zone`.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func contents(
        in zone: TimeZoneRules, zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> [Int64: SourceContents] {
        let (contents, outdated) = try read { database in
            var contents = try Self.repeatingSpans(in: zone, database)
            let outdated = try Self.addSpans(to: &contents, in: zone, database)
            try Self.addSeries(to: &contents, in: zone, zones, database)
            let sources = try SourceTable.fetchBrief(database)
            for (id, records) in try ResourceTable.fetchAll(ofFilesOf: sources, database) {
                // A file that was not read has no modification time.
                let changed = records.map { record -> Int64 in
                    if case .file(let file) = record.version.form { file.modified } else { 0 }
                }.max()
                contents[id, default: SourceContents()].lastChange =
                    changed.flatMap {
                        $0 > 0 ? Instant(secondsSinceEpoch: Int($0 / 1_000_000_000)) : nil
                    }
            }
            try Self.addCounts(to: &contents, database)
            return (contents, outdated)
        }
        if !outdated.isEmpty {
            // The next one works it out if this cannot write.
            try? write(patience: 0, isDurable: false) { database in
                for id in outdated { try SourceSpanTable.renew(id, database) }
                return ((), .nothing)
            }
        }
        return contents
    }

    /// Adds the days of events that do not repeat.
    ///
    /// - Returns: the sources of which what was noted is no longer there.
    private static func addSpans(
        to contents: inout [Int64: SourceContents], in zone: TimeZoneRules, _ database: Database
    ) throws -> Set<Int64> {
        let noted = try SourceSpanTable.fetchAll(database)
        let outdated = Set(noted.filter { !$0.isPresent }.map(\.sourceID))
        let anew = try outdated.flatMap { try SourceSpanTable.work(out: $0, database) }
        for place in noted.filter({ !outdated.contains($0.sourceID) }) + anew {
            // Ends are exclusive: the last second decides the last day.
            let day = day(
                place.edge.isEnd ? place.time - 1 : place.time, isWall: place.edge.isWall, in: zone)
            contents[place.sourceID, default: SourceContents()].add(day...day)
        }
        return outdated
    }

    /// The day of a column's time.
    private static func day(_ seconds: Int, isWall: Bool, in zone: TimeZoneRules) -> CivilDate {
        isWall
            ? CivilDateTime(secondsSinceEpoch: seconds).date
            : zone.wallTime(at: Instant(secondsSinceEpoch: seconds)).date
    }

    /// The days that the stored occurrences of repeating events cover.
    private static func repeatingSpans(
        in zone: TimeZoneRules, _ database: Database
    ) throws -> [Int64: SourceContents] {
        var contents: [Int64: SourceContents] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT source_id, bucket, MIN(occurrence.start), MAX(MAX(end, occurrence.start + 1))
                FROM series CROSS JOIN occurrence ON series.id = series_id
                JOIN resource ON resource.id = resource_id
                WHERE is_recurring AND bucket % \(SpanColumns.packed) < \(SpanColumns.buckets(of: .event).upperBound) GROUP BY source_id, bucket
                """)
        while let row = try rows.next() {
            let (first, end): (Int, Int) = (try row.value(2), try row.value(3))
            let isWall = SpanColumns.isWall(bucket: try row.value(1))
            let days =
                day(
                    first, isWall: isWall, in: zone)...day(
                    max(first, end - 1), isWall: isWall, in: zone)
            contents[try row.value(0), default: SourceContents()].add(days)
        }
        return contents
    }

    /// Adds the days of repeating events, of which only some occurrences are stored.
    private static func addSeries(
        to contents: inout [Int64: SourceContents], in zone: TimeZoneRules,
        _ zones: TimeZoneDatabase, _ database: Database
    ) throws {
        var endless: Set<Int64> = []
        let scopes = StoredScopes(zones)
        try SeriesChoice.recurring.forEachBatch(.event, database) { texts in
            for text in texts {
                guard let resource = try ResourceTable.fetch(id: text.resourceID, database) else {
                    continue
                }
                let masters = text.masters
                guard let start = masters.map(\.start.wallTime.date).min() else { continue }
                let isEndless = masters.flatMap(\.recurrenceRules).contains {
                    $0.until == nil && $0.count == nil
                }
                if isEndless { endless.insert(resource.sourceID) }
                // For an endless rule, the first days suffice: only the beginning is needed.
                let days = (start - 1)..<(isEndless ? start + 2 : OccurrenceExpander.lastDay)
                let scope = try scopes.scope(resourceID: text.resourceID, database)
                let (expansion, _) = text.expanded(days: days, scope: scope)
                for occurrence in expansion.occurrences {
                    contents[resource.sourceID, default: SourceContents()].add(
                        occurrence.span.days(in: zone))
                }
            }
        }
        for id in endless { contents[id]?.lastDay = nil }
    }

    /// Adds the time of the local calendar's last change, and the number of to-dos.
    private static func addCounts(
        to contents: inout [Int64: SourceContents], _ database: Database
    ) throws {
        for row in try Row.fetchAll(
            database,
            sql: """
                SELECT source_id, MAX(instant) FROM edit JOIN source ON source.id = source_id
                WHERE source.kind = 'local' GROUP BY source_id
                """)
        {
            contents[try row.value(0), default: SourceContents()].lastChange =
                Instant(secondsSinceEpoch: try row.value(1))
        }
        for row in try Row.fetchAll(
            database,
            sql: """
                SELECT source_id, COUNT(*) FROM component INDEXED BY component_todo
                JOIN resource ON resource.id = resource_id
                WHERE component.kind = 'VTODO' GROUP BY source_id
                """)
        {
            contents[try row.value(0), default: SourceContents()].todoCount = try row.value(1)
        }
    }
}

extension Span {
    /// The days that the span touches, in a zone.
    fileprivate func days(in zone: TimeZoneRules) -> ClosedRange<CivilDate> {
        switch self {
        case .instants(let range):
            let last = max(range.lowerBound, range.upperBound - 1)
            return zone.wallTime(at: range.lowerBound).date...zone.wallTime(at: last).date
        case .floating(let range):
            let last = max(
                range.lowerBound.secondsSinceEpoch, range.upperBound.secondsSinceEpoch - 1)
            return range.lowerBound.date...CivilDateTime(secondsSinceEpoch: last).date
        case .dates(let range):
            return range.lowerBound...max(range.lowerBound, range.upperBound - 1)
        }
    }
}
