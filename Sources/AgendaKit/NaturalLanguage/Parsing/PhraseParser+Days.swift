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
        if let day = dayOfPeriod(index) { return day.map { DayPhrase(day: $0) } }
        if let date = numericDay(index) ?? monthDay(index) ?? distance(index) ?? ordinalDay(index) {
            // `30-11` may be pages.
            let isDashed = key(index + 1) == "-" && date.end == index + 3
            return date.map { DayPhrase(day: $0, isSure: !isDashed) }
        }
        if let day = term(index, { if case .day(let days) = $0 { days } else { nil } }) {
            return day.map { DayPhrase(day: .relative($0)) }
        }
        if let day = weekdayOfNumberedWeek(index) ?? weekdayOfWeek(index) ?? weekdayOfMonth(index) {
            return day.map { DayPhrase(day: $0) }
        }
        return weekday(index)
    }

    /// `next friday`, `fri`, `Friday, November 27`.
    private func weekday(_ index: Int) -> Found<DayPhrase>? {
        // `the monday after next`
        if key(index) == "the", weekdayName(index + 1) != nil, let day = weekday(index + 1),
            case .later = day.value.day
        {
            return day
        }
        if let end = end(of: .afterNext, at: index), let name = weekdayName(end) {
            return Found(
                DayPhrase(day: .later(.nextWeekday(name.value.0), 7)), end: name.end)
        }
        for (modifier, make) in Self.modifiers {
            guard let end = end(of: modifier, at: index), let name = weekdayName(end) else {
                continue
            }
            return Found(DayPhrase(day: make(name.value.0)), end: name.end)
        }
        guard let name = weekdayName(index) else { return nil }
        let (weekday, isSure) = name.value
        var end = name.end
        if key(end) == "after", let next = self.end(of: .next, at: end + 1), endsWord(next) {
            return Found(DayPhrase(day: .later(.nextWeekday(weekday), 7)), end: next)
        }
        // `Fr.`: abbreviations end with a full stop.
        if key(end) == ".", isGlued(end), endsWord(end) { end += 1 }
        let date = key(end) == "," ? end + 1 : end
        // `Montag, den 30.11.`
        let on = self.end(of: .on, at: date) ?? date
        if let date = numericDay(date) ?? monthDay(date) ?? numericDay(on) ?? monthDay(on) {
            return date.map { DayPhrase(day: .named(weekday, $0)) }
        }
        // `Tuesday 15th`, `Freitag, 27.`
        if let day = numberedDay(date) {
            return day.map { DayPhrase(day: .named(weekday, .dayOfMonth($0))) }
        }
        return Found(DayPhrase(day: .weekday(weekday), isSure: isSure || end > name.end), end: end)
    }

    private func numberedDay(_ index: Int) -> Found<Int>? {
        guard let day = digits(index, 1...2), isGlued(index + 1),
            isOrdinalEnding(index + 1) || key(index + 1) == ".", endsWord(index + 2)
        else { return nil }
        return Found(day, end: index + 2)
    }

    private static let modifiers: [(WordMeaning, @Sendable (Weekday) -> DayWords)] = [
        (.coming, { .comingWeekday($0) }), (.next, { .nextWeekday($0) }),
        (.last, { .lastWeekday($0) }), (.this, { .weekdayOfWeek($0, 0) }),
    ]

    func weekdayName(_ index: Int) -> Found<(Weekday, Bool)>? {
        let name = term(index) {
            if case .weekday(let weekday, let isSure) = $0 { (weekday, isSure) } else { nil }
        }
        return name.flatMap { endsInWord($0.end) ? nil : $0 }
    }

    /// Whether the numeral of a Chinese weekday begins the next word: `下周一起吃饭`, `本周日程`, `下周四川出差`.
    func endsInWord(_ end: Int) -> Bool {
        guard isHan(end - 1), isGlued(end), let rests = Self.hanWords[key(end - 1)] else {
            return false
        }
        // `周一起床`
        return rests.contains(key(end)) && !(key(end) == "起" && "床飞草航".contains(key(end + 1)))
    }

    private static let hanWords = [
        "一": "起般些样共直切", "三": "亚峡", "四": "川", "日": "本程语常",
    ]

    /// `next week friday`, `friday next week`, `Freitag nächster Woche`, `下周五`.
    private func weekdayOfWeek(_ index: Int) -> Found<DayWords>? {
        let day = term(index) { term -> DayWords? in
            guard case .weekdayOfWeek(let weekday, let weeks) = term else { return nil }
            return .weekdayOfWeek(weekday, weeks)
        }
        if let day { return endsInWord(day.end) ? nil : day }
        if let week = week(index) {
            let joint = end(of: .on, at: week.end) ?? end(of: .of, at: week.end)
            let name = weekdayName(joint ?? week.end)
            return name?.map { .weekdayOfWeek($0.0, week.value) }
        }
        guard let name = weekdayName(index) else { return nil }
        let week = week(end(of: .of, at: name.end) ?? name.end)
        return week?.map { .weekdayOfWeek(name.value.0, $0) }
    }

    private func week(_ index: Int) -> Found<Int>? {
        let later = term(index) { if case .weeksLater(let weeks) = $0 { weeks } else { nil } }
        if let later { return later }
        for (modifier, weeks) in [(WordMeaning.next, 1), (.coming, 1), (.this, 0), (.last, -1)] {
            if let end = end(of: modifier, at: index),
                let week = self.end(of: .unit(.week), at: end)
            {
                return Found(weeks, end: week)
            }
        }
        return nil
    }

    /// After a day: `friday week`, `tomorrow in 2 weeks`, `heute in 14 Tagen`.
    private func laterBy(_ index: Int) -> Found<Int>? {
        if key(index) == "week", endsWord(index + 1) { return Found(7, end: index + 1) }
        guard let inside = end(of: .inside, at: index), let count = number(inside),
            let unit = unit(count.end), count.value < 10_000,
            case .days(let days) = unit.value.span
        else { return nil }
        return Found(count.value * days, end: unit.end)
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
            return Found(Self.distance(span.value, 1), end: end)
        }
        if let end = end(of: .ago, at: span.end) {
            return Found(Self.distance(span.value, -1), end: end)
        }
        guard case .days(let days) = span.value, days % 7 == 0,
            let on = end(of: .on, at: span.end) ?? end(of: .from, at: span.end)
                ?? (key(span.end) == "from" ? span.end + 1 : nil),
            let day = day(on)
        else { return nil }
        return day.map { .later($0.day, days) }
    }

    private enum DaySpan {
        case days(Int), months(Int)
    }

    private static func distance(_ span: DaySpan, _ sign: Int) -> DayWords {
        switch span {
        case .days(let days): .relative(sign * days)
        case .months(let months): .months(sign * months)
        }
    }

    private func daysOrMonths(_ index: Int) -> Found<DaySpan>? {
        guard let count = number(index), count.value <= 500_000, let unit = unit(count.end) else {
            return nil
        }
        switch unit.value.span {
        case .days(let days): return Found(.days(count.value * days), end: unit.end)
        case .months(let months) where months == 1 || count.value < 10_000:
            return Found(.months(count.value * months), end: unit.end)
        case .months, .seconds: return nil
        }
    }

    /// `+10d`, `-2w`: the sign is required, so that a plain number is never a day.
    private func signedDistance(_ index: Int) -> Found<DayWords>? {
        guard ["+", "-"].contains(key(index)), isGlued(index + 1), isGlued(index + 2),
            let number = digits(index + 1, 1...7),
            let factor = ["d": 1, "w": 7][key(index + 2)], endsWord(index + 3)
        else { return nil }
        // Every supported date is less than 4 million days from today.
        guard number <= 3_700_000 / factor else { return Found(.impossible, end: index + 3) }
        return Found(.distance((key(index) == "-" ? -1 : 1) * number * factor), end: index + 3)
    }
}
