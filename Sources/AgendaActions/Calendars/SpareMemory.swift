package import AgendaKit
internal import CBuild
internal import CalendarMerge
internal import Synchronization

/// Gives back what a process that stays has needed for much at once: pages of the store that SQLite keeps, and freed memory.
package final class SpareMemory: Sendable {
    /// How often memory was needed since it was given back.
    private let uses = Mutex(0)

    package init() {}

    /// Keeps the heap of this process small; to be called before the first task.
    package static func keepHeapSmall() { cbuild_keep_heap_small() }

    /// Gives it back once half a second has passed without another call.
    ///
    /// - Parameter stores: what is read from then.
    package func release(of stores: @escaping @Sendable () -> [EventStore]) {
        let isFirst = uses.withLock { uses in
            uses += 1
            return uses == 1
        }
        guard isFirst else { return }
        Task {
            var seen = 0
            repeat {
                seen = uses.withLock { $0 }
                await OwnThread.sleep(milliseconds: 500)
            } while uses.withLock { $0 } != seen
            uses.withLock { $0 = 0 }
            for store in stores() { store.releaseMemory() }
            cbuild_trim_heap()
        }
    }
}
