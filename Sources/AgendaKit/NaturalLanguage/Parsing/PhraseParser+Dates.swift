import ICalendar

/// Days as numbers and with month names: `2026-12-1`, `24.12.`, `Dec 24`, `the 15th`.
extension PhraseParser {
    /// `2026-12-1`, `2026/12/01`, `1.12.2026`, `24.12.`, `12/24`, `12/24/26`.
    func numericDay(_ index: Int) -> Found<DayWords>? {
        if let spaced = spacedDay(index) { return spaced }
        guard let first = digits(index, 1...4), isGlued(index + 1), isGlued(index + 2) else {
            return nil
        }
        let mark = key(index + 1)
        guard "-/.".contains(mark), let second = digits(index + 2, 1...2) else { return nil }
        let isYear = tokens[index].key.utf8.count == 4
        // Not so in `20.12.-6.1.`
        let hasThird = isGlued(index + 4) && digits(index + 4) != nil
        guard key(index + 3) == mark, isGlued(index + 3), hasThird else {
            return dayAndMonth(first, second, mark, index: index, isYear: isYear)
        }
        if isYear {
            guard let third = digits(index + 4, 1...2) else { return nil }
            return Found(Self.date(first, second, third), end: index + 5)
        }
        guard let third = digits(index + 4, 2...4),
            tokens[index + 4].key.utf8.count == 4
                || (mark != "-" && tokens[index + 4].key.utf8.count == 2)
        else {
            // `24.12.10:00` and the like are not dates.
            return nil
        }
        let year = tokens[index + 4].key.utf8.count == 2 ? 2_000 + third : third
        let days = mark == "." ? Self.date(year, second, first) : slashed(first, second, year: year)
        return Found(days, end: index + 5)
    }

    /// `24.12.`, `12/24`.
    private func dayAndMonth(
        _ first: Int, _ second: Int, _ mark: String, index: Int, isYear: Bool
    ) -> Found<DayWords>? {
        guard !isYear, tokens[index].key.utf8.count <= 2 else { return nil }
        if mark == "-" { return dashed(first, second, index) }
        if mark == "/", endsWord(index + 3) {
            return Found(slashed(first, second, year: nil), end: index + 3)
        }
        guard mark == ".", key(index + 3) == ".", isGlued(index + 3) else { return nil }
        guard !isGlued(index + 4) || isMark(index + 4) || isHan(index + 4) else { return nil }
        // `24.12. 2026`
        return dotted(first, second, index + 4)
    }

    /// `30-11`: a date if one of the numbers is no hour, and so no range of hours or pages is likelier.
    private func dashed(_ first: Int, _ second: Int, _ index: Int) -> Found<DayWords>? {
        let day = slashed(first, second, year: nil)
        guard max(first, second) > 24, day != .impossible, endsWord(index + 3),
            key(index + 3) != "-"
        else { return nil }
        return Found(day, end: index + 3)
    }

    /// `30. 11.`, `30. 11. 2026`: with spaces, as German standards write it.
    private func spacedDay(_ index: Int) -> Found<DayWords>? {
        guard let day = digits(index, 1...2), key(index + 1) == ".", isGlued(index + 1),
            !isGlued(index + 2), let month = digits(index + 2, 1...2), key(index + 3) == ".",
            isGlued(index + 3), !isGlued(index + 4) || isMark(index + 4)
        else { return nil }
        return dotted(day, month, index + 4)
    }

    private func dotted(_ day: Int, _ month: Int, _ end: Int) -> Found<DayWords> {
        if let year = digits(end, 4...4), key(end + 1) != ":", hourMark(end + 1) == nil {
            return Found(Self.date(year, month, day), end: end + 1)
        }
        return Found(Self.monthDay(month, day), end: end)
    }

    private func slashed(_ first: Int, _ second: Int, year: Int?) -> DayWords {
        func day(_ month: Int, _ day: Int) -> DayWords {
            year.map { Self.date($0, month, day) } ?? Self.monthDay(month, day)
        }
        let (dayFirst, monthFirst) = (day(second, first), day(first, second))
        switch vocabulary.dateOrder {
        case .dayFirst: return dayFirst
        case .monthFirst: return monthFirst
        case .unknown:
            if dayFirst == .impossible || dayFirst == monthFirst { return monthFirst }
            return monthFirst == .impossible ? dayFirst : .either(dayFirst, monthFirst)
        }
    }

    static func date(_ year: Int, _ month: Int, _ day: Int) -> DayWords {
        guard (1...9999).contains(year), let date = CivilDate(year: year, month: month, day: day)
        else { return .impossible }
        return .date(date)
    }

