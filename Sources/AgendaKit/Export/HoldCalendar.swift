public import ICalendar

/// Times that are held for a meeting until one of them is agreed on: a tentative event for each.
///
/// ```swift
/// let hold = HoldCalendar(
///     times: [clock.now..<clock.now + 1_800], summary: "Perhaps", stamp: clock.now)
/// print(hold.calendar().contains("\r\nSTATUS:TENTATIVE\r\n"))
/// ```
public struct HoldCalendar: Sendable {
    /// The times, in the order in which they were offered.
    public var times: [Range<Instant>]
    /// The title of each event.
    public var summary: String
    /// When they were offered: `DTSTAMP`.
    public var stamp: Instant

    /// Creates a calendar of these times.
    ///
    /// - Parameters:
    ///   - times: what is offered.
    ///   - summary: the title of each.
    ///   - stamp: `DTSTAMP`, the present time.
    public init(times: [Range<Instant>], summary: String, stamp: Instant) {
        (self.times, self.summary, self.stamp) = (times, summary, stamp)
    }

    /// The events as iCalendar text, in UTC, with `STATUS:TENTATIVE` (RFC 5545 3.8.1.11).
    ///
    /// Their UIDs are made from their times and title, so that importing the same offer again adds nothing.
    public func calendar() -> String {
        let events = times.map { times in
            let (start, end) = (
                CalendarTime.utc(times.lowerBound), CalendarTime.utc(times.upperBound)
            )
            let digest = NameDigest("hold \(start.icalendar)/\(end.icalendar) \(summary)")
            var event = Event(uid: "hold-\(digest.hex)", start: start)
            event.end = .time(end)
            event.status = .tentative
            event.stamp = stamp
            event.summary = summary
            return event
        }
        return CalendarWriter.calendar(events.map { CalendarWriter.component($0) })
    }
}
