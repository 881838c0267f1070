public import ICalendar

/// Two events that cannot both be attended.
public struct Conflict: Hashable, Sendable {
    /// When both are on.
    public var times: Range<Instant>
    /// The one that begins first.
    public var first: AgendaEvent
    /// The other.
    public var second: AgendaEvent
}

/// All pairs of blocking events that overlap. Events that touch do not.
public struct Conflicts: Sendable {
    /// The pairs, by the time from which both are on.
    public private(set) var pairs: [Conflict] = []
    /// False when there are more than ``limit``.
    public private(set) var isComplete = true

    /// 1,000 events at the same time make half a million pairs: nobody reads these, and a hostile
    /// calendar could fill the memory with them.
    public static let limit = 10_000

    /// Looks for pairs.
    ///
    /// - Parameters:
    ///   - events: each occurrence once.
    ///   - zone: the reader's, which says when floating times and whole days are.
    ///   - wholeDays: whether events of whole days block them.
    public init(
        among events: some Sequence<AgendaEvent>, zone: TimeZoneRules,
        countingWholeDays wholeDays: Bool
    ) {
        let blocking = events.filter { $0.blocks(countingWholeDays: wholeDays) }
            .map { (event: $0, times: $0.span.instants(in: zone)) }
            .sorted { lhs, rhs in
                (lhs.times.lowerBound, lhs.times.upperBound, lhs.event.summary ?? "", lhs.event.uid)
                    < (
                        rhs.times.lowerBound, rhs.times.upperBound, rhs.event.summary ?? "",
                        rhs.event.uid
                    )
            }
        var running: [(event: AgendaEvent, times: Range<Instant>)] = []
        for candidate in blocking {
            let start = candidate.times.lowerBound
            running.removeAll { $0.times.upperBound <= start }
            for other in running {
                guard pairs.count < Self.limit else {
                    isComplete = false
                    return
                }
                let end = min(other.times.upperBound, candidate.times.upperBound)
                pairs.append(
                    Conflict(
                        times: start..<end, first: other.event, second: candidate.event))
            }
            running.append(candidate)
        }
    }
}
