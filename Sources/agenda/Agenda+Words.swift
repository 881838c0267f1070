import AgendaActions
import ArgumentParser
import Glibc
import TerminalOutput

/// Interprets the first words of a command line before the parser, and refuses unknown ones.
extension Agenda {
    /// The arguments with aliases and the default command of the configuration file put in. Commands that
    /// explain or mend the file work whatever it contains.
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

    /// Other programs' names of commands in our words (``Suggestion/synonym(of:among:)``): `agenda new`, `agenda source rm`.
    static func translated(_ arguments: [String]) -> [String] {
        guard arguments.prefix(3).contains(where: Suggestion.isSynonym) else { return arguments }
        var (arguments, type) = (arguments, Self.self as any ParsableCommand.Type)
        for index in (arguments[0] == "help" ? 1 : 0)..<arguments.count {
            let (word, below) = (arguments[index], type.configuration.subcommands)
            let names = below.map { $0._commandName }
            if !names.contains(word), type != Self.self || InputFile.kind(of: word) == .missing {
                arguments[index] = Suggestion.synonym(of: word, among: names) ?? word
            }
            guard let place = names.firstIndex(of: arguments[index]) else { break }
            type = below[place]
        }
        return arguments
    }

    /// Replaces the process by one with these arguments: that it is a daemon decides on which threads its tasks run, and
    /// that is decided before the first task (CBuild/tasks.c). Returns if the system refuses.
    static func startAgain(_ arguments: [String]) {
        let name = CommandLine.arguments.first ?? "agenda"
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        // By its path it keeps its name in ps(1), unless the file was replaced.
        if let path = realpath("/proc/self/exe", nil) {
            execv(path, &words)
            free(path)
        }
        execv("/proc/self/exe", &words)
        words.forEach { free($0) }
    }

    /// Rewrites `agenda next week`, `agenda last month` and `agenda next friday` as commands.
    static func said(_ arguments: [String]) -> [String] {
        guard arguments.count >= 2, ["this", "next", "last"].contains(arguments[0]),
            // The words of days are made for a day alone: 14 million instructions.
            !arguments[1].hasPrefix("-"), InputFile.kind(of: arguments[1]) == .missing
        else { return arguments }
        if ["week", "month"].contains(arguments[1]) {
            return [arguments[1], arguments[0]] + arguments.dropFirst(2)
        }
        let isDay = (try? DayArgument("\(arguments[0]) \(arguments[1])")) != nil
        return isDay ? ["list"] + arguments : arguments
    }

    /// Refuses a first word that is no command, day or path, and suggests what may be meant.
    ///
    /// - Parameters:
    ///   - words: the names of the commands above, such as `agenda source`.
    ///   - type: the command whose subcommands are possible.
    static func requireMeaning(
        of word: String, after words: [String], below type: any ParsableCommand.Type
    ) throws(CommandFailure) {
        var names = type.configuration.subcommands.map { $0._commandName }
        if type == Self.self {
            guard !DayRangeOptions.isDay(word), !word.isPath else { return }
            names += ["help"] + DayWord.common + Configuration.current.aliases.keys.sorted()
        }
        let page = words.joined(separator: " ")
        throw unknown(word, among: names, place: "\(page) \(word)", page: page)
    }

    static func requireHelp(for names: ArraySlice<String>) throws(CommandFailure) {
        var type: any ParsableCommand.Type = Self.self
        for (index, name) in names.enumerated() where !name.hasPrefix("-") {
            let below = type.configuration.subcommands
            guard let next = below.first(where: { $0._commandName == name }) else {
                let typed = names.prefix(index + 1).joined(separator: " ")
                throw unknown(
                    name, among: below.map { $0._commandName }, place: "help \(typed)",
                    page: "agenda")
            }
            type = next
        }
    }

    private static func unknown(
        _ name: String, among names: [String], place: String, page: String
    ) -> CommandFailure {
        guard let meant = Suggestion.nearest(to: name, among: names) else {
            return .usage("\(place): no such command: see \(page) --help")
        }
        return .usage("\(place): no such command; did you mean '\(meant)'?")
    }
}

extension Configuration {
    /// Reports the file's faults, and throws if it cannot be applied: hours in a wrong zone would
    /// be worse than none.
    static func require() throws(CommandFailure) {
        let faults = try loaded.get().faults(hiding: CommandGroups.has)
        for fault in faults { Terminal.complain(fault.message) }
        if faults.contains(where: \.isError) { throw CommandFailure(status: .usage) }
    }
}
