internal import AgendaKit
internal import AgendaSync
internal import ICalendar

/// What is to be told to whom, what users find in their inboxes, and what resources are called by schedule tags.
///
/// An errand is here from before the change that causes it until it is done. All statements about scheduling are in this file.
struct SchedulingTable: Sendable {
    private let database: any PeopleDatabase

    /// - Parameter database: as ``UserTable/init(folder:database:)`` has prepared it.
    init(_ database: any PeopleDatabase) { self.database = database }

    static let room = SchemaRoom(
        name: "scheduling",
        steps: [
            """
            CREATE TABLE errand (
                id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, ticket TEXT NOT NULL, user_id INTEGER NOT NULL, uid TEXT NOT NULL,
                kind TEXT NOT NULL, address TEXT NOT NULL, recipient INTEGER, tag_before TEXT, tag_after TEXT,
                message BLOB NOT NULL, method TEXT NOT NULL, summary TEXT, sender TEXT NOT NULL, written INTEGER NOT NULL,
                made INTEGER NOT NULL, due INTEGER NOT NULL, tries INTEGER NOT NULL
            ) STRICT;
            CREATE INDEX errand_due ON errand (due);
            CREATE INDEX errand_ticket ON errand (ticket);
            CREATE TABLE schedule_message (
                id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, user_id INTEGER NOT NULL, name TEXT NOT NULL,
                body BLOB NOT NULL, made INTEGER NOT NULL, UNIQUE (user_id, name)
            ) STRICT;
            CREATE TABLE schedule_tag (
                user_id INTEGER NOT NULL, etag TEXT NOT NULL, tag TEXT NOT NULL, PRIMARY KEY (user_id, etag)
            ) STRICT, WITHOUT ROWID;
            """,
            """
            CREATE TABLE schedule_kind (
                user_id INTEGER PRIMARY KEY NOT NULL, kind TEXT NOT NULL, holder TEXT NOT NULL DEFAULT '',
                held_until INTEGER NOT NULL DEFAULT 0
            ) STRICT;
            """,
        ])

    // MARK: Rooms

    /// What a user is.
    func kind(of user: Int64) throws(RoomDatabaseError) -> UserKind {
        try database.read { session in
            let rows = try session.rows(
                "SELECT kind FROM schedule_kind WHERE user_id = ?", [.integer(user)])
            return rows.first.flatMap { UserKind(rawValue: $0.text(0)) } ?? .individual
        }
    }

    /// What users are who are no persons.
    func kinds() throws(RoomDatabaseError) -> [Int64: UserKind] {
        try database.read { session in
            let rows = try session.rows("SELECT user_id, kind FROM schedule_kind", [])
            return Dictionary(
                rows.compactMap { row in
                    UserKind(rawValue: row.text(1)).map { (row.integer(0), $0) }
                }
            ) { first, _ in first }
        }
    }

    func set(_ kind: UserKind, of user: Int64) throws(RoomDatabaseError) {
        try database.write { session in
            try session.run(
                """
                INSERT INTO schedule_kind (user_id, kind) VALUES (?, ?)
                ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind
                """, [.integer(user), .text(kind.rawValue)])
        }
    }

    /// Takes a room for one who books it, of all processes and nodes; false if somebody else has it.
    func hold(_ room: Int64, as holder: String, at now: Int, until end: Int)
        throws(RoomDatabaseError) -> Bool
    {
        try database.write { session in
            try session.run(
                """
                UPDATE schedule_kind SET holder = ?1, held_until = ?2
                WHERE user_id = ?3 AND (holder = '' OR holder = ?1 OR held_until <= ?4)
                """, [.text(holder), .integer(end), .integer(room), .integer(now)]) > 0
        }
    }

    func release(_ room: Int64, by holder: String) throws(RoomDatabaseError) {
        try database.write { session in
            try session.run(
                "UPDATE schedule_kind SET holder = '' WHERE user_id = ? AND holder = ?",
                [.integer(room), .text(holder)])
        }
    }

    // MARK: Errands

