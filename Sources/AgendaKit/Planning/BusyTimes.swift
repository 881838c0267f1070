public import ICalendar

extension InstantRanges {
    /// When a person is busy: merges the times of the events that block (``AgendaEvent/blocks(countingWholeDays:)``).
    ///
    /// - Parameters:
    ///   - events: in any order.
    ///   - zone: the reader's zone, which places floating times and whole days.
    ///   - wholeDays: whether whole-day events block.
    public init(
        busyWith events: some Sequence<AgendaEvent>, zone: TimeZoneRules,
        countingWholeDays wholeDays: Bool
    ) {
        self.init(
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
