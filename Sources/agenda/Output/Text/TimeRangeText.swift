import ICalendar

/// From when to when, and how long, as people read it.
struct TimeRangeText {
    /// The zone on whose clock it is read.
    var zone: TimeZoneRules
    /// The words for days.
    var words: TimeWords

    /// `09:30-09:45`, `18:00-24:00`, over midnight `22:00-02:00`, from a day's length on
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

    /// The day on which it begins.
    func date(_ range: Range<Instant>) -> CivilDate { zone.wallTime(at: range.lowerBound).date }

    /// `45m`, `1h30m`, `2h`: as `--for` reads it.
    static func length(minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hours > 0 ? "\(hours)h" : "") + (rest > 0 || hours == 0 ? "\(rest)m" : "")
    }

    private func clock(_ time: CivilDateTime) -> String {
        words.clock.text(time)
    }
}
