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

    /// `agenda source add`.
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Adds a file or folder and imports it at once.")

        @Argument(help: "A .ics file or a folder of them.", completion: .calendarPath)
        var path: String

        @Option(help: "How to call it; else as the file calls itself.")
        var name: String?

        @Option(help: "A CSS colour name or #rrggbb.", completion: .color)
        var color: String?

        @Flag(help: "Edits may go there.")
        var writable = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let settings = try common.settings()
            try requireColor(color)
            let kind = InputFile.kind(of: path)
            guard kind != .standardInput else {
                throw CommandFailure.usage("-: standard input cannot be read again: give a path")
            }
            // A store that exists for a path that does not would be a surprise.
            guard kind != .missing else {
                throw CommandFailure.failure("\(path): there is no such file or folder")
            }
            var source = CalendarSource(
                name: name ?? "", kind: kind == .folder ? .folder : .file, path: absolute(path))
            source.color = color
            source.isWritable = writable
            let store = try await StoreAccess.open(
                path: try common.databasePath(), createsMissing: true, settings: settings)
            let bar = ProgressBar(quiet: common.quiet)
            defer { bar?.end() }
            let importer = Importer(store: store, clock: settings.clock, bar)
            let added = try await importer.addSource(source).source
            bar?.end()
            if !common.quiet {
                var output = OutputBuffer()
                let events = Message.events(added.eventCount)
                output.append(Message("Added \(added.name): \(events)").text + "\n")
                output.flush()
            }
            try await importer.requireBackup()
            try Reading(store: store, settings: settings, only: added.name)
                .finish(quiet: common.quiet)
        }
    }

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
            let sources =
                StoreAccess.exists(path)
                ? try await StoreAccess.open(path: path, createsMissing: false, settings: settings)
                    .sources() : []
            if json {
                SourceList.json(sources, zone: settings.zone).flush()
            } else if sources.isEmpty {
                Terminal.complain("agenda: no calendars yet: agenda source add PATH")
            } else {
                SourceList.text(sources, style: style).flush()
            }
        }
    }

    /// `agenda source set`.
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Changes a source's name, path, colour or whether it may be edited.")

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @Option(name: .customLong("name"), help: "Its new name.")
        var newName: String?

        @Option(help: "Where it is now.", completion: .calendarPath)
        var path: String?

        @Option(help: "A CSS colour name or #rrggbb.", completion: .color)
        var color: String?

        @Flag(inversion: .prefixedNo, help: "Edits may go there.")
        var writable: Bool?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try requireColor(color)
            guard newName != nil || path != nil || color != nil || writable != nil else {
                throw CommandFailure.usage(
                    "\(name): nothing to change: give --name, --path, --color or --writable")
            }
            let importer = try await existingStoreImporter(common)
            var change = SourceChange()
            change.name = newName
            change.path = path.map(absolute)
            change.color = color
            change.isWritable = writable
            _ = try await importer.updateSource(named: name, change)
            try await importer.requireBackup()
        }
    }

    /// `agenda source remove`.
    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forgets a source; its files are not touched.")

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let importer = try await existingStoreImporter(common)
            try await importer.removeSource(named: name)
            try await importer.requireBackup()
        }
    }
}

private func requireColor(_ color: String?) throws(CommandFailure) {
    guard let color, TextColor(css: color) == nil else { return }
    throw .usage("--color \(color): is no colour: write royalblue or #4169e1")
}

/// The store is read from anywhere, so its paths must not depend on the current folder.
private func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let pointer = getcwd(nil, 0) else { return path }
    defer { free(pointer) }
    var relative = Substring(path)
    while relative.hasPrefix("./") { relative = relative.dropFirst(2).drop { $0 == "/" } }
    let folder = String(cString: pointer)
    return relative.isEmpty || relative == "." ? folder : folder + "/" + relative
}

private func existingStoreImporter(_ common: CommonOptions) async throws -> Importer {
    let settings = try common.settings()
    return Importer(store: try await StoreAccess.openExisting(common), clock: settings.clock)
}
