import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import CBuild
import Glibc
import TerminalOutput

/// The command: reads the arguments, runs one subcommand, and turns every failure into one line
/// and an exit status.
@main
struct Agenda: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda",
        abstract:
            "Show what is on each day, from .ics files, folders of them and your own calendar.",
        discussion: """
            Without a subcommand, agenda lists today and the next 6 days. A day is a command too: \
            agenda today, agenda friday, agenda tomorrow 3d, agenda week.

              agenda list team.ics holidays.ics        read files, without any setup
              agenda source add ~/calendars/home       show them in every list from now on
              agenda add Lunch with Kim friday 12:30   add an event to your own calendar

            Signs in a list: ↦ begins on this day and goes on, ↔ goes on, ⇥ ends on this day, ⟳ \
            repeats (in ASCII ->, <->, ->| and (R)); [team +home] is its calendar and another one \
            that has it.
            """,
        version: ProgramVersion.number,
        groupedSubcommands: CommandGroups.all,
        defaultSubcommand: ListCommand.self)

    static func main() async {
        Terminal.ignoreBrokenPipes()
        if let line = ProgramVersion.line(for: CommandLine.arguments.dropFirst()) {
            ExitStatus.end(saying: line)
        }
        do {
            try ProcessLimits.require()
            do {
                try await run()
            } catch let error as AgendaError {
                guard try await StoreAccess.mend(error, TerminalReport()) else { throw error }
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
                "/proc/self/cmdline: cannot be read: mount /proc, which holds the arguments")
        }
        let typed = Array(CommandLine.arguments.dropFirst())
        if let script = BashCompletion.script(typed, of: Self.self) {
            return OutputBuffer(script).flush()
        }
        let arguments = said(translated(try configured(typed)))
        if arguments.first == "daemon", typed.first != "daemon" { startAgain(arguments) }
        if var command = FastPath.command(arguments) {
            cbuild_enlarge_heap_steps()
            guard type(of: command).onlyReads else { return try await command.run() }
            let kept = KeptStore(limit: nil)
            try await StoreAccess.$kept.withValue(kept) { try await command.run() }
            kept.emptyLongLog()
            // Everything is written; freeing the memory and closing the store would only take time.
            Glibc.exit(ExitStatus.fine.rawValue)
        }
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
    static func parsed(_ arguments: [String]) async throws -> any ParsableCommand {
        if arguments.first == "---completion" {
            // A shell asks what an argument may be. A complaint would stand in the line that a
            // person is typing.
            do {
                return try await asyncParseAsRoot(arguments)
            } catch  where !exitCode(for: error).isSuccess {
                throw CommandFailure(status: .usage, message: nil)
            }
        }
        if arguments == ["help", "options"] {
            throw CleanExit.message(SharedOptions.page(of: Self.self))
        }
        if arguments.first == "help" { try requireHelp(for: arguments.dropFirst()) }
        var type: any AsyncParsableCommand.Type = Self.self
        var rest = arguments[...]
        var words = ["agenda"]
        while let name = rest.first,
            let below = type.configuration.subcommands.first(where: { $0._commandName == name })
                as? any AsyncParsableCommand.Type
        {
            type = below
            words.append(name)
            rest.removeFirst()
        }
        if let word = rest.first, !word.hasPrefix("-"), word != "help" || words.count > 1,
            !type.configuration.subcommands.isEmpty, type != SyncCommand.self
        {
            // The names of accounts follow sync without a command between.
            try requireMeaning(of: word, after: words, below: type)
        }
        if type == Self.self, rest.first?.hasPrefix("-") ?? true { type = ListCommand.self }
        if type != Self.self, type.configuration.subcommands.isEmpty {
            if let command = await below(type, Array(rest)) { return command }
        } else if type != Self.self, let command = try? await type.asyncParseAsRoot(Array(rest)),
            // Else it is the help.
            Swift.type(of: command) == type
        {
            return command
        }
        do {
            return try await asyncParseAsRoot(arguments)
        } catch  where !exitCode(for: error).isSuccess {
            let command = words.joined(separator: " ")
            throw CommandFailure.usage("\(command): \(message(for: error)): see \(command) --help")
        }
    }

    /// The command with its options; nil if the arguments are wrong, or ask for the help.
    private static func below<Command: AsyncParsableCommand>(
        _ type: Command.Type, _ arguments: [String]
    ) async -> Command? {
        try? await (Below<Command>.asyncParseAsRoot(arguments) as? Below<Command>)?.command
    }

    /// A command below one of another name: there ArgumentParser does not look whether a completion script is asked for, which
    /// takes 7 million instructions.
    private struct Below<Command: AsyncParsableCommand>: AsyncParsableCommand {
        static var configuration: CommandConfiguration {
            CommandConfiguration(commandName: Command._commandName, _superCommandName: "agenda")
        }

        @OptionGroup var command: Command
    }
}
