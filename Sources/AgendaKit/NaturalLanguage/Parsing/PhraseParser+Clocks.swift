/// Times of day as words: `9:30`, `9am`, `14 Uhr`, `halb drei`, `三点半`, `half past eight`.
extension PhraseParser {
    /// Reads a time of day.
    ///
    /// - Parameter bare: the hour from which a bare number is clear; nil if a bare number is not a time.
    func clock(_ index: Int, bare: Int? = nil) -> Found<ClockWords>? {
        guard
            let found = namedClock(index) ?? colonClock(index) ?? spokenClock(index)
                ?? meridiemClock(index) ?? markedClock(index)
                ?? bare.flatMap({ bareClock(index, clearFrom: $0) })
        else { return nil }
        return endsWord(found.end) || isZoneGlued(found.end) ? found : nil
    }

    /// `15:00Z`, `15:00+01:00`: the zone follows without a space.
    private func isZoneGlued(_ index: Int) -> Bool {
        isGlued(index) && ["z", "+", "-"].contains(key(index))
    }

    func namedClock(_ index: Int) -> Found<ClockWords>? {
        term(index) {
            switch $0 {
            case .clock(let second): ClockWords(hour: second / 3_600)
            case .midnight: ClockWords(hour: 0, isMidnight: true)
            default: nil
            }
        }
    }

    /// A part of the day; a single Chinese character only before an hour or a space, as in `早8点`: `早餐` is a word.
    func part(_ index: Int) -> Found<WordMeaning.DayPart>? {
        let found = term(index) { if case .part(let part) = $0 { part } else { nil } }
        guard let found, isHan(index), found.end == index + 1, isHan(found.end),
            number(found.end) == nil
        else { return found }
        return "餐饭会点茶班操市教年期退安午熟饮间".contains(key(found.end)) ? nil : found
    }

    /// `9:30`, `09:30:15`, `9:30pm`, `9.30 Uhr`.
    private func colonClock(_ index: Int) -> Found<ClockWords>? {
        let isDotted = key(index + 1) == "."
        guard let hour = digits(index, 1...2),
            let minute = digits(index + 1, after: isDotted ? "." : ":", 2...2)
        else { return nil }
        var clock = ClockWords(
            hour: hour, minute: minute, clearFrom: hasZero(index) ? 0 : vocabulary.colonClearFrom)
        clock.isOf24Hours = vocabulary.has24Hours
        var end = index + 3
        if isDotted {
            guard meridiem(end) != nil || hourMark(end) != nil || letter(end) != nil else {
                return nil
            }
        } else if let second = digits(end, after: ":", 2...2) {
            clock.second = min(second, 59)
            clock.isImpossible = second > 60
            end += 2
            // A fraction of a second has no meaning in a calendar.
            if digits(end, after: ".") != nil { end += 2 }
        }
        return marked(clock, end)
    }

    func hasZero(_ index: Int) -> Bool { key(index).hasPrefix("0") }

    /// What follows an hour: `pm`, `Uhr`.
    private func marked(_ clock: ClockWords, _ end: Int) -> Found<ClockWords> {
        if let half = meridiem(end) { return half.map { clock.with(isAfternoon: $0) } }
        // `10:30a`, `14:30h`
        if let letter = letter(end) {
            return letter.map { $0.map { clock.with(isAfternoon: $0) } ?? clock }
        }
        return Found(clock, end: hourMark(end)?.end ?? end)
    }

    /// `a`, `p` or `h` at the end of a time: whether it is in the afternoon; nil inside for `h`.
    private func letter(_ index: Int) -> Found<Bool?>? {
        guard isGlued(index), ["a", "p", "h"].contains(key(index)), endsWord(index + 1) else {
            return nil
        }
        let isAfternoon: Bool? = key(index) == "h" ? nil : key(index) == "p"
        return Found(isAfternoon, end: index + 1)
    }

    /// `9am`, `9 p.m.`, `5p`.
    private func meridiemClock(_ index: Int) -> Found<ClockWords>? {
        guard let hour = number(index), hour.value <= 99 else { return nil }
        let clock = ClockWords(hour: hour.value)
        if let half = meridiem(hour.end) { return half.map { clock.with(isAfternoon: $0) } }
        let letter = key(hour.end)
        guard digits(index) != nil, isGlued(hour.end), letter == "a" || letter == "p" else {
            return nil
        }
        return Found(clock.with(isAfternoon: letter == "p"), end: hour.end + 1)
    }

