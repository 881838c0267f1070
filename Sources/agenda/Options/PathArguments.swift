/// Arguments of which some are words and some are paths.
enum PathArguments {
    /// How calendars' names end (RFC 5545 8.1).
    private static let endings = [".ics", ".ical", ".icalendar", ".ifb", ".ifbf", ".vcs"]

    /// What is a path by its looks, and the rest. Behind an id everything is a path.
    static func divided(_ arguments: [String]) -> (words: [String], paths: [String]) {
        if let id = arguments.first, OccurrenceName.isWhole(id) {
            return ([id], Array(arguments.dropFirst()))
        }
        return (arguments.filter { !isPath($0) }, arguments.filter(isPath))
    }

    /// A title may be called as a file is; a slash or an ending tells them apart.
    private static func isPath(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        return text == "-" || text.contains("/")
            || endings.contains { lowercased.hasSuffix($0) && lowercased.count > $0.count }
    }
}
