import AgendaKit
import ArgumentParser
import Glibc

/// `agenda source`: what is aggregated.
struct SourceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "source",
        abstract: "The files and folders that every list shows.",
        subcommands: [Add.self, List.self, Set.self, Remove.self],
        defaultSubcommand: List.self)

    /// `agenda source list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "What is aggregated.")

        @Flag(help: "One JSON document.")
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
                Terminal.complain("agenda: no calendars yet: agenda source add PATH")
            } else {
                SourceList.text(sources, contents, zone: settings.zone, style: style).flush()
            }
        }
    }
}

func requireColor(_ color: String?) throws(CommandFailure) {
    guard let color, TextColor(css: color) == nil else { return }
    throw .usage("--color \(color): is no colour: write royalblue or #4169e1")
}

/// The store is read from anywhere, so its paths must not depend on the current folder.
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
