/// A recurrence rule (RFC 5545 3.3.10, with RFC 7529's `RSCALE` and `SKIP`).
///
/// ```swift
/// var rule = try RecurrenceRule(icalendar: "freq=monthly;byday=fr;bymonthday=13")
/// rule.count = 3
/// print(rule.icalendar)
/// do {
///     _ = try RecurrenceRule(icalendar: "FREQ=WEEKLY;BYDAY=MO,XX")
/// } catch {
///     print(error)
/// }
/// ```
public struct RecurrenceRule: Hashable, Sendable {
    /// `FREQ`, from the shortest period to the longest.
    public enum Frequency: Int, Comparable, CaseIterable, Sendable {
        /// Every second.
        case secondly
        /// Every minute.
        case minutely
        /// Every hour.
        case hourly
        /// Every day.
        case daily
        /// Every week.
        case weekly
        /// Every month.
        case monthly
        /// Every year.
        case yearly

        /// Orders frequencies by the length of their period.
        public static func < (lhs: Frequency, rhs: Frequency) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }

    /// One element of `BYDAY`, such as `-1SU`.
    public struct WeekdayNumber: Hashable, Sendable {
        /// The number of the weekday in the period; negative counts from the end; 0 means all of
        /// them.
        public var ordinal: Int
        /// The weekday.
        public var weekday: Weekday

        /// Creates an element; `ordinal` 0 means every such weekday of the period.
        public init(_ weekday: Weekday, ordinal: Int = 0) {
            self.ordinal = ordinal
            self.weekday = weekday
        }
    }

    /// `UNTIL`: the last moment at which an instance may start, inclusive.
    public enum Until: Hashable, Sendable {
        /// The end of this day, in the event's own wall time.
        case date(CivilDate)
        /// This time on the event's own wall clock.
        case floating(CivilDateTime)
        /// This instant.
        case utc(Instant)
    }

    /// What happens to a day that does not exist (RFC 7529 4.2).
    public enum Skip: String, Sendable {
        /// The instance is left out.
        case omit
        /// The instance moves to the last existing day before it.
        case backward
        /// The instance moves to the first existing day after it.
        case forward
    }

    /// `FREQ`.
    public var frequency: Frequency
    /// `INTERVAL`, at least 1.
    public var interval = 1
    /// `COUNT`, at least 1.
    public var count: Int?
    /// `UNTIL`.
    public var until: Until?
    /// `BYSECOND`, 0 to 59 (60 is read as 59).
    public var bySecond: [Int] = []
    /// `BYMINUTE`, 0 to 59.
    public var byMinute: [Int] = []
    /// `BYHOUR`, 0 to 23.
    public var byHour: [Int] = []
    /// `BYDAY`.
    public var byDay: [WeekdayNumber] = []
    /// `BYMONTHDAY`, ±1 to ±31.
    public var byMonthDay: [Int] = []
    /// `BYYEARDAY`, ±1 to ±366.
    public var byYearDay: [Int] = []
    /// `BYWEEKNO`, ±1 to ±53.
    public var byWeekNumber: [Int] = []
    /// `BYMONTH`, 1 to 12.
    public var byMonth: [Int] = []
    /// `BYSETPOS`, ±1 to ±366 and beyond.
    public var bySetPosition: [Int] = []
    /// `WKST`.
    public var weekStart: Weekday = .monday
    /// `SKIP`; needs `RSCALE=GREGORIAN`.
    public var skip: Skip = .omit

    /// Creates a rule that repeats every period.
    public init(_ frequency: Frequency) {
        self.frequency = frequency
    }
}
