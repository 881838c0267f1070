import AgendaActions
import AgendaKit
import Glibc
import TerminalOutput

/// The reading commands as people and scripts mostly call them: `agenda`, `agenda list`, `agenda
/// timeline` or `agenda next`, with at most a database, an instant and a form.
///
/// People type them forty times a day, and status bars call them every minute. ArgumentParser finds a
/// command's options by reflection: 14 million instructions, of 63 million for the whole timeline of
/// 976 events. It handles everything else, and everything that may be wrong.
struct FastPath {
    private enum Command: String {
        case list, timeline, next
    }

    private var command = Command.list
    private var database: String?
    private var now: String?
    private var printer = EventPrinter()

    /// Returns nil if the parser is needed.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        if let name = rest.first, !name.hasPrefix("-") {
            guard let known = Command(rawValue: name) else { return nil }
            command = known
            rest.removeFirst()
        }
        while let option = rest.popFirst() {
            switch option {
            case "--database" where database == nil, "--now" where now == nil:
                guard let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                if option == "--now" { now = value } else { database = value }
            case "--format" where printer.form == .text && command == .next:
                guard let value = rest.popFirst(), !value.hasPrefix("-"),
                    let format = try? LineFormat(value, isNext: true)
                else { return nil }
                printer.form = .lines(format)
            case "--quiet" where !printer.isQuiet && command == .next: printer.isQuiet = true
            case "--json" where printer.form == .text: printer.form = .json
            case "--jsonl" where printer.form == .text: printer.form = .jsonLines
            case "--tsv" where printer.form == .text: printer.form = .tsv
            default: return nil
            }
        }
    }

    /// Runs the command.
    func run() async throws {
        let person = try Person.atTerminal(timeZone: nil, now: now, database: database)
        let reading = try await OpenCalendars.open(
            person, isQuiet: printer.isQuiet,
            counting: command == .list && printer.form == .json,
            readingTimeline: command == .timeline ? { _ in EventFilter() } : nil)
        let provider = reading.store.provider(
            person, person.filter(leavingOutDeclined: command == .next))
        let week = DayRangeOptions.week(from: person.today)
        switch command {
        case .timeline: try await TimelineCommand.show(reading, provider, printer)
        case .list: try await ListCommand.show(week, reading, provider, printer)
        case .next: try await NextCommand.show(week, reading, provider, printer)
        }
        reading.store.emptyLongLog()
        // Everything is written; freeing the memory would only take time.
        Glibc.exit(ExitStatus.fine.rawValue)
    }
}
