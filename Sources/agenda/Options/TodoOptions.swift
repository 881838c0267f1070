import AgendaActions
import ArgumentParser

/// The options that describe a to-do.
struct TodoOptions: ParsableArguments {
    @Option(help: "The title.")
    var summary: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("When it is due: a day, a time, or none.", valueName: "when"),
        completion: .day)
    var due: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("From when on it can be done, or none.", valueName: "when"),
        completion: .day)
    var start: String?

    @Option(
        help: ArgumentHelp("1 (highest) to 9, high, medium, low or none.", valueName: "priority"),
        completion: .list(["high", "medium", "low", "none"]))
    var priority: String?

    @Option(help: ArgumentHelp("How much is done, 0 to 100.", valueName: "number"))
    var percent: Int?

    @Option(help: "A category; repeatable.")
    var category: [String] = []

    @Option(help: "The place.")
    var location: String?

    @Option(help: "The description.")
    var description: String?

    @Option(help: "A link.")
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The to-do that it is a part of: an id or words; none for none.", valueName: "todo"),
        completion: .todoID)
    var parent: String?

    @OptionGroup var repetition: RepetitionOptions

    /// The changes that the options request, except for the parent.
    var edits: ItemEdits {
        var edits = ItemEdits()
        (edits.due, edits.start, edits.priority, edits.percent) = (due, start, priority, percent)
        edits.summary = summary
        (edits.location, edits.description, edits.url) = (location, description, url)
        (edits.every, edits.until, edits.count) =
            (repetition.every, repetition.until, repetition.count)
        edits.categories = category.isEmpty ? nil : category
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
