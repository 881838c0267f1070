import ICalendar

/// A phrase about time and where it stands.
struct WordPiece {
    enum Value {
        case day(DayWords)
        case days(DayWords, DayWords)
        case clock(ClockWords)
        case clocks(ClockWords, ClockWords)
        case part(WordMeaning.DayPart)
        case dayPart(Int, WordMeaning.DayPart)
        case dash
        case length(CalendarDuration)
        /// A length in months or years, which only a repetition has.
        case months(Int)
        /// `10h`: a time, or a length beside a time.
        case hours(Int)
        case repetition(RepetitionWords)
        case bound(RepetitionWords.Bound)
        case zone(ZoneWords)
        /// So many seconds from now.
        case distance(Int)
        case doubt(Doubt.Reason)
    }

    /// What makes up for a piece that is not sure: with another of its kind it is title.
    enum Kind {
        case day, time, repetition, other
    }

    var value: Value
    var kind: Kind
    /// Whether it is used wherever it stands; else only beside another piece.
    var isSure = true
    /// Whether a small word such as `on` or `at` leads to it.
    var isLed = false
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

    /// Whether it says when, so that its neighbours are likely to do so, too.
    var isWhen: Bool {
        if case .doubt = value { return false }
        return true
    }
}
