import ICalendar

/// A phrase about time and its place in the text.
struct WordPiece {
    enum Value {
        case day(DayWords)
        case days(DayWords, DayWords)
        case clock(ClockWords)
        case clocks(ClockWords, ClockWords)
        case part(WordMeaning.DayPart)
        case dayPart(DayWords, WordMeaning.DayPart)
        case dash
        case length(CalendarDuration)
        /// A length in months or years, which only a repetition can have.
        case months(Int)
        /// `10h`: a time, or a length if there is a time beside it.
        case hours(Int)
        case repetition(RepetitionWords)
        case bound(RepetitionWords.Bound)
        case zone(ZoneWords)
        case allDay
        /// Seconds from now.
        case distance(Int)
        case doubt(Doubt.Reason)
    }

    /// What a piece is about: an unsure piece is title if a sure one is about the same.
    enum Kind {
        case day, time, repetition, other
    }

    var value: Value
    var kind: Kind
    /// Whether it counts wherever it is; otherwise it needs another piece beside it.
    var isSure = true
    /// Whether a preposition such as `on` or `at` precedes it.
    var isLed = false
    /// Whether it is a week or month that says which day is meant by the one beside it.
    var isPeriod = false
    var range: Range<Int>

    init(_ value: Value, _ range: Range<Int>, isSure: Bool = true) {
        self.value = value
        self.range = range
        self.isSure = isSure
        kind =
            switch value {
            case .day, .days, .dayPart: .day
            case .clock, .clocks, .part, .hours, .distance: .time
            case .repetition: .repetition
            default: .other
            }
    }

    init(_ doubt: Doubt.Reason, _ kind: Kind, _ range: Range<Int>, isSure: Bool = false) {
        self.init(.doubt(doubt), range, isSure: isSure)
        self.kind = kind
    }

    /// The piece with more words behind it.
    func ending(at end: Int) -> WordPiece {
        var piece = self
        piece.range = range.lowerBound..<end
        return piece
    }

    /// Whether it says when; its neighbours then likely do so, too.
    var isWhen: Bool {
        if case .doubt = value { return false }
        return true
    }
}
