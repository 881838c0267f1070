public import ICalendar

/// When somebody is busy, and nothing else: what may be shown to others.
///
/// Times that touch are one, so that it cannot be told how many events there are. Cancelled and
/// transparent events leave their time free.
public struct BusyCalendar: Sendable {
    /// Whole days, half-open, ascending, apart from each other.
    public let days: [Range<CivilDate>]
    /// Times within days, half-open, ascending, apart from each other.
    public let times: [Range<Instant>]

    /// The busy times of some days.
    ///
    /// - Parameters:
    ///   - timeline: the days; what begins earlier or ends later is cut at their bounds.
    ///     Floating times are those of its zone.
    public init(_ timeline: Timeline) {
        guard let first = timeline.nodes.first?.date, let last = timeline.nodes.last?.date else {
            (days, times) = ([], [])
            return
        }
        let zone = timeline.zone
        let dates = first..<(last + 1)
        let instants = zone.startOfDay(first)..<zone.startOfDay(last + 1)
        var (days, times) = ([Range<CivilDate>](), [Range<Instant>]())
        // An event of several days stands in each of them, which changes nothing.
        for event in timeline.nodes.flatMap(\.events)
        where event.blocks(countingWholeDays: true) {
            switch event.span {
            case .dates(let range): days.append(range.clamped(to: dates))
            case .instants(let range): times.append(range.clamped(to: instants))
            case .floating: times.append(event.span.instants(in: zone).clamped(to: instants))
            }
        }
        self.days = days.united()
        self.times = times.united()
    }

    /// As iCalendar text: events named `Busy`, which every program imports.
    ///
    /// Their UIDs are made of their times alone, so that the same times give the same text, and
    /// nothing else can be learned from them; `DTSTAMP`, which must be there, is 1970.
    ///
    /// - Parameter name: the calendar's; nil for none.
    public func calendar(name: String? = nil) -> String {
        let events =
            days.map { Self.event(.date($0.lowerBound), .date($0.upperBound)) }
            + times.map { Self.event(.utc($0.lowerBound), .utc($0.upperBound)) }
        return CalendarWriter.calendar(events, name: name) { _ in nil }
    }

    private static func event(_ start: CalendarTime, _ end: CalendarTime) -> Event {
        let digest = NameDigest("busy \(start.icalendar)/\(end.icalendar)")
        var event = Event(uid: "busy-\(digest.hex)", start: start)
        event.end = .time(end)
        event.stamp = Instant(secondsSinceEpoch: 0)
        event.summary = "Busy"
        return event
    }
}
