public import ICalendar

/// When a person is busy: the times of the events that block them, merged.
public struct BusyTimes: Hashable, Sendable {
    /// The times.
    public let times: InstantRanges

    /// The times of those events that block (``AgendaEvent/blocks(countingWholeDays:)``).
    ///
    /// - Parameters:
    ///   - zone: the reader's, which says when floating times and whole days are.
    ///   - wholeDays: whether events of whole days block them.
    public init(
        _ events: some Sequence<AgendaEvent>, zone: TimeZoneRules, countingWholeDays wholeDays: Bool
    ) {
        times = InstantRanges(
            events.lazy.filter { $0.blocks(countingWholeDays: wholeDays) }
                .map { $0.span.instants(in: zone) })
    }
}

extension AgendaEvent {
    /// Whether its time cannot be used for anything else: it is neither transparent (RFC 5545
    /// 3.8.2.7), nor cancelled, nor declined by the reader, and it has a length.
    ///
    /// - Parameter wholeDays: whether events of whole days count. By RFC 5545 they block unless they
    ///   say otherwise; but birthdays and holidays mostly do not say so.
    public func blocks(countingWholeDays wholeDays: Bool) -> Bool {
        if isTransparent || isDeclined || status == .cancelled { return false }
        switch span {
        case .dates: return wholeDays
        case .instants(let range): return !range.isEmpty
        case .floating(let range): return !range.isEmpty
        }
    }
}
