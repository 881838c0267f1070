import ICalendar

/// Days as words: `friday`, `next week tuesday`, `in 2 weeks`.
extension PhraseParser {
    /// A day; not sure if its name is also an ordinary word.
    struct DayPhrase {
        var day: DayWords
        var isSure = true
    }

    func day(_ index: Int) -> Found<DayPhrase>? {
        guard var found = dateOrWeekday(index) else { return nil }
        if let later = laterBy(found.end) {
            found.value = DayPhrase(day: .later(found.value.day, later.value))
            found.end = later.end
        }
        return endsWord(found.end) ? found : nil
    }

    private func dateOrWeekday(_ index: Int) -> Found<DayPhrase>? {
        if let date = numericDay(index) ?? monthDay(index) ?? distance(index) ?? ordinalDay(index) {
            return date.map { DayPhrase(day: $0) }
        }
        if let day = term(index, { if case .day(let days) = $0 { days } else { nil } }) {
            return day.map { DayPhrase(day: .relative($0)) }
        }
        if let day = weekdayOfWeek(index) ?? weekdayOfMonth(index) {
            return day.map { DayPhrase(day: $0) }
        }
        return weekday(index)
    }

    /// `next friday`, `fri`, `Friday, November 27`.
    private func weekday(_ index: Int) -> Found<DayPhrase>? {
        for (modifier, make) in Self.modifiers {
            guard let end = end(of: modifier, at: index), let name = weekdayName(end) else {
                continue
            }
            return Found(value: DayPhrase(day: make(name.value.0)), end: name.end)
        }
        guard let name = weekdayName(index) else { return nil }
        let (weekday, isSure) = name.value
        var end = name.end
        // `Fr.`: German abbreviations end with a full stop.
        if !isSure, key(end) == ".", isGlued(end), !isGlued(end + 1) { end += 1 }
        let date = key(end) == "," ? end + 1 : end
        if let date = numericDay(date) ?? monthDay(date) {
            return Found(value: DayPhrase(day: .named(weekday, date.value)), end: date.end)
        }
        let isAbbreviated = end > name.end
        return Found(
            value: DayPhrase(day: .weekday(weekday), isSure: isSure || isAbbreviated), end: end)
    }

    private static let modifiers: [(WordMeaning, @Sendable (Weekday) -> DayWords)] = [
        (.coming, { .comingWeekday($0) }), (.next, { .nextWeekday($0) }),
        (.last, { .lastWeekday($0) }), (.this, { .weekdayOfWeek($0, 0) }),
    ]

    func weekdayName(_ index: Int) -> Found<(Weekday, Bool)>? {
        term(index) {
            if case .weekday(let weekday, let isSure) = $0 { (weekday, isSure) } else { nil }
        }
    }

    /// `next week friday`, `friday next week`, `Freitag nächster Woche`, `下周五`.
    private func weekdayOfWeek(_ index: Int) -> Found<DayWords>? {
        if let day = term(
            index,
            { (term) -> DayWords? in
                if case .weekdayOfWeek(let weekday, let weeks) = term {
                    .weekdayOfWeek(weekday, weeks)
                } else {
                    nil
                }
            })
        {
            return day
        }
        if let week = week(index) {
            let afterOn = end(of: .on, at: week.end) ?? week.end
            guard let name = weekdayName(afterOn) else { return nil }
            return Found(value: .weekdayOfWeek(name.value.0, week.value), end: name.end)
        }
        guard let name = weekdayName(index) else { return nil }
        let afterOf = end(of: .of, at: name.end) ?? name.end
        guard let week = week(afterOf) else { return nil }
        return Found(value: .weekdayOfWeek(name.value.0, week.value), end: week.end)
    }

    private func week(_ index: Int) -> Found<Int>? {
        for (modifier, weeks) in [(WordMeaning.next, 1), (.coming, 1), (.this, 0), (.last, -1)] {
            if let end = end(of: modifier, at: index),
                let week = self.end(of: .unit(.week), at: end)
            {
                return Found(value: weeks, end: week)
            }
        }
        return nil
    }

    /// After a day: `friday week`, `tomorrow in 2 weeks`.
    private func laterBy(_ index: Int) -> Found<Int>? {
        if key(index) == "week", endsWord(index + 1) { return Found(value: 7, end: index + 1) }
        guard let inside = end(of: .inside, at: index), let count = number(inside),
            let week = end(of: .unit(.week), at: count.end), count.value < 10_000
        else { return nil }
        return Found(value: count.value * 7, end: week)
    }

    /// `in 3 days`, `2 weeks from now`, `a week on friday`, `vor 3 Tagen`, `三天后`, `+10d`.
    private func distance(_ index: Int) -> Found<DayWords>? {
        if let signed = signedDistance(index) { return signed }
        if let inside = end(of: .inside, at: index), let span = daysOrMonths(inside) {
            return span.map { Self.distance($0, 1) }
        }
        if key(index) == "vor", let span = daysOrMonths(index + 1) {
            return span.map { Self.distance($0, -1) }
        }
        guard let span = daysOrMonths(index) else { return nil }
        if let end = end(of: .later, at: span.end) {
            return Found(value: Self.distance(span.value, 1), end: end)
        }
        if let end = end(of: .ago, at: span.end) {
            return Found(value: Self.distance(span.value, -1), end: end)
        }
        guard case .days(let days) = span.value, days % 7 == 0,
            let on = end(of: .on, at: span.end) ?? end(of: .from, at: span.end)
                ?? (key(span.end) == "from" ? span.end + 1 : nil),
            let day = day(on)
        else { return nil }
        return Found(value: .later(day.value.day, days), end: day.end)
    }

    private enum Span {
        case days(Int), months(Int)
    }

    private static func distance(_ span: Span, _ sign: Int) -> DayWords {
        switch span {
        case .days(let days): .relative(sign * days)
        case .months(let months): .months(sign * months)
        }
    }

    private func daysOrMonths(_ index: Int) -> Found<Span>? {
        guard let count = number(index), count.value <= 500_000,
            let unit = term(count.end, { if case .unit(let unit) = $0 { unit } else { nil } })
        else { return nil }
        switch unit.value {
        case .day: return Found(value: .days(count.value), end: unit.end)
        case .week: return Found(value: .days(count.value * 7), end: unit.end)
        case .month: return Found(value: .months(count.value), end: unit.end)
        case .year where count.value < 10_000:
            return Found(value: .months(count.value * 12), end: unit.end)
        case .year, .hour, .minute: return nil
        }
    }

    /// `+10d`, `-2w`: the sign is required, so that a plain number is never a day.
    private func signedDistance(_ index: Int) -> Found<DayWords>? {
        guard ["+", "-"].contains(key(index)), isGlued(index + 1), isGlued(index + 2),
            let number = digits(index + 1, 1...7),
            let factor = ["d": 1, "w": 7][key(index + 2)], endsWord(index + 3)
        else { return nil }
        // Every supported date is less than 4 million days from today.
        guard number <= 3_700_000 / factor else { return Found(value: .impossible, end: index + 3) }
        return Found(
            value: .distance((key(index) == "-" ? -1 : 1) * number * factor), end: index + 3)
    }
}
