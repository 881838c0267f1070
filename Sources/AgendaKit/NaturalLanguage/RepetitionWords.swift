public import ICalendar

/// How an event repeats, as a person says it.
///
/// ```swift
/// let weekly = try RepetitionWords("every 2 weeks", vocabulary: context.vocabulary)
/// print(weekly.rule.icalendar)
/// ```
public struct RepetitionWords: Hashable, Sendable {
    /// The rule, without an end.
    public var rule: RecurrenceRule
    /// The day on which the repetition starts, if the words name it: `every December 24`.
    var start: DayWords?
    /// The last day on which an instance may start.
    public var until: DayWords?
    /// How many instances there are.
    public var count: Int?

    init(
        _ frequency: RecurrenceRule.Frequency, every interval: Int = 1,
        on days: [RecurrenceRule.WeekdayNumber] = []
    ) {
        rule = RecurrenceRule(frequency)
        (rule.interval, rule.byDay) = (interval, days)
    }

    /// Reads words, or a rule as RFC 5545 writes it: `weekly`, `2 weeks`, `monday,thursday`, `last friday`,
    /// `every 2nd tuesday until june`, `FREQ=WEEKLY;BYDAY=MO`.
    ///
    /// - Throws: `maybeRepetition` for any other text.
    public init(_ text: String, vocabulary: Vocabulary) throws(Doubt) {
        let upper = text.uppercased()
        let value = upper.hasPrefix("RRULE:") ? String(upper.dropFirst(6)) : upper
        if value.contains("=") {
            guard let rule = try? RecurrenceRule(icalendar: value) else {
                throw Doubt(.maybeRepetition, text)
            }
            self.rule = rule
            return
        }
        for words in [text, "every " + text] {
            let parser = PhraseParser(words, vocabulary)
            guard let found = parser.repetition(0) else { continue }
            var repetition = found.value
            var end = found.end
            while let bound = parser.bound(end) {
                repetition.take(bound.value)
                end = bound.end
            }
            if end == parser.tokens.count {
                self = repetition
                return
            }
        }
        throw Doubt(.maybeRepetition, text)
    }

    /// Both as one, if one says how often and the other on which days: `alle 14 Tage freitags`; nil if they are two.
    func joined(with other: RepetitionWords) -> RepetitionWords? {
        let period = rule.byDay.isEmpty ? self : other
        var days = rule.byDay.isEmpty ? other : self
        guard days.rule.frequency == .weekly, days.rule.interval == 1, !days.rule.byDay.isEmpty,
            period.rule.byDay.isEmpty, period.rule.byMonthDay.isEmpty, period.start == nil
        else { return nil }
        switch period.rule.frequency {
        case .weekly: days.rule.interval = period.rule.interval
        case .daily where period.rule.interval % 7 == 0:
            days.rule.interval = period.rule.interval / 7
        default: return nil
        }
        return days
    }

    /// What ends a repetition.
    enum Bound: Hashable {
        case until(DayWords)
        case count(Int)
    }

    mutating func take(_ bound: Bound) {
        switch bound {
        case .until(let day): until = day
        case .count(let number): count = number
        }
    }
}
