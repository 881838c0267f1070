package import AgendaKit
internal import CBuild
internal import CalendarMerge
internal import Synchronization

/// Gives back what a process that stays has needed for much at once: pages of the store that SQLite keeps, and freed memory.
package final class SpareMemory: Sendable {
    /// What is read from, and for how many turns nothing was needed.
    private struct Use {
        let stores: @Sendable () -> [EventStore]
        let patience: Int
        var turns = 0
    }

    /// Of all that hold some: there is one heap, and to trim it goes through all of it.
    private static let uses = Mutex<[ObjectIdentifier: Use]>([:])
    /// Milliseconds.
    private static let turn = 500

    private let patience: Int

    /// - Parameter patience: in seconds.
    package init(patience: Double = 0.5) {
        self.patience = Int(patience * 1_000) / Self.turn
    }

    /// Keeps the heap of this process small; to be called before the first task.
    ///
    /// - Parameter arenas: parts of the heap, each of which one thread at a time allocates from.
    package static func keepHeapSmall(arenas: Int32 = 1) { cbuild_keep_heap_small(arenas) }

    /// Gives it back once nobody has called this for as long as its patience.
    ///
    /// - Parameter stores: what is read from then.
    package func release(of stores: @escaping @Sendable () -> [EventStore]) {
        let isFirst = Self.uses.withLock { uses in
            defer { uses[ObjectIdentifier(self)] = Use(stores: stores, patience: patience) }
            return uses.isEmpty
        }
        if isFirst { Task { await Self.giveBack() } }
    }

    /// Ends when there is nothing left to give back.
    private static func giveBack() async {
        var isLast = false
        while !isLast {
            await OwnThread.sleep(milliseconds: turn)
            let quiet = uses.withLock { uses in
                for id in uses.keys { uses[id]?.turns += 1 }
                let quiet = uses.filter { $0.value.turns > $0.value.patience }
                for id in quiet.keys { uses[id] = nil }
                isLast = uses.isEmpty
                return quiet.values
            }
            for use in quiet { for store in use.stores() { store.releaseMemory() } }
            if !quiet.isEmpty { cbuild_trim_heap() }
        }
    }
}
