public import ICalendar

/// An event that is running or still to come, as seen at one instant.
///
/// ```swift
/// if let (current, following) = try await provider.next() {
///     print(current.event.summary ?? "", current.isRunning, current.minutes)
///     print(following?.event.summary ?? "nothing")
/// }
/// ```
public struct NextEvent: Hashable, Sendable {
    /// The event.
    public var event: AgendaEvent
    /// When it starts and ends for the reader.
    public var times: Range<Instant>
    /// Whether it has started and not ended.
    public var isRunning: Bool
    /// Minutes to the end of a running event, or to the start of another, rounded up: 0 only at the very
    /// start.
    public var minutes: Int

    init(_ event: AgendaEvent, times: Range<Instant>, at now: Instant) {
        self.event = event
        self.times = times
        isRunning = times.contains(now)
        minutes = ((isRunning ? times.upperBound : times.lowerBound) - now + 59) / 60
    }

    /// Events of this length or longer count as whole days: a week on call is not an appointment. Google's
    /// and Apple's calendars also show events from 24 hours on among the whole days.
    public static let longSeconds = 86_400

    /// The running event that ends first, else the next to start; and the one that starts after it.
    ///
    /// Transparent events count, because a person wants to see them; cancelled and declined ones do not.
    ///
    /// - Parameters:
    ///   - events: each occurrence once.
    ///   - now: the present.
    ///   - zone: the reader's zone, which places floating times and whole days.
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
            // An event without a length counts only at its instant.
            guard times.upperBound > now || times.lowerBound == now else { continue }
            found.append(NextEvent(event, times: times, at: now))
        }
        let coming = found.filter { !$0.isRunning }
            .sorted { $0.isBefore($1, by: \.times.lowerBound) }
        let running = found.filter(\.isRunning).min { $0.isBefore($1, by: \.times.upperBound) }
        if let running { return (running, coming.first) }
        return coming.first.map { ($0, coming.dropFirst().first) }
    }

    /// Orders by an instant, then by the other times, then by the texts, so that the order is total.
    private func isBefore(_ other: NextEvent, by instant: (NextEvent) -> Instant) -> Bool {
        (instant(self), times.lowerBound, times.upperBound, event.summary ?? "", event.uid)
            < (
                instant(other), other.times.lowerBound, other.times.upperBound,
                other.event.summary ?? "", other.event.uid
            )
    }
}
