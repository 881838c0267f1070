package import ICalendar

/// Says that clocks skip a start or end, which is then as much later (RFC 5545 3.3.5).
package enum GapNote {
    /// `02:30 does not exist on Sun 2026-03-29 in Europe/Berlin: 03:30 is used`, for each time that clocks skip.
    ///
    /// - Parameter zone: resolves the times' zones.
    package static func lines(
        _ start: CalendarTime, _ end: EventEnd, _ zone: (_ tzid: String) -> TimeZoneRules?
    ) -> [Message] {
        var times = [start]
        if case .time(let end) = end { times.append(end) }
        return times.compactMap { (time) -> Message? in
            guard case .zoned(let wall, let tzid) = time, let rules = zone(tzid) else {
                return nil
            }
            let shown = rules.wallTime(at: rules.instant(of: wall))
            guard shown != wall else { return nil }
            let (day, clock) = (TimeWords.current.day(wall.date), TimeWords.current.clock)
            return "\(clock.text(wall)) does not exist on \(day) in \(tzid): "
                + "\(clock.text(shown)) is used"
        }
    }
}
