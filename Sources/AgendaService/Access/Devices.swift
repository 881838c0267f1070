internal import AgendaActions
package import AgendaSync
internal import FoundationEssentials
internal import GRDB
package import ICalendar

/// The devices that may come in, in `service.db`: nothing is made there before the first is added. Of passwords it has
/// digests alone.
///
/// Several processes may change them: a device that is revoked ends at its next request.
package final class Devices: Sendable {
    /// The file.
    package let database: ServiceDatabase

    private let noteFirstUse: @Sendable () -> Void

    /// - Parameters:
    ///   - database: the file, which there need not be.
    ///   - noteFirstUse: is told when a device comes in for the first time.
    package init(
        _ database: ServiceDatabase, noteFirstUse: @escaping @Sendable () -> Void = {}
    ) {
        (self.database, self.noteFirstUse) = (database, noteFirstUse)
    }

    static let room = SchemaRoom(
        name: "devices",
        steps: [
            // `due`: a device that has not come in by then may not any more.
            """
            CREATE TABLE device (
                id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL, secret_digest BLOB NOT NULL UNIQUE,
                may_write INTEGER NOT NULL, calendars TEXT, may_remove_calendars INTEGER NOT NULL,
                separates_todos INTEGER NOT NULL, created INTEGER NOT NULL, due INTEGER, last_seen INTEGER,
                last_address TEXT, revoked INTEGER
            ) STRICT;
            CREATE UNIQUE INDEX device_name ON device (name) WHERE revoked IS NULL;
            """,
            """
            CREATE TABLE ticket (
                digest BLOB PRIMARY KEY NOT NULL, device INTEGER NOT NULL REFERENCES device (id), ends INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE address (url TEXT NOT NULL) STRICT;
            """,
        ])

    /// Those that may come in.
    static let rows =
        "SELECT * FROM device WHERE revoked IS NULL AND (due IS NULL OR due > :now)"

    /// Those that may come in, in the order in which they were added.
    ///
    /// - Throws: `RoomDatabaseError` if the file cannot be read; so do all others.
    package func all(at now: Instant) throws(RoomDatabaseError) -> [Device] {
        guard let rooms = try database.existing(Self.room) else { return [] }
        return try rooms.read { database in
            try Row.fetchAll(
                database, sql: Self.rows + " ORDER BY id",
                arguments: ["now": now.secondsSinceEpoch]
            ).map { try Device($0) }
        }
    }

    /// Whether there is or was one, or that cannot be told: then there is something to answer.
    var isAny: Bool {
        do throws(RoomDatabaseError) { return try database.existing(Self.room) != nil } catch {
            return true
        }
    }

    /// Lets a device in.
    ///
    /// - Parameter device: its number does not count.
    /// - Returns: it with its number, and its password, which is nowhere else.
    /// - Throws: `CommandFailure` for a name that another one has, or that is no line of text.
    package func add(_ device: Device) throws -> (device: Device, password: String) {
        guard (1...1_000).contains(device.name.count), !device.name.contains(where: \.isNewline)
        else { throw CommandFailure.usage("NAME needs one line of 1 to 1000 characters") }
        let password = DevicePassword.random()
        let added: Device? = try database.made(Self.room).write { database in
            try Self.end(database, at: device.created)
            let sql = "SELECT EXISTS (SELECT 1 FROM device WHERE name = ? AND revoked IS NULL)"
            let isTaken = try Bool.fetchOne(database, sql: sql, arguments: [device.name])
            guard isTaken != true else { return nil }
            return try device.insert(into: database, digest: DevicePassword.digest(password))
        }
        guard let added else {
            throw CommandFailure.failure(
                "\(device.name): another device has this name: choose another, or end that one with 'agenda device revoke'"
            )
        }
        return (added, password)
    }

    /// Shuts a device out, from its next request on.
    ///
    /// - Throws: `CommandFailure` where there is none of this name.
    @discardableResult
    package func revoke(_ name: String, at now: Instant) throws -> Device {
        guard let device = try all(at: now).first(where: { $0.name == name }) else {
            throw CommandFailure.failure("\(name): no such device: see 'agenda device list'")
        }
        try revoke(device, at: now)
        return device
    }

    /// Shuts a device out, from its next request on.
    func revoke(_ device: Device, at now: Instant) throws(RoomDatabaseError) {
        try database.made(Self.room).write { database in
            try database.execute(
                sql: "UPDATE device SET revoked = ? WHERE id = ?",
                arguments: [now.secondsSinceEpoch, device.id])
        }
    }

    /// The device of a password, however it is written; nil where there is none.
    ///
    /// By its digest: a time that tells how much of one is right tells nothing of a password, as nobody makes one whose
    /// digest begins in a wanted way.
    package func device(
        password: String, at now: Instant
    ) throws(RoomDatabaseError) -> Device? {
        let digest = Data(DevicePassword.digest(password))
        guard let rooms = try database.existing(Self.room) else { return nil }
        return try rooms.read { database in
            try Row.fetchOne(
                database, sql: Self.rows + " AND secret_digest = :digest",
                arguments: ["now": now.secondsSinceEpoch, "digest": digest]
            ).map { try Device($0) }
        }
    }

    /// Notes that a device has come in, once an hour: nothing but a remark, which a disk that takes none does not make
    /// a refusal. The first time counts: until then it may have a time by which it is due.
    func note(_ device: Device, from address: String?, at now: Instant) {
        let now = now.secondsSinceEpoch
        if let seen = device.lastSeen, abs(now - seen) < 3_600 { return }
        try? database.existing(Self.room)?.write { database in
            try database.execute(
                sql: "UPDATE device SET last_seen = ?, last_address = ?, due = NULL WHERE id = ?",
                arguments: [now, address, device.id])
        }
        if device.lastSeen == nil { noteFirstUse() }
    }

    /// Ends those that were not used in time.
    private static func end(_ database: Database, at now: Int) throws {
        try database.execute(
            sql: "UPDATE device SET revoked = due WHERE revoked IS NULL AND due <= ?",
            arguments: [now])
    }
}

extension Device {
    init(_ row: Row) throws {
        let calendars: String? = row["calendars"]
        self.init(name: row["name"], created: Instant(secondsSinceEpoch: row["created"]))
        id = row["id"]
        mayWrite = row["may_write"]
        self.calendars = try calendars.map {
            try JSONDecoder().decode(Set<String>.self, from: Data($0.utf8))
        }
        mayRemoveCalendars = row["may_remove_calendars"]
        separatesTodos = row["separates_todos"]
        (lastSeen, lastAddress) = (row["last_seen"], row["last_address"])
    }

    fileprivate func insert(into database: Database, digest: [UInt8]) throws -> Device {
        let calendars = try calendars.map {
            String(decoding: try JSONEncoder().encode($0.sorted()), as: UTF8.self)
        }
        try database.execute(
            sql: """
                INSERT INTO device
                    (name, secret_digest, may_write, calendars, may_remove_calendars, separates_todos, created)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                name, Data(digest), mayWrite, calendars, mayRemoveCalendars, separatesTodos,
                created,
            ])
        var added = self
        added.id = database.lastInsertedRowID
        return added
    }
}
