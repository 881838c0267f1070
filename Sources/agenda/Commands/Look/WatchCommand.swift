import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "List events, then every change as it happens.",
        discussion: """
            On a terminal the list is redrawn in place; elsewhere each change is a line. --jsonl prints \
            only the changes of events: {"change":"added","nodes":[121],"event":{…},"by":"edit","number":7}. "by" says \
            who made it: edit (you), sync, file, feed or assistant. The other forms are printed again as a whole after each \
            change.
            Watches the whole timeline, 120 days before today to 367 after it, or the days given. Ends \
            with Control-C, or with the program that reads its output.
            """)

    @Argument(
        help: """
            Days, then .ics files or folders of them; one that is not there yet is waited for.
            """,
        completion: .calendarPath)
    var paths: [String] = []

    @Flag(help: "Print a short id before each event, for show, edit and delete.")
    var ids = false

    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        var range = range
        let paths = try range.take(from: paths)
        guard !paths.contains("-") else {
            throw CommandFailure.usage("-: standard input cannot be watched: give files or folders")
        }
        if let stream = paths.first(where: { InputFile.kind(of: $0) == .stream }) {
            throw CommandFailure.usage("\(stream): a pipe cannot be watched: give files or folders")
        }
        let output = WatchOutput(try options.printer(ids: ids), range)
        try output.requireDays(try options.common.person())
        ProcessSignals.endQuietly()
        ProcessSignals.onResize { await output.redraw() }
        while true {
            do {
                try await follow(output, paths)
            } catch let error as AgendaError {
                if try await !StoreAccess.mend(error, TerminalReport()) {
                    // Keep what is shown: a disk may come back.
                    guard await output.timeline != nil else { throw error }
                    await output.complain(line: error.sentence)
                }
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Shows one store's changes until another file replaces it.
    private func follow(_ output: WatchOutput, _ paths: [String]) async throws {
        let earlier = await output.timeline
        let reading = try await OpenCalendars.open(
            paths, try options.common.person(), readers: EventStore.readerCount,
            hints: earlier == nil, isLenient: true)
        for error in reading.refused { await output.complain(line: error.sentence) }
        let provider = try reading.provider(options)
        let updates = await provider.changes(after: earlier)
        try await reading.follow(paths, provider, updates) { update in
            await output.show(update, reading)
        } notice: { notice in
            await output.tell(notice)
        }
    }
}
