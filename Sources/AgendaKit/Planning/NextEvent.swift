public import ICalendar

/// An event that is on or will be, as seen at one instant.
public struct NextEvent: Hashable, Sendable {
    /// The event.
    public var event: AgendaEvent
    /// From when to when, for the reader.
    public var times: Range<Instant>
    /// Whether it has begun and not ended.
    public var isRunning: Bool
    /// Minutes to the end of a running event, or to the start of another; begun minutes count, so that
    /// it is 0 only at the very start.
    public var minutes: Int

    init(_ event: AgendaEvent, times: Range<Instant>, at now: Instant) {
        self.event = event
        self.times = times
        isRunning = times.contains(now)
        minutes = ((isRunning ? times.upperBound : times.lowerBound) - now + 59) / 60
    }

    /// Events that long are treated like whole days: a week on call is no appointment. Google's and
    /// Apple's calendars show events from 24 hours on among the whole days, too.
    public static let longSeconds = 86_400

    /// The running event that ends first, else the next to start; and the one that starts after it.
    ///
    /// Transparent events count, since a person wants to see them; cancelled and declined ones do not.
    ///
    /// - Parameters:
    ///   - events: each occurrence once.
    ///   - now: the present.
    ///   - zone: the reader's, which says when floating times and whole days are.
    ///   - wholeDays: whether events of whole days, or of ``longSeconds`` and more, count.
    public static func find(
        among events: some Sequence<AgendaEvent>, at now: Instant, zone: TimeZoneRules,
        countingWholeDays wholeDays: Bool
    ) -> (current: NextEvent, following: NextEvent?)? {
        var found: [NextEvent] = []
        for event in events where event.status != .cancelled && !event.isDeclined {
            let times = event.span.instants(in: zone)
            let isLong = event.isAllDay || times.upperBound - times.lowerBound >= longSeconds
            if isLong && !wholeDays { continue }
            // One without length is there at its very instant.
            guard times.upperBound > now || times.lowerBound == now else { continue }
            found.append(NextEvent(event, times: times, at: now))
        }
        let coming = found.filter { !$0.isRunning }
            .sorted { $0.isBefore($1, by: \.times.lowerBound) }
        let running = found.filter(\.isRunning).min { $0.isBefore($1, by: \.times.upperBound) }
        if let running { return (running, coming.first) }
        return coming.first.map { ($0, coming.dropFirst().first) }
    }

    /// The order by an instant; among equal ones by the other times, then the texts, so that it is total.
    private func isBefore(_ other: NextEvent, by instant: (NextEvent) -> Instant) -> Bool {
        (instant(self), times.lowerBound, times.upperBound, event.summary ?? "", event.uid)
            < (
                instant(other), other.times.lowerBound, other.times.upperBound,
                other.event.summary ?? "", other.event.uid
            )
    }
}
