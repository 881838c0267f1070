import Glibc

extension CalendarEditor {
    /// Makes other rules count, and notes the change.
    ///
    /// - Parameters:
    ///   - rules: all rules, in their order.
    ///   - stamp: how new they are (``EventStore/setRules(_:stamp:)``); by default as new as can be.
    /// - Returns: the change, which ``undo(_:)`` takes back.
    /// - Throws: the errors of reading and writing (``AgendaError``).
    public func setRules(
        _ rules: RuleSet, stamp: Int64? = nil
    ) async throws(AgendaError) -> EventChange {
        var change = EventChange(.edit, at: clock.now, calendar: "")
        change.summary = Self.rulesTitle
        return try store.setRules(
            rules, stamp: stamp ?? Self.nanoseconds, noting: change, by: context.origins.edits)
    }

    /// Restores the rules as they were before a change.
    ///
    /// - Throws: `invalid` if they have changed since.
    func revert(
        _ operation: RuleOperation, of change: EventChange, as kind: EventChange.Kind
    ) throws(AgendaError) -> EventChange {
        var revert = EventChange(kind, at: clock.now, calendar: "")
        (revert.summary, revert.reverts) = (change.summary, change.id)
        return try store.setRules(
            RuleSet(text: operation.before), stamp: Self.nanoseconds, noting: revert,
            expecting: operation.after,
            by: context.origins.edits)
    }

    /// The present time as file systems write it, in nanoseconds since 1970.
    private static var nanoseconds: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// What the history calls a change of rules.
    private static let rulesTitle = "rules"
}
