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

/// What decides whether an event makes its reader busy.
public struct BusyFacts: Hashable, Sendable {
    /// Whether it does not take place (`STATUS:CANCELLED`).
    public var isCancelled = false
    /// Whether the reader has declined it.
    public var isDeclined = false
    /// What a rule says; nil if none says anything.
    public var byRule: Bool?
    /// Whether all calendars that have it leave their reader free (``CalendarSource/makesBusy``).
    public var isOfOthers = false
    /// `TRANSP:TRANSPARENT` (RFC 5545 3.8.2.7).
    public var isTransparent = false

    /// An event of which nothing is known makes busy.
    public init() {}

    /// The first that speaks decides: what is cancelled or declined is free; then a rule, both ways; then the calendar;
    /// then the event itself.
    public var isBusy: Bool {
        if isCancelled || isDeclined { return false }
        return byRule ?? !(isOfOthers || isTransparent)
    }
}

extension AgendaEvent {
    /// Whether the event makes its reader busy, whenever it takes place (``BusyFacts``).
    public var makesBusy: Bool {
        var facts = BusyFacts()
        facts.isCancelled = status == .cancelled
        facts.isDeclined = isDeclined
        facts.byRule = content.isBusyByRule
        facts.isOfOthers = content.isOfOthers
        facts.isTransparent = isTransparent
        return facts.isBusy
    }

    /// Whether the event blocks its time: it makes its reader busy (``makesBusy``), and it has a length.
    ///
    /// - Parameter wholeDays: whether whole-day events count. By RFC 5545 they block by default; but
    ///   birthdays and holidays rarely say otherwise.
    public func blocks(countingWholeDays wholeDays: Bool) -> Bool {
        guard makesBusy else { return false }
        switch span {
        case .dates: return wholeDays
        case .instants(let range): return !range.isEmpty
        case .floating(let range): return !range.isEmpty
        }
    }
}
