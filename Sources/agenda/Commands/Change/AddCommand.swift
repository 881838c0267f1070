import AgendaActions
import ArgumentParser
import ICalendar
import TerminalOutput

struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an event or a journal entry to a calendar, and print its id.",
        discussion: """
            Words say what, when and where: agenda add Lunch with Kim friday 12:30-13:30 @ Cafe Nord
            Days: tomorrow, fri, next friday, friday week, 2026-12-1, 24.12., Dec 24, in 2 weeks. Times: 9:30, \
            9am, noon, 12:30-13:30, for 2h; 15:00 Tokyo. Repetition: every weekday, tuesdays, every 2 weeks \
            until june, every 2nd tuesday. German and Chinese work in their locales.
            Without a time it is an all-day event; without an end it lasts an hour. If a day or time is \
            unclear, or already over, agenda asks; without a terminal, nothing is added. Text in quotes \
            is title: agenda add '"Call Friday" tomorrow 10:00'
            Options override the words; if --start names a day, all words are title.
            With --journal it is a journal entry, about today if no day is named; --start none for no day: \
            agenda add --journal Met Kim yesterday --description 'She likes the plan.'
            WHEN: 2026-11-20T10:00, 'friday 10:00', 10:00 or a day.
            """)

    @Argument(help: "What, when, @ where.")
    var text: [String] = []

    @Flag(help: "Add a journal entry: what there is to say about a day.")
    var journal = false

    @OptionGroup var details: EventOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let person = try common.person()
        guard !text.isEmpty || details.summary != nil || details.start != nil || Terminal.canAsk
        else {
            throw CommandFailure.usage(
                "add: say what and when, such as agenda add Lunch friday 12:30")
        }
        let namesRule = details.repetition.every == nil
        let question = DraftQuestion(
            read: { (words) throws(CommandFailure) in
                journal
                    ? try details.edits.newJournal(words, person: person)
                    : try details.edits.newEvent(words, person: person)
            },
            preview: { $0.preview(in: person.zone, withRule: namesRule) },
            isQuiet: common.quiet)
        guard let draft = try question.clear(text.joined(separator: " ")) else { return }
        try await draft.add(to: details.calendar, namesRule: namesRule, person).show()
    }
}
