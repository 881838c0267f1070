/// Days by the month, year or week that they are in: `the 5th of next month`, `下个月5号`, `明年1月5日`, `KW 50 Dienstag`.
extension PhraseParser {
    /// A day of a month or year that is counted from the present one.
    func dayOfPeriod(_ index: Int) -> Found<DayWords>? {
        if let month = monthsLater(index) {
            let comma = key(month.end) == "," ? month.end + 1 : month.end
            let mark = end(of: .of, at: comma) ?? comma
            let on = end(of: .on, at: mark) ?? mark
            guard let day = ordinalDay(mark) ?? ordinalDay(on) ?? ordinalDay(on - 1) else {
                return nil
            }
            return Self.day(day, monthsLater: month.value)
        }
        if let year = yearsLater(index), let day = monthDay(year.end) {
            return Self.day(day, yearsLater: year.value)
        }
        if let day = ordinalDay(index) {
            guard let month = monthsLater(end(of: .of, at: day.end) ?? day.end) else { return nil }
            return Self.day(Found(day.value, end: month.end), monthsLater: month.value)
        }
        guard let day = monthDay(index) ?? numericDay(index) else { return nil }
        guard let year = yearsLater(end(of: .of, at: day.end) ?? day.end) else { return nil }
        return Self.day(Found(day.value, end: year.end), yearsLater: year.value)
    }

    private static func day(_ day: Found<DayWords>, monthsLater months: Int) -> Found<DayWords>? {
        guard case .dayOfMonth(let number) = day.value else { return nil }
        return Found(.dayOfLaterMonth(number, months), end: day.end)
    }

    private static func day(_ day: Found<DayWords>, yearsLater years: Int) -> Found<DayWords>? {
        guard case .monthDay(let month, let number) = day.value else { return nil }
        return Found(.monthDayOfLaterYear(month, number, years), end: day.end)
    }

    /// `下个月`, `next month`, `nächsten Monats`.
    private func monthsLater(_ index: Int) -> Found<Int>? {
        term(index) { if case .monthsLater(let months) = $0 { months } else { nil } }
            ?? coming(.month, index)
    }

    private func yearsLater(_ index: Int) -> Found<Int>? {
        term(index) { if case .yearsLater(let years) = $0 { years } else { nil } }
            ?? coming(.year, index)
    }

    private func coming(_ unit: WordMeaning.Unit, _ index: Int) -> Found<Int>? {
        for (modifier, count) in [(WordMeaning.afterNext, 2), (.next, 1), (.coming, 1), (.this, 0)]
        {
            if let end = end(of: modifier, at: index), let last = self.end(of: .unit(unit), at: end)
            {
                return Found(count, end: last)
            }
        }
        return nil
    }

    /// `KW 50`, `KW50`.
    func weekNumber(_ index: Int) -> Found<Int>? {
        var mark = end(of: .weekNumber, at: index)
        if mark == nil, vocabulary.terms[key(index)]?.contains(.weekNumber) == true {
            mark = index + 1
        }
        guard let mark, let number = digits(mark, 1...2), (1...53).contains(number),
            endsWord(mark + 1)
        else { return nil }
        return Found(number, end: mark + 1)
    }

    /// `KW 50 Dienstag`, `Dienstag (KW 50)`, `Dienstag in der KW 50`.
    func weekdayOfNumberedWeek(_ index: Int) -> Found<DayWords>? {
        if let week = weekNumber(index) {
            let mark = key(week.end) == "," ? week.end + 1 : week.end
            let name = weekdayName(end(of: .on, at: mark) ?? mark)
            return name?.map { .weekdayOfISOWeek($0.0, week.value) }
        }
        guard let name = weekdayName(index) else { return nil }
        var next = name.end
        if ",(".contains(key(next)), !key(next).isEmpty { next += 1 }
        if let inside = end(of: .inside, at: next) { next = end(of: .on, at: inside) ?? inside }
        guard let week = weekNumber(next) else { return nil }
        let isClosed = key(next - 1) == "(" && key(week.end) == ")"
        return Found(
            .weekdayOfISOWeek(name.value.0, week.value), end: isClosed ? week.end + 1 : week.end)
    }

    /// Words for a day that say too little or cannot be counted: `week of feb 1`, `3 days from friday`, `KW 50`.
    func unsettledPeriod(_ index: Int) -> Int? {
        if let week = weekNumber(index) { return week.end }
        if let week = end(of: .unit(.week), at: index) {
            if let number = digits(week, 1...2), number <= 53, endsWord(week + 1) {
                return week + 1
            }
            // `a week tuesday`, `week on tue`: which one, today's or next?
            if let day = weekdayName(end(of: .on, at: week) ?? week) { return day.end }
            if let of = end(of: .of, at: week), let day = day(of) { return day.end }
        }
        // `am Tag nach dem 10.12.`
        let count = number(index)
        guard let unit = unit(count?.end ?? index), [.day, .week].contains(unit.value)
        else { return nil }
        // `a week tuesday`, `two weeks tomorrow`
        if unit.value == .week, count != nil {
            let name = term(unit.end) { (term) -> Bool? in
                if case .day = term { true } else { nil }
            }
            if let end = weekdayName(unit.end)?.end ?? name?.end { return end }
        }
        let words = ["from", "before", "after", "vor", "nach", "ab"]
        guard words.contains(key(unit.end)) else { return nil }
        // `einen Tag vor dem 10.12.`
        let start = unit.end + 1
        return (day(start) ?? end(of: .on, at: start).flatMap { day($0) })?.end
    }
}
