extension TimelineUpdate {
    /// A to-do or journal entry that is different.
    public struct ItemChange: Hashable, Sendable {
        /// What happened.
        public var kind: Kind
        /// The indices of its nodes in ``TimelineUpdate/timeline``; of a removed one those that had it, as far as they
        /// are still there.
        public var nodes: [Int]
        /// The item as it is now, or as it was.
        public var item: AgendaEvent
        /// As ``Change/by``.
        public var by: ChangeOrigin?
    }

    /// What is different between the items of two timelines.
    static func itemChanges(_ timeline: Timeline, after last: Timeline) -> [ItemChange] {
        var before = Dictionary(last.items.map { ($0.id, $0) }) { first, _ in first }
        var changes: [ItemChange] = []
        for item in timeline.items {
            let earlier = before.removeValue(forKey: item.id)
            let isSame =
                earlier == item
                && item.days(today: timeline.today, in: timeline.zone)
                    == item.days(today: last.today, in: last.zone)
            if isSame { continue }
            changes.append(
                ItemChange(
                    kind: earlier == nil ? .added : .changed, nodes: timeline.indices(of: item),
                    item: item))
        }
        for item in last.items where before[item.id] != nil {
            changes.append(
                ItemChange(kind: .removed, nodes: timeline.indices(of: item), item: item))
        }
        return changes
    }
}
