import ArgumentParser
import TerminalOutput

/// The groups of options that several commands take: `--help` of a command leaves them to `agenda help options`, while
/// `--help-hidden`, the manual and the completions have all.
enum SharedOptions: CaseIterable {
    case common, report, query

    /// Of each option of such a group: left out where help is asked for, and nowhere else.
    static let visibility: ArgumentVisibility = {
        let words = CommandLine.arguments.dropFirst()
        return words.first == "help" || words.contains("--help") || words.contains("-h")
            ? .hidden : .default
    }()

    private var type: any ParsableArguments.Type {
        switch self {
        case .common: CommonOptions.self
        case .report: ReportOptions.self
        case .query: QueryOptions.self
        }
    }

    /// The last line of a command's page that leaves some of them out; empty for another.
    ///
    /// - Parameter root: the command that has all others.
    static func hint(below page: String, of root: any ParsableCommand.Type) -> String {
        let usage = page.split(separator: "\n").first { $0.hasPrefix("USAGE: agenda") }
        guard let usage, visibility != .default else { return "" }
        var command = root
        for word in usage.split(separator: " ").dropFirst(2) {
            let below = command.configuration.subcommands.first { $0._commandName == word }
            guard let below else { break }
            command = below
        }
        guard command == root || takes(command, .common) else { return "" }
        return "Options that many commands share: agenda help options\n"
    }

    /// What `agenda help options` prints: each option once, and who of the commands below the root takes it.
    static func page(of root: any ParsableCommand.Type) -> String {
        let commands = commands(below: root).filter {
            $0.type.configuration.subcommands.isEmpty
        }
        func names(_ isWanted: (any ParsableArguments.Type) -> Bool) -> String {
            commands.filter { isWanted($0.type) }.map(\.name).joined(separator: ", ")
        }
        var (style, seen) = (TextStyle.plain, Set<String>())
        style.width = 80
        return allCases.map { group in
            let lines = group.type.helpMessage(includeHidden: true).split(separator: "\n").map(
                String.init
            )
            .drop { $0 != "OPTIONS:" }.dropFirst()
            .filter { !$0.hasPrefix("  -h, ") && seen.insert($0).inserted }
            let who =
                switch group {
                case .common: "All commands but \(names { !takes($0, .common) })"
                case .report: names { takes($0, .report) || takes($0, .query) }
                case .query: names { takes($0, .query) }
                }
            return (style.wrapped(who + ":", indent: 0) + lines).joined(separator: "\n") + "\n"
        }.joined(separator: "\n")
    }

    private static func commands(
        below type: any ParsableCommand.Type, _ words: [String] = []
    ) -> [(name: String, type: any ParsableCommand.Type)] {
        type.configuration.subcommands.flatMap { below in
            let words = words + [below._commandName]
            return [(words.joined(separator: " "), below)] + commands(below: below, words)
        }
    }

    private static func takes(
        _ command: any ParsableArguments.Type, _ group: SharedOptions
    ) -> Bool {
        Mirror(reflecting: command.init()).children.contains { child in
            guard let below = (child.value as? any HoldsOptions)?.type else { return false }
            return below == group.type || takes(below, group)
        }
    }
}

/// An option group, whatever its options are.
private protocol HoldsOptions {
    var type: any ParsableArguments.Type { get }
}

extension OptionGroup: HoldsOptions {
    fileprivate var type: any ParsableArguments.Type { Value.self }
}