    func meridiem(_ index: Int) -> Found<Bool>? {
        guard
            let half = term(
                index, { if case .meridiem(let isAfternoon) = $0 { isAfternoon } else { nil } })
        else { return nil }
        // German `um 9 am Montag`: `am` belongs to the day.
        let isPreposition = !isGlued(index) && end(of: .on, at: index) != nil
        return isPreposition && (day(half.end) != nil || day(index) != nil) ? nil : half
    }

    func hourMark(_ index: Int) -> Found<Int>? {
        term(index) { if case .hourMark(let clearFrom) = $0 { clearFrom } else { nil } }
    }

    /// `14 Uhr 30`, `3 o'clock`, `三点半`, `15点30分`, `10h30`.
    private func markedClock(_ index: Int) -> Found<ClockWords>? {
        if let hour = digits(index, 1...2), let minute = digits(index + 1, after: "h", 2...2) {
            return Found(ClockWords(hour: hour, minute: minute, clearFrom: 7), end: index + 3)
        }
        // `1430 hrs`
        if let time = digits(index, 4...4), time % 100 < 60,
            let mark = hourMark(index + 1)?.end ?? letter(index + 1)?.end
        {
            return Found(ClockWords(hour: time / 100, minute: time % 100), end: mark)
        }
        guard let hour = number(index), hour.value <= 99, let mark = hourMark(hour.end),
            !isLittle(index)
        else { return nil }
        var clock = ClockWords(hour: hour.value, clearFrom: hasZero(index) ? 0 : mark.value)
        var end = mark.end
        // `3点半小时会`: half an hour from three.
        if let half = self.end(of: .half, at: end), isHan(end), unit(half) == nil {
            (clock.minute, end) = (30, half)
        } else if let quarter = self.end(of: .quarter, at: end), isHan(end), key(quarter) != "钟" {
            (clock.minute, end) = (15, quarter)
        } else if isHan(end), let count = number(end), (1...3).contains(count.value),
            key(count.end) == "刻", key(count.end + 1) != "钟"
        {
            (clock.minute, end) = (15 * count.value, count.end + 1)
        } else if let minute = number(end), minute.value < 60, !isCounted(minute.end),
            isHan(end) || digits(end, 2...2) != nil,
            key(minute.end) == "分" || endsWord(minute.end), !isHan(end) || key(minute.end) == "分"
        {
            (clock.minute, end) = (minute.value, minute.end)
            if key(end) == "分", key(end + 1) != "钟" { end += 1 }
        }
        return Found(clock, end: end)
    }

    /// `一点` where it is a little, not an hour: `早一点起床`, `吃一点水果`, `一点点`.
    private func isLittle(_ index: Int) -> Bool {
        guard key(index) == "一", key(index + 1) == "点" else { return false }
        if isGlued(index + 2), ["点", "儿", "也", "都"].contains(key(index + 2)) { return true }
        return isGlued(index) && isHan(index - 1)
            && !"午晨上里夜天日号后到至从在和约一二三四五六末早晚".contains(key(index - 1))
            || (["早", "晚"].contains(key(index - 1)) && part(index - 1) != nil
                && !["今", "明", "每"].contains(key(index - 2)))
    }

    /// `halb drei`, `half past two`, `quarter to three`, `Viertel nach drei`.
    private func spokenClock(_ index: Int) -> Found<ClockWords>? {
        if !isHan(index), let clock = clock(-30, end(of: .half, at: index), clearFrom: 7) {
            return clock
        }
        if let clock = clock(30, end(of: .halfPast, at: index)) { return clock }
        if key(index) == "dreiviertel" { return clock(-15, index + 1, clearFrom: 7) }
        guard let quarter = end(of: .quarter, at: index) else { return nil }
        return clock(15, end(of: .past, at: quarter)) ?? clock(-15, end(of: .before, at: quarter))
    }

    /// A time this many minutes after the full hour that words name.
    private func clock(_ minutes: Int, _ index: Int?, clearFrom: Int = 12) -> Found<ClockWords>? {
        index.flatMap(spokenHour)?.map { hour in
            let all = hour * 60 + minutes
            return ClockWords(hour: all / 60, minute: all % 60, clearFrom: clearFrom)
        }
    }

    private func spokenHour(_ index: Int) -> Found<Int>? {
        guard let hour = number(index), (1...12).contains(hour.value) else { return nil }
        if let half = meridiem(hour.end) {
            let later = half.value && hour.value < 12 ? hour.value + 12 : hour.value
            return Found(later, end: half.end)
        }
        return Found(hour.value, end: hourMark(hour.end)?.end ?? hour.end)
    }

