internal import AgendaKit
package import AgendaSync
internal import Foundation
internal import GRDB
package import ICalendar

/// A device that wants to be told when a collection changes.
struct PushSubscription: Hashable, Sendable {
    /// Names the registration in its address: 128 random bits.
    var id = SecretToken.random()
    var device: Int64
    /// Of the calendar; empty for the home.
    var slug: String
    /// Where pushes go.
    var address: String
    /// The device's public key, uncompressed, and its secret (RFC 8291 section 2).
    var key: [UInt8]
    var secret: [UInt8]
    /// Of what it wants to be told.
    var wantsContent: Bool
    var wantsProperties: Bool
    /// Where the device had reached the service.
    var contact: String
    /// In seconds since 1970-01-01T00:00:00Z.
    var expires: Int
    /// Of what it was last told.
    var told: PushState
    /// Pushes since the last that arrived.
    var failures = 0

    /// The host of the push service.
    var host: String { URL(string: address)?.host() ?? address }

    /// What it is to be told; nil for nothing.
    func message(of state: PushState, topic: String) -> PushMessage? {
        let message = PushMessage(
            topic: topic, hasContent: wantsContent && state.content != told.content,
            token: state.token,
            hasProperties: wantsProperties && state.properties != told.properties)
        return message.hasContent || message.hasProperties ? message : nil
    }
}

/// A collection as far as pushes tell of it.
struct PushState: Hashable, Sendable {
    /// Changes with what it holds.
    var content = ""
    /// Changes with its properties.
    var properties = ""
    /// What the device may ask with; nil where there is none.
    var token: String?
}

/// The subscriptions and the service's own keys, in `service.db`.
struct PushTable: Sendable {
    private let service: ServiceDatabase

    init(_ service: ServiceDatabase) { self.service = service }

    /// `failed`: since when pushes do not arrive; `is_private`: whether that is because of the service's address.
    static let room = SchemaRoom(
        name: "push",
        steps: [
            """
            CREATE TABLE push (
                id TEXT PRIMARY KEY NOT NULL, device INTEGER NOT NULL, slug TEXT NOT NULL, address TEXT NOT NULL,
                key BLOB NOT NULL, secret BLOB NOT NULL, wants_content INTEGER NOT NULL, wants_properties INTEGER NOT NULL,
                contact TEXT NOT NULL, expires INTEGER NOT NULL, content TEXT NOT NULL, properties TEXT NOT NULL,
                failures INTEGER NOT NULL DEFAULT 0, failed INTEGER,
                UNIQUE (device, slug, address)
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE push_key (id INTEGER PRIMARY KEY CHECK (id = 1), key BLOB NOT NULL, secret BLOB NOT NULL) STRICT;
            """,
            "ALTER TABLE push ADD COLUMN is_private INTEGER NOT NULL DEFAULT 0",
        ])

    /// So many subscriptions a device may have: to each of its calendars by some programs.
    static let most = 1_000
    /// A push service that takes nothing for so many seconds, at so many tries, is given up.
    private static let patience = (seconds: 3 * 86_400, tries: 5)

    /// The service's keys, made when they are first asked for.
    func keys() throws -> PushKeys {
        if let known = try service.existing(Self.room)?.read({ try Self.keys($0) }) ?? nil {
            return known
        }
        let new = PushKeys(key: try .random(), secret: PushCrypto.random(32))
        return try service.made(Self.room).write { database in
            // Another process may have been first.
            if let known = try Self.keys(database) { return known }
            try database.execute(
                sql: "INSERT INTO push_key VALUES (1, ?, ?)",
                arguments: [Data(new.key.privateBytes), Data(new.secret)])
            return new
        }
    }

    private static func keys(_ database: Database) throws -> PushKeys? {
        try Row.fetchOne(database, sql: "SELECT key, secret FROM push_key").map {
            PushKeys(key: try P256Key(Array($0[0] as Data)), secret: Array($0[1] as Data))
        }
    }

