package import AgendaKit
package import ICalendar

/// `--every`, `--until`, `--count`: how an event recurs.
package struct Repetition {
    package var every: String
    package var until: String?
    package var count: Int?

    /// Whether the repetition loses its end.
    private var endsNever: Bool { until.map(ItemEdits.isNone) ?? false }

    /// The options in AgendaKit's form.
    package func words(_ vocabulary: Vocabulary) throws(CommandFailure) -> RepetitionWords {
        var words: RepetitionWords
        do {
            words = try RepetitionWords(Self.longForm(of: every), vocabulary: vocabulary)
        } catch {
            throw Self.unread(every)
        }
        if let count {
            guard count >= 1 else { throw .usage("--count must be at least 1, not \(count)") }
            guard until == nil else { throw .usage("--until cannot be combined with --count") }
            (words.count, words.until) = (count, nil)
        }
        if endsNever {
            guard count == nil else { throw .usage("--until cannot be combined with --count") }
            (words.count, words.until) = (nil, nil)
            (words.rule.count, words.rule.until) = (nil, nil)
        } else if let until {
            let day: DayArgument
            do {
                day = try DayArgument(until)
            } catch {
                throw .usage("--until \(until): \(error.reason)")
            }
            (words.count, words.until) = (nil, day.words)
        }
        return words
    }

    /// `2 weeks` for `2w` and `biweekly`, `2nd tuesday` for `second tuesday`, which in a sentence are unclear: an option says
    /// nothing else than how often.
    private static func longForm(of text: String) -> String {
        let word = text.lowercased()
        if ["biweekly", "fortnightly", "fortnight"].contains(word) { return "2 weeks" }
        if let short = word.wholeMatch(of: #/([0-9]+) ?([dwmy])/#) {
            let units: [Substring: String] = [
                "d": "days", "w": "weeks", "m": "months", "y": "years",
            ]
            return "\(short.1) \(units[short.2] ?? "")"
        }
        return word.hasPrefix("second ") ? "2nd" + text.dropFirst(6) : text
    }

    /// Why words are refused that say no repetition.
    package static func unread(_ words: String) -> CommandFailure {
        .usage(
            "--every: expected day, weekday, 2 weeks, monday,thursday, last friday or "
                + "FREQ=WEEKLY;BYDAY=MO,TH, got '\(words)'")
    }

    /// Why a last day is refused.
    package static func endsBeforeStart(_ day: String) -> CommandFailure {
        .usage("--until \(day) is before the event's start")
    }

    /// The rule for an event that starts at `start`.
    package func rule(
        start: CalendarTime, today: CivilDate, zone: TimeZoneRules,
        vocabulary: Vocabulary = .current
    ) throws(CommandFailure) -> RecurrenceRule {
        let words = try words(vocabulary)
        var rule = words.rule
        if let count = words.count { (rule.count, rule.until) = (count, nil) }
        if let until = words.until {
            let first = start.wallTime.date
            guard let last = try? until.date(today: today, from: first) else {
                throw .usage(
                    "--until: expected a day such as 2026-12-24, got '\(self.until ?? every)'")
            }
            guard last >= first else {
                throw Self.endsBeforeStart(last.iso)
            }
            rule.count = nil
            rule.until = RecurrenceRule.Until(last, start: start, zone: zone)
        }
        return rule
    }
}

extension Repetition {
    /// What the options say; nil if they say nothing.
    ///
    /// - Parameter present: the event's present rule, which stands in for `--every`.
    package init?(
        every: String?, until: String?, count: Int?, present: String?
    ) throws(CommandFailure) {
        if every == nil, until == nil, count == nil { return nil }
        guard let rule = every ?? present else {
            throw .usage("--until and --count need a repetition: add one, such as --every week")
        }
        self.init(every: rule, until: until, count: count)
    }
}
