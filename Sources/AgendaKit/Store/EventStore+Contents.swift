internal import CalendarFiles
internal import GRDB
public import ICalendar

extension EventStore {
    /// What each source holds, by the source's number. Slower than ``sources(counting:)``, because it reads
    /// every repeating event. Days are counted in `zone`.
    ///
    /// - Throws: the errors of reading (``AgendaError``).
    public func contents(
        in zone: TimeZoneRules, zones: TimeZoneDatabase = SystemZones.database
    ) throws(AgendaError) -> [Int64: SourceContents] {
        try read { database in
            var contents = try Self.spans(in: zone, database)
            try Self.addSeries(to: &contents, in: zone, zones, database)
            for (id, records) in try ResourceTable.fetchAll(database) {
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
            return contents
        }
    }

    /// The days that the stored occurrences cover.
    private static func spans(
        in zone: TimeZoneRules, _ database: Database
    ) throws -> [Int64: SourceContents] {
        var contents: [Int64: SourceContents] = [:]
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT source_id, bucket, MIN(occurrence.start), MAX(MAX(end, occurrence.start + 1))
                FROM occurrence
                JOIN series ON series.id = series_id JOIN resource ON resource.id = resource_id
                WHERE bucket % \(SpanColumns.packed) < \(SpanColumns.buckets(of: .event).upperBound) GROUP BY source_id, bucket
                """)
        while let row = try rows.next() {
            // Ends are exclusive: the last second decides the last day.
            let (first, end): (Int, Int) = (try row.value(2), try row.value(3))
            let last = max(first, end - 1)
            let isWall = SpanColumns.isWall(bucket: try row.value(1))
            func day(_ seconds: Int) -> CivilDate {
                isWall
                    ? CivilDateTime(secondsSinceEpoch: seconds).date
                    : zone.wallTime(at: Instant(secondsSinceEpoch: seconds)).date
            }
            contents[try row.value(0), default: SourceContents()].add(day(first)...day(last))
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
