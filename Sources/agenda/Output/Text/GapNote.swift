import AgendaKit
import ICalendar

/// Says that clocks skip an event's start or end, which is then as much later (RFC 5545 3.3.5).
struct GapNote {
    /// Resolves the event's time zones.
    let zone: (_ tzid: String) -> TimeZoneRules?

    /// Says so on standard error, if it is the case.
    func say(of event: Event) {
        for line in lines(event) { Terminal.complain(line) }
    }

    /// `02:30 does not exist on Sun 2026-03-29 in Europe/Berlin: 03:30 is used`.
    func lines(_ event: Event) -> [Message] {
        var times = [event.start]
        if case .time(let end) = event.end { times.append(end) }
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
