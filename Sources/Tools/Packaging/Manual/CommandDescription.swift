/// A command as the argument parser describes it (`--experimental-dump-help`), reduced to what a
/// page needs.
struct CommandDescription: Decodable {
    struct Document: Decodable {
        var command: CommandDescription
    }

    /// An option, a flag or a positional argument.
    struct Argument: Decodable, Equatable {
        /// `--long` or `-s`.
        struct Name: Decodable, Equatable {
            var kind: String
            var name: String

            /// The name as typed.
            var typed: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        var kind: String
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var valueName: String?
        var defaultValue: String?
        var abstract: String?
        var discussion: String?
    }

    var commandName: String
    var shouldDisplay: Bool
    /// The names of the commands above it, the program first.
    var superCommands: [String]?
    var abstract: String?
    var discussion: String?
    var defaultSubcommand: String?
    var arguments: [Argument]?
    var subcommands: [CommandDescription]?

    /// The words that invoke it: `agenda source add`.
    var words: [String] { (superCommands ?? []) + [commandName] }
    /// The name of its page: `agenda-source-add`.
    var pageName: String { words.joined(separator: "-") }
    /// The commands directly below it, without the parser's own `help`.
    var below: [CommandDescription] {
        (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
    }
    /// The command itself and all commands below it.
    var all: [CommandDescription] { [self] + below.flatMap(\.all) }

    /// The visible arguments of a kind.
    func arguments(_ isWanted: (Argument) -> Bool) -> [Argument] {
        (arguments ?? []).filter { $0.shouldDisplay && isWanted($0) }
    }
}
