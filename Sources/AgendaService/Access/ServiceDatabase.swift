internal import AgendaActions
package import AgendaSync
internal import Glibc
internal import Synchronization

/// `service.db` beside the store: who may come in, and what the service keeps of them. There is none until something is
/// noted in it.
///
/// A file that takes the place of an opened one is opened in turn.
package final class ServiceDatabase: Sendable {
    private struct Opened {
        let rooms: RoomDatabase
        let file: ino_t
        /// The names of the rooms that are at this program's version.
        var prepared: Set<String> = []
    }

    /// The file.
    package let path: String
    private let opened = Mutex<Opened?>(nil)

    /// - Parameter store: the path of the store's file.
    package init(beside store: String) {
        path = RoomDatabase.beginning(beside: store) + "service.db"
    }

    /// A folder beside it: `calendars` has those that devices make, `accounts` those of accounts.
    package func folder(_ name: String) -> String { path.dropLast("service.db".utf8.count) + name }

    /// The database with the tables of a room; nil where there is no file.
    package func existing(_ room: SchemaRoom) throws(RoomDatabaseError) -> RoomDatabase? {
        var status = stat()
        // What cannot be looked at is no file that is not there.
        guard stat(path, &status) == 0 || errno != ENOENT else { return nil }
        return try opened(status.st_ino, room)
    }

    /// The database with the tables of a room, which is made where there is no file.
    package func made(_ room: SchemaRoom) throws(RoomDatabaseError) -> RoomDatabase {
        if let database = try existing(room) { return database }
        let new = try RoomDatabase.open(path: path, as: .service)
        var status = stat()
        _ = stat(path, &status)
        opened.withLock { $0 = Opened(rooms: new, file: status.st_ino) }
        return try opened(status.st_ino, room)
    }

    private func opened(
        _ file: ino_t, _ room: SchemaRoom
    ) throws(RoomDatabaseError) -> RoomDatabase {
        try opened.withLock { opened throws(RoomDatabaseError) in
            var present =
                if let opened, opened.file == file { opened } else {
                    Opened(rooms: try RoomDatabase.open(path: path, as: .service), file: file)
                }
            if !present.prepared.contains(room.name) {
                try present.rooms.prepare(room)
                present.prepared.insert(room.name)
            }
            opened = present
            return present.rooms
        }
    }
}
