import AgendaKit

extension MCPTool {
    /// The tools that change calendars.
    package static let changing = editing + editingTodos + editingJournals

    /// Those whose changes may wait for the person: to take one back is the person's, too.
    package static let proposing = changing.filter { tool in
        if case .change(let verb) = tool.means { ![.undo, .redo].contains(verb) } else { true }
    }

    private static let editing = [
        MCPTool(
            .addEvent,
            """
            Adds an event to the person's own calendar and tells its id. Either words that say what, when and \
            where, or the values; 'undo' takes it back.
            """, [.words("Such as: Lunch with Kim friday 12:30-13:30 @ Cafe Nord.")] + eventValues),
        MCPTool(
            .editEvent,
            "Changes values of an event; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            [id, scope, dryRun] + eventValues),
        MCPTool(.deleteEvent, "Deletes an event; 'undo' brings it back.", [id, scope, dryRun]),
        MCPTool(
            .undo,
            "Takes back the last change that was made here, never one that a synchronisation brought.",
            [
                .init(
                    name: "only",
                    description: "Only the change of this number in the history.",
                    kind: .number(1...Int(Int32.max)),
                    place: .change { $2.only = $0.first.flatMap { Int64($0) } })
            ]),
        MCPTool(.redo, "Makes the change again that was undone last.", []),
    ]

    package static let id = MCPParameter(
        name: "id", description: "The id of an event or to-do, as the other tools tell it.",
        kind: .id,
        place: .operand, isRequired: true)

    private static let scope = MCPParameter(
        name: "scope",
        description:
            "What of an event that repeats: this occurrence, this and all after it, or all.",
        kind: .choice(["this", "future", "all"]),
        place: .change { $2.scope = $0.first.flatMap { RecurrenceScope(rawValue: $0) } })

    private static let dryRun = MCPParameter(
        name: "dry_run", description: "Whether only to tell what would change.", kind: .flag,
        place: .change { $2.isDryRun = $1 })

    private static let eventValues: [MCPParameter] =
        [
            .item(.start, .text, "When it starts: 2026-11-20T10:00, or a day."),
            .item(.end, .text, "When it ends; a day alone is the last day."),
            .item(.duration, .text, "How long it lasts, such as 45m, instead of 'end'."),
            .item(.allDay, .flag, "Whether it takes whole days."),
            .item(.timeZone, .text, "The event's zone, such as Asia/Tokyo."),
            .item(.attendee, .texts, "Addresses of participants. Nobody is written to."),
            .item(.alarm, .texts, "Alarms so long before the start, such as 10m."),
            .item(
                .status, .choice(["confirmed", "tentative", "cancelled"]),
                "Whether it takes place."),
            .item(.busy, .flag, "Whether it makes the person busy."),
        ] + commonValues + [calendar]

    /// What events and to-dos have.
    private static let commonValues: [MCPParameter] =
        [
            .item(.location, .text, "The place.")
        ] + textValues

    /// What journal entries have, too.
    private static let textValues: [MCPParameter] = [
        .item(.summary, .text, "The title."),
        .item(.description, .longText, "The description."),
        .item(.url, .text, "A link."),
        .item(.category, .texts, "Categories."),
        .item(.every, .text, "How it repeats: week, weekday, 'monday,thursday', or an RRULE."),
        .item(.until, .text, "The last day on which it may repeat."),
        .item(.count, .number(1...10_000), "How many times."),
    ]

    private static let calendar = MCPParameter(
        name: "calendar", description: "The writable calendar; by default the person's own.",
        kind: .text, place: .change { $2.calendar = $0.first })

    private static let editingTodos = [
        MCPTool(
            .addTodo,
            """
            Adds a to-do and tells its id. Either words that say what, when it is due, a priority and \
            categories, or the values; 'undo' takes it back.
            """,
            [.words("Such as: pay rent tomorrow !1 #home every month.")] + todoValues + [calendar]),
        MCPTool(
            .editTodo,
            "Changes values of a to-do; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            [id, scope, dryRun] + todoValues),
        MCPTool(
            .completeTodo, "Says that a to-do is done; of one that repeats, the next time of it.",
            [id, withSubtasks, dryRun]),
        MCPTool(.reopenTodo, "Opens a to-do again that was done or cancelled.", [id, dryRun]),
        MCPTool(
            .deleteTodo, "Deletes a to-do; 'undo' brings it back.",
            [id, scope, withSubtasks, dryRun]),
    ]

    private static let withSubtasks = MCPParameter(
        name: "with_subtasks", description: "Whether to do the same to its subtasks.", kind: .flag,
        place: .change { $2.withSubtasks = $1 })
    private static let todoValues: [MCPParameter] =
        [
            .item(.due, .text, "When it is due: a day or a time, or 'none'."),
            .item(.start, .text, "From when on it can be done, or 'none'."),
            .item(
                .priority, .text, "From 1, the highest, to 9; or 'high', 'medium', 'low' or 'none'."
            ),
            .item(.percent, .number(0...100), "How much is done."),
            .init(
                name: "parent", description: "The id of the to-do that it is a part of.", kind: .id,
                place: .change { $2.parent = $0.first }),
        ] + commonValues

    private static let editingJournals = [
        MCPTool(
            .addJournal,
            """
            Adds a journal entry, about today if no day is named, and tells its id. Either words that say what and \
            about which day, or the values; 'undo' takes it back.
            """, [.words("Such as: Met Kim yesterday.")] + journalValues + [calendar]),
        MCPTool(
            .editJournal,
            "Changes values of a journal entry; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            [id, scope, dryRun] + journalValues),
        MCPTool(
            .deleteJournal, "Deletes a journal entry; 'undo' brings it back.", [id, scope, dryRun]),
    ]

    private static let journalValues: [MCPParameter] =
        [
            .item(.start, .text, "The day that it is about, or a time; or 'none'."),
            .item(
                .status, .choice(["draft", "final", "cancelled", "none"]), "How far it is written."),
        ] + textValues
}
