package import ICalendar

extension CalendarDuration {
    /// Reads a duration as a person writes it: `45m`, `1h30m`, `2d`, `1w`, `90 minutes`, or RFC 5545's
    /// `PT45M`. Nil for any other text and for a negative duration.
    package init?(words text: String, vocabulary: Vocabulary = Vocabulary()) {
        if let length = CalendarDuration(iso: text) {
            self = length
            return
        }
        let parser = PhraseParser(text, vocabulary)
        guard let found = parser.length(0), found.end == parser.tokens.count else { return nil }
        self = found.value
    }

    /// Whether an event may last this long: more than a hundred years, or beyond the supported years, is a
    /// slip.
    package var isReasonable: Bool { days <= 36_525 && seconds <= 36_525 * 86_400 }

    /// Reads RFC 5545's form in upper or lower case; nil for any other text and for a negative duration.
    init?(iso text: String) {
        let upper = text.uppercased()
        guard upper.hasPrefix("P") else { return nil }
        self.init(icalendar: upper)
        guard days >= 0, seconds >= 0 else { return nil }
    }
}
