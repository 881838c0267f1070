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
            name: "add_todo",
            description: """
                Adds a to-do and tells its id. Either words that say what, when it is due, a priority and \
                categories, or the values; 'undo' takes it back.
                """,
            means: .change(.addTodo),
            parameters: [
                .init(
                    name: "words", description: "Such as: pay rent tomorrow !1 #home every month.",
                    kind: .text, place: .change { $2.words = $0.first ?? "" })
            ] + values + [calendar], effect: .adds),
        MCPTool(
            name: "edit_todo",
            description:
                "Changes values of a to-do; what is not named stays, an empty text takes a value away. 'undo' takes it back.",
            means: .change(.editTodo), parameters: [id, scope, dryRun] + values,
            effect: .changes),
        MCPTool(
            name: "complete_todo",
            description: "Says that a to-do is done; of one that repeats, the next time of it.",
            means: .change(.completeTodo), parameters: [id, withSubtasks, dryRun],
            effect: .changes),
        MCPTool(
            name: "reopen_todo", description: "Opens a to-do again that was done or cancelled.",
            means: .change(.reopenTodo), parameters: [id, dryRun],
            effect: .changes),
        MCPTool(
            name: "delete_todo", description: "Deletes a to-do; 'undo' brings it back.",
            means: .change(.deleteTodo), parameters: [id, scope, withSubtasks, dryRun],
            effect: .changes),
    ]

    private static let withSubtasks = MCPParameter(
        name: "with_subtasks", description: "Whether to do the same to its subtasks.", kind: .flag,
        place: .change { $2.withSubtasks = $1 })
    private static let values: [MCPParameter] =
        [
            .init(
                name: "due", description: "When it is due: a day or a time, or 'none'.",
                kind: .text, place: .set(.due)),
            .init(
                name: "start", description: "From when on it can be done, or 'none'.", kind: .text,
                place: .set(.start)),
            .init(
                name: "priority",
                description: "From 1, the highest, to 9; or 'high', 'medium', 'low' or 'none'.",
                kind: .text, place: .set(.priority)),
            .init(
                name: "percent", description: "How much is done.", kind: .number(0...100),
                place: .set(.percent)),
            .init(
                name: "parent", description: "The id of the to-do that it is a part of.", kind: .id,
                place: .change { $2.parent = $0.first }),
        ] + commonValues
}
