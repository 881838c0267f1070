import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

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
            help: ArgumentHelp("The calendar: your own, or a writable source.", valueName: "name"),
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
            guard var todo = try question.clear(text.joined(separator: " ")) else { return }
            let store = try await StoreAccess.open(person)
            if let parent = details.parent, !ItemEdits.isNone(parent) {
                todo.event.todo?.parent = try await Self.parent(parent, person)
            }
            let editor = store.editor(person)
            let id = try await editor.add(
                todo.event, to: try CalendarChoice.target(calendar, in: store, for: person))
            OutputBuffer(id.description + "\n").acknowledge()
            if !common.quiet {
                Terminal.complain("Added \(todo.sentence(in: person.zone))")
                if let day = todo.movedFrom {
                    let from = TimeWords.current.day(day)
                    Terminal.complain(
                        "It starts on the first day of its repetition, not on \(from)")
                }
            }
            try await editor.importer.requireBackup(person.report)
        }

        /// The `UID` of the to-do that an id or words name.
        static func parent(
            _ text: String, _ person: Person
        ) async throws -> String {
            let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
            guard let parent = try await ItemChoice([text], in: reading).todo() else {
                throw CommandFailure.failure("--parent \(text): no to-do matches")
            }
            return parent.occurrence.uid
        }
    }
}
