/// Which changes can be taken back, and which made again: as in any editor, a new change ends
/// what could be made again.
struct ChangeHistory {
    /// The changes that hold, oldest first.
    private(set) var undoable: [Int64] = []
    /// The changes that were taken back, the last one last, with the `undo` that did it.
    private(set) var redoable: [(change: Int64, undo: Int64)] = []

    /// - Parameter changes: all that are known, oldest first.
    init(_ changes: [EventChange]) {
        for change in changes {
            switch change.kind {
            case .add, .edit, .delete, .move:
                undoable.append(change.id)
                redoable = []
            case .undo:
                guard let reverted = change.reverts else { continue }
                undoable.removeAll { $0 == reverted }
                redoable.append((reverted, change.id))
            case .redo:
                guard let place = redoable.lastIndex(where: { $0.undo == change.reverts }) else {
                    continue
                }
                let reverted = redoable.remove(at: place).change
                // Where it stood: what was taken back alone may be older than what holds.
                undoable.insert(
                    reverted, at: undoable.firstIndex { $0 > reverted } ?? undoable.count)
            }
        }
    }
}
