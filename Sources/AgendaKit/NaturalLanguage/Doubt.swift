public import ICalendar

/// What is unclear about a person's words.
public struct Doubt: Error, Hashable, Sendable {
    /// Why a text is not a usable day, time or repetition.
    public enum Reason: Hashable, Sendable {
        /// The words give neither a day nor a time.
        case noTime
        /// All words are about time.
        case noTitle
        /// `30 February`, `12/24` where days come first.
        case noSuchDay
        /// Two readings: `1/2`, `next friday` in the week before.
        case eitherDay(CivilDate, CivilDate)
        /// The weekday does not match the date.
        case otherWeekday(CivilDate)
        /// `25:00`, `13pm`.
        case noSuchTime
        /// `at 3`: either of these times of day, in seconds.
        case eitherTime(Int, Int)
        /// `2h`: a time of day, or a length.
        case timeOrLength
        /// `weekend`, `next week`, `christmas`: no single day.
        case inexactDay
        /// `around 3pm`, `tomorrow evening`: no exact time.
        case inexactTime
        /// It may be a day, but its place in the text does not make that clear.
        case maybeDay
        /// It may be a time of day, but its place in the text does not make that clear.
        case maybeTime
        /// It may be a repetition, but its place in the text does not make that clear.
        case maybeRepetition
        /// It may be a time zone, but its place in the text does not make that clear.
        case maybeZone
        /// Several zones have this name, or none.
        case unclearZone
        /// The zone's clocks show another abbreviation on that day.
        case otherSeason
        /// A second day where only one can be used.
        case secondDay
        /// A second time of day where only one can be used.
        case secondTime
        /// A second repetition, length or zone.
        case secondOfItsKind
        /// A time without a day that is understood, beside a word that may be a day's: today is not said. With the name that
        /// the word looks like.
        case unsaidDay(String?)
        /// `alert 15 minutes before`: a reminder, which is not title.
        case reminder
        /// The time of day and the part of the day contradict each other.
        case contradiction
        /// It is in the past: the day and, unless it is a whole day, the time of day in seconds and the zone
        /// that the words name.
        case past(CivilDate, Int?, zone: String?)
        /// The end is before the start.
        case endsBeforeStart
        /// A start or end time without its counterpart.
        case startWithoutTime, endWithoutTime
        /// A length in hours for whole days.
        case lengthOfDays
        /// `until` or a number of times without a repetition.
        case endWithoutRepetition
        /// No instance of the rule is before its end.
        case noInstance
    }

    /// The reason.
    public var reason: Reason
    /// The words in doubt; empty if something is missing.
    public var text: String

    /// Creates a doubt about these words.
    public init(_ reason: Reason, _ text: String = "") {
        self.reason = reason
        self.text = text
    }
}
