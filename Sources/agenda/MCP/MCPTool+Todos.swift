import AgendaActions

extension MCPTool {
    static let readingTodos = [
        MCPTool(
            name: "list_todos",
            description: "Lists the open to-dos by due day, priority and title.",
            asks: "/v1/todos", for: ["due", "all", "category", "calendar"])
    ]

    static let editingTodos = [
        MCPTool(
            .addTodo,
            """
            Adds a to-do and tells its id. Either words that say what, when it is due, a priority and \
            categories, or the values; 'undo' takes it back.
            """, [.words("Such as: pay rent tomorrow !1 #home every month.")] + values + [calendar]),
        MCPTool(
            .editTodo,
            "Changes values of a to-do; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            [id, scope, dryRun] + values),
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
    private static let values: [MCPParameter] =
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
}
