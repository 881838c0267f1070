package import AgendaKit

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
