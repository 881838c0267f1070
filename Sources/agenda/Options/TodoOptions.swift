import AgendaActions
import ArgumentParser

/// The options that describe a to-do.
struct TodoOptions: ParsableArguments {
    @Option(help: "The title.")
    var summary: String?

    @Option(
        parsing: .unconditional, help: .value("when", "When it is due: a day, a time, or none."),
        completion: .day)
    var due: String?

    @Option(
        parsing: .unconditional, help: .value("when", "From when on it can be done, or none."),
        completion: .day)
    var start: String?

    @Option(
        help: .value("priority", "1 (highest) to 9, high, medium, low or none."),
        completion: .list(["high", "medium", "low", "none"]))
    var priority: String?

    @Option(help: .value("number", "How much is done, 0 to 100, or none."))
    var percent: NumberOrNone?

    @Option(help: "A category, or none; repeatable.")
    var category: [String] = []

    @Option(help: "The place, or none.")
    var location: String?

    @Option(help: "The description, or none.")
    var description: String?

    @Option(help: "A link, or none.")
    var url: String?

    @Option(
        help: .value("todo", "The to-do that it is a part of: an id or words, or none."),
        completion: .todoID)
    var parent: String?

    @OptionGroup var repetition: RepetitionOptions

    /// The changes that the options request, except for the parent.
    var edits: ItemEdits {
        var edits = ItemEdits(summary, location, description, url, category, repetition)
        (edits.due, edits.start, edits.priority) = (due, start, priority)
        edits.percent = percent.map { $0.number ?? 0 }
        return edits
    }
}

/// Whether the parts of a to-do go along.
struct SubtaskOptions: ParsableArguments {
    @Flag(help: "Do the same to its subtasks, and to theirs.")
    var withSubtasks = false
}

/// The to-do that a command changes.
struct TodoChangeOptions: ParsableArguments {
    @Argument(
        help: "An id from 'agenda todo list --ids', or words of the title.", completion: .todoID)
    var todo: [String]

    @Flag(help: "Only show what would change.")
    var dryRun = false
}
