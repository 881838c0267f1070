import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the changes made to events, newest first.",
        discussion: """
            Keeps the last thousand changes, each with its number for 'agenda undo --only'. --json has \
            each event before and after as iCalendar text, and which change depends on which.
            """)

    @Option(name: .shortAndLong, help: .value("number", "How many; by default 20."))
    var number: Int?

    @Flag(
        name: [.customShort("p"), .customLong("patch")],
        help: "Show what each change did.")
    var patch = false

    @OptionGroup var options: ReportOptions

    func run() async throws {
        if let number, number < 1 {
            throw CommandFailure.usage("--number must be at least 1, not \(number)")
        }
        let (style, person) = (
            try TextStyle(option: options.color), try options.common.person()
        )
        let store = try await StoreAccess.openIfExisting(person)
        let changes = try store?.history(last: number ?? (options.json ? nil : 20)) ?? []
        if options.json {
            guard !patch else {
                throw CommandFailure.usage("--patch cannot be combined with --json")
            }
            EventChange.document(changes, zone: person.zone).flush()
        } else if changes.isEmpty {
            guard !options.common.quiet else { return }
            let hasEvents = try store?.sources().contains { $0.isOnlyInStore && $0.eventCount > 0 }
            Terminal.complain(
                hasEvents == true
                    ? "agenda: the history was lost with an earlier database: its backup holds "
                        + "only the events"
                    : "agenda: no changes yet: add an event with 'agenda add TEXT'")
        } else {
            Pager.show(
                HistoryList.text(changes, style: style, zone: person.zone, isPatch: patch))
        }
    }
}
