package import ICalendar

/// How dates are shown to people: by default as `2026-11-20`.
package struct DateFormat: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case year, shortYear, month, shortMonth, monthName, shortMonthName, day, shortDay, spacedDay
    }

    /// Nil for ISO 8601.
    private var parts: [Part]?
    /// As it was written; nil for ISO 8601.
    package private(set) var pattern: String?

    /// ISO 8601.
    package static let iso = DateFormat()

    private init() {}

    /// Reads a pattern in the letters of strftime(3): `%d.%m.%Y`; nil if it lacks the day or the
    /// month, has one twice, or has another letter.
    package init?(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                guard !character.isNewline else { return nil }
                parts.append(.text(String(character)))
                continue
            }
            let isBare = rest.first == "-"
            if isBare { rest.removeFirst() }
            switch rest.popFirst() {
            case "%" where !isBare: parts.append(.text("%"))
            case "Y" where !isBare: parts.append(.year)
            case "y" where !isBare: parts.append(.shortYear)
            case "m": parts.append(isBare ? .shortMonth : .month)
            case "B" where !isBare: parts.append(.monthName)
            case "b" where !isBare: parts.append(.shortMonthName)
            case "d": parts.append(isBare ? .shortDay : .day)
            case "e" where !isBare: parts.append(.spacedDay)
            default: return nil
            }
        }
        func count(_ some: Set<Part>) -> Int { parts.count { some.contains($0) } }
        guard count([.day, .shortDay, .spacedDay]) == 1, count([.year, .shortYear]) <= 1,
            count([.month, .shortMonth, .monthName, .shortMonthName]) == 1
        else { return nil }
        (self.parts, self.pattern) = (parts, pattern)
    }

    /// The date; months are named in the language of `words`.
    package func text(_ date: CivilDate, words: TimeWords) -> String {
        guard let parts else { return date.iso }
        let (year, month, day) = date.yearMonthDay
        func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .year: String(date.iso.prefix { $0 != "-" })
            case .shortYear: twoDigits(year % 100)
            case .month: twoDigits(month)
            case .shortMonth: "\(month)"
            case .monthName: words.months[month - 1]
            case .shortMonthName: Self.short(words.months[month - 1])
            case .day: twoDigits(day)
            case .shortDay: "\(day)"
            case .spacedDay: day < 10 ? " \(day)" : "\(day)"
            }
        }.joined()
    }

    /// Three letters; names in other scripts, such as `十一月`, stay whole.
    private static func short(_ name: String) -> String {
        name.utf8.count == name.count || name.count > 4 ? String(name.prefix(3)) : name
    }
}
