import AgendaKit
import ArgumentParser

/// The command: reads the arguments, runs one subcommand, and turns every failure into one line
/// and an exit status.
@main
struct Agenda: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract: "What is on each day: .ics files, folders of them and your own calendar.",
        discussion: """
            Without a subcommand: `agenda list`, today and the next 6 days.
            Nothing has to be set up to read files: agenda list team.ics holidays.ics
            To have them in every list: agenda source add team.ics
            """,
        version: ProgramVersion.number,
        subcommands: [
            ListCommand.self, TimelineCommand.self, WatchCommand.self, ShowCommand.self,
            SearchCommand.self, NextCommand.self, FreeCommand.self, ConflictsCommand.self,
            MonthCommand.self, AddCommand.self, EditCommand.self, CopyCommand.self,
            DeleteCommand.self, ImportCommand.self, OpenCommand.self,
            UndoCommand.self, RedoCommand.self, HistoryCommand.self, SourceCommand.self,
            RefreshCommand.self,
            MergeCommand.self, ExportCommand.self, DoctorCommand.self,
        ],
        defaultSubcommand: ListCommand.self)

    static func main() async {
        Terminal.ignoreBrokenPipes()
        do {
            do {
                try await run()
            } catch let error as AgendaError {
                guard try await StoreAccess.mend(error) else { throw error }
                // What a command prints, it prints at its end: nothing is printed twice.
                try await run()
            }
        } catch {
            ExitStatus.end(with: error)
        }
    }

    private static func run() async throws {
        // Swift's runtime reads them from /proc; without it a deletion would list the week.
        guard !CommandLine.arguments.isEmpty else {
            throw CommandFailure.failure(
                "/proc/self/cmdline: cannot be read: mount /proc, where the arguments stand")
        }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let plain = PlainReading(arguments) { return try await plain.run() }
        var command = try await parsed(arguments)
        if var asynchronous = command as? any AsyncParsableCommand {
            try await asynchronous.run()
        } else {
            try command.run()
        }
    }

    /// The command that the arguments name, with its options.
    ///
    /// The whole tree of commands is looked at only for help and for complaints: parsing the named
    /// command alone takes 15 million instructions instead of 27, of 57 that a list took in all.
    private static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
        if arguments.first == "---completion" {
            // A shell asks what an argument may be. A complaint would stand in the line that a
            // person is typing.
            do {
                return try await asyncParseAsRoot(arguments)
            } catch  where !exitCode(for: error).isSuccess {
                throw CommandFailure(status: .usage, message: nil)
            }
        }
        var type: any AsyncParsableCommand.Type = Self.self
        var rest = arguments[...]
        while let name = rest.first,
            let below = type.configuration.subcommands.first(where: { $0._commandName == name })
                as? any AsyncParsableCommand.Type
        {
            type = below
            rest.removeFirst()
        }
        if type == Self.self, rest.first?.hasPrefix("-") ?? true { type = ListCommand.self }
        if type != Self.self, let command = try? await type.asyncParseAsRoot(Array(rest)),
            // Else it is the help.
            Swift.type(of: command) == type
        {
            return command
        }
        return try await asyncParseAsRoot(arguments)
    }
}
