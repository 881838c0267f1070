package import AgendaKit
package import AgendaSync
package import ICalendar

/// A calendar of one user that another one may see.
package struct CalendarGrant: Hashable, Sendable {
    /// Its number, which no other grant gets.
    package let id: Int64
    /// Whose calendar it is, for ``UserTable/grants(to:)``; else who sees it.
    package let other: ServedUser
    /// Where the calendar is, below its owner's folder.
    package let place: String
    /// What may be done with it.
    package let access: SharedAccess
    /// With which names are made that do not give away the owner's.
    let secret: String
}

extension UserTable {
    static let grants = SchemaRoom(
        name: "sharing",
        steps: [
            """
            CREATE TABLE member_of (
                id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL,
                owner_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE, calendar TEXT NOT NULL,
                user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                access TEXT NOT NULL CHECK (access IN ('busy', 'read', 'write')), secret TEXT NOT NULL,
                created INTEGER NOT NULL, UNIQUE (owner_id, calendar, user_id)
            ) STRICT;
            CREATE INDEX member_of_user ON member_of (user_id);
            """
        ])

    private static func select(otherIs column: String) -> String {
        """
        SELECT \(userColumns), member_of.id, calendar, access, secret
        FROM member_of JOIN users ON users.id = member_of.\(column)
        """
    }

    /// The calendars that a user may see, with their owners, in the order in which they were shared. Those of owners who may do
    /// nothing are among them.
    package func grants(to user: Int64) throws(RoomDatabaseError) -> [CalendarGrant] {
        try grants(
            Self.select(otherIs: "owner_id") + " WHERE member_of.user_id = ? ORDER BY member_of.id",
            [.integer(user)])
    }

    /// Which of some users see calendars of others: what a service with many open users asks for all of them at once.
    func grantees(among users: [Int64]) throws(RoomDatabaseError) -> Set<Int64> {
        try numbers("SELECT DISTINCT user_id FROM member_of WHERE user_id", users)
    }

    /// Who may see calendars of a user, in the order of their names.
    package func grants(of owner: Int64) throws(RoomDatabaseError) -> [CalendarGrant] {
        try grants(
            Self.select(otherIs: "user_id")
                + " WHERE member_of.owner_id = ? ORDER BY name, member_of.id",
            [.integer(owner)])
    }

    private func grants(
        _ sql: String, _ values: [PeopleValue]
    ) throws(RoomDatabaseError) -> [CalendarGrant] {
        try database.rows(sql, values).map { row in
            CalendarGrant(
                id: row.integer(8), other: ServedUser(row), place: row.text(9),
                access: SharedAccess(rawValue: row.text(10)) ?? .busy, secret: row.text(11))
        }
    }

    /// Lets a user see a calendar, or changes how far; the audit of its owner has it.
    func share(
        _ place: String, of owner: ServedUser, with user: ServedUser, _ access: SharedAccess,
        by: String, at now: Instant
    ) throws(RoomDatabaseError) {
        try database.write { session in
            try session.run(
                """
                INSERT INTO member_of (owner_id, calendar, user_id, access, secret, created)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (owner_id, calendar, user_id) DO UPDATE SET access = excluded.access
                """,
                [
                    .integer(owner.id), .text(place), .integer(user.id), .text(access.rawValue),
                    .text(SecretToken.random()), .integer(now.secondsSinceEpoch),
                ])
            try Self.note(
                "shared-\(access.rawValue)", owner.id, owner.name, by, now, session)
        }
    }

    /// Lets a user see a calendar no more; the audit of its owner has it.
    ///
    /// - Returns: whether they could.
    func unshare(
        _ place: String, of owner: ServedUser, with user: ServedUser, by: String, at now: Instant
    ) throws(RoomDatabaseError) -> Bool {
        try database.write { session in
            let count = try session.run(
                "DELETE FROM member_of WHERE owner_id = ? AND calendar = ? AND user_id = ?",
                [.integer(owner.id), .text(place), .integer(user.id)])
            guard count > 0 else { return false }
            try Self.note("unshared", owner.id, owner.name, by, now, session)
            return true
        }
    }
}
