import AgendaActions
import AgendaKit
import AgendaScreen
import ArgumentParser
import ICalendar

struct UICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Show the timeline on the whole screen, and change it with single keys.",
        discussion: """
            The list of 488 days, with the month beside it from 80 columns on; l, w, d and m show the list, a \
            week and a day with their hours, and a month. j and k go to the next and the previous day, n and p to events, t to today, g to \
            a day. Enter shows everything about an event, / searches as you type, ? lists all keys; q ends.
            c adds an event in words and shows how they are understood, after Tab a to-do; e opens the event in \
            your editor, M moves it by arrows, Delete or x deletes it, x says that a to-do is done, u and U undo and redo. What files, other programs and synchronisations change \
            is shown at once. With paths, only these are read, and nothing can be changed.
            """)

    @Argument(
        help: ".ics files or folders of them.",
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "Leave out the keys that change something.")
    var readOnly = false

    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer()
        guard printer.form == .text else {
            throw CommandFailure.usage(
                "ui: shows text alone: use agenda list for --json, --jsonl, --tsv and --format")
        }
        guard !paths.contains("-") else {
            throw CommandFailure.usage("-: standard input has the keys: give files or folders")
        }
        try await FullScreen(
            paths: paths, isReadOnly: readOnly, style: printer.style,
            person: { [options] () throws(CommandFailure) in try options.common.person() },
            filter: { [options] sources throws(CommandFailure) in
                try options.filter(sources: sources)
            }, edit: try edit()
        ).run()
    }

    /// `agenda edit ID`, or `agenda todo edit ID`, with the options of this command.
    private func edit() throws -> (AgendaEvent) -> [String] {
        let program = try Environment.ownPath()
        var words = ["--database", try options.common.databasePath()]
        if let zone = options.common.timeZone { words += ["--time-zone", zone] }
        if let now = options.common.now { words += ["--now", now] }
        return { event in
            let command = event.id.kind == .todo ? ["todo", "edit"] : ["edit"]
            return [program] + command + words + [event.id.description]
        }
    }
}
