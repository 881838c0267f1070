extension CalendarEditor {
    /// Notes that two events of different UIDs are the same, or are not. They are one from then on, as long as they take place
    /// at the same times, whatever is imported; those that are not the same are offered no more.
    ///
    /// - Parameters:
    ///   - pair: the events' UIDs.
    ///   - isSame: nil to note nothing any more.
    ///   - title: what they are called in the history.
    /// - Returns: the change; nil if this was noted already.
    /// - Throws: the store's errors.
    public func note(
        _ pair: EventPair, isSame: Bool?, title: String?
    ) async throws(AgendaError) -> EventChange? {
        let before = try store.pairs()[pair]
        guard before != isSame else { return nil }
        let change = try store.apply(
            PairOperation(pair: pair, before: before, after: isSame), of: title, as: .edit,
            at: clock.now, by: context.origins.edits)
        try await importer.backUp()
        return change
    }

    /// Notes again what was noted before a change.
    func revert(
        _ operation: PairOperation, of change: EventChange, as kind: EventChange.Kind
    ) async throws(AgendaError) -> EventChange {
        let reverted = try store.apply(
            operation.inverted, of: change.summary, as: kind, at: clock.now, reverts: change.id,
            by: context.origins.edits)
        try await importer.backUp()
        return reverted
    }
}
