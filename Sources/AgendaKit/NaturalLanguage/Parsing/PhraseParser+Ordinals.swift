import ICalendar

/// Days by their number in a month: `every 2nd tuesday`, `last friday of the month`.
extension PhraseParser {
    private struct Ordinal {
        var number: Int
        /// Whether it may also mean an interval: `every second tuesday`.
        var mayBeInterval: Bool
    }

    private func ordinal(_ index: Int) -> Found<Ordinal>? {
        if let number = digits(index, 1...2), isGlued(index + 1) {
            let isDotted = key(index + 1) == "." && !isGlued(index + 2)
            guard isDotted || isOrdinalEnding(index + 1) else { return nil }
            return Found(
                Ordinal(number: number, mayBeInterval: isDotted && number > 1), end: index + 2)
        }
        return term(index) { (term) -> Int? in
            if case .ordinal(let number) = term { number } else { nil }
        }?.map { Ordinal(number: $0, mayBeInterval: $0 > 1 && !isHan(index)) }
    }

    /// After `every`: `2nd tuesday`, `15th`, `last day of the month`, `zweite Woche`.
    func everyOrdinal(_ index: Int) -> Found<RepetitionWords>? {
        guard let ordinal = ordinal(index) else { return nil }
        if let unit = unit(ordinal.end) {
            let (number, frequency) = (ordinal.value.number, unit.value.frequency)
            let ofMonth = frequency == .daily ? ofMonth(unit.end) : nil
            if ofMonth != nil || number < 2 {
                return frequency == .daily ? monthDay(ordinal.value, ofMonth ?? unit.end) : nil
            }
            return frequency < .daily
                ? nil : Found(RepetitionWords(frequency, every: number), end: unit.end)
        }
        if let days = ordinalWeekdays(index) {
            let end = ofMonth(days.end)
            if ordinal.value.mayBeInterval, end == nil {
                // `every second friday`, `jeden 2. Dienstag`: every other; `every third` is more often one of the month.
                guard ordinal.value.number == 2, days.value.count == 1 else { return nil }
                let weekday = RecurrenceRule.WeekdayNumber(days.value[0].weekday)
                return Found(RepetitionWords(.weekly, every: 2, on: [weekday]), end: days.end)
            }
            return Found(RepetitionWords(.monthly, on: days.value), end: end ?? days.end)
        }
        guard (1...31).contains(ordinal.value.number), key(ordinal.end - 1) != ".",
            tokens[index].kind == .number
        else { return nil }
        return monthDay(ordinal.value, ofMonth(ordinal.end) ?? ordinal.end)
    }

    private func monthDay(_ ordinal: Ordinal, _ end: Int) -> Found<RepetitionWords>? {
        guard (-1...31).contains(ordinal.number) else { return nil }
        var words = RepetitionWords(.monthly)
        words.rule.byMonthDay = [ordinal.number]
        return Found(words, end: end)
    }

    /// `third friday of every month`, `the first and third monday of the month`.
    func ordinalOfMonth(_ index: Int) -> Found<RepetitionWords>? {
        let the = ["the", "der", "den", "am"].contains(key(index)) ? index + 1 : index
        let start = key(the) == "the" ? the + 1 : the
        if let days = ordinalWeekdays(start), let end = ofMonth(days.end) ?? everyMonth(days.end) {
            return Found(RepetitionWords(.monthly, on: days.value), end: end)
        }
        guard let ordinal = ordinal(start) else { return nil }
        let isNumber = tokens[start].kind == .number
        let day = end(of: .unit(.day), at: ordinal.end)
        let last = day ?? ordinal.end
        // `first monthly report` is a title.
        let month = ofMonth(last) ?? (isNumber || day != nil ? everyMonth(last) : nil)
        return month.flatMap { monthDay(ordinal.value, $0) }
    }

    /// `every month`, `monthly`: after the day.
    private func everyMonth(_ index: Int) -> Int? {
        if let every = end(of: .every, at: index) { return end(of: .unit(.month), at: every) }
        return end(of: .frequency(.monthly, 1), at: index)
    }

    /// `first monday in december`, `2nd friday of January 2027`, `letzter Sonntag im März`.
    func weekdayOfMonth(_ index: Int) -> Found<DayWords>? {
        let start = end(of: .determiner, at: index) ?? index
        guard let days = ordinalWeekdays(start), days.value.count == 1,
            let of = end(of: .of, at: days.end) ?? end(of: .inside, at: days.end),
            let month = monthName(of)
        else { return nil }
        let year = digits(month.end, 4...4)
        let day = DayWords.weekdayOfMonth(
            days.value[0].weekday, days.value[0].ordinal, month: month.value, year: year)
        return Found(day, end: year == nil ? month.end : month.end + 1)
    }

    /// A day by its number in an unnamed month: `2nd thursday`, `first workday of the month`.
    func unsettledOrdinal(_ index: Int) -> Int? {
        if let days = ordinalWeekdays(index) { return days.end }
        guard let ordinal = ordinal(index) else { return nil }
        return end(of: .workdays, at: ordinal.end)
    }

    /// `2nd tuesday`, `first and third monday`.
    func ordinalWeekdays(_ index: Int) -> Found<[RecurrenceRule.WeekdayNumber]>? {
        guard let first = ordinal(index) else { return nil }
        var (numbers, end) = ([first.value.number], first.end)
        while let and = self.end(of: .and, at: end), let next = ordinal(and) {
            numbers.append(next.value.number)
            end = next.end
        }
        guard let name = weekdayName(end), numbers.allSatisfy({ (-1...5).contains($0) && $0 != 0 })
        else { return nil }
        return Found(numbers.map { .init(name.value.0, ordinal: $0) }, end: name.end)
    }

    /// `of the month`, `of every month`, `im Monat`, `in each month`.
    private func ofMonth(_ index: Int) -> Int? {
        guard let of = end(of: .of, at: index) ?? end(of: .inside, at: index) else { return nil }
        var next = end(of: .every, at: of) ?? of
        if ["the", "a"].contains(key(next)) { next += 1 }
        return end(of: .unit(.month), at: next)
    }
}
