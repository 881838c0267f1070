internal import AgendaKit
package import AgendaSync
package import ICalendar

/// What one user may, where it is not what all may.
package enum UserLimit: String, Sendable, CaseIterable {
    /// MiB that the user's folder may hold.
    case storage
    /// Files in it: each event or to-do is one.
    case resources
    /// Requests a second over a longer time.
    case requests
    /// Calendars, feeds and accounts.
    case sources
    /// Devices that may come in.
    case devices
}

/// The limits that users have of their own, where it is kept who is served.
package struct UserLimitTable: Sendable {
    private let database: any PeopleDatabase

    /// - Parameter database: as ``UserTable/init(folder:database:)`` has prepared it.
    package init(_ database: any PeopleDatabase) { self.database = database }

    static let room = SchemaRoom(
        name: "limit",
        steps: [
            """
            CREATE TABLE user_limit (
                user_id INTEGER NOT NULL, kind TEXT NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (user_id, kind)
            ) STRICT, WITHOUT ROWID;
            """
        ])

    /// The limits of a user's own.
    package func own(of user: Int64) throws(RoomDatabaseError) -> [UserLimit: Int] {
        let rows = try database.rows(
            "SELECT kind, value FROM user_limit WHERE user_id = ?", [.integer(user)])
        return rows.reduce(into: [:]) { found, row in
            if let kind = UserLimit(rawValue: row.text(0)) { found[kind] = Int(row.integer(1)) }
        }
    }

    /// Sets limits of a user's own; the audit has it.
    ///
    /// - Parameter isAlone: whether the user has none but these.
    package func set(
        _ limits: [UserLimit: Int], of user: ServedUser, isAlone: Bool, at now: Instant
    ) throws(RoomDatabaseError) {
        try database.write { session in
            if isAlone {
                try session.run(
                    "DELETE FROM user_limit WHERE user_id = ?", [.integer(user.id)])
            }
            for (kind, value) in limits.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                try session.run(
                    """
                    INSERT INTO user_limit (user_id, kind, value) VALUES (?, ?, ?)
                    ON CONFLICT (user_id, kind) DO UPDATE SET value = excluded.value
                    """, [.integer(user.id), .text(kind.rawValue), .integer(value)])
            }
            try UserTable.note("limits", user.id, user.name, "operator", now, session)
        }
    }
}

extension People {
    /// Refuses one more device or source of a user who has as many as there may be.
    func checkCounts(_ request: ServiceRequest, _ open: OpenUser) throws(Problem) {
        guard request.method == "POST", let path = request.segments, path.count >= 2,
            path[0] == "v1", path.last != "sync", path.last != "refresh"
        else { return }
        switch path[1] {
        case "devices":
            let known = try? open.service.parts.devices.all(at: options.clock.now)
            try open.limits.check(known?.count ?? 0, of: .devices, "devices")
        case "calendars", "accounts":
            let known = try? open.service.live.present.store.sources(counting: false)
            try open.limits.check(
                known?.count { $0.location != nil } ?? 0, of: .sources,
                "calendars, feeds and accounts")
        default: break
        }
    }
}

extension UserLimits.Most {
    /// These with what a user has otherwise.
    func with(_ own: [UserLimit: Int]) -> Self {
        var most = self
        for (kind, value) in own {
            switch kind {
            case .storage: most.bytes = value << 20
            case .resources: most.files = value
            case .requests: most.requests = value
            case .sources: most.sources = value
            case .devices: most.devices = value
            }
        }
        return most
    }

    /// A limit in the unit that people are told.
    package subscript(_ kind: UserLimit) -> Int {
        switch kind {
        case .storage: bytes >> 20
        case .resources: files
        case .requests: requests
        case .sources: sources
        case .devices: devices
        }
    }
}
