package import AgendaKit

extension ItemTarget {
    /// How much of an item is meant, and from which instance it counts.
    package typealias Part = (event: AgendaEvent, scope: RecurrenceScope)

    /// Whether one instance of a repeating event was named, not the event as a whole.
    package var isOneInstance: Bool { namesInstance && occurrence.isRecurring }

    /// The part of it that a verb is about.
    ///
    /// - Parameter scope: as given; nil to ask the person.
    package func part(_ scope: RecurrenceScope?, for verb: ChangeVerb) throws -> Part {
        guard todo == nil else {
            return (occurrence, try scopeOfTodo(scope, for: verb))
        }
        guard occurrence.isRecurring else { return (occurrence, .all) }
        let choice =
            if let scope { scope } else {
                try person.chooseScope(question(verb, among: RecurrenceScope.allCases))
            }
        var event = occurrence
        // The question shows which day is meant.
        if !namesInstance, scope != nil || choice == .all {
            // Without an instance it would be the next one: a guess.
            guard choice == .all else {
                throw CommandFailure.usage(
                    "\(id): means the whole series: add a day, or give one day's id, such as "
                        + "\(occurrence.id)")
            }
            event.recurrenceID = nil
        }
        return (event, choice)
    }

    private func scopeOfTodo(
        _ scope: RecurrenceScope?, for verb: ChangeVerb
    ) throws -> RecurrenceScope {
        guard occurrence.isRecurring, occurrence.recurrenceID != nil else { return .all }
        guard let scope else {
            return try person.chooseScope(question(verb, among: verb.scopes))
        }
        guard verb.scopes.contains(scope) else {
            throw CommandFailure.usage(
                "--scope must be one of \(verb.scopes.map(\.rawValue).joined(separator: ", "))")
        }
        return scope
    }

    private func question(_ verb: ChangeVerb, among choices: [RecurrenceScope]) -> ScopeQuestion {
        ScopeQuestion(
            item: occurrence, todo: todo, verb: verb, choices: choices,
            missing: scopeMissing(among: choices))
    }

    /// Why nobody is asked how much of it is meant.
    private func scopeMissing(among choices: [RecurrenceScope]) -> CommandFailure {
        guard !isJournal else {
            return .usage("\(id): the journal entry repeats: give --scope this, future or all")
        }
        guard todo != nil else {
            return .usage("\(id): the event repeats: give --scope this, future or all")
        }
        let names = choices.map(\.rawValue).joined(separator: ", ")
        return .usage("\(id): the to-do repeats: give --scope, one of \(names)")
    }
}
