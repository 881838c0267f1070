internal import AgendaWords

extension Vocabulary {
    /// Names of days in languages that may not be the reader's, as keys of tokens: a time beside one is not taken as today's.
    ///
    /// The days and months of the complete vocabularies, and the days of the languages that most calendars besides are
    /// written in. Names of up to three letters are words of too many languages.
    static let foreignDays: Set<String> = {
        let english = Vocabulary().terms
        var days = Vocabulary()
        for language in Language.all.dropFirst() {
            for (key, meanings) in Vocabulary(language: language.code).terms {
                let isDay = meanings.contains {
                    switch $0 {
                    case .day, .weekday, .weekdays, .weekdayOfWeek, .inexactDay, .dayPart, .month:
                        true
                    default: false
                    }
                }
                if isDay, english[key] == nil { days.add(.hint, key) }
            }
        }
        let others = Language.english.section("days of other languages")
        for (_, names) in others?.entries ?? [] { days.add(.hint, names) }
        return Set(
            days.terms.keys.filter { key in
                english[key] == nil
                    && (key.count > 3 || key.unicodeScalars.contains { $0.value >= 0x2E80 })
            })
    }()
}
