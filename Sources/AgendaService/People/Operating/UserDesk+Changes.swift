package import AgendaActions
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

extension UserDesk {
    /// Gives a user another name. Devices sign in by it from then on, and find their calendars at other addresses.
    ///
    /// - Returns: the user.
    package func rename(_ user: ServedUser, to name: String) throws -> ServedUser {
        try ServedUser.check(name: name)
        guard user.state != .leaving else {
            throw CommandFailure.failure("\(user.name): has been removed: it has no other name")
        }
        let now = clock.now
        let isRenamed = try table.database.write { session in
            let sql = """
                UPDATE users SET name = ?1 WHERE id = ?2
                AND NOT EXISTS (SELECT 1 FROM users WHERE name = ?1)
                """
            guard try session.run(sql, [.text(name), .integer(user.id)]) == 1 else { return false }
            try UserTable.note("renamed", user.id, name, "operator", now, session)
            return true
        }
        guard isRenamed else {
            throw CommandFailure.failure(
                "\(name): there is such a user already: choose another name")
        }
        return try self.user(name)
    }

    /// What a user may: each limit, and whether it is the user's own.
    package func limits(
        of user: ServedUser
    ) throws -> [(kind: UserLimit, value: Int, isOwn: Bool)] {
        let own = try UserLimitTable(table.database).own(of: user.id)
        let usual = UserLimits.Most()
        return UserLimit.allCases.map { ($0, own[$0] ?? usual[$0], own[$0] != nil) }
    }

    /// Sets limits of a user's own; they count within a minute.
    ///
    /// - Parameter isAlone: whether all others are the usual ones again.
    package func set(_ limits: [UserLimit: Int], of user: ServedUser, isAlone: Bool) throws {
        for (kind, value) in limits where value < (kind == .requests ? 1 : 0) {
            throw CommandFailure.usage("--\(kind.rawValue) \(value): expected a larger number")
        }
        try UserLimitTable(table.database).set(
            limits, of: user, isAlone: isAlone, at: clock.now)
    }
}
