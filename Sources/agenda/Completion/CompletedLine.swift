import AgendaActions
import AgendaKit

/// The command line that a shell is completing.
struct CompletedLine {
    private var words: [String]

    /// - Parameter words: the words as typed, quotes included.
    init(_ words: [String]) {
        self.words = words
    }

    /// The store that the command would read; nil if there is none, or if opening it would change
    /// it.
    var store: EventStore? {
        guard let path = database ?? Environment.databasePath,
            InputFile.kind(of: path) == .file
        else { return nil }
        return try? EventStore.open(path: path, createsMissing: false, readers: 1, upgrades: false)
    }

    /// The first word after `config` that is not an option.
    var configurationKey: String? {
        words.drop { $0 != "config" }.dropFirst().first { !$0.hasPrefix("-") }.map(Self.unquoted)
    }

    private var database: String? {
        for (index, word) in words.enumerated() where word.hasPrefix("--database") {
            // bash treats the "=" as a separate word.
            let rest = words[(index + 1)...].drop { $0 == "=" }
            let value = word == "--database" ? rest.first : String(word.dropFirst(11))
            return value.map(Self.unquoted)
        }
        return nil
    }

    /// A word without its quotes and backslashes, and with `~` replaced. Other shell expansions are
    /// rare in the path of a database.
    private static func unquoted(_ word: String) -> String {
        let text = ShellWords.split(word)?.first ?? word
        guard text.hasPrefix("~/"), let home = Environment.variable("HOME") else { return text }
        return home + text.dropFirst()
    }
}
