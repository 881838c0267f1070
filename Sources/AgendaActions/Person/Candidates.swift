package import AgendaKit

/// What words may mean: several items of which a person chooses one.
package struct Candidates {
    /// Events, to-dos, journal entries or events that were deleted.
    package enum Items {
        case events([AgendaEvent], hasMore: Bool)
        case todos([TodoItem])
        case journals([AgendaEvent])
        case deleted([DeletedEvent])
    }

    /// The words.
    package let text: String
    package let items: Items
    /// Who chooses.
    package let person: Person
    /// Where they were found.
    package let store: EventStore
    /// Whether there are several calendars, so that each item is to be told with its own.
    package let namesCalendars: Bool
}

extension Candidates.Items {
    /// How many there are to choose from.
    package var count: Int {
        switch self {
        case .events(let events, _): events.count
        case .todos(let todos): todos.count
        case .journals(let entries): entries.count
        case .deleted(let events): events.count
        }
    }
}

/// How much of an item that repeats a verb is about: what a person is asked where they have not said it.
package struct ScopeQuestion {
    package let item: AgendaEvent
    /// The to-do, if it is one.
    package let todo: TodoItem?
    package let verb: ChangeVerb
    package let choices: [RecurrenceScope]
    /// What to say where nobody can be asked.
    package let missing: CommandFailure
}
