/// Arguments that mix words and paths.
enum PathArguments {
    /// The file extensions of calendars (RFC 5545 8.1).
    private static let endings = [".ics", ".ical", ".icalendar", ".ifb", ".ifbf", ".vcs"]

    /// Separates paths, by their form, from words. After an id every argument is a path.
    static func divided(_ arguments: [String]) -> (words: [String], paths: [String]) {
        if let id = arguments.first, OccurrenceName.isWhole(id) {
            return ([id], Array(arguments.dropFirst()))
        }
        return (arguments.filter { !isPath($0) }, arguments.filter(isPath))
    }

    /// A title may equal a file's name; a slash or an extension marks a path.
    private static func isPath(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text == "-" || text.contains("/")
            || endings.contains { lowercased.hasSuffix($0) && lowercased.count > $0.count }
    }
}
