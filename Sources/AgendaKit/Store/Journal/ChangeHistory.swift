/// Which changes can be undone, and which redone. As in any editor, a new change ends what could be redone; what a
/// synchronisation brings is none of the person's.
struct ChangeHistory {
    /// The changes in effect, oldest first.
    private(set) var undoable: [Int64] = []
    /// Those of them that synchronisations brought: others made them, so they are taken back only by their number.
    private var synced: Set<Int64> = []
    /// The undone changes, the last one undone last, each with the `undo` that did it.
    private(set) var redoable: [(change: Int64, undo: Int64)] = []

    /// - Parameter changes: all known changes, oldest first.
    init(_ changes: [EventChange]) {
        for change in changes {
            switch change.kind {
            case .add, .edit, .delete, .move:
                undoable.append(change.id)
                redoable = []
            case .sync, .backgroundSync, .mirror:
                undoable.append(change.id)
                synced.insert(change.id)
            case .undo:
                guard let reverted = change.reverts else { continue }
                undoable.removeAll { $0 == reverted }
                redoable.append((reverted, change.id))
            case .redo:
                guard let place = redoable.lastIndex(where: { $0.undo == change.reverts }) else {
                    continue
                }
                let reverted = redoable.remove(at: place).change
                // At its place by number: a change that was undone alone may be older than others that are in
                // effect.
                undoable.insert(
                    reverted, at: undoable.firstIndex { $0 > reverted } ?? undoable.count)
            }
        }
    }

    /// The changes in effect that a person made here, oldest first.
    var own: [Int64] { undoable.filter { !synced.contains($0) } }
}
