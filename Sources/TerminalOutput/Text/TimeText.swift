import AgendaActions
import AgendaJSON
package import ICalendar

/// Times and their lengths, for people.
package struct TimeText {
    package var zone: TimeZoneRules
    package var style = TextStyle.plain

    package init(zone: TimeZoneRules, style: TextStyle = TextStyle.plain) {
        (self.zone, self.style) = (zone, style)
    }

    private var words: TimeWords { style.words }

    /// `09:30-09:45`, `18:00-24:00`; over midnight `22:00-02:00`; from the length of a day on
    /// `22:00 - Sat 2026-11-21 23:00`; without length `09:30`.
    package func clocks(_ range: Range<Instant>) -> String {
        let start = zone.wallTime(at: range.lowerBound)
        let end = zone.wallTime(at: range.upperBound)
        let clock = words.clock.text(start)
        if range.isEmpty { return clock }
        if end == CivilDateTime(start.date + 1) {
            return clock + "-" + OutputBuffer.text { words.clock.write(end: end, to: &$0) }
        }
        let isShort = range.upperBound - range.lowerBound < 86_400
        let season = zone.season(ofRepeated: range).map { " (\($0))" } ?? ""
        return clock + (isShort ? "-" : " - \(words.day(end.date)) ") + words.clock.text(end)
            + season
    }

    /// `Fri 2026-11-20 09:30-09:45`.
    package func dayAndClocks(_ range: Range<Instant>) -> String {
        words.day(date(range)) + " " + clocks(range)
    }

    package func date(_ range: Range<Instant>) -> CivilDate {
        zone.wallTime(at: range.lowerBound).date
    }

    /// `Fri 2026-11-20 09:30-09:45`, `Fri 2026-11-20 22:00 - Sat 2026-11-21 06:00`,
    /// `Fri 2026-11-20 - Sun 2026-11-22`.
    package func when(_ span: Span) -> String {
        if case .dates(let dates) = span {
            let (first, last) = (words.day(dates.lowerBound), words.day(dates.upperBound - 1))
            return dates.count == 1 ? first : "\(first) - \(last)"
        }
        let start = moment(span.start)
        let part = DayPart(of: span, on: start.date, zone: zone)
        if case .times = part {
            return "\(words.day(start.date)) \(part.text(style.symbols, clock: words.clock))"
        }
        return "\(text(start)) - \(text(moment(span.end)))"
    }

    /// `Fri 2026-11-20 09:30`.
    package func text(_ time: CivilDateTime) -> String {
        words.day(time.date) + " " + words.clock.text(time)
    }

    /// `Fri 2026-11-20`, or with a time in the zone.
    package func text(_ point: OccurrencePoint) -> String {
        if case .date(let date) = point { return words.day(date) }
        return text(moment(point))
    }

    private func moment(_ point: OccurrencePoint) -> CivilDateTime {
        zone.wallTime(at: zone.instant(of: point))
    }

    /// `45m`, `1h30m`, `2h`: the form that `--for` reads.
    package static func length(minutes: Int) -> String {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hours > 0 ? "\(hours)h" : "") + (rest > 0 || hours == 0 ? "\(rest)m" : "")
    }
}
