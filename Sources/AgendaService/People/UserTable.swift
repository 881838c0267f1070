internal import AgendaActions
internal import AgendaKit
package import AgendaSync
internal import ICalendar

/// Whom a service of several people serves. Of links and tokens it has digests alone.
///
/// Several processes may change it: what is changed counts from the next request on.
package final class UserTable: Sendable {
    /// The folder of all.
    package let folder: String
    /// What it is kept in, which has tables of others, too.
    let database: any PeopleDatabase

    /// Opens the table in `people.db`, and makes it where there is none.
    package convenience init(folder: String) throws(RoomDatabaseError) {
        try self.init(folder: folder, database: try PeopleFile(folder: folder))
    }

    package init(folder: String, database: any PeopleDatabase) throws(RoomDatabaseError) {
        (self.folder, self.database) = (folder, database)
        // What else is kept there is made with it, by whoever may.
        let rooms = [
            Self.room, LeaseTable.room, SchedulingTable.room, UserLimitTable.room, Self.grants,
        ]
        for room in rooms { try database.prepare(room) }
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
                digest BLOB PRIMARY KEY NOT NULL, "user" INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                ends INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            CREATE TABLE audit (
                id INTEGER PRIMARY KEY NOT NULL, at INTEGER NOT NULL, "user" INTEGER NOT NULL, name TEXT NOT NULL,
                what TEXT NOT NULL, by TEXT NOT NULL
            ) STRICT;
            CREATE INDEX audit_user ON audit ("user", id);
            """,
            // A word of SQL elsewhere.
            """
            ALTER TABLE sign_in RENAME COLUMN "user" TO user_id;
            ALTER TABLE audit RENAME COLUMN "user" TO user_id;
            """,
        ])

    /// What ``ServedUser/init(_:)`` reads.
    static let userColumns =
        "users.id, name, state, zone, addresses, administrator, users.created, signed_in"
    private static let columns = "SELECT \(userColumns) FROM users "

    /// The folder of a user.
    package func folder(of user: ServedUser) -> String { "\(folder)/\(user.id)" }

    // MARK: Who there is

    /// All, in the order of their names.
    package func all() throws(RoomDatabaseError) -> [ServedUser] {
        try database.rows(Self.columns + "ORDER BY name", []).map(ServedUser.init)
    }

    /// What differs when somebody came, went or may do something else. Cheap to ask for.
    struct Revision: Hashable, Sendable {
        /// The last line of the audit.
        var audit: Int64
        /// How many there are: who was added by a transaction that took its line earlier than another, and ended later.
        var users: Int64
    }

    func revision() throws(RoomDatabaseError) -> Revision {
        let row = try database.rows(
            "SELECT (SELECT COALESCE(MAX(id), 0) FROM audit), (SELECT COUNT(*) FROM users)", [])
        return Revision(audit: row.first?.integer(0) ?? 0, users: row.first?.integer(1) ?? 0)
    }

    /// The user of a name, in any case: phones begin names with capitals.
    package func user(named name: String) throws(RoomDatabaseError) -> ServedUser? {
        try user("name = ?", .text(name.lowercased()))
    }

    func user(_ id: Int64) throws(RoomDatabaseError) -> ServedUser? {
        try user("id = ?", .integer(id))
    }

    /// The user who has an address, in any case.
    func user(address: String) throws(RoomDatabaseError) -> ServedUser? {
        let address = address.lowercased()
        func has(_ user: ServedUser) -> Bool {
            user.addresses.contains { $0.lowercased() == address }
        }
        // Databases know the case of ASCII alone.
        guard address.utf8.allSatisfy({ $0 < 0x80 }) else { return try all().first(where: has) }
        let escaped = address.replacing("\\", with: "\\\\").replacing("%", with: "\\%")
            .replacing("_", with: "\\_")
        let sql = Self.columns + "WHERE lower(' ' || addresses || ' ') LIKE ? ESCAPE '\\'"
        return try database.rows(sql, [.text("% \(escaped) %")]).map(ServedUser.init).first(
            where: has)
    }

    /// Which of some users are served.
    func active(among users: [Int64]) throws(RoomDatabaseError) -> Set<Int64> {
        try numbers("SELECT id FROM users WHERE state = 'active' AND id", users)
    }

    /// The numbers that a statement finds among these; it ends with the column that is one of them.
    func numbers(
        _ statement: String, _ users: [Int64]
    ) throws(RoomDatabaseError) -> Set<Int64> {
        // As many at a time, so that it is always the same statement, which is prepared once.
        let count = 100
        let sql = statement + " IN (\(Array(repeating: "?", count: count).joined(separator: ", ")))"
        var found: Set<Int64> = []
        for start in stride(from: 0, to: users.count, by: count) {
            var some = users[start..<min(start + count, users.count)].map(PeopleValue.integer)
            some += Array(repeating: some[0], count: count - some.count)
            found.formUnion(try database.rows(sql, some).map { $0.integer(0) })
        }
        return found
    }

    /// The user of a token.
    func user(token: String) throws(RoomDatabaseError) -> ServedUser? {
        try user("token_digest = ?", Self.digest(token))
    }

    private func user(
        _ condition: String, _ value: PeopleValue
    ) throws(RoomDatabaseError) -> ServedUser? {
        try database.rows(Self.columns + "WHERE " + condition, [value]).first.map(ServedUser.init)
    }

    private static func user(
        _ condition: String, _ value: PeopleValue, _ session: any PeopleSession
    ) throws -> ServedUser? {
        try session.rows(columns + "WHERE " + condition, [value]).first.map(ServedUser.init)
    }

    // MARK: Changes

    /// Adds a user; nil if the name is taken.
    func add(
        _ name: String, zone: String?, addresses: [String], isAdministrator: Bool, at now: Instant
    ) throws(RoomDatabaseError) -> ServedUser? {
        try database.write { session in
            let made = try session.rows(
                """
                INSERT INTO users (name, state, zone, addresses, administrator, created)
                VALUES (?, 'active', ?, ?, ?, ?) ON CONFLICT (name) DO NOTHING RETURNING id
                """,
                [
                    .text(name), .text(zone), .text(addresses.joined(separator: " ")),
                    .bool(isAdministrator), .integer(now.secondsSinceEpoch),
                ])
            guard let id = made.first?.integer(0) else { return nil }
            try Self.note("added", id, name, "operator", now, session)
            return try Self.user("id = ?", .integer(id), session)
        }
    }

    /// Changes what a user may; the audit has it.
    func set(
        _ state: ServedUser.State, of user: ServedUser, by: String, at now: Instant
    ) throws(RoomDatabaseError) {
        let words: [ServedUser.State: String] = [
            .active: "thawed", .frozen: "frozen", .leaving: "leaving",
        ]
        try database.write { session in
            try session.run(
                "UPDATE users SET state = ? WHERE id = ?",
                [.text(state.rawValue), .integer(user.id)])
            try Self.note(words[state] ?? "", user.id, user.name, by, now, session)
            guard state == .leaving else { return }
            try session.run(
                "UPDATE users SET token_digest = NULL WHERE id = ?", [.integer(user.id)])
            try session.run("DELETE FROM sign_in WHERE user_id = ?", [.integer(user.id)])
        }
    }

    /// Forgets a user, but for the audit.
    func forget(_ user: ServedUser, at now: Instant) throws(RoomDatabaseError) {
        try change(
            "DELETE FROM users WHERE id = ?", [.integer(user.id)], "removed", user, "operator", now)
    }

    /// Notes that something was done that changes nothing here.
    func note(
        _ what: String, of user: ServedUser, by: String, at now: Instant
    ) throws(RoomDatabaseError) {
        try database.write { try Self.note(what, user.id, user.name, by, now, $0) }
    }

    /// Notes that a user has come in.
    func noteSignIn(of user: ServedUser, at now: Instant) throws(RoomDatabaseError) {
        try change(
            "UPDATE users SET signed_in = coalesce(signed_in, ?) WHERE id = ?",
            [.integer(now.secondsSinceEpoch), .integer(user.id)], "signed-in", user, user.name, now)
    }

    private func change(
        _ sql: String, _ values: [PeopleValue], _ what: String, _ user: ServedUser,
        _ by: String, _ now: Instant
    ) throws(RoomDatabaseError) {
        try database.write { session in
            try session.run(sql, values)
            try Self.note(what, user.id, user.name, by, now, session)
        }
    }

    static func note(
        _ what: String, _ user: Int64, _ name: String, _ by: String, _ now: Instant,
        _ session: any PeopleSession
    ) throws {
        try session.run(
            "INSERT INTO audit (at, user_id, name, what, by) VALUES (?, ?, ?, ?, ?)",
            [
                .integer(now.secondsSinceEpoch), .integer(user), .text(name), .text(what),
                .text(by),
            ])
    }

    // MARK: Links and tokens

    /// Seconds for which a link is good.
    private static let patience = 600

    /// A link that lets one browser of a user in, once, within ten minutes.
    func link(for user: ServedUser, by: String, at now: Instant) throws(RoomDatabaseError) -> String
    {
        let code = user.mark + SecretToken.random()
        try database.write { session in
            try session.run(
                "DELETE FROM sign_in WHERE ends <= ?", [.integer(now.secondsSinceEpoch)])
            try session.run(
                "INSERT INTO sign_in (digest, user_id, ends) VALUES (?, ?, ?)",
                [
                    Self.digest(code), .integer(user.id),
                    .integer(now.secondsSinceEpoch + Self.patience),
                ])
            try Self.note("link", user.id, user.name, by, now, session)
        }
        return code
    }

    /// Whether a link of a user is good; it is not a second time.
    func take(_ code: String, of user: Int64, at now: Instant) throws(RoomDatabaseError) -> Bool {
        let values = [
            Self.digest(code), .integer(user), .integer(now.secondsSinceEpoch),
        ]
        return try database.write { session in
            try session.run(
                "DELETE FROM sign_in WHERE digest = ? AND user_id = ? AND ends > ?", values) == 1
        }
    }

    /// Whether a link of a user is good; asking uses up none.
    func has(_ code: String, of user: Int64, at now: Instant) throws(RoomDatabaseError) -> Bool {
        let values = [
            Self.digest(code), .integer(user), .integer(now.secondsSinceEpoch),
        ]
        return try database.read { session in
            try !session.rows(
                "SELECT ends FROM sign_in WHERE digest = ? AND user_id = ? AND ends > ?", values
            ).isEmpty
        }
    }

    /// A new token of a user, by which scripts come in; an earlier one ends.
    func token(for user: ServedUser, at now: Instant) throws(RoomDatabaseError) -> String {
        let token = user.mark + SecretToken.random()
        try change(
            "UPDATE users SET token_digest = ? WHERE id = ?",
            [Self.digest(token), .integer(user.id)], "token", user, "operator", now)
        return token
    }

    /// Of 128 random bits, one SHA-256 is enough, and the time that a search takes tells nothing of them.
    private static func digest(_ secret: String) -> PeopleValue {
        .bytes(Array(SHA256.digest(Array(secret.utf8))))
    }

    /// What has let somebody in or changed who may, the newest first.
    ///
    /// - Parameter user: nil for all.
    package func audit(
        of user: Int64? = nil, last count: Int = 1_000
    ) throws(RoomDatabaseError) -> [AuditLine] {
        let sql = """
            SELECT at, name, what, by FROM audit WHERE ?1 IS NULL OR user_id = ?1
            ORDER BY id DESC LIMIT ?2
            """
        return try database.read { session in
            try session.rows(sql, [.integer(user), .integer(count)]).map { row in
                AuditLine(
                    at: Int(row.integer(0)), user: row.text(1), what: row.text(2), by: row.text(3))
            }
        }
    }
}

extension ServedUser {
    init(_ row: PeopleRow) {
        self.init(
            id: row.integer(0), name: row.text(1), state: State(rawValue: row.text(2)) ?? .frozen,
            zone: row.optionalText(3),
            addresses: row.text(4).split(separator: " ").map(String.init),
            isAdministrator: row.bool(5), created: Int(row.integer(6)),
            signedIn: row.optionalInteger(7).map(Int.init))
    }
}
