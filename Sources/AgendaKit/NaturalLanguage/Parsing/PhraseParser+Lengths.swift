import ICalendar

/// Lengths as words: `2h`, `90 minutes`, `1.5 hours`, `half an hour`, `两个半小时`.
extension PhraseParser {
    func length(_ index: Int) -> Found<CalendarDuration>? {
        if key(index) == "pt" || key(index) == "p", let found = isoLength(index) { return found }
        var (total, end) = (CalendarDuration(), index)
        while let part = lengthPart(end) {
            total.days += part.value.days
            total.seconds += part.value.seconds
            end = part.end
            if let half = andHalf(end) {
                total.seconds += 1_800
                end = half
                break
            }
            if let and = self.end(of: .and, at: end), lengthPart(and) != nil { end = and }
        }
        guard end > index, endsWord(end) else { return nil }
        return Found(total, end: end)
    }

    /// `an hour and a half`: only of an hour.
    private func andHalf(_ index: Int) -> Int? {
        guard key(index) == "and", key(index + 1) == "a", key(index + 2) == "half",
            ["hour", "hr"].contains(key(index - 1))
        else { return nil }
        return index + 3
    }

    /// `in 20 minutes`, `2 hours from now`, `20分钟后`: seconds from now.
    func distanceFromNow(_ index: Int) -> Found<Int>? {
        if let inside = end(of: .inside, at: index), let length = length(inside),
            length.value.days == 0
        {
            return length.map(\.seconds)
        }
        guard let length = length(index), length.value.days == 0,
            let end = end(of: .later, at: length.end)
        else { return nil }
        return Found(length.value.seconds, end: end)
    }

    private func lengthPart(_ index: Int) -> Found<CalendarDuration>? {
        if let half = halfHour(index) ?? halfMore(index) ?? fraction(index) { return half }
        guard let count = number(index), count.value < 1_000_000 else { return nil }
        // `一刻钟`
        if isHan(count.end), key(count.end) == "刻", key(count.end + 1) == "钟" {
            return Found(CalendarDuration(seconds: count.value * 900), end: count.end + 2)
        }
        var (end, tenths) = (count.end, 0)
        if digits(index) != nil,
            let tenth = digits(end, after: ".", 1...1) ?? digits(end, after: ",", 1...1)
        {
            (tenths, end) = (tenth, end + 2)
        } else if key(end) == "个", key(end + 1) == "半" {
            (tenths, end) = (5, end + 2)
        }
        if let unit = unit(end) {
            return Self.duration(count.value, tenths, unit.value, unit.end)
        }
        guard digits(index) != nil, isGlued(end) else { return nil }
        if key(end) == "s", tenths == 0 {
            return Found(CalendarDuration(seconds: count.value), end: end + 1)
        }
        guard let letter = Self.letters[key(end)] else { return nil }
        // `1h30`
        if let minutes = digits(end, after: "h", 2...2), minutes < 60, endsWord(end + 2) {
            let seconds = count.value * 3_600 + minutes * 60
            return Found(CalendarDuration(seconds: seconds), end: end + 2)
        }
        return Self.duration(count.value, tenths, letter, end + 1)
    }

    /// `2½ hours`, `1 1/2 h`, `3/4 Stunde`.
    private func fraction(_ index: Int) -> Found<CalendarDuration>? {
        func quarters(_ index: Int) -> Found<Int>? {
            if let count = ["¼": 1, "½": 2, "¾": 3][key(index)] {
                return Found(count, end: index + 1)
            }
            guard let above = digits(index, 1...1),
                let below = digits(index + 1, after: "/", 1...1),
                below == 2 || below == 4, above < below
            else { return nil }
            return Found(above * 4 / below, end: index + 3)
        }
        let whole = digits(index, 1...2)
        guard let part = quarters(index) ?? (whole == nil ? nil : quarters(index + 1)) else {
            return nil
        }
        let isHour = unit(part.end)?.value == .hour
        guard isHour || (key(part.end) == "h" && endsWord(part.end + 1)) else { return nil }
        let isMixed = part.end - index > 1 && quarters(index) == nil
        let count = (isMixed ? (whole ?? 0) * 4 : 0) + part.value
        return Found(
            CalendarDuration(seconds: count * 900), end: unit(part.end)?.end ?? part.end + 1)
    }

    private static let letters: [String: WordMeaning.Unit] = [
        "m": .minute, "h": .hour, "d": .day, "w": .week,
    ]

    private static func duration(
        _ count: Int, _ tenths: Int, _ unit: WordMeaning.Unit, _ end: Int
    ) -> Found<CalendarDuration>? {
        guard tenths == 0 || unit == .hour else { return nil }
        switch unit.span {
        case .seconds(let size):
            return Found(CalendarDuration(seconds: (count * 10 + tenths) * size / 10), end: end)
        case .days(let size): return Found(CalendarDuration(days: count * size), end: end)
        case .months: return nil
        }
    }

    private func halfHour(_ index: Int) -> Found<CalendarDuration>? {
        let words = [
            ["half", "an", "hour"], ["half", "hour"], ["eine", "halbe", "stunde"],
            ["halbe", "stunde"], ["halben", "stunde"], ["半", "小", "时"], ["半", "个", "小", "时"],
        ]
        for phrase in words where phrase.indices.allSatisfy({ key(index + $0) == phrase[$0] }) {
            return Found(CalendarDuration(seconds: 1_800), end: index + phrase.count)
        }
        return nil
    }

    /// `anderthalb Stunden`, `zweieinhalb Stunden`, `one and a half hours`, `eine Dreiviertelstunde`.
    private func halfMore(_ index: Int) -> Found<CalendarDuration>? {
        let minutes = ["dreiviertelstunde": 45, "viertelstunde": 15]
        let start = key(index) == "eine" ? index + 1 : index
        if let minutes = minutes[key(start)] {
            return Found(CalendarDuration(seconds: minutes * 60), end: start + 1)
        }
        let words = [
            "anderthalb": 3, "eineinhalb": 3, "zweieinhalb": 5, "dreieinhalb": 7, "viereinhalb": 9,
        ]
        var (halves, end) = (words[key(index)], index + 1)
        if halves == nil, let whole = number(index), key(whole.end) == "and",
            key(whole.end + 1) == "a", key(whole.end + 2) == "half"
        {
            (halves, end) = (whole.value * 2 + 1, whole.end + 3)
        }
        guard let halves, let unit = unit(end), unit.value == .hour else { return nil }
        return Found(CalendarDuration(seconds: halves * 1_800), end: unit.end)
    }

    /// `PT45M`: RFC 5545's own form, which arrives as words and numbers without spaces.
    private func isoLength(_ index: Int) -> Found<CalendarDuration>? {
        var end = index + 1
        while isGlued(end), tokens[end].kind == .word || tokens[end].kind == .number { end += 1 }
        let text = written(index..<end)
        guard end > index + 1, let length = CalendarDuration(iso: text) else { return nil }
        return Found(length, end: end)
    }
}