    static func monthDay(_ month: Int, _ day: Int) -> DayWords {
        // 2028 is a leap year, so it has every possible day.
        CivilDate(year: 2028, month: month, day: day) == nil ? .impossible : .monthDay(month, day)
    }

    /// `Dec 24`, `24th of December 2026`, `24. Dezember`, `12月24日`, `2026年12月24号`.
    func monthDay(_ index: Int) -> Found<DayWords>? {
        if let year = digits(index, 4...4), key(index + 1) == "年",
            let day = monthDay(index + 2), case .monthDay(let month, let number) = day.value
        {
            return Found(Self.date(year, month, number), end: day.end)
        }
        if let month = monthName(index) {
            if let day = number(month.end), isHan(month.end) || isHan(month.end - 1),
                isDayMark(day.end)
            {
                return Found(Self.monthDay(month.value, day.value), end: day.end + 1)
            }
            guard let day = dayNumber(month.end), !isClock(month.end) else { return nil }
            return withYear(month.value, day.value, day.end)
        }
        if let glued = gluedMonthDay(index) { return glued }
        guard let day = dayNumber(index) ?? ordinalWord(index) else { return nil }
        let afterOf = key(day.end) == "of" ? day.end + 1 : day.end
        guard let month = monthName(afterOf) else { return nil }
        return withYear(month.value, day.value, month.end)
    }

    /// `first of december`, `ersten Dezember`; not `first December concert`.
    private func ordinalWord(_ index: Int) -> Found<Int>? {
        let number = term(index) { (term) -> Int? in
            if case .ordinal(let number) = term, number > 0 { number } else { nil }
        }
        guard let number, !isHan(index),
            key(number.end) == "of" || "nremt".contains(key(index).last ?? " "),
            key(number.end) == "of"
                || !["first", "second", "third", "fourth", "fifth"].contains(key(index))
        else { return nil }
        return number
    }

    /// `Nov30`, `30Nov`, `30-Nov-2026`, `30.Nov`: without spaces.
    private func gluedMonthDay(_ index: Int) -> Found<DayWords>? {
        func month(_ index: Int) -> Int? {
            vocabulary.terms[key(index)]?.lazy.compactMap {
                if case .month(let month) = $0 { month } else { nil }
            }.first
        }
        if let month = month(index), isGlued(index + 1), let day = digits(index + 1, 1...2),
            endsWord(index + 2), key(index + 2) != "-", !isClock(index + 1)
        {
            return withYear(month, day, index + 2)
        }
        guard let day = digits(index, 1...2), isGlued(index + 1) else { return nil }
        let isMarked = ["-", "."].contains(key(index + 1)) && isGlued(index + 2)
        let name = isMarked ? index + 2 : index + 1
        guard !isHan(name), let month = month(name) else { return nil }
        let mark = key(index + 1)
        if isMarked, let year = digits(name + 1, after: mark, 4...4), endsWord(name + 3) {
            return Found(Self.date(year, month, day), end: name + 3)
        }
        let end = key(name + 1) == "." && isGlued(name + 1) ? name + 2 : name + 1
        return endsWord(end) && key(end) != "-" ? withYear(month, day, end) : nil
    }

    func monthName(_ index: Int) -> Found<Int>? {
        guard
            let month = term(index, { if case .month(let month) = $0 { month } else { nil } })
        else { return nil }
        // `Dec.`
        let isShort = key(month.end) == "." && isGlued(month.end) && !isHan(index)
        return isShort ? Found(month.value, end: month.end + 1) : month
    }

    /// `24`, `24th`, `24.`: the day beside the name of a month.
    private func dayNumber(_ index: Int) -> Found<Int>? {
        guard let day = digits(index, 1...2) else { return nil }
        if isGlued(index + 1), isOrdinalEnding(index + 1) || key(index + 1) == "." {
            return Found(day, end: index + 2)
        }
        return endsWord(index + 1) ? Found(day, end: index + 1) : nil
    }

    /// `日` after the number of a day.
    private func isDayMark(_ index: Int) -> Bool { ["日", "号", "號"].contains(key(index)) }

    /// What is numbered in words, too: `am 3. Advent`, `on the 3rd floor`.
    private func isNumbered(_ index: Int) -> Bool {
        let isFeast = term(index) { (term) -> Bool? in
            term == .hint || term == .inexactDay || term == .period ? true : nil
        }
        let nouns: Set<String> = [
            "floor", "quarter", "time", "round", "birthday", "anniversary", "grade", "class",
            "level",
            "half", "edition", "street", "avenue", "stock", "etage", "og", "quartal", "klasse",
            "mal",
            "runde", "geburtstag", "halbzeit", "semester", "lektion",
        ]
        return isFeast != nil || nouns.contains(key(index))
            || vocabulary.hintPrefixes.contains(where: key(index).hasPrefix)
    }

