internal import CalendarMerge
internal import GRDB
internal import ICalendar

/// A to-do's series with the texts of its components.
struct StoredTodo {
    var seriesID: Int64
    var resourceID: Int64
    var sourceID: Int64
    var uid: String
    /// Whether other resources have a copy, so that a reader must choose.
    var isShared: Bool
    var components: [ComponentRecord] = []
}

/// Reads the to-dos of a store, within one read transaction.
///
/// Their texts, not rows: lists show properties of to-dos that tables do not have, and what is next of a recurring one
/// depends on all its components.
struct StoredTodos {
    private let database: Database
    private let filter: EventFilter
    private let scopes: StoredScopes
    private let sources: [CalendarSource]
    private let sourceByID: [Int64: CalendarSource]

    init(_ database: Database, filter: EventFilter, zones: TimeZoneDatabase) throws {
        (self.database, self.filter, scopes) = (database, filter, StoredScopes(zones))
        sources = try SourceTable.fetchBrief(database).filter {
            filter.includes(calendar: $0.name)
        }
        sourceByID = Dictionary(sources.map { ($0.id, $0) }) { first, _ in first }
    }

    /// Whether the store has any to-do.
    static func exist(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT 1 FROM todo LIMIT 1") != nil
    }

    /// The to-dos to show, each in the copy that is shown; of a series those instances that `choose` returns.
    ///
    /// - Parameter keys: only to-dos with these keys; nil for all.
    func items(
        keys: ClosedRange<UInt64>? = nil, _ choose: (TodoSeries) -> [TodoSeries.Found]
    ) throws -> [TodoItem] {
        try fetch(keys).flatMap { stored in try items(of: stored) { series, _ in choose(series) } }
    }

    /// What is still to be done of what a component describes; nil if nothing is, or another copy is shown.
    ///
    /// - Parameters:
    ///   - instance: when it is to be done, and its original start; nil for a to-do on no day.
    ///   - now: the present time.
    func open(
        _ described: StoredEvent, _ instance: (span: Span, recurrenceID: OccurrencePoint?)?,
        now: Instant
    ) throws -> TodoItem? {
        let (key, id) = (described.series.key, described.series.id)
        guard let stored = try fetch(key...key).first(where: { $0.seriesID == id }) else {
            return nil
        }
        return try items(of: stored) { series, ids in
            guard let component = ids.firstIndex(of: described.event.id),
                instance != nil || series.components[component].todo?.anchor == .undated
            else { return [] }
            let found = TodoSeries.Found(
                component: component, span: instance?.span, recurrenceID: instance?.recurrenceID)
            return series.isOpen(found, now: now) ? [found] : []
        }.first
    }

    /// - Parameter choose: gets the series and the numbers of its components.
    private func items(
        of stored: StoredTodo, _ choose: (TodoSeries, [Int64]) -> [TodoSeries.Found]
    ) throws -> [TodoItem] {
        guard let source = sourceByID[stored.sourceID] else { return [] }
        var choice: CopyGroups.Group?
        if stored.isShared {
            let copies = try StoredCopies.fetch(uid: stored.uid, .todo, among: sources, database)
            choice = CopyGroups(copies).group(of: stored.seriesID)
        }
        let parsed = stored.components.compactMap { component in
            component.event.map { (event: $0, id: component.id) }
        }
        let scope = try scopes.scope(resourceID: stored.resourceID, database)
        let series = TodoSeries(parsed.map(\.event), scope)
        var items: [TodoItem] = []
        for found in choose(series, parsed.map(\.id)) {
            if let choice,
                !choice.decision.shows(
                    seriesID: stored.seriesID, recurrenceID: found.recurrenceID)
            {
                continue
            }
            let part = parsed[found.component]
            var item = Self.item(found, series, stored, part.id, scope)
            item.occurrence.content.calendar = source.name
            item.occurrence.content.color = item.occurrence.color ?? source.color
            if let choice {
                item.occurrence.id.start = choice.start
                item.occurrence.content.alsoIn = choice.decision.otherCalendars(than: source.name)
            }
            if filter.includes(item.occurrence) { items.append(item) }
        }
        return items
    }

    private static func item(
        _ found: TodoSeries.Found, _ series: TodoSeries, _ stored: StoredTodo, _ componentID: Int64,
        _ scope: TimeZoneScope
    ) -> TodoItem {
        let event = series.components[found.component]
        let todo = event.todo ?? Todo()
        var content = EventRecord(
            event, id: componentID, seriesID: stored.seriesID,
            recurrenceID: event.recurrenceID.map(scope.point),
            timeZone: OccurrenceExpander(scope: scope).zoneName(of: event)
        ).content
        content.uid = stored.uid
        let span = found.span ?? .dates(event.start.wallTime.date..<event.start.wallTime.date + 1)
        var occurrence = AgendaEvent(
            id: OccurrenceID(uid: stored.uid, kind: .todo, recurrenceID: found.recurrenceID),
            span: span, shared: SharedContent(content))
        let whole = series.master.flatMap { $0.isRecurring ? $0 : nil }
        occurrence.isRecurring = found.recurrenceID != nil || whole != nil
        let hasDue = todo.anchor == .due || event.end != .none
        return TodoItem(
            occurrence: occurrence,
            start: found.span != nil && event.todoTimes.start != nil ? span.start : nil,
            due: found.span != nil && hasDue ? span.due : nil,
            status: todo.state, completed: todo.completed, percent: todo.percent,
            priority: event.priority, parent: todo.parent, isNext: found.isNext, series: whole)
    }

    private func fetch(_ keys: ClosedRange<UInt64>?) throws -> [StoredTodo] {
        // CROSS makes SQLite start at the to-dos.
        let reader = try RowReader(
            """
            SELECT series.id, series.resource_id, resource.source_id, series.uid, series.is_shared,
                component.id, component.digest, component.line, component.participant_count,
                component.text
            FROM todo
            CROSS JOIN series ON series.id = todo.series_id
            CROSS JOIN resource ON resource.id = series.resource_id
            CROSS JOIN component ON component.id = todo.id
            WHERE series.uid_key BETWEEN ? AND ? ORDER BY series.id, component.id
            """, database)
        let keys = keys ?? OccurrenceID.keys(of: .todo)
        var found: [StoredTodo] = []
        try reader.forEach(Int64(keys.lowerBound), Int64(keys.upperBound)) { row in
            let id = Int64(row.integer(0))
            if found.last?.seriesID != id {
                found.append(
                    StoredTodo(
                        seriesID: id, resourceID: Int64(row.integer(1)),
                        sourceID: Int64(row.integer(2)), uid: row.text(3),
                        isShared: row.integer(4) != 0))
            }
            found[found.count - 1].components.append(
                ComponentRecord(
                    id: Int64(row.integer(5)), kind: .todo,
                    digest: row.withBytes(6) { ContentDigest(blob: $0) }, line: row.integer(7),
                    participantCount: row.integer(8), text: try row.componentText(9)[...]))
        }
        return found
    }
}

extension Span {
    /// When a to-do with these times is due: of whole days the last one.
    fileprivate var due: OccurrencePoint {
        if case .dates(let dates) = self { .date(dates.upperBound - 1) } else { end }
    }
}
