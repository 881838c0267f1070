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
    private let rulings: StoredRulings

    init(_ database: Database, filter: EventFilter, zones: TimeZoneDatabase) throws {
        (self.database, self.filter, scopes) = (database, filter, StoredScopes(zones))
        rulings = StoredRulings(database, filter.rules)
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
        keys: ClosedRange<UInt64>? = nil, _ choose: (TodoSeries) -> [TodoSeries.Instance]
    ) throws -> [TodoItem] {
        try shown(try fetch(keys)).flatMap { shown in
            try items(of: shown, choose(shown.series))
        }
    }

    /// The number of the component that describes a to-do that is shown; nil if it is gone.
    func componentID(of item: AgendaEvent) throws -> Int64? {
        let key = item.id.key
        let found = try shown(try fetch(key...key)).first { shown in
            shown.stored.uid == item.uid
                && (item.id.start == nil || shown.choice?.start == item.id.start)
                && shown.parts.contains { $0.source.name == item.calendar }
        }
        return found.flatMap { shown in
            shown.series.component(describing: item.recurrenceID).map { shown.parts[$0].id }
        }
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
        let key = described.series.key
        for shown in try shown(try fetch(key...key)) {
            guard let component = shown.parts.firstIndex(where: { $0.id == described.event.id })
            else { continue }
            let series = shown.series
            guard instance != nil || series.components[component].todo?.anchor == .undated
            else { return nil }
            let found = TodoSeries.Instance(
                component: component, span: instance?.span, recurrenceID: instance?.recurrenceID)
            return series.isOpen(found, now: now) ? try items(of: shown, [found]).first : nil
        }
        return nil
    }

    /// A to-do as it is shown: the copy that wins, with the instances that others lay over it.
    private struct Shown {
        /// A component: its number, and the calendar that has it.
        typealias Part = (id: Int64, source: CalendarSource)

        var stored: StoredTodo
        var scope: TimeZoneScope
        var series: TodoSeries
        var parts: [Part]
        /// What chose between copies; nil if there is only one.
        var choice: CopyGroups.Group?
    }

    private func shown(_ all: [StoredTodo]) throws -> [Shown] {
        let bySeries = Dictionary(all.map { ($0.seriesID, $0) }) { first, _ in first }
        return try all.compactMap { stored in
            guard let source = sourceByID[stored.sourceID] else { return nil }
            let scope = try scopes.scope(resourceID: stored.resourceID, database)
            var parts: [(event: Event, part: Shown.Part)] = stored.components.compactMap { part in
                part.event.map { ($0, (part.id, source)) }
            }
            var choice: CopyGroups.Group?
            if stored.isShared {
                var copies = try StoredCopies.fetch(
                    uid: stored.uid, .todo, among: sources, database)
                let hidden = Set(try copies.filter(isHidden).map(\.seriesID))
                guard !hidden.contains(stored.seriesID) else { return nil }
                copies.removeAll { hidden.contains($0.seriesID) }
                choice = CopyGroups(copies).group(of: stored.seriesID)
            }
            if let decision = choice?.decision {
                guard decision.winner.map({ $0.seriesID == stored.seriesID }) ?? true else {
                    return nil
                }
                let overlays = decision.overlays
                parts.removeAll { part in
                    guard let id = part.event.recurrenceID else { return false }
                    return overlays[scope.point(of: id)].map { $0.seriesID != stored.seriesID }
                        ?? false
                }
                for copy in Dictionary(grouping: overlays, by: \.value.seriesID).values {
                    guard let id = copy.first?.value.seriesID, id != stored.seriesID,
                        let other = bySeries[id]
                    else { continue }
                    parts += try instances(of: other, Set(copy.map(\.key)), in: scope)
                }
            }
            return Shown(
                stored: stored, scope: scope, series: TodoSeries(parts.map(\.event), scope),
                parts: parts.map(\.part), choice: choice)
        }
    }

    /// Whether a rule hides a copy, whenever it is to be done.
    private func isHidden(_ copy: EventCopy) throws -> Bool {
        guard !filter.keepsHidden, try rulings.exist(), let id = copy.master?.eventID,
            try !rulings.readsInstance(componentID: id)
        else { return false }
        return try rulings.effects(componentID: id, .init()).isHidden == true
    }

    /// The components of a copy that describe some instances, with their times as another file's zones have them.
    private func instances(
        of stored: StoredTodo, _ points: Set<OccurrencePoint>, in scope: TimeZoneScope
    ) throws -> [(event: Event, part: Shown.Part)] {
        guard let source = sourceByID[stored.sourceID] else { return [] }
        let own = try scopes.scope(resourceID: stored.resourceID, database)
        return stored.components.compactMap { component in
            guard let event = component.event, let id = event.recurrenceID,
                points.contains(own.point(of: id))
            else { return nil }
            return (event.read(in: own, for: scope), (component.id, source))
        }
    }

    private func items(
        of shown: Shown, _ chosen: [TodoSeries.Instance]
    ) throws -> [TodoItem] {
        try chosen.compactMap { found in
            let part = shown.parts[found.component]
            if let decision = shown.choice?.decision, decision.winner == nil,
                !decision.shows(
                    seriesID: shown.stored.seriesID, recurrenceID: found.recurrenceID)
            {
                return nil
            }
            var item = Self.item(found, shown.series, shown.stored, shown.scope)
            item.occurrence.content.calendar = part.source.name
            item.occurrence.content.color = item.occurrence.color ?? part.source.color
            if let choice = shown.choice {
                item.occurrence.id.start = choice.start
                item.occurrence.content.alsoIn = choice.decision.otherCalendars(
                    than: part.source.name)
            }
            if try rulings.exist() {
                let effects = try rulings.effects(
                    componentID: part.id,
                    .init(span: found.span, timeZone: item.occurrence.content.timeZone))
                if effects.isHidden == true, !filter.keepsHidden { return nil }
                effects.apply(to: &item.occurrence.content)
                // A to-do takes no time.
                item.occurrence.content.isBusyByRule = nil
            }
            return filter.includes(item.occurrence) ? item : nil
        }
    }

    private static func item(
        _ found: TodoSeries.Instance, _ series: TodoSeries, _ stored: StoredTodo,
        _ scope: TimeZoneScope
    ) -> TodoItem {
        let event = series.components[found.component]
        let todo = event.todo ?? Todo()
        let id = OccurrenceID(uid: stored.uid, kind: .todo, recurrenceID: found.recurrenceID)
        let occurrence = AgendaEvent(found, of: event, stored.uid, in: series, id: id, scope)
        let span = occurrence.span
        let whole = series.master.flatMap { $0.isRecurring ? $0 : nil }
        let hasDue = todo.anchor == .due || event.end != .none
        return TodoItem(
            occurrence,
            TodoPart(
                start: found.span != nil && event.todoTimes.start != nil ? span.start : nil,
                due: found.span != nil && hasDue ? span.due : nil,
                status: todo.state, completed: todo.completed, percent: todo.percent,
                priority: event.priority, parent: todo.parent, isNext: found.isNext, series: whole))
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
            """, readsTexts: true, database)
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
                    participantCount: row.integer(8), text: try row.componentText(9, digest: 6)[...]
                ))
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

extension Event {
    /// The event with times that mean the same in another file: in UTC where that knows their zone otherwise.
    fileprivate func read(in own: TimeZoneScope, for other: TimeZoneScope) -> Event {
        func read(_ time: CalendarTime) -> CalendarTime {
            guard case .zoned(let wall, let tzid) = time, let rules = own.rules(for: tzid),
                rules != other.rules(for: tzid)
            else { return time }
            return .utc(rules.instant(of: wall))
        }
        var event = self
        event.start = read(start)
        if case .time(let time) = end { event.end = .time(read(time)) }
        event.recurrenceID = recurrenceID.map(read)
        return event
    }
}
