import AgendaKit
import ArgumentParser
import Glibc

/// `agenda source`: manages the sources.
struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "Manage the files and folders that every list shows.",
        subcommands: [Add.self, List.self, Set.self, Remove.self],
        defaultSubcommand: List.self)

    /// `agenda source list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the sources.")

        @Flag(help: "Print one JSON document.")
        var json = false

        @Option(
            help: ArgumentHelp("auto, always or never.", valueName: "when"),
            completion: .list(["auto", "always", "never"]))
        var color: String?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let style = try TextStyle(option: color)
            let settings = try common.settings()
            let path = try common.databasePath()
            let store =
                StoreAccess.exists(path)
                ? try await StoreAccess.open(path: path, createsMissing: false, settings: settings)
                : nil
            let sources = try store?.sources() ?? []
            let contents = try store?.contents(in: settings.zone) ?? [:]
            if json {
                SourceList.json(sources, contents, zone: settings.zone).flush()
            } else if sources.isEmpty {
                Terminal.complain("agenda: no calendars yet: add one with 'agenda source add PATH'")
            } else {
                SourceList.text(sources, contents, zone: settings.zone, style: style).flush()
            }
        }
    }
}

func requireColor(_ color: String?) throws(CommandFailure) {
    guard let color, TextColor(css: color) == nil else { return }
    throw .usage("--color: expected a colour such as royalblue or #4169e1, got '\(color)'")
}

/// An absolute path: commands read the store from any folder.
func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let pointer = getcwd(nil, 0) else { return path }
    defer { free(pointer) }
    var relative = Substring(path)
    while relative.hasPrefix("./") { relative = relative.dropFirst(2).drop { $0 == "/" } }
    let folder = String(cString: pointer)
    return relative.isEmpty || relative == "." ? folder : folder + "/" + relative
}

func existingStoreImporter(_ common: CommonOptions) async throws -> Importer {
    let settings = try common.settings()
    return try await StoreAccess.openExisting(common).importer(settings)
}
