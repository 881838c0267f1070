import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Report every problem, as file:line: event: what: what to do.",
        discussion: "Exit status: 0 when there is none, 3 otherwise.")

    @Argument(help: "A .ics file, a folder of them, or - for standard input.")
    var paths: [String] = []

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let reading = try await OpenCalendars.open(
            paths, try common.person(), isLenient: true)
        var faults: [Message] = []
        if paths.isEmpty, let path = reading.store.path {
            faults = try await reading.store.importer(reading.person).verify().map {
                $0.sentence(in: path)
            }
            // Beside another store, or without feeds and accounts, there is nothing to say.
            faults += (try OnlineAccess.existing(reading.person)?.programFaults()) ?? []
            faults += try await MirrorRound(reading.person, reading.store).problems()
            // Checking this cache would cost as much as building it again.
            try? reading.store.discardSearchIndex()
        }
        let diagnostics = try reading.store.diagnostics()
        let problems = faults.map(\.text) + reading.refused.map(\.sentence)
        var output = OutputBuffer()
        let overlooked = try reading.store.overlooked()
        for line in problems + (diagnostics + overlooked).map(\.lineWithEvent) {
            output.append(safeLine: line)
        }
        let hasProblems = !output.bytes.isEmpty
        if !hasProblems, !common.quiet {
            let count = reading.sources.count
            let sentence: Message =
                count == 1 ? "No problems in 1 calendar" : "No problems in \(count) calendars"
            output.append(line: sentence)
        }
        output.flush()
        try? reading.store.noteTold(diagnostics)
        if hasProblems { throw CommandFailure.partial }
    }
}

extension StoreFault {
    /// `database: what: what to do`.
    fileprivate func sentence(in path: String) -> Message {
        switch kind {
        case .derived:
            "\(path): what is stored of \(place) does not match its text: run 'agenda refresh "
                + "--rebuild'"
        case .history:
            "\(path): change \(place) of the history is damaged: do not undo it"
        case .backup:
            "\(place): was the backup, but damaged: it was written anew"
        }
    }
}