    /// A bare number where only a time is possible.
    func bareClock(_ index: Int, clearFrom: Int) -> Found<ClockWords>? {
        if let number = digits(index, 4...4), !isGlued(index + 1) || isHan(index + 1),
            number / 100 < 24, number % 100 < 60
        {
            return Found(ClockWords(hour: number / 100, minute: number % 100), end: index + 1)
        }
        if let hour = digits(index, 1...2), let minute = digits(index + 1, after: ".", 2...2),
            hour <= 24, minute < 60, endsWord(index + 3)
        {
            return Found(ClockWords(hour: hour, minute: minute, clearFrom: 7), end: index + 3)
        }
        // `a`, `ein` are more often articles.
        guard let hour = number(index), hour.value <= 24, endsWord(hour.end),
            end(of: .determiner, at: index) == nil, !isCounted(hour.end),
            !isHan(index) || !isHan(hour.end)
        else { return nil }
        let clock = ClockWords(hour: hour.value, clearFrom: hasZero(index) ? 0 : clearFrom)
        return Found(clock, end: hour.end)
    }

    /// Whether a number counts something: `3 days`, `3 Dec`.
    private func isCounted(_ index: Int) -> Bool {
        term(index) {
            switch $0 {
            case .unit, .month, .times: true
            default: nil
            }
        } != nil
    }

    /// `10-12`, `9-5pm`, `10:00 to 11`, `von 10 bis 12`: two times with a dash or word between them.
    ///
    /// - Parameter bare: the hour from which a bare number is clear; nil if two bare numbers are not times.
    func clockSpan(_ index: Int, bare: Int?, isPair: Bool = false) -> Found<
        (ClockWords, ClockWords)
    >? {
        let exact = clock(index)
        guard let first = exact ?? bareClock(index, clearFrom: bare ?? 12),
            let dash = end(of: .to, at: first.end)
                ?? (isPair || end(of: .between, at: index - 1) == index
                    ? end(of: .and, at: first.end) : nil),
            numericDay(dash) == nil, let last = clock(dash) ?? bareClock(dash, clearFrom: 12),
            exact != nil || bare != nil || clock(dash) != nil
        else { return nil }
        var start = first.value
        if exact == nil || start.isUnclear || (start.clearFrom > 0 && start.hour <= 12) {
            start = start.sharing(last.value, isMarked: clock(dash) != nil)
        }
        // `five to three pm`: five minutes before, or from five on.
        if digits(index) == nil, [5, 10].contains(first.value.hour), key(first.end) == "to",
            index == 0 || end(of: .from, at: index - 1) != index
        {
            start.hour = first.value.hour
            (start.clearFrom, start.isOf24Hours) = (12, false)
        }
        return Found((start, last.value), end: last.end)
    }
}

extension ClockWords {
    /// The hour of the 12-hour clock in a half of the day.
    func with(isAfternoon: Bool) -> ClockWords {
        var clock = self
        clock.clearFrom = 0
        clock.isOf12Hours = true
        guard (1...12).contains(hour) else {
            // `14:00 pm` says the same thing twice; `14 am` contradicts itself.
            clock.isImpossible = !isAfternoon || hour == 0 || hour > 23
            return clock
        }
        clock.hour = hour % 12 + (isAfternoon ? 12 : 0)
        return clock
    }

    /// The start of `9-5pm` or `10-12`, as far as the end settles it.
    fileprivate func sharing(_ end: ClockWords, isMarked: Bool) -> ClockWords {
        var clock = self
        if !isMarked, (10...11).contains(hour), end.hour > hour {
            // `10-11`: few events begin at 10 or 11 in the evening.
            clock.clearFrom = 0
            return clock
        }
        guard (1...12).contains(hour), !end.isUnclear else { return self }
        if isMarked, end.clearFrom == 0, end.hour >= 12 || end.hour == 0, hour < 12 {
            // Take the later reading if it is still before the end: that makes the event shortest.
            let later = secondOfDay + 43_200
            clock.hour = later < end.secondOfDay ? hour + 12 : hour
            clock.clearFrom = 0
        } else if end.hour >= 12 || end.secondOfDay > secondOfDay {
            clock.clearFrom = min(clock.clearFrom, end.hour >= 12 ? 0 : end.clearFrom)
        }
        return clock
    }
}
