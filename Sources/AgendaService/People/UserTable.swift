internal import AgendaActions
internal import AgendaKit
package import AgendaSync
internal import FoundationEssentials
internal import GRDB
internal import ICalendar

/// Whom a service of several people serves: `people.db` in their folder. Of links and tokens it has digests alone.
///
/// Several processes may change it: what is changed counts from the next request on.
package final class UserTable: Sendable {
    /// The folder of all.
    package let folder: String
    private let rooms: RoomDatabase

    /// Opens the table, and makes it where there is none.
    package init(folder: String) throws(RoomDatabaseError) {
        self.folder = folder
        rooms = try RoomDatabase.open(path: folder + "/people.db", as: .people)
        try rooms.prepare(Self.room)
    }

    private static let room = SchemaRoom(
        name: "people",
        steps: [
            """
            CREATE TABLE users (
                id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, name TEXT NOT NULL UNIQUE,
                state TEXT NOT NULL CHECK (state IN ('active', 'frozen', 'leaving')), zone TEXT, addresses TEXT NOT NULL,
                administrator INTEGER NOT NULL, created INTEGER NOT NULL, signed_in INTEGER, token_digest BLOB UNIQUE
            ) STRICT;
            CREATE TABLE sign_in (
                digest BLOB PRIMARY KEY NOT NULL, user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                ends INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE audit (
                id INTEGER PRIMARY KEY NOT NULL, at INTEGER NOT NULL, user INTEGER NOT NULL, name TEXT NOT NULL,
                what TEXT NOT NULL, by TEXT NOT NULL
            ) STRICT;
            CREATE INDEX audit_user ON audit (user, id);
            """
        ])

    /// The folder of a user.
    package func folder(of user: ServedUser) -> String { "\(folder)/\(user.id)" }

    // MARK: Who there is

    /// All, in the order of their names.
    package func all() throws(RoomDatabaseError) -> [ServedUser] {
        try rooms.read { database in
            try Row.fetchAll(database, sql: "SELECT * FROM users ORDER BY name").map(
                ServedUser.init)
        }
    }

    /// The user of a name, in any case: phones begin names with capitals.
    package func user(named name: String) throws(RoomDatabaseError) -> ServedUser? {
        try user("name = ?", name.lowercased())
    }

    func user(_ id: Int64) throws(RoomDatabaseError) -> ServedUser? { try user("id = ?", id) }

    /// The user of a token.
    func user(token: String) throws(RoomDatabaseError) -> ServedUser? {
        try user("token_digest = ?", Self.digest(token))
    }

    private func user(
        _ condition: String, _ value: some DatabaseValueConvertible & Sendable
    ) throws(RoomDatabaseError) -> ServedUser? {
        try rooms.read { database in
            try Row.fetchOne(
                database, sql: "SELECT * FROM users WHERE " + condition, arguments: [value]
            ).map(ServedUser.init)
        }
    }

    // MARK: Changes

    /// Adds a user; nil if the name is taken.
    func add(
        _ name: String, zone: String?, addresses: [String], isAdministrator: Bool, at now: Instant
    ) throws(RoomDatabaseError) -> ServedUser? {
        try rooms.write { database in
            let sql = "SELECT EXISTS (SELECT 1 FROM users WHERE name = ?)"
            guard try Bool.fetchOne(database, sql: sql, arguments: [name]) != true else {
                return nil
            }
            try database.execute(
                sql: """
                    INSERT INTO users (name, state, zone, addresses, administrator, created)
                    VALUES (?, 'active', ?, ?, ?, ?)
                    """,
                arguments: [
                    name, zone, addresses.joined(separator: " "), isAdministrator,
                    now.secondsSinceEpoch,
                ])
            let id = database.lastInsertedRowID
            try Self.note("added", id, name, "operator", now, database)
            return try Row.fetchOne(
                database, sql: "SELECT * FROM users WHERE id = ?", arguments: [id]
            ).map(ServedUser.init)
        }
    }

    /// Changes what a user may; the audit has it.
    func set(
        _ state: ServedUser.State, of user: ServedUser, by: String, at now: Instant
    ) throws(RoomDatabaseError) {
        let words: [ServedUser.State: String] = [
            .active: "thawed", .frozen: "frozen", .leaving: "leaving",
        ]
        try rooms.write { database in
            try database.execute(
                sql: "UPDATE users SET state = ? WHERE id = ?",
                arguments: [state.rawValue, user.id]
            )
            try Self.note(words[state] ?? "", user.id, user.name, by, now, database)
            guard state == .leaving else { return }
            try database.execute(
                sql: "UPDATE users SET token_digest = NULL WHERE id = ?", arguments: [user.id])
            try database.execute(sql: "DELETE FROM sign_in WHERE user = ?", arguments: [user.id])
        }
    }

    /// Forgets a user, but for the audit.
    func forget(_ user: ServedUser, at now: Instant) throws(RoomDatabaseError) {
        try change("DELETE FROM users WHERE id = ?", [user.id], "removed", user, "operator", now)
    }

    /// Notes that something was done that changes nothing here.
    func note(
        _ what: String, of user: ServedUser, by: String, at now: Instant
    ) throws(RoomDatabaseError) {
        try rooms.write { try Self.note(what, user.id, user.name, by, now, $0) }
    }

    /// Notes that a user has come in.
    func noteSignIn(of user: ServedUser, at now: Instant) throws(RoomDatabaseError) {
        try change(
            "UPDATE users SET signed_in = coalesce(signed_in, ?) WHERE id = ?",
            [now.secondsSinceEpoch, user.id], "signed-in", user, user.name, now)
    }

    private func change(
        _ sql: String, _ arguments: StatementArguments, _ what: String, _ user: ServedUser,
        _ by: String, _ now: Instant
    ) throws(RoomDatabaseError) {
        try rooms.write { database in
            try database.execute(sql: sql, arguments: arguments)
            try Self.note(what, user.id, user.name, by, now, database)
        }
    }

    private static func note(
        _ what: String, _ user: Int64, _ name: String, _ by: String, _ now: Instant,
        _ database: Database
    ) throws {
        try database.execute(
            sql: "INSERT INTO audit (at, user, name, what, by) VALUES (?, ?, ?, ?, ?)",
            arguments: [now.secondsSinceEpoch, user, name, what, by])
    }

    // MARK: Links and tokens

    /// Seconds for which a link is good.
    private static let patience = 600

    /// A link that lets one browser of a user in, once, within ten minutes.
    func link(for user: ServedUser, by: String, at now: Instant) throws(RoomDatabaseError) -> String
    {
        let code = user.mark + SecretToken.random()
        try rooms.write { database in
            try database.execute(
                sql: "DELETE FROM sign_in WHERE ends <= ?", arguments: [now.secondsSinceEpoch])
            try database.execute(
                sql: "INSERT INTO sign_in (digest, user, ends) VALUES (?, ?, ?)",
                arguments: [Self.digest(code), user.id, now.secondsSinceEpoch + Self.patience])
            try Self.note("link", user.id, user.name, by, now, database)
        }
        return code
    }

    /// Whether a link of a user is good; it is not a second time.
    func take(_ code: String, of user: Int64, at now: Instant) throws(RoomDatabaseError) -> Bool {
        try rooms.write { database in
            try database.execute(
                sql: "DELETE FROM sign_in WHERE digest = ? AND user = ? AND ends > ?",
                arguments: [Self.digest(code), user, now.secondsSinceEpoch])
            return database.changesCount == 1
        }
    }

    /// Whether a link of a user is good; asking uses up none.
    func has(_ code: String, of user: Int64, at now: Instant) throws(RoomDatabaseError) -> Bool {
        try rooms.read { database in
            try Bool.fetchOne(
                database,
                sql:
                    "SELECT EXISTS (SELECT 1 FROM sign_in WHERE digest = ? AND user = ? AND ends > ?)",
                arguments: [Self.digest(code), user, now.secondsSinceEpoch]) == true
        }
    }

    /// A new token of a user, by which scripts come in; an earlier one ends.
    func token(for user: ServedUser, at now: Instant) throws(RoomDatabaseError) -> String {
        let token = user.mark + SecretToken.random()
        try change(
            "UPDATE users SET token_digest = ? WHERE id = ?", [Self.digest(token), user.id],
            "token", user, "operator", now)
        return token
    }

    /// Of 128 random bits, one SHA-256 is enough, and the time that a search takes tells nothing of them.
    private static func digest(_ secret: String) -> Data { Data(SHA256.digest(Array(secret.utf8))) }

    /// What has let somebody in or changed who may, the newest first.
    ///
    /// - Parameter user: nil for all.
    package func audit(
        of user: Int64? = nil, last count: Int = 1_000
    ) throws(RoomDatabaseError) -> [AuditLine] {
        try rooms.read { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM audit WHERE ?1 IS NULL OR user = ?1 ORDER BY id DESC LIMIT ?2",
                arguments: [user, count]
            ).map { row in
                AuditLine(at: row["at"], user: row["name"], what: row["what"], by: row["by"])
            }
        }
    }
}

extension ServedUser {
    fileprivate init(_ row: Row) {
        let (state, addresses): (String, String) = (row["state"], row["addresses"])
        self.init(
            id: row["id"], name: row["name"], state: State(rawValue: state) ?? .frozen,
            zone: row["zone"], addresses: addresses.split(separator: " ").map(String.init),
            isAdministrator: row["administrator"], created: row["created"],
            signedIn: row["signed_in"])
    }
}
