import ICalendar

extension WordMeaning {
    /// Reads a meaning as the files of languages write it: its name, then numbers and names: `day -1`, `day-part 0 evening`,
    /// `weekdays 6 7` (Monday is 1), `frequency weekly 2`, `zone Europe/Berlin`. Nil for anything else.
    init?(_ text: String) {
        if let plain = Self.plain[text] {
            self = plain
            return
        }
        let words = text.split(separator: " ").map(String.init)
        guard let name = words.first else { return nil }
        let numbers = words.compactMap { Int($0) }
        let days = numbers.compactMap { Weekday(rawValue: $0 - 1) }
        let part = DayPart(rawValue: words[words.count - 1])
        switch (name, numbers.first, days.first, part) {
        case ("zone", _, _, _): self = .zone(words.dropFirst().first ?? "")
        case ("unit", _, _, _):
            guard let unit = Unit(rawValue: words[words.count - 1]) else { return nil }
            self = .unit(unit)
        case ("frequency", let count?, _, _):
            guard let known = RecurrenceRule.Frequency(icalendar: words[1].uppercased())
            else { return nil }
            self = .frequency(known, count)
        case ("part", _, _, let part?): self = .part(part)
        case ("day-part", let distance?, _, let part?): self = .dayPart(distance, part)
        case ("weekday-part", _, let day?, let part?): self = .weekdayPart(day, part)
        case ("weekday", _, let day?, _): self = .weekday(day, isSure: true)
        case ("weekday?", _, let day?, _): self = .weekday(day, isSure: false)
        case ("weekday-of-week", _, let day?, _): self = .weekdayOfWeek(day, numbers[1])
        case ("weekdays", _, _?, _): self = .weekdays(days)
        case ("day", let distance?, _, _): self = .day(distance)
        case ("month", let month?, _, _): self = .month(month)
        case ("number", let number?, _, _): self = .number(number)
        case ("ordinal", let number?, _, _): self = .ordinal(number)
        case ("clock", let hour?, _, _): self = .clock(hour * 3_600)
        case ("hour-mark", let hour?, _, _): self = .hourMark(clearFrom: hour)
        case ("at", let hour?, _, _): self = .at(clearFrom: hour)
        case ("weeks-later", let count?, _, _): self = .weeksLater(count)
        case ("months-later", let count?, _, _): self = .monthsLater(count)
        case ("years-later", let count?, _, _): self = .yearsLater(count)
        default: return nil
        }
    }

    /// The meanings that are a name alone.
    private static let plain: [String: WordMeaning] = [
        "after-next": .afterNext, "ago": .ago, "ahead": .ahead, "all-day": .allDay,
        "am": .meridiem(isAfternoon: false), "and": .and, "approximate": .approximate,
        "before": .before, "between": .between, "coming": .coming, "determiner": .determiner,
        "every": .every, "except": .except, "from": .from, "half": .half, "half-past": .halfPast,
        "hint": .hint, "inexact-clock": .inexactClock, "inexact-day": .inexactDay,
        "inside": .inside, "last": .last, "lasting": .lasting, "later": .later,
        "maybe-except": .maybeExcept, "midnight": .midnight, "next": .next, "next-day": .nextDay,
        "of": .of, "on": .on, "onwards": .onwards, "other": .other, "past": .past,
        "period": .period, "pm": .meridiem(isAfternoon: true), "quarter": .quarter,
        "reminder": .reminder, "this": .this, "times": .times, "to": .to,
        "unclear-frequency": .unclearFrequency, "until": .until, "vague-after": .vagueAfter,
        "vague-count": .vagueCount, "week-number": .weekNumber, "weekend": .weekend,
        "workdays": .workdays, "zone-time": .zoneTime,
    ]
}
