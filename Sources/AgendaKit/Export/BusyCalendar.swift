public import ICalendar

/// When a person is busy, and nothing else: safe to show to others.
///
/// Times that touch are merged, so that nobody can tell how many events there are. Cancelled and transparent
/// events leave their time free.
///
/// ```swift
/// let busy = BusyCalendar(try await provider.days(today..<today + 1))
/// print(busy.times.count, busy.calendar(name: "Busy").contains("Stand-up"))
/// ```
public struct BusyCalendar: Sendable {
    /// Whole days, half-open, ascending, and never touching.
    public let days: [Range<CivilDate>]
    /// Times within days, half-open, ascending, and never touching.
    public let times: [Range<Instant>]

    /// Collects the busy times of some days.
    ///
    /// - Parameters:
    ///   - timeline: the days; events that start earlier or end later are cut at their bounds. Floating times
    ///     are in its zone.
    public init(_ timeline: Timeline) {
        guard let first = timeline.nodes.first?.date, let last = timeline.nodes.last?.date else {
            (days, times) = ([], [])
            return
        }
        let zone = timeline.zone
        let dates = first..<(last + 1)
        let instants = zone.startOfDay(first)..<zone.startOfDay(last + 1)
        var (days, times) = ([Range<CivilDate>](), [Range<Instant>]())
        // An event of several days is in each of them, which does not change the union.
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

    /// The busy times as iCalendar text: events named `Busy`, which every program can import.
    ///
    /// Their UIDs are made from their times alone, so that the same times give the same text, and reveal
    /// nothing else; `DTSTAMP`, which is required, is 1970.
    ///
    /// - Parameters:
    ///   - name: the calendar's name; nil for none.
    ///   - refreshInterval: how often readers should fetch it anew (RFC 7986 5.7); nil says nothing.
    public func calendar(
        name: String? = nil, refreshInterval: CalendarDuration? = nil
    ) -> String {
        let events =
            days.map { Self.event(.date($0.lowerBound), .date($0.upperBound)) }
            + times.map { Self.event(.utc($0.lowerBound), .utc($0.upperBound)) }
        return CalendarWriter.calendar(
            events.map { CalendarWriter.component($0) }, name: name,
            properties: refreshInterval.map(CalendarWriter.refreshing) ?? [])
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
