import AgendaActions
import ArgumentParser
import TerminalOutput

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

extension TodoCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a to-do to your own calendar or a writable source, and print its id.",
            discussion: """
                Words say what and when it is due: agenda todo add 'pay rent tomorrow !1 #home every month'
                !1 (highest) to !9, !high, !medium and !low are the priority, #home is a category; quote \
                them, as shells read # and ! themselves. Days, times and repetitions are those of \
                'agenda add'; 'from monday to friday' says from when on it can be done, too. Without a day \
                it is due on none. Text in quotes is title: agenda todo add '"Call by Friday" tomorrow'
                If a day or time is unclear, or already over, agenda asks; without a terminal, nothing is \
                added. Options override the words.
                """)

        @Argument(help: "What, and when it is due.")
        var text: [String] = []

        @OptionGroup var details: TodoOptions

        @Option(
            help: .value("name", "The calendar: your own, or a writable source."),
            completion: .calendarName)
        var calendar: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let question = DraftQuestion(
                read: { (words) throws(CommandFailure) in
                    try details.edits.newTodo(words, person: person)
                },
                preview: { $0.preview(in: person.zone) }, isQuiet: common.quiet,
                allowingPast: "--due")
            let todo = try question.clear(text.joined(separator: " "))
            try await todo?.add(to: calendar, partOf: details.parent, person).show()
        }
    }
}
