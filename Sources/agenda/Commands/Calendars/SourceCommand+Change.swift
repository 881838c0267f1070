import AgendaKit
import ArgumentParser

extension SourceCommand {
    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set",
            abstract: "Change a source's name, path or colour, or whether it may be edited.")

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @Option(name: .customLong("name"), help: "Its new name.")
        var newName: String?

        @Option(help: "Its new path.", completion: .calendarPath)
        var path: String?

        @Option(help: "A CSS colour name or #rrggbb.", completion: .color)
        var color: String?

        @Flag(inversion: .prefixedNo, help: "Whether it may be edited.")
        var writable: Bool?

        @OptionGroup var common: CommonOptions

        func run() async throws {
            try requireColor(color)
            guard newName != nil || path != nil || color != nil || writable != nil else {
                throw CommandFailure.usage(
                    "\(name): nothing to change: give --name, --path, --color or --writable")
            }
            let importer = try await existingStoreImporter(common)
            var change = SourceSettings()
            change.name = newName
            change.location = path.map(absolute)
            change.color = color
            change.isWritable = writable
            let made = try await importer.updateSource(named: name, change)
            if !common.quiet { say(made) }
            try await importer.requireBackup()
        }

        private func say(_ operation: SourceOperation) {
            let lines = SourceList.difference(operation)
            guard !lines.isEmpty else { return Terminal.complain("No changes: \(name)") }
            var output = OutputBuffer()
            output.append(line: "Changed \(name)")
            for line in lines { output.append(safeLine: "  " + line) }
            output.flush()
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Forget a source; its files are not touched.")

        @Argument(help: "The source's name.", completion: .sourceName)
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let importer = try await existingStoreImporter(common)
            let removed = try await importer.removeSource(named: name)
            if !common.quiet {
                let events = Message.events(removed.eventCount)
                OutputBuffer.say("Removed \(name): \(events); agenda undo brings it back")
            }
            try await importer.requireBackup()
        }
    }
}
