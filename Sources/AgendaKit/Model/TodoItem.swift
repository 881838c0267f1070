public import ICalendar

/// What only a to-do has: one that does not recur, an instance of one that does, or what is next of it.
public struct TodoPart: Hashable, Sendable {
    /// `DTSTART`, with its zone applied; nil if there is none.
    public var start: OccurrencePoint?
    /// `DUE`, or `DTSTART` and `DURATION`, with its zone applied; nil if there is none. A date is the last day.
    public var due: OccurrencePoint?
    /// What `STATUS`, `COMPLETED` and `PERCENT-COMPLETE` say together (``/ICalendar/Todo/state``).
    public var status: Todo.Status
    /// `COMPLETED`.
    public var completed: Instant?
    /// `PERCENT-COMPLETE`, 0 to 100.
    public var percent: Int?
    /// `PRIORITY`: 1 is highest, 9 lowest, 0 undefined (RFC 5545 3.8.1.9).
    public var priority: Int
    /// The `UID` of the to-do that it is a part of (`RELATED-TO`).
    public var parent: String?
    /// Whether it is what is next of a to-do that repeats, or one that does not repeat. Told by
    /// ``EventProvider/todos()``, and for days that include today.
    public var isNext = true
    /// The component of the whole series, if it recurs: its rules.
    public var series: Event?
    /// The day on which it was due, where it stands on a later one because it is not done.
    public var lateSince: CivilDate?

    /// Whether nothing is left to do.
    public var isClosed: Bool { status == .completed || status == .cancelled }

    /// Whether its times are whole days; false without times.
    public var isAllDay: Bool {
        if case .date? = due ?? start { true } else { false }
    }
}

/// A to-do as a list shows it.
@dynamicMemberLookup
public struct TodoItem: Hashable, Sendable {
    /// Its name, text and calendar. The span says when it is to be done only if `due` or `start` is set: a to-do may be on no
    /// day.
    public var occurrence: AgendaEvent

    /// Nil for anything else than a to-do.
    package init?(_ item: AgendaEvent) {
        guard item.todo != nil else { return nil }
        occurrence = item
    }

    /// - Parameter occurrence: gets the part.
    init(_ occurrence: AgendaEvent, _ part: TodoPart) {
        self.occurrence = occurrence
        self.part = part
    }

    private var part: TodoPart {
        get { occurrence.todo ?? TodoPart(status: .needsAction, priority: 0) }
        set { occurrence.content.part = .todo(newValue) }
    }

    /// What only a to-do has.
    public subscript<Value>(dynamicMember path: WritableKeyPath<TodoPart, Value>) -> Value {
        get { part[keyPath: path] }
        set { part[keyPath: path] = newValue }
    }

    /// What follows from that.
    public subscript<Value>(dynamicMember path: KeyPath<TodoPart, Value>) -> Value {
        part[keyPath: path]
    }

    /// The day on which it is due for a reader in a zone; nil if it has no `due`.
    public func dueDate(in zone: TimeZoneRules) -> CivilDate? { self.due.map(zone.date) }

    /// Whether it should have been done by now; one that is due on a day is overdue from the next day on.
    public func isOverdue(at now: Instant, in zone: TimeZoneRules) -> Bool {
        guard !self.isClosed, let due = self.due else { return false }
        if case .date(let date) = due { return date < zone.wallTime(at: now).date }
        return zone.instant(of: due) < now
    }
}

extension TodoItem {
    /// The order of lists: by due time, those without one last; then by priority, summary and `UID`. Total, so that
    /// output is stable.
    ///
    /// - Parameter zone: the reader's zone. A day counts as its end.
    package static func sorted(_ items: [TodoItem], zone: TimeZoneRules) -> [TodoItem] {
        func key(_ item: TodoItem) -> (Int, Int, String, String) {
            let due =
                switch item.due {
                case .date(let date)?: zone.startOfDay(date + 1).secondsSinceEpoch
                case let point?: zone.instant(of: point).secondsSinceEpoch
                case nil: Int.max
                }
            return (
                due, item.priority == 0 ? 10 : item.priority, item.occurrence.summary ?? "",
                item.occurrence.id.description
            )
        }
        return items.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// The items with their subtasks behind them, and how deep each one stands. A subtask whose parent is not among the
    /// items stands like one without a parent; so do subtasks that are each other's parents.
    package static func nested(_ items: [TodoItem]) -> [(item: TodoItem, depth: Int)] {
        // Of several items of one UID, the first has the subtasks.
        let first = Dictionary(
            items.enumerated().map { ($1.occurrence.uid, $0) }, uniquingKeysWith: min)
        let children = Dictionary(grouping: items.indices) { index -> String? in
            let item = items[index]
            return item.parent.flatMap {
                first[$0] != nil && $0 != item.occurrence.uid ? $0 : nil
            }
        }
        var nested: [(item: TodoItem, depth: Int)] = []
        var seen: Set<Int> = []
        var open: [(index: Int, depth: Int)] = []
        func follow() {
            while let (index, depth) = open.popLast() {
                guard seen.insert(index).inserted else { continue }
                nested.append((items[index], depth))
                let uid = items[index].occurrence.uid
                guard first[uid] == index else { continue }
                open += (children[uid] ?? []).reversed().map { ($0, depth + 1) }
            }
        }
        open = (children[nil] ?? []).reversed().map { ($0, 0) }
        follow()
        for index in items.indices where !seen.contains(index) {
            open = [(index, 0)]
            follow()
        }
        return nested
    }
}
