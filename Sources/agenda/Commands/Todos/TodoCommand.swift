import ArgumentParser

struct TodoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "todo",
        abstract: "List, add, complete and change to-dos.",
        discussion: """
            agenda todo add 'pay rent tomorrow !1 #home every month', then agenda todo done pay rent.
            To-dos are the VTODOs of your calendars. What is due also stands in agenda list, week, month \
            and timeline. 'agenda undo' takes a change back.
            """,
        subcommands: [
            List.self, Add.self, Edit.self, Done.self, Undone.self, Cancel.self, Delete.self,
            Move.self,
        ],
        defaultSubcommand: List.self)
}
