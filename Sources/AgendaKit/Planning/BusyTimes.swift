public import ICalendar

/// When a person is busy: the merged times of the events that block them.
public struct BusyTimes: Hashable, Sendable {
    /// The times.
    public let times: InstantRanges

    /// Times that are known to be taken.
    public init(_ times: InstantRanges) { self.times = times }

    /// Merges the times of the events that block (``AgendaEvent/blocks(countingWholeDays:)``).
    ///
    /// - Parameters:
    ///   - events: in any order.
    ///   - zone: the reader's zone, which places floating times and whole days.
    ///   - wholeDays: whether whole-day events block.
    public init(
        _ events: some Sequence<AgendaEvent>, zone: TimeZoneRules, countingWholeDays wholeDays: Bool
    ) {
        times = InstantRanges(
            events.lazy.filter { $0.blocks(countingWholeDays: wholeDays) }
                .map { $0.span.instants(in: zone) })
    }
}

extension AgendaEvent {
    /// Whether the event blocks its time: it has a length, and is neither transparent (RFC 5545 3.8.2.7), nor
    /// cancelled, nor declined by the reader, nor of a calendar that leaves the reader free.
    ///
    /// - Parameter wholeDays: whether whole-day events count. By RFC 5545 they block by default; but
    ///   birthdays and holidays rarely say otherwise.
    public func blocks(countingWholeDays wholeDays: Bool) -> Bool {
        if isTransparent || isDeclined || content.isOfOthers || status == .cancelled {
            return false
        }
        switch span {
        case .dates: return wholeDays
        case .instants(let range): return !range.isEmpty
        case .floating(let range): return !range.isEmpty
        }
    }
}
