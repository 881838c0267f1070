import AgendaActions
import AgendaKit
import AgendaSync
import ArgumentParser
import TerminalOutput

struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Manage the files, folders, feeds and programs that every list shows.",
        subcommands: [Add.self, List.self, Set.self, Remove.self, Accept.self, Check.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the sources.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let style = try TextStyle(option: options.color)
            let person = try options.common.person()
            let store = try await StoreAccess.openIfExisting(person)
            let sources = try store?.sources() ?? []
            let contents = try store?.contents(in: person.zone) ?? [:]
            let online = try OnlineAccess.existing(person)
            let feeds = try online?.feeds(of: sources) ?? [:]
            if options.json {
                sources.document(
                    contents, feeds, zone: person.zone, namesAddresses: true
                ).flush()
            } else if sources.isEmpty {
                Terminal.complain("agenda: no calendars yet: add one with 'agenda source add PATH'")
            } else {
                SourceList.text(sources, contents, feeds, zone: person.zone, style: style).flush()
            }
        }
    }
}

/// The value of `--color`; `.some(nil)` for `none`.
func cssColor(_ color: String?) throws(CommandFailure) -> String?? {
    guard let color else { return nil }
    if color.isNone { return .some(nil) }
    guard TextColor(css: color) == nil else { return color }
    throw .usage("--color: expected a colour such as royalblue or #4169e1, got '\(color)'")
}
