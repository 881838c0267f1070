import AgendaKit
import ArgumentParser

/// `agenda history`: what was done to events.
struct HistoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "What was done to events, the newest first.",
        discussion: """
            The last thousand changes, each with its number for 'agenda undo --only'. --json has each \
            event before and after as iCalendar text, and what depends on what.
            """)

    @Option(name: .shortAndLong, help: ArgumentHelp("How many; else 20.", valueName: "number"))
    var number: Int?

    @Flag(
        name: [.customShort("p"), .customLong("patch")],
        help: "Also what each change made different.")
    var patch = false

    @Flag(help: "One JSON document.")
    var json = false

    @Option(
        help: ArgumentHelp("auto, always or never.", valueName: "when"),
        completion: .list(["auto", "always", "never"]))
    var color: String?

    @OptionGroup var common: CommonOptions

    func run() async throws {
        if let number, number < 1 {
            throw CommandFailure.usage("--number \(number): must be at least 1")
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
                throw CommandFailure.usage("--patch: cannot be combined with --json")
            }
            HistoryList.json(changes, zone: settings.zone).flush()
        } else if changes.isEmpty {
            guard !common.quiet else { return }
            let hasEvents = try store?.sources().contains { $0.kind == .local && $0.eventCount > 0 }
            Terminal.complain(
                hasEvents == true
                    ? "agenda: the history went with the database before this one: its backup has the events alone"
                    : "agenda: no event was changed yet: agenda add TEXT")
        } else {
            Pager.show(
                HistoryList.text(changes, style: style, zone: settings.zone, isPatch: patch))
        }
    }
}
