package import AgendaKit
import Synchronization

/// A store that stays open between changes.
///
/// To close one frees its queue, which libdispatch does on its pool, and that wakes the process once a second from then on
/// (Sources/CBuild/tasks.c).
package final class KeptStore: Sendable {
    private let store = Mutex<EventStore?>(nil)
    private let limit: Int?

    /// - Parameter limit: what SQLite keeps of the file for each connection, in kibibytes; nil for as much as usual, where the
    ///   process ends with its only command.
    package init(limit: Int? = KeptStore.pages) { self.limit = limit }

    /// Whether it takes a store with any number of connections for reading.
    var takesAnyReaders: Bool { limit == nil }

    /// What SQLite keeps of the file for each connection of a process that stays, in kibibytes: the system keeps the file itself.
    package static let pages = 2_048

    /// The store at a path: the one that is open, unless another file is there now.
    package func store(at path: String, open: () throws -> EventStore) throws -> EventStore {
        try store.withLock { store in
            if let store, store.path == path, store.isInPlace { return store }
            let new = try open()
            if let limit { try new.limitPages(kibibytes: limit) }
            store = new
            return new
        }
    }

    /// Leaves no long log of the open store for the next process (``EventStore/emptyLongLog()``), before this one ends without
    /// closing it.
    package func emptyLongLog() { store.withLock { $0 }?.emptyLongLog() }
}
