import AgendaActions

/// Common words for days, for suggestions.
enum DayWord {
    static let common = [
        "today", "tomorrow", "yesterday", "week", "monday", "tuesday", "wednesday", "thursday",
        "friday", "saturday", "sunday",
    ]

    /// Refuses a word among a command's paths that is neither path nor day.
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
    /// Whether it exists as a path, or looks like one.
    var isPath: Bool {
        self == "-" || contains(".") || contains("/") || InputFile.kind(of: self) != .missing
    }
}
