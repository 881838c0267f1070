public import ICalendar

/// What only a to-do or only a journal entry has; an event has neither. An ``AgendaEvent`` with a part stands among events as
/// what it is.
public indirect enum ItemPart: Hashable, Sendable {
    /// A VTODO's.
    case todo(TodoPart)
    /// A VJOURNAL's.
    case journal(JournalPart)
}

extension AgendaEvent {
    /// What only a to-do has; nil for anything else.
    public var todo: TodoPart? {
        if case .todo(let part)? = content.part { part } else { nil }
    }

    /// What only a journal entry has; nil for anything else.
    public var journal: JournalPart? {
        if case .journal(let part)? = content.part { part } else { nil }
    }

    /// When a to-do is due, or a journal entry is; nil for an event, and for what is on no day.
    var point: OccurrencePoint? {
        switch content.part {
        case .todo(let part)?: part.due
        case .journal(let part)?: part.start
        case nil: nil
        }
    }

    /// The days on which a to-do or a journal entry is shown: of a to-do the one on which it is due, and today if that one
    /// is over and the to-do is what is next. None of an event, whose span says it.
    ///
    /// - Parameters:
    ///   - today: the present day.
    ///   - zone: the reader's zone.
    public func days(today: CivilDate, in zone: TimeZoneRules) -> [CivilDate] {
        guard let date = point.map({ zone.date(of: $0) }) else { return [] }
        guard let todo, date < today, todo.isNext, !todo.isClosed else { return [date] }
        return [date, today]
    }
}

extension TimeZoneRules {
    /// The day of a point for a reader in this zone.
    func date(of point: OccurrencePoint) -> CivilDate {
        if case .date(let date) = point { return date }
        return wallTime(at: instant(of: point)).date
    }
}
