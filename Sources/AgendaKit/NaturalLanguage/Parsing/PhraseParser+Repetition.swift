import ICalendar

/// Repetition as words: `every weekday`, `every 2nd tuesday`, `alle 2 Wochen`, `每周一三五`.
extension PhraseParser {
    func repetition(_ index: Int) -> Found<RepetitionWords>? {
        let found =
            everyPhrase(index) ?? ordinalOfMonth(index) ?? frequency(index) ?? plural(index)
            ?? weekdays(index)
        guard let found, endsWord(found.end) else { return nil }
        return found
    }

    private func everyPhrase(_ index: Int) -> Found<RepetitionWords>? {
        guard let every = end(of: .every, at: index) else { return nil }
        // `每晚10点`: the part of the day is read with the hour.
        if isHan(every), part(every) != nil { return Found(RepetitionWords(.daily), end: every) }
        if let other = end(of: .other, at: every) { return interval(2, other) }
        if let end = end(of: .workdays, at: every) {
            return Found(Self.weekly(Self.workdays), end: end)
        }
        if let end = end(of: .weekend, at: every) {
            return Found(Self.weekly([.saturday, .sunday]), end: end)
        }
        if let unit = unitOfPeriod(every) { return periodic(unit, 1) }
        if let ordinal = everyOrdinal(every) { return ordinal }
        // `每两周` is an interval, but `每12月24日` is a date.
        if let day = monthDay(every) ?? numericDay(every), case .monthDay = day.value {
            var words = RepetitionWords(.yearly)
            words.start = day.value
            return Found(words, end: day.end)
        }
        // `每隔一周`: one is left out.
        if key(index + 1) == "隔", let one = number(every), one.value == 1 {
            return interval(2, one.end)
        }
        // `每隔三天`: every third or every fourth.
        if key(index + 1) == "隔", number(every) != nil { return nil }
        if let count = number(every), (2...999).contains(count.value),
            unitOfPeriod(count.end) != nil
        {
            return interval(count.value, count.end)
        }
        if let list = weekdays(every) { return list }
        return weekdayList(every)?.map { Self.weekly($0) }
    }

