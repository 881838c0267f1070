package import AgendaKit
import Synchronization

/// A store that stays open between changes.
///
/// To close one frees its queue, which libdispatch does on its pool, and that wakes the process once a second from then on
/// (Sources/CBuild/tasks.c).
package final class KeptStore: Sendable {
    private let store = Mutex<EventStore?>(nil)

    package init() {}

    /// What SQLite keeps of the file for each connection of a process that stays, in kibibytes: the system keeps the file itself.
    package static let pages = 2_048

    /// The store at a path: the one that is open, unless another file is there now.
    package func store(at path: String, open: () throws -> EventStore) throws -> EventStore {
        try store.withLock { store in
            if let store, store.path == path, store.isInPlace { return store }
            let new = try open()
            try new.limitPages(kibibytes: Self.pages)
            store = new
            return new
        }
    }

    /// Leaves no long log of the open store for the next process (``EventStore/emptyLongLog()``), before this one ends without
    /// closing it.
    package func emptyLongLog() { store.withLock { $0 }?.emptyLongLog() }
}
