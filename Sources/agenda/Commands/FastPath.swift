import ArgumentParser

/// The reading commands as people and scripts mostly call them, and `source add` of a file or folder, with the values that ArgumentParser would give
/// their options.
///
/// People type them forty times a day, and status bars call them every minute. ArgumentParser finds a
/// command's options by reflection: 16 to 25 million instructions, where the whole of a list takes 8. It handles all other
/// commands, and everything that may be wrong.
enum FastPath {
    /// The command of a name; nil if only the parser knows it.
    static func command(named name: String) -> (any PlainCommand.Type)? {
        switch name {
        case "list": ListCommand.self
        case "week": WeekCommand.self
        case "month": MonthCommand.self
        case "next": NextCommand.self
        case "show": ShowCommand.self
        case "search": SearchCommand.self
        case "free": FreeCommand.self
        case "conflicts": ConflictsCommand.self
        case "timeline": TimelineCommand.self
        default: nil
        }
    }

    /// The command that the arguments name, with its options; nil if the parser is needed.
    static func command(_ arguments: [String]) -> (any PlainCommand)? {
        var (type, rest) = (ListCommand.self as any PlainCommand.Type, arguments[...])
        if rest.starts(with: ["source", "add"]) {
            (type, rest) = (SourceCommand.Add.self, rest.dropFirst(2))
        } else if let name = rest.first, !name.hasPrefix("-") {
            if let named = command(named: name) {
                type = named
                rest.removeFirst()
            } else if CommandGroups.has(name) || !DayRangeOptions.isDay(name) {
                return nil
            }
        }
        var words = PlainWords(rest)
        let command = type.init(&words)
        return words.areUnderstood ? command : nil
    }
}

/// A command whose options can be read without the parser.
protocol PlainCommand: AsyncParsableCommand {
    /// Takes the values of all its options from the words.
    init(_ words: inout PlainWords)
    /// Whether it only reads, so that the process may end with the store open.
    static var onlyReads: Bool { get }
}

extension PlainCommand {
    static var onlyReads: Bool { true }
}

/// The words behind a command's name, from which each option takes its own, in any order.
///
/// A word that begins with a hyphen is an option and never a value. So none of them can be taken in two ways, and whatever
/// the parser might read otherwise remains, or leaves the words not understood.
struct PlainWords {
    /// nil for those that are taken.
    private var words: [String?]
    private var isClear = true
    /// The options asked for, for the test that compares them with the parser's.
    private(set) var options: [String] = []

    init(_ words: ArraySlice<String>) { self.words = Array(words) }

    /// Whether each word was taken, and none in two ways.
    var areUnderstood: Bool { isClear && words.allSatisfy { $0 == nil } }

    /// Whether a flag is given.
    mutating func flag(_ names: String...) -> Bool {
        let places = names.flatMap { name in
            options.append(name)
            return words.indices.filter { words[$0] == name }
        }
        for place in places { words[place] = nil }
        if places.count > 1 { isClear = false }
        return !places.isEmpty
    }

    /// The value of an option that can be given once.
    mutating func value(_ name: String) -> String? {
        let values = list(name)
        if values.count > 1 { isClear = false }
        return values.first
    }

    /// The values of an option that can be repeated.
    mutating func list(_ name: String) -> [String] {
        options.append(name)
        var values: [String] = []
        for place in words.indices {
            guard let word = words[place], word.hasPrefix(name) else { continue }
            if word.utf8.count > name.utf8.count {
                // `--calendar=Work`; else an option with a longer name.
                let rest = word.dropFirst(name.count)
                guard rest.first == "=", rest.utf8.count > 1 else { continue }
                values.append(String(rest.dropFirst()))
            } else if place + 1 < words.count, let value = words[place + 1], Self.isValue(value) {
                values.append(value)
                words[place + 1] = nil
            } else {
                isClear = false
            }
            words[place] = nil
        }
        return values
    }

    /// The words that are no options; to be asked for after all options.
    mutating func others() -> [String] {
        var others: [String] = []
        for place in words.indices {
            guard let word = words[place], Self.isValue(word) else { continue }
            others.append(word)
            words[place] = nil
        }
        return others
    }

    /// Leaves the words to the parser, which complains about them.
    mutating func refuse() { isClear = false }

    private static func isValue(_ word: String) -> Bool { !word.isEmpty && !word.hasPrefix("-") }
}