    static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]

    private func unitOfPeriod(_ index: Int) -> Found<WordMeaning.Unit>? {
        // `每周二`: the name of the day is longer than that of the week, also in `每周一起`.
        let names = term(index) { (term) -> Bool? in
            if case .weekday = term { true } else { nil }
        }
        return isHan(index) && names != nil ? nil : unit(index)
    }

    /// `other week`, `2 weeks on tuesday`, `other tuesday`.
    private func interval(_ count: Int, _ index: Int) -> Found<RepetitionWords>? {
        if let unit = unitOfPeriod(index) { return periodic(unit, count) }
        return weekdayList(index)?.map { Self.weekly($0, every: count) }
    }

    static func weekly(_ days: [Weekday], every interval: Int = 1) -> RepetitionWords {
        let sorted = Set(days).sorted { $0.rawValue < $1.rawValue }
        return RepetitionWords(.weekly, every: interval, on: sorted.map { .init($0) })
    }

    /// `week`, `week on monday and thursday`, `month on the 15th`, `year on dec 24`.
    private func periodic(_ unit: Found<WordMeaning.Unit>, _ count: Int) -> Found<RepetitionWords> {
        withDays(RepetitionWords(unit.value.frequency, every: count), unit.end)
    }

    private func withDays(_ words: RepetitionWords, _ end: Int) -> Found<RepetitionWords> {
        var words = words
        let on = self.end(of: .on, at: end) ?? end
        switch words.rule.frequency {
        case .weekly:
            let days = weekdayList(on) ?? plurals(on)
            if let days, on > end || isHan(end) || plurals(on) != nil {
                words.rule.byDay = days.value.map { .init($0) }
                return Found(words, end: days.end)
            }
        case .monthly:
            if let last = lastDay(on) {
                words.rule.byMonthDay = [-1]
                return Found(words, end: last)
            }
            if let days = ordinalWeekdays(on) {
                words.rule.byDay = days.value
                return Found(words, end: days.end)
            }
            // `on the 15th`: the preposition may be part of the day.
            let day = ordinalDay(on) ?? ordinalDay(end) ?? ordinalDay(on - 1)
            if let day, case .dayOfMonth(let number) = day.value, (1...31).contains(number) {
                words.rule.byMonthDay = [number]
                return Found(words, end: day.end)
            }
        case .yearly:
            if let day = monthDay(on) ?? numericDay(on), case .monthDay = day.value {
                words.start = day.value
                return Found(words, end: day.end)
            }
        default: break
        }
        return Found(words, end: end)
    }

    /// `最后一天`, `last day`.
    private func lastDay(_ index: Int) -> Int? {
        guard let last = end(of: .ordinal(-1), at: index) else { return nil }
        let one = number(last).flatMap { $0.value == 1 ? $0.end : nil }
        return end(of: .unit(.day), at: one ?? last)
    }

    /// `monday`, `mon, wed and fri`, `mon-fri`, `周一三五`.
    func weekdayList(_ index: Int) -> Found<[Weekday]>? {
        guard let first = weekdayName(index) else { return nil }
        var (days, end) = ([first.value.0], first.end)
        if let dash = self.end(of: .to, at: end), let last = weekdayName(dash),
            let from = days.last
        {
            let length = from.days(to: last.value.0)
            days = (0...length).compactMap { Weekday(rawValue: (from.rawValue + $0) % 7) }
            return Found(days, end: last.end)
        }
        while true {
            let next = afterSeparators(end)
            if next > end, let more = weekdayName(next) {
                days.append(more.value.0)
                end = more.end
            } else if isHan(index), let more = Self.hanWeekdays[key(next)],
                // `每周二三点`: `三` belongs to the hour.
                !["点", "點", "时", "刻", "个", "天", "月", "次"].contains(key(next + 1)),
                !endsInWord(next + 1)
            {
                days.append(more)
                end = next + 1
            } else {
                return Found(days, end: end)
            }
        }
    }

    /// Where the commas and words for `and` between two days end.
    private func afterSeparators(_ index: Int) -> Int {
        let next = key(index) == "," ? index + 1 : end(of: .and, at: index)
        return next.map(afterSeparators) ?? index
    }

    private static let hanWeekdays: [String: Weekday] = [
        "一": .monday, "二": .tuesday, "三": .wednesday, "四": .thursday, "五": .friday,
        "六": .saturday, "日": .sunday,
    ]

    /// `mondays and thursdays`, `weekdays`, `werktags`.
    private func plurals(_ index: Int) -> Found<[Weekday]>? {
        guard var found = weekdayPlural(index) else { return nil }
        while true {
            let next = afterSeparators(found.end)
            guard next > found.end, let more = weekdayPlural(next) else { return found }
            found = more.map { found.value + $0 }
        }
    }

    /// `fridays`.
    func weekdayPlural(_ index: Int) -> Found<[Weekday]>? {
        term(index) { if case .weekdays(let days) = $0 { days } else { nil } }
    }

    private func plural(_ index: Int) -> Found<RepetitionWords>? {
        plurals(end(of: .on, at: index) ?? index)?.map { Self.weekly($0) }
    }

    /// `weekly`, `weekly on monday`, `monthly on the 15th`.
    private func frequency(_ index: Int) -> Found<RepetitionWords>? {
        adverb(index).map { withDays($0.value, $0.end) }
    }

    /// `weekly`.
    func adverb(_ index: Int) -> Found<RepetitionWords>? {
        term(index) { term -> RepetitionWords? in
            guard case .frequency(let frequency, let interval) = term else { return nil }
            return RepetitionWords(frequency, every: interval)
        }
    }

    /// `until june`, `10 times`: the end of a repetition.
    func bound(_ index: Int) -> Found<RepetitionWords.Bound>? {
        if let until = end(of: .until, at: index) {
            if let day = day(until) { return day.map { .until($0.day) } }
            let afterEnd = key(until) == "end" ? (end(of: .of, at: until + 1) ?? until + 1) : until
            guard let month = monthName(key(afterEnd) == "ende" ? afterEnd + 1 : afterEnd) else {
                return nil
            }
            let year = digits(month.end, 4...4)
            return Found(
                .until(.endOfMonth(month.value, year: year)),
                end: year == nil ? month.end : month.end + 1)
        }
        let start = end(of: .lasting, at: index) ?? index
        guard let count = number(start), count.value > 0, let end = end(of: .times, at: count.end)
        else { return nil }
        return Found(.count(count.value), end: end)
    }
}
