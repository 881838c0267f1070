internal import AgendaWords
package import ICalendar

/// The words for days and months in a language.
package struct TimeWords: Hashable, Sendable {
    /// From Monday on, as in `Fri 2026-11-20`.
    package var shortWeekdays: [String]
    /// From Monday on.
    package var weekdays: [String]
    /// From January on.
    package var months: [String]
    /// Today, tomorrow and yesterday, as a header begins.
    package var today: String, tomorrow: String, yesterday: String
    /// A month's header, with `{year}` and `{number}`; nil for the name and the year.
    var monthTitle: String?
    /// How dates are shown.
    package var dateFormat = DateFormat.iso
    /// How times of day are shown.
    package var clock = ClockFormat.hours24
}

extension TimeWords {
    /// The words of a locale: from its language's file, else from the system, else English.
    ///
    /// - Parameter isUTF8: whether characters beyond ASCII may be shown; otherwise, names that need
    ///   them are English.
    package init(locale: String, isUTF8: Bool) {
        let name = LocaleName(locale)
        self = .english
        if ["", "en"].contains(name.language) { return }
        if let words = Language.all.lazy.filter({ $0.serves(locale) }).compactMap(Self.init).first {
            self = words
        } else {
            guard let names = SystemTimeWords(locale: locale, isUTF8: name.isUTF8) else { return }
            (shortWeekdays, weekdays, months) = (
                names.shortWeekdays, names.weekdays, names.months
            )
            if let words = Self.relativeDays[name.language] {
                (today, tomorrow, yesterday) = words
            }
        }
        if !isUTF8 { replaceWhatIsNotASCII() }
    }

    /// `Today, Fri 2026-11-20`, `Mon 2026-11-23`.
    package func header(_ date: CivilDate, today: CivilDate) -> String {
        switch date - today {
        case 0: "\(self.today), \(day(date))"
        case 1: "\(tomorrow), \(day(date))"
        case -1: "\(yesterday), \(day(date))"
        default: day(date)
        }
    }

    /// `Fri 2026-11-20`.
    package func day(_ date: CivilDate) -> String {
        shortWeekdays[date.weekday.rawValue] + " " + self.date(date)
    }

    /// `2026-11-20`, or in the reader's format.
    package func date(_ date: CivilDate) -> String { dateFormat.text(date, words: self) }

    /// `2026-11-20 09:30`.
    package func text(_ time: CivilDateTime) -> String { date(time.date) + " " + clock.text(time) }

    /// A list of names is in one language: if one cannot be shown, all are English.
    private mutating func replaceWhatIsNotASCII() {
        func isASCII(_ names: [String]) -> Bool {
            names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
        }
        let english = TimeWords.english
        if !isASCII(shortWeekdays) { shortWeekdays = english.shortWeekdays }
        if !isASCII(weekdays) { weekdays = english.weekdays }
        if !isASCII(months) { months = english.months }
        if !isASCII([monthTitle ?? ""]) { monthTitle = nil }
        if !isASCII([today, tomorrow, yesterday]) {
            (today, tomorrow, yesterday) = (english.today, english.tomorrow, english.yesterday)
        }
    }

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