    /// All subscriptions of devices that may come in; those of others, and those that are over, end.
    ///
    /// - Parameter devices: the numbers of those that may.
    func all(of devices: Set<Int64>, at now: Instant) throws(RoomDatabaseError)
        -> [PushSubscription]
    {
        guard let rooms = try service.existing(Self.room) else { return [] }
        let all = try rooms.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM push").map(PushSubscription.init)
        }
        let isGood = { (one: PushSubscription) in
            devices.contains(one.device) && one.expires > now.secondsSinceEpoch
        }
        let over = all.filter { !isGood($0) }
        if !over.isEmpty {
            try rooms.write { database in
                for one in over {
                    try database.execute(sql: "DELETE FROM push WHERE id = ?", arguments: [one.id])
                }
            }
        }
        return all.filter(isGood)
    }

    /// Notes a subscription; of the same device, collection and address there is one.
    ///
    /// - Returns: its name, and whether it is a new one; nil if the device has too many.
    func note(_ new: PushSubscription) throws(RoomDatabaseError) -> (id: String, isNew: Bool)? {
        try service.made(Self.room).write { database in
            let known = try String.fetchOne(
                database, sql: "SELECT id FROM push WHERE device = ? AND slug = ? AND address = ?",
                arguments: [new.device, new.slug, new.address])
            if known == nil {
                let count = try Int.fetchOne(
                    database, sql: "SELECT COUNT(*) FROM push WHERE device = ?",
                    arguments: [new.device])
                guard count ?? 0 < Self.most else { return Optional<(String, Bool)>.none }
            }
            let id = known ?? new.id
            try database.execute(
                sql: """
                    INSERT INTO push (id, device, slug, address, key, secret, wants_content, wants_properties,
                        contact, expires, content, properties)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (id) DO UPDATE SET key = excluded.key, secret = excluded.secret,
                        wants_content = excluded.wants_content, wants_properties = excluded.wants_properties,
                        contact = excluded.contact, expires = excluded.expires
                    """,
                arguments: [
                    id, new.device, new.slug, new.address, Data(new.key), Data(new.secret),
                    new.wantsContent,
                    new.wantsProperties, new.contact, new.expires, new.told.content,
                    new.told.properties,
                ])
            return (id, known == nil)
        }
    }

    /// The push services that are told nothing because of their addresses, by the numbers of the devices that want them.
    func refused() throws(RoomDatabaseError) -> [Int64: Set<String>] {
        guard let rooms = try service.existing(Self.room) else { return [:] }
        let found = try rooms.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM push WHERE is_private").map(
                PushSubscription.init)
        }
        return Dictionary(grouping: found, by: \.device).mapValues { Set($0.map(\.host)) }
    }

    /// Ends a subscription.
    ///
    /// - Parameter device: whose it has to be; nil for any.
    /// - Returns: false where there is none.
    func remove(_ id: String, of device: Int64? = nil) throws(RoomDatabaseError) -> Bool {
        guard let rooms = try service.existing(Self.room) else { return false }
        return try rooms.write { database in
            try database.execute(
                sql: "DELETE FROM push WHERE id = ?1 AND (?2 IS NULL OR device = ?2)",
                arguments: [id, device])
            return database.changesCount > 0
        }
    }

    /// Notes what a device knows.
    func note(told state: PushState, _ id: String) throws(RoomDatabaseError) {
        try service.made(Self.room).write { database in
            try database.execute(
                sql:
                    "UPDATE push SET content = ?, properties = ?, failures = 0, failed = NULL, is_private = 0 WHERE id = ?",
                arguments: [state.content, state.properties, id])
        }
    }

    /// Notes that a push did not arrive; a service that has taken none for days is given up.
    ///
    /// - Parameter isPrivate: whether the service's address is one that is not allowed.
    func noteFailure(
        _ id: String, at now: Instant, isPrivate: Bool = false
    ) throws(RoomDatabaseError) {
        try service.made(Self.room).write { database in
            let now = now.secondsSinceEpoch
            try database.execute(
                sql:
                    "UPDATE push SET failures = failures + 1, failed = COALESCE(failed, ?), is_private = ? WHERE id = ?",
                arguments: [now, isPrivate, id])
            try database.execute(
                sql: "DELETE FROM push WHERE id = ? AND failures >= ? AND failed <= ?",
                arguments: [id, Self.patience.tries, now - Self.patience.seconds])
        }
    }
}

extension PushSubscription {
    fileprivate init(_ row: Row) {
        self.init(
            id: row["id"], device: row["device"], slug: row["slug"], address: row["address"],
            key: Array(row["key"] as Data), secret: Array(row["secret"] as Data),
            wantsContent: row["wants_content"], wantsProperties: row["wants_properties"],
            contact: row["contact"],
            expires: row["expires"],
            told: PushState(content: row["content"], properties: row["properties"]),
            failures: row["failures"])
    }
}

extension Devices {
    /// Those that may come in, each with the push services that are told nothing.
    package func described(at now: Instant) throws(RoomDatabaseError) -> [Device] {
        let refused = try PushTable(database).refused()
        return try all(at: now).map { device in
            var device = device
            device.refusedPushServices = refused[device.id]?.sorted() ?? []
            return device
        }
    }
}
