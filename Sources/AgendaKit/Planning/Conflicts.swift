public import ICalendar

/// Two events that cannot both be attended.
public struct Conflict: Hashable, Sendable {
    /// When both take place.
    public var times: Range<Instant>
    /// The one that starts first.
    public var first: AgendaEvent
    /// The other one.
    public var second: AgendaEvent
}

/// All pairs of blocking events that overlap. Events that only touch do not overlap.
///
/// ```swift
/// for conflict in try await provider.conflicts(on: today..<today + 1).pairs {
///     print(conflict.first.summary ?? "", "and", conflict.second.summary ?? "")
/// }
/// ```
public struct Conflicts: Sendable {
    /// The pairs, by the start of the overlap.
    public private(set) var pairs: [Conflict] = []
    /// False if there are more pairs than ``limit``.
    public private(set) var isComplete = true

    /// The most pairs: 1,000 events at the same time make half a million pairs. Nobody reads these, and a
    /// hostile calendar could fill the memory with them.
    public static let limit = 10_000

    /// Finds the pairs.
    ///
    /// - Parameters:
    ///   - events: each occurrence once.
    ///   - zone: the reader's zone, which places floating times and whole days.
    ///   - wholeDays: whether whole-day events block.
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
