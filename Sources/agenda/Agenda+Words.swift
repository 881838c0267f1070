import AgendaKit
import ArgumentParser

/// What the first words of a command line mean before the parser sees them, and what is said of
/// those that mean nothing.
extension Agenda {
    /// The arguments with what the configuration file puts for them: an alias, or what `agenda` alone
    /// does. What explains or mends the file works whatever stands in it.
    static func configured(_ arguments: [String]) throws(CommandFailure) -> [String] {
        guard let first = arguments.first else {
            try Configuration.require()
            return Configuration.current.defaultCommand
        }
        let spared = ["config", "help", "--help", "-h", "--version", "---completion"]
        if spared.contains(first) || first.hasPrefix("--generate-completion-script")
            || first.hasPrefix("--experimental")
        {
            return arguments
        }
        try Configuration.require()
        guard let words = Configuration.current.aliases[first] else { return arguments }
        return words + arguments.dropFirst()
    }

    /// Whether a command has this name.
    static func hasCommand(_ name: String) -> Bool {
        name == "help" || configuration.subcommands.contains { $0._commandName == name }
    }

    /// `agenda next week`, `agenda last month` and `agenda next friday` are meant as they are said.
    static func said(_ arguments: [String]) -> [String] {
        guard arguments.count >= 2, ["this", "next", "last"].contains(arguments[0]),
            InputFile.kind(of: arguments[1]) == .missing
        else { return arguments }
        if ["week", "month"].contains(arguments[1]) {
            return [arguments[1], arguments[0]] + arguments.dropFirst(2)
        }
        let isDay = (try? DayExpression("\(arguments[0]) \(arguments[1])")) != nil
        return isDay ? ["list"] + arguments : arguments
    }

    /// Refuses a first word that is no command, no day and no path, and says what may be meant.
    ///
    /// - Parameters:
    ///   - words: the names of the commands above, such as `agenda source`.
    ///   - type: the command whose subcommands were looked at.
    static func requireMeaning(
        of word: String, after words: [String], below type: any ParsableCommand.Type
    ) throws(CommandFailure) {
        var names = type.configuration.subcommands.map { $0._commandName }
        if type == Self.self {
            guard !DayRangeOptions.isDay(word), !word.isPath else { return }
            names += ["help"] + DayWord.common + Configuration.current.aliases.keys.sorted()
        }
        let place = (words + [word]).joined(separator: " ")
        if let meant = Suggestion.nearest(to: word, among: names) {
            throw .usage("\(place): no such command; did you mean '\(meant)'?")
        }
        let page = words.joined(separator: " ")
        throw .usage("\(place): no such command: see \(page) --help")
    }

    /// Refuses `help` for a command that does not exist.
    static func requireHelp(for names: ArraySlice<String>) throws(CommandFailure) {
        var type: any ParsableCommand.Type = Self.self
        for (index, name) in names.enumerated() where !name.hasPrefix("-") {
            let below = type.configuration.subcommands
            guard let next = below.first(where: { $0._commandName == name }) else {
                let typed = names.prefix(index + 1).joined(separator: " ")
                let meant = Suggestion.nearest(to: name, among: below.map { $0._commandName })
                guard let meant else {
                    throw .usage("help \(typed): no such command: see agenda --help")
                }
                throw .usage("help \(typed): no such command; did you mean '\(meant)'?")
            }
            type = next
        }
    }
}

/// The words for days that are suggested where a word is none.
enum DayWord {
    static let common = [
        "today", "tomorrow", "yesterday", "week", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday",
    ]

    /// Refuses a word among a command's paths that is no path and no day.
    ///
    /// - Parameter command: the command's name.
    static func requirePaths(_ paths: [String], of command: String) throws(CommandFailure) {
        for word in paths where !word.isPath {
            if let meant = Suggestion.nearest(to: word, among: common) {
                throw .usage(
                    "\(command) \(word): no such day or file; did you mean '\(meant)'?")
            }
            throw .usage(
                "\(command) \(word): no such day or file: give a day such as tomorrow or "
                    + "2026-11-20, or a path")
        }
    }
}

extension String {
    /// Whether it is there as a path, or looks as if it were meant as one.
    var isPath: Bool {
        self == "-" || contains(".") || contains("/") || InputFile.kind(of: self) != .missing
    }
}
