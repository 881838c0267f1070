import ICalendar

/// A time range and its length, for people.
struct TimeRangeText {
    /// The zone whose clock is shown.
    var zone: TimeZoneRules
    var words: TimeWords

    /// `09:30-09:45`, `18:00-24:00`; over midnight `22:00-02:00`; from the length of a day on
    /// `22:00 - Sat 2026-11-21 23:00`; without length `09:30`.
    func clocks(_ range: Range<Instant>) -> String {
        let start = zone.wallTime(at: range.lowerBound)
        let end = zone.wallTime(at: range.upperBound)
        if range.isEmpty { return clock(start) }
        if end == CivilDateTime(start.date + 1) {
            return clock(start) + "-" + OutputBuffer.text { words.clock.write(end: end, to: &$0) }
        }
        if range.upperBound - range.lowerBound < 86_400 { return clock(start) + "-" + clock(end) }
        return "\(clock(start)) - \(words.day(end.date)) \(clock(end))"
    }

    /// `Fri 2026-11-20 09:30-09:45`.
    func dayAndClocks(_ range: Range<Instant>) -> String {
        words.day(date(range)) + " " + clocks(range)
    }

    /// The day on which the range begins.
    func date(_ range: Range<Instant>) -> CivilDate { zone.wallTime(at: range.lowerBound).date }

    /// `45m`, `1h30m`, `2h`: the form that `--for` reads.
    static func length(minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hours > 0 ? "\(hours)h" : "") + (rest > 0 || hours == 0 ? "\(rest)m" : "")
    }

    private func clock(_ time: CivilDateTime) -> String {
        words.clock.text(time)
    }
}
