import AgendaActions
import AgendaKit
import ArgumentParser
import CBuild
import CalendarMerge
import ICalendar
import TerminalOutput

struct UICommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Show the timeline on the whole screen, and change it with single keys.",
        discussion: """
            The list of 488 days, with the month beside it from 80 columns on; l, w and m show the list, a \
            week and a month. j and k go to the next and the previous day, n and p to events, t to today, g to \
            a day. Enter shows everything about an event, / searches as you type, ? lists all keys; q ends.
            c adds an event in words and shows how they are understood, after Tab a to-do; e opens the event in \
            your editor, d deletes it, x says that a to-do is done, u and U undo and redo. What files, other programs and synchronisations change \
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
        guard let screen = TerminalScreen(), Environment.variable("TERM") != "dumb" else {
            throw CommandFailure.usage("ui: needs a terminal that can place text: use agenda list")
        }
        cbuild_keep_heap_small()
        // Before the screen is taken: a first import shows its progress, and a fault stays to be read.
        let reading = try await OpenCalendars.open(
            paths, try options.common.person(), hints: false)
        _ = try options.filter(sources: reading.sources)
        var style = printer.style
        style.hasFewColors = Environment.hasFewColors
        let inbox = ScreenInbox()
        let desk = ScreenDesk(options.common, style: style, inbox: inbox)
        let feed = ScreenFeed(
            paths: paths, options: options, desk: desk, inbox: inbox)
        let following = Task { await feed.run(reading) }
        defer { following.cancel() }
        let loop = ScreenLoop(
            screen: screen, inbox: inbox, desk: desk,
            model: try await model(style), edit: try edit())
        try await loop.runOnItsThread()
        // What was asked for just before the end is done, too, and said.
        await desk.finish()
        for news in inbox.take() {
            switch news {
            case .done(let text), .added(let text, _, _): Terminal.complain(line: text)
            default: break
            }
        }
    }

    private func model(
        _ style: TextStyle
    ) async throws -> (ScreenDays, (columns: Int, rows: Int)) -> ScreenModel {
        let common = options.common
        let first = try common.person().firstWeekday
        let isReadOnly = readOnly || !paths.isEmpty
        return { days, size in
            ScreenModel(
                days, style: style, size: size, isReadOnly: isReadOnly,
                firstWeekday: first,
                understand: { text, isTodo, date in
                    (try? common.person()).map { person in
                        isTodo
                            ? .init(style) { () throws(CommandFailure) in
                                try ItemEdits().newTodo(text, person: person, on: date)
                            } preview: {
                                (
                                    $0.preview(in: person.zone).text(in: style.language),
                                    .todo($0.event)
                                )
                            }
                            : .init(style) { () throws(CommandFailure) in
                                try ItemEdits().newEvent(text, person: person, on: date)
                            } preview: {
                                ($0.line(in: person.zone), .event($0))
                            }
                    }
                },
                day: { text throws(DayArgument.Failure) in
                    try DayArgument(text).day(today: days.today, from: nil)
                })
        }
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

extension NewEvent {
    /// `Lunch, Mon 2026-11-23 12:30-13:30 @ Cafe Nord`.
    fileprivate func line(in zone: TimeZoneRules) -> String {
        let place = event.location.map { " @ " + $0 } ?? ""
        return (event.summary ?? "") + ", " + when(in: zone) + place
    }
}

extension ScreenModel.Understood {
    /// How words are understood, for the line above them.
    fileprivate init<Draft>(
        _ style: TextStyle, _ read: () throws(CommandFailure) -> DraftReading<Draft>,
        preview: (Draft) -> (line: String, new: ScreenModel.New)
    ) {
        do throws(CommandFailure) {
            let reading = try read()
            let preview = reading.draft.map(preview)
            let doubt = reading.doubt?.sentence.text(in: style.language)
            let line = [preview?.line, doubt].compactMap { $0 }.joined(separator: "; ")
            self.init(text: style.safe(line), new: preview?.new, isDoubtful: doubt != nil)
        } catch {
            self.init(text: style.safe(error.message?.text(in: style.language) ?? ""))
        }
    }
}

extension ScreenLoop {
    /// Runs on a thread of its own, which waits for keys most of the time.
    fileprivate func runOnItsThread() async throws {
        // The thread alone uses the loop.
        nonisolated(unsafe) let loop = self
        try await OwnThread.value { Result { try loop.run() } }.get()
    }
}