    /// What the `号` of a house, a line or a gate stands before: `3号楼`.
    private func isCounter(_ index: Int) -> Bool {
        isHan(index) && "楼线馆门厅院桌机位店台库口航会房车仓床窗室厂".contains(key(index))
    }

    /// `th` after a number.
    func isOrdinalEnding(_ index: Int) -> Bool { ["st", "nd", "rd", "th"].contains(key(index)) }

    /// Whether a number is the hour of `10:00` or `10am`, and not a day.
    private func isClock(_ index: Int) -> Bool {
        if key(index + 1) == ":", isGlued(index + 1) { return true }
        return term(index + 1) {
            switch $0 {
            case .meridiem, .hourMark: true
            default: nil
            }
        } != nil
    }

    private func withYear(_ month: Int, _ day: Int, _ end: Int) -> Found<DayWords> {
        let number = key(end) == "," ? end + 1 : end
        if let year = digits(number, 4...4), (1_900...2_999).contains(year), key(number + 1) != ":",
            endsWord(number + 1)
        {
            return Found(Self.date(year, month, day), end: number + 1)
        }
        return Found(Self.monthDay(month, day), end: end)
    }

    /// `the 15th`, `am 15.`, `15号`: the next such day of a month.
    func ordinalDay(_ index: Int) -> Found<DayWords>? {
        if let day = number(index), isDayMark(day.end), !isCounter(day.end + 1) {
            // `13月1日`
            if isHan(index - 1), key(index - 1) == "月", number(index - 2) != nil {
                return Found(.impossible, end: day.end + 1)
            }
            return Found(.dayOfMonth(day.value), end: day.end + 1)
        }
        let isEnglish = key(index) == "the"
        guard isEnglish || ["am", "vom", "den", "der"].contains(key(index)) else { return nil }
        // `the 1st of December`
        if let date = monthDay(index + 1) { return date }
        guard let day = digits(index + 1, 1...2), isGlued(index + 2),
            isEnglish ? isOrdinalEnding(index + 2) : key(index + 2) == ".", !isGlued(index + 3),
            !isNumbered(index + 3)
        else { return nil }
        return Found(.dayOfMonth(day), end: index + 3)
    }

    /// `Dec 24-26`, `24-26 Dec`, `24.-26.12.`, `12月24日到26日`: two days of one month.
    func daySpan(_ index: Int) -> Found<(DayWords, DayWords)>? {
        if let first = monthDay(index), let dash = end(of: .to, at: first.end),
            let day = dayNumber(dash) ?? number(dash), !isClock(dash),
            monthDay(dash) == nil, numericDay(dash) == nil
        {
            let isNumber = monthName(day.end) == nil && endsWord(day.end)
            guard isNumber, let last = Self.sameMonth(first.value, day: day.value) else {
                return nil
            }
            let end = isDayMark(day.end) ? day.end + 1 : day.end
            // `Feb 1-7 2027`
            let number = key(end) == "," ? end + 1 : end
            if let year = digits(number, 4...4), (1_900...2_999).contains(year),
                endsWord(number + 1), key(number + 1) != ":"
            {
                return Found(
                    (Self.ofYear(year, first.value), Self.ofYear(year, last)), end: number + 1)
            }
            return Found((first.value, last), end: end)
        }
        guard let first = digits(index, 1...2) else { return nil }
        let afterDot = key(index + 1) == "." && isGlued(index + 1) ? index + 2 : index + 1
        guard let dash = end(of: .to, at: afterDot), let last = numericDay(dash) ?? monthDay(dash)
        else { return nil }
        switch last.value {
        case .monthDay(let month, let day):
            // `28.-3.1.` begins in the month before.
            let inMonth = first <= day ? month : (month + 10) % 12 + 1
            return Found((Self.monthDay(inMonth, first), last.value), end: last.end)
        case .date(let date):
            var (year, month, day) = date.yearMonthDay
            if first > day { (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1) }
            return Found((Self.date(year, month, first), last.value), end: last.end)
        default: return nil
        }
    }

    private static func ofYear(_ year: Int, _ day: DayWords) -> DayWords {
        guard case .monthDay(let month, let number) = day else { return day }
        return date(year, month, number)
    }

    private static func sameMonth(_ first: DayWords, day: Int) -> DayWords? {
        switch first {
        case .monthDay(let month, _): return monthDay(month, day)
        case .date(let date):
            let (year, month, _) = date.yearMonthDay
            return Self.date(year, month, day)
        default: return nil
        }
    }
}
