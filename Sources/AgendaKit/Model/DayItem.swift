public import ICalendar

/// What stands on days beside events.
public enum DayItem: Hashable, Sendable {
    /// A to-do, on the day on which it is due.
    case todo(TodoItem)
    /// A journal entry, on the day that it is about.
    case journal(JournalEntry)

    /// Its name, text and calendar.
    public var occurrence: AgendaEvent {
        switch self {
        case .todo(let item): item.occurrence
        case .journal(let entry): entry.occurrence
        }
    }

    /// The to-do, if it is one.
    public var todo: TodoItem? {
        if case .todo(let item) = self { item } else { nil }
    }

    /// The journal entry, if it is one.
    public var journal: JournalEntry? {
        if case .journal(let entry) = self { entry } else { nil }
    }

    /// When it is: of a to-do its due time.
    var point: OccurrencePoint? {
        switch self {
        case .todo(let item): item.due
        case .journal(let entry): entry.start
        }
    }

    /// The days on which it is shown: of a to-do the one on which it is due, and today if that one is over and the
    /// to-do is what is next.
    ///
    /// - Parameters:
    ///   - today: the present day.
    ///   - zone: the reader's zone.
    public func days(today: CivilDate, in zone: TimeZoneRules) -> [CivilDate] {
        switch self {
        case .todo(let item):
            guard let due = item.dueDate(in: zone) else { return [] }
            return due < today && item.isNext && !item.isClosed ? [due, today] : [due]
        case .journal(let entry): return entry.date(in: zone).map { [$0] } ?? []
        }
    }
}
