public import ICalendar

/// The hours of a day that suit a meeting, on some days of the week.
///
/// ```swift
/// let day = hours.times(on: today..<today + 1, in: berlin).ranges
/// print(day.map { ($0.upperBound - $0.lowerBound) / 3_600 })
/// ```
public struct WorkingHours: Hashable, Sendable {
    /// When they begin, in seconds after 00:00, 0..<86,400.
    public var start: Int
    /// When they end, in seconds after 00:00, up to 86,400; not after ``start`` if they end on the next day
    /// (22:00-2:00).
    public var end: Int
    /// The days on which they begin.
    public var weekdays: Set<Weekday>

    /// Monday to Friday.
    public static let workweek: Set<Weekday> = [
        .monday, .tuesday, .wednesday, .thursday, .friday,
    ]

    /// Creates hours on these days.
    ///
    /// - Parameters:
    ///   - start: seconds after midnight.
    ///   - end: seconds after midnight.
    ///   - weekdays: on which there are hours.
    public init(start: Int, end: Int, weekdays: Set<Weekday>) {
        self.start = start
        self.end = end
        self.weekdays = weekdays
    }

    /// Their length on a day without a clock change, in seconds.
    public var length: Int { end > start ? end - start : end + 86_400 - start }

    /// The hours that begin on these dates, on the zone's clock: from the first instant at which it shows
    /// their start to the first at which it shows their end.
    public func times(on dates: Range<CivilDate>, in zone: TimeZoneRules) -> InstantRanges {
        InstantRanges(
            dates.lazy.filter { weekdays.contains($0.weekday) }.compactMap { date in
                let begin = zone.instant(of: CivilDateTime(date, secondOfDay: start))
                let close = zone.instant(of: CivilDateTime(date, secondOfDay: start + length))
                return begin < close ? begin..<close : nil
            })
    }
}
