import AgendaActions
import ICalendar

/// Words that name days, in front of a command's paths: `tomorrow 3d`, `friday to monday`, `next
/// week`.
///
/// They stand for the options `--from`, `--to`, `--days` and `--week`; a file with such a name must
/// be written `./tomorrow`.
extension DayRangeOptions {
    /// Separates the days in front of a command's arguments from its paths.
    ///
    /// - Parameters:
    ///   - command: named when a word is neither a day nor a path.
    ///   - count: the default number of days.
    func divided(
        _ words: [String], of command: String, _ person: Person, unlessTold count: Int = 7
    ) throws(CommandFailure) -> (dates: Range<CivilDate>, paths: [String]) {
        var range = self
        let paths = try range.take(from: words)
        try DayWord.requirePaths(paths, of: command)
        return (try range.dates(person, unlessTold: count), paths)
    }

    /// Takes the days from the front of a command's arguments; returns the paths.
    mutating func take(from words: [String]) throws(CommandFailure) -> [String] {
        var words = words[...]
        let given = words
        if let week = Self.week(&words) {
            try refuse(from, option: "--from", beside: given)
            (from, self.week) = (week, true)
        } else if let day = Self.day(&words) {
            try refuse(from, option: "--from", beside: given)
            from = day
            if let last = Self.last(&words) ?? Self.second(&words) {
                try refuse(to, option: "--to", beside: given)
                to = last
            }
        }
        if !self.week || words.count == given.count, let count = Self.count(&words) {
            try refuse(days, option: "--days", beside: given)
            days = count
        }
        // A day alone means that one day, unless options say more.
        if words.count < given.count, to == nil, days == nil, !self.week { days = "1" }
        return Array(words)
    }

    /// Options that request no days.
    static var nothing: DayRangeOptions {
        var range = DayRangeOptions()
        (range.from, range.to, range.days, range.week) = (nil, nil, nil, false)
        return range
    }

    /// Whether a word may begin a day expression; a path may not.
    static func isDay(_ word: String) -> Bool {
        var range = nothing
        return ["this", "last"].contains(word.lowercased())
            || (try? range.take(from: [word])) == []
    }

    private func refuse(
        _ value: String?, option: String, beside words: ArraySlice<String>
    ) throws(CommandFailure) {
        guard value != nil else { return }
        throw .usage("\(option) cannot be combined with '\(words.joined(separator: " "))'")
    }

    /// `week`, `this week`, `next week`, `last week`, `week 2026-12-24`: a day in the week.
    private static func week(_ words: inout ArraySlice<String>) -> String? {
        let days = ["this": "today", "next": "+1w", "last": "-1w"]
        let lowercased = words.prefix(2).map { $0.lowercased() }
        if lowercased.first == "week" {
            words.removeFirst()
            guard lowercased.count == 2, let day = days[lowercased[1]] else {
                return day(&words) ?? "today"
            }
            words.removeFirst()
            return day
        }
        let parts = lowercased.first?.split(separator: " ").map(String.init) ?? []
        if parts.count == 2, parts[1] == "week", let day = days[parts[0]] {
            words.removeFirst()
            return day
        }
        guard lowercased.count == 2, lowercased[1] == "week", let day = days[lowercased[0]] else {
            return nil
        }
        words.removeFirst(2)
        return day
    }

    /// A day, from as many words as possible: `tomorrow`, `next friday`.
    private static func day(_ words: inout ArraySlice<String>) -> String? {
        for count in stride(from: min(3, words.count), to: 0, by: -1) {
            let text = words.prefix(count).joined(separator: " ")
            guard (try? DayArgument(text)) != nil else { continue }
            words.removeFirst(count)
            return text
        }
        return nil
    }

    /// `to monday`.
    private static func last(_ words: inout ArraySlice<String>) -> String? {
        guard let word = words.first?.lowercased(), ["to", "until", "till"].contains(word) else {
            return nil
        }
        var rest = words.dropFirst()
        guard let day = day(&rest) else { return nil }
        words = rest
        return day
    }

    /// A second day beside the first, as in `today tomorrow`: the last one. `+3d` is a number of days.
    private static func second(_ words: inout ArraySlice<String>) -> String? {
        var rest = words
        guard let word = words.first, InputFile.kind(of: word) == .missing, count(&rest) == nil
        else { return nil }
        return day(&words)
    }

    /// `3d`, `+3d`, `2w`, `3 days`, `2 weeks`: a number of days, including the first.
    private static func count(_ words: inout ArraySlice<String>) -> String? {
        guard let word = words.first?.lowercased() else { return nil }
        let digits = word.drop { $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), word.utf8.count - digits.utf8.count - 1 <= 6,
            word.first != "+" || word.dropFirst().startIndex == digits.startIndex
        else { return nil }
        var unit = String(word[digits.endIndex...])
        var taken = 1
        if unit.isEmpty {
            guard let next = words.dropFirst().first else { return nil }
            (unit, taken) = (next.lowercased(), 2)
        }
        guard let factor = units[unit] else { return nil }
        words.removeFirst(taken)
        let (days, isTooMuch) = number.multipliedReportingOverflow(by: factor)
        return String(isTooMuch ? number : days)
    }

    private static let units = [
        "d": 1, "day": 1, "days": 1, "w": 7, "week": 7, "weeks": 7, "tag": 1, "tage": 1,
        "woche": 7, "wochen": 7, "天": 1, "周": 7,
    ]
}

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
