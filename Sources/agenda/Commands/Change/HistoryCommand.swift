import AgendaKit
import ArgumentParser

/// `agenda history`: lists the changes made to events.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "List the changes made to events, newest first.",
        discussion: """
            Keeps the last thousand changes, each with its number for 'agenda undo --only'. --json has \
            each event before and after as iCalendar text, and which change depends on which.
            """)

    @Option(
        name: .shortAndLong, help: ArgumentHelp("How many; by default 20.", valueName: "number"))
    var number: Int?

    @Flag(
        name: [.customShort("p"), .customLong("patch")],
        help: "Show what each change did.")
    var patch = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @Option(
        help: ArgumentHelp("auto, always or never.", valueName: "when"),
        completion: .list(["auto", "always", "never"]))
    var color: String?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        if let number, number < 1 {
            throw CommandFailure.usage("--number must be at least 1, not \(number)")
        }
        let (style, settings) = (try TextStyle(option: color), try common.settings())
        let path = try common.databasePath()
        let store =
            StoreAccess.exists(path)
            ? try await StoreAccess.open(path: path, createsMissing: false, settings: settings)
            : nil
        let all = try store?.history() ?? []
        let changes = all.prefix(number ?? (json ? all.count : 20))
        if json {
            guard !patch else {
                throw CommandFailure.usage("--patch cannot be combined with --json")
            }
            HistoryList.json(changes, zone: settings.zone).flush()
        } else if changes.isEmpty {
            guard !common.quiet else { return }
            let hasEvents = try store?.sources().contains { $0.kind == .local && $0.eventCount > 0 }
            Terminal.complain(
                hasEvents == true
                    ? "agenda: the history was lost with an earlier database: its backup holds "
                        + "only the events"
                    : "agenda: no changes yet: add an event with 'agenda add TEXT'")
        } else {
            Pager.show(
                HistoryList.text(changes, style: style, zone: settings.zone, isPatch: patch))
        }
    }
}