    /// An errand as it is kept.
    struct Kept: Sendable {
        let id: Int64
        /// Whose change causes it.
        let sender: Int64
        let errand: SchedulingErrand
        /// Whether it is known that the change is written.
        var isWritten: Bool
        let made: Int
        let tries: Int
    }

    private static let columns = """
        SELECT id, user_id, uid, kind, address, recipient, tag_before, tag_after, message, method, summary, sender, written,
        made, tries FROM errand
        """

    /// Notes errands of one change.
    ///
    /// - Parameter due: when somebody else than who has made the change is to look after them, in seconds.
    func add(
        _ errands: [SchedulingErrand], of sender: Int64, ticket: String, isWritten: Bool = false,
        at now: Int, due: Int
    ) throws(RoomDatabaseError) {
        try database.write { session in
            try Self.add(errands, sender, ticket, isWritten, now, due, session)
        }
    }

    private static func add(
        _ errands: [SchedulingErrand], _ sender: Int64, _ ticket: String, _ isWritten: Bool,
        _ now: Int, _ due: Int, _ session: any PeopleSession
    ) throws {
        for errand in errands {
            var recipient: Int64?
            if case .user(let id) = errand.standing { recipient = id }
            try session.run(
                """
                INSERT INTO errand (ticket, user_id, uid, kind, address, recipient, tag_before, tag_after, message, method,
                summary, sender, written, made, due, tries) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
                """,
                [
                    .text(ticket), .integer(sender), .text(errand.uid), .text(errand.kind.rawValue),
                    .text(errand.address), .integer(recipient), .text(errand.before),
                    .text(errand.after), .bytes(errand.message), .text(errand.method),
                    .text(errand.summary), .text(errand.sender), .bool(isWritten), .integer(now),
                    .integer(due),
                ])
        }
    }

    /// Notes that a change is written.
    func confirm(_ ticket: String) throws(RoomDatabaseError) {
        try database.write {
            try $0.run("UPDATE errand SET written = 1 WHERE ticket = ?", [.text(ticket)])
        }
    }

    /// The errands of one change, in their order.
    func errands(of ticket: String) throws(RoomDatabaseError) -> [Kept] {
        try database.read {
            try $0.rows(Self.columns + " WHERE ticket = ? ORDER BY id", [.text(ticket)]).map(
                Kept.init)
        }
    }

    /// The errands that somebody is to look after now, in their order.
    func due(at now: Int, limit: Int = 200) throws(RoomDatabaseError) -> [Kept] {
        try database.read {
            try $0.rows(
                Self.columns + " WHERE due <= ? ORDER BY id LIMIT ?",
                [.integer(now), .integer(limit)]
            ).map(Kept.init)
        }
    }

    /// How many errands there are.
    func count() throws(RoomDatabaseError) -> Int {
        try database.read {
            Int(try $0.rows("SELECT count(*) FROM errand", []).first?.integer(0) ?? 0)
        }
    }

    /// Forgets an errand that is done, and notes what follows from it, together.
    func finish(
        _ kept: Kept, with following: [SchedulingErrand] = [], of sender: Int64 = 0,
        ticket: String = "", at now: Int = 0, due: Int = 0
    ) throws(RoomDatabaseError) {
        try database.write { session in
            try session.run("DELETE FROM errand WHERE id = ?", [.integer(kept.id)])
            try Self.add(following, sender, ticket, true, now, due, session)
        }
    }

    /// Takes an errand that may not be done twice at the same time; false if somebody else has it.
    func take(_ kept: Kept, until due: Int) throws(RoomDatabaseError) -> Bool {
        try database.write {
            try $0.run(
                "UPDATE errand SET due = ?, tries = tries + 1 WHERE id = ? AND tries = ?",
                [.integer(due), .integer(kept.id), .integer(kept.tries)]) > 0
        }
    }

    /// Puts an errand off that could not be done.
    func putOff(_ kept: Kept, until due: Int) throws(RoomDatabaseError) {
        try database.write {
            try $0.run(
                "UPDATE errand SET due = ?, tries = tries + 1 WHERE id = ?",
                [.integer(due), .integer(kept.id)])
        }
    }

    // MARK: Inboxes

