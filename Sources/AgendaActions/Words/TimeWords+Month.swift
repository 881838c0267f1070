package import ICalendar

extension TimeWords {
    /// A day's name for a column of a month: two cells wide, as in `cal`.
    package func twoCells(_ weekday: Weekday) -> String {
        let name = shortWeekdays[weekday.rawValue]
        // All Chinese names begin with the word for week.
        let start = name.hasPrefix("周") ? name.dropFirst() : name[...]
        let short = String(DisplayWidth.prefix(of: String(start), cells: 2))
        return short + DisplayWidth.padding(short, to: 2)
    }

    /// `November 2026`, as a month's header has it; Chinese dates begin with the year: `2026年11月`.
    package func title(ofMonth date: CivilDate) -> String {
        let (year, month, _) = date.yearMonthDay
        return monthTitle?.replacing("{year}", with: "\(year)").replacing(
            "{number}", with: "\(month)") ?? "\(months[month - 1]) \(year)"
    }

    /// The number, from 0 on, of the month that a word names: a whole name, or three letters that
    /// begin only one.
    package func month(_ word: String) -> Int? {
        let names = months.map { $0.lowercased() }
        if let index = names.firstIndex(of: word) { return index }
        let found = names.indices.filter { names[$0].prefix(3) == word && names[$0].utf8.count > 3 }
        return found.count == 1 ? found.first : nil
    }
}