    /// Puts a message into a user's inbox; the same one once.
    func put(_ body: [UInt8], name: String, for user: Int64, at now: Int) throws(RoomDatabaseError)
    {
        try database.write {
            try $0.run(
                """
                INSERT INTO schedule_message (user_id, name, body, made) VALUES (?, ?, ?, ?)
                ON CONFLICT (user_id, name) DO NOTHING
                """, [.integer(user), .text(name), .bytes(body), .integer(now)])
        }
    }

    /// The messages of a user, the oldest first.
    func messages(of user: Int64, limit: Int = 1_000) throws(RoomDatabaseError) -> [InboxMessage] {
        try database.read {
            try $0.rows(
                """
                SELECT id, name, body, made FROM schedule_message WHERE user_id = ? ORDER BY id DESC LIMIT ?
                """, [.integer(user), .integer(limit)]
            ).map {
                InboxMessage(
                    id: $0.integer(0), name: $0.text(1), body: $0.bytes(2), made: Int($0.integer(3))
                )
            }.reversed()
        }
    }

    /// Removes a message; false if there is none.
    func remove(_ name: String, of user: Int64) throws(RoomDatabaseError) -> Bool {
        try database.write {
            try $0.run(
                "DELETE FROM schedule_message WHERE user_id = ? AND name = ?",
                [.integer(user), .text(name)]) > 0
        }
    }

    /// Removes what is older than a time, in seconds.
    func removeMessages(before time: Int) throws(RoomDatabaseError) {
        try database.write {
            try $0.run("DELETE FROM schedule_message WHERE made < ?", [.integer(time)])
        }
    }

    // MARK: Schedule tags

    /// The schedule tag of a resource with an entity tag: that of the last text in which more than answers was new.
    func tag(of etag: String, user: Int64) throws(RoomDatabaseError) -> String {
        try database.read { session in try Self.tag(etag, user, session) }
    }

    private static func tag(
        _ etag: String, _ user: Int64, _ session: any PeopleSession
    ) throws -> String {
        let rows = try session.rows(
            "SELECT tag FROM schedule_tag WHERE user_id = ? AND etag = ?",
            [.integer(user), .text(etag)])
        return rows.first?.text(0) ?? etag
    }

    /// Keeps the schedule tag of a resource that has another text now.
    func keepTag(of before: String, for after: String, user: Int64) throws(RoomDatabaseError) {
        guard before != after else { return }
        try database.write { session in
            let tag = try Self.tag(before, user, session)
            try session.run(
                "DELETE FROM schedule_tag WHERE user_id = ? AND etag = ?",
                [.integer(user), .text(before)])
            try session.run(
                """
                INSERT INTO schedule_tag (user_id, etag, tag) VALUES (?, ?, ?)
                ON CONFLICT (user_id, etag) DO UPDATE SET tag = excluded.tag
                """, [.integer(user), .text(after), .text(tag)])
        }
    }

    /// Forgets what there is of a user.
    func forget(_ user: Int64) throws(RoomDatabaseError) {
        try database.write { session in
            for table in ["schedule_message", "schedule_tag", "schedule_kind"] {
                try session.run("DELETE FROM \(table) WHERE user_id = ?", [.integer(user)])
            }
            try session.run("DELETE FROM errand WHERE recipient = ?", [.integer(user)])
        }
    }
}

extension SchedulingTable.Kept {
    fileprivate init(_ row: PeopleRow) {
        (id, sender) = (row.integer(0), row.integer(1))
        (made, tries) = (Int(row.integer(13)), Int(row.integer(14)))
        isWritten = row.bool(12)
        var errand = SchedulingErrand(
            SchedulingErrand.Kind(rawValue: row.text(3)) ?? .request, uid: row.text(2),
            to: row.text(4), row.optionalInteger(5).map { .user($0) } ?? .outside(isMailed: true))
        (errand.before, errand.after) = (row.optionalText(6), row.optionalText(7))
        (errand.message, errand.summary) = (row.bytes(8), row.optionalText(10))
        errand.method = row.text(9)
        errand.sender = row.text(11)
        self.errand = errand
    }
}
