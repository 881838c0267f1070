internal import AgendaSync

/// The leases where it is kept whom a service serves: what all nodes share.
package struct LeaseTable: LeaseBook {
    private let database: any PeopleDatabase

    /// - Parameter database: as ``UserTable/init(folder:database:)`` has prepared it.
    package init(_ database: any PeopleDatabase) { self.database = database }

    static let room = SchemaRoom(
        name: "lease",
        steps: [
            """
            CREATE TABLE lease (
                user_id INTEGER NOT NULL, kind TEXT NOT NULL, what TEXT NOT NULL, host TEXT NOT NULL,
                holder TEXT NOT NULL DEFAULT '', lease_until INTEGER NOT NULL DEFAULT 0,
                generation INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL, failures INTEGER NOT NULL DEFAULT 0,
                PRIMARY KEY (user_id, kind, what)
            ) STRICT, WITHOUT ROWID;
            CREATE INDEX lease_due ON lease (next_at);
            CREATE INDEX lease_held ON lease (lease_until) WHERE lease_until > 0;
            """
        ])

    /// What names a duty; a lease that is still its holder's; one of a user who is active.
    private static let duty = "user_id = ? AND kind = ? AND what = ?"
    private static let own = duty + " AND generation = ?"
    private static let isActive =
        "EXISTS (SELECT 1 FROM users WHERE id = lease.user_id AND state = 'active')"

    private static func key(_ duty: Duty) -> [PeopleValue] {
        [.integer(duty.user), .text(duty.kind.rawValue), .text(duty.what)]
    }

    private static func key(_ lease: DutyLease) -> [PeopleValue] {
        key(lease.duty) + [.integer(lease.generation)]
    }

    package func planLooks(spread: Int, at now: Int) throws {
        let missing = """
            FROM users WHERE state <> 'leaving'
            AND NOT EXISTS (SELECT 1 FROM lease WHERE user_id = users.id AND kind = 'look')
            """
        let gone = """
            FROM lease WHERE NOT EXISTS
            (SELECT 1 FROM users WHERE id = lease.user_id AND state <> 'leaving')
            """
        let isAny = try database.read { session in
            try [missing, gone].contains { try session.isAny($0, []) }
        }
        guard isAny else { return }
        try database.write { session in
            try session.run("DELETE " + gone, [])
            // A multiplier of Knuth's: users who were added together are not looked at together.
            try session.run(
                """
                INSERT INTO lease (user_id, kind, what, host, next_at)
                SELECT id, 'look', '', '', ?1 + (id * 2654435761) % ?2 \(missing)
                """, [.integer(now), .integer(max(1, spread))])
        }
    }

    package func plan(_ duties: [PlannedDuty], under lease: DutyLease) throws -> Bool {
        try database.write { session in
            let own = "FROM lease WHERE \(Self.own) AND \(Self.isActive)"
            guard try session.isAny(own, Self.key(lease)) else { return false }
            let user = lease.duty.user
            let wanted = Set(duties.map { Duty(user: user, kind: $0.kind, what: $0.what) })
            let known = try session.rows(
                "SELECT kind, what FROM lease WHERE user_id = ? AND kind <> 'look'",
                [.integer(user)])
            for row in known {
                let duty = Duty.Kind(rawValue: row.text(0)).map {
                    Duty(user: user, kind: $0, what: row.text(1))
                }
                guard let duty, !wanted.contains(duty) else { continue }
                try session.run("DELETE FROM lease WHERE \(Self.duty)", Self.key(duty))
            }
            for duty in duties {
                try session.run(
                    """
                    INSERT INTO lease (user_id, kind, what, host, next_at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (user_id, kind, what) DO UPDATE SET host = excluded.host, next_at =
                    CASE WHEN lease.failures = 0 AND excluded.next_at < lease.next_at
                    THEN excluded.next_at ELSE lease.next_at END
                    """,
                    Self.key(Duty(user: user, kind: duty.kind, what: duty.what))
                        + [.text(duty.host), .integer(duty.due)])
            }
            return true
        }
    }

    /// Rows that are looked at together.
    private static let page = 500

    package func take(
        _ most: Int, by node: String, _ limits: LeaseLimits, at now: Int
    ) throws -> [DutyLease] {
        let due = "SELECT 1 FROM lease WHERE next_at <= ?1 AND lease_until <= ?1 LIMIT 1"
        guard most > 0, try !database.rows(due, [.integer(now)]).isEmpty else { return [] }
        return try database.write { session in
            // Who took it is gone, perhaps because of it: it waits longer each time.
            try session.run(
                """
                UPDATE lease SET next_at = lease_until + 30 * (failures + 1) * (failures + 1),
                failures = failures + 1, lease_until = 0, holder = ''
                WHERE lease_until > 0 AND lease_until <= ?
                """, [.integer(now)])
            var choice = LeaseChoice(limits, most: most)
            let held = try session.rows(
                "SELECT user_id, host, holder, failures FROM lease WHERE lease_until > 0", [])
            for row in held {
                choice.hold(
                    user: row.integer(0), host: row.text(1), isOwn: row.text(2) == node,
                    isFailing: row.integer(3) > 0)
            }
            var taken: [DutyLease] = []
            var offset = 0
            while !choice.isFull {
                let rows = try session.rows(
                    """
                    SELECT user_id, kind, what, host, generation, next_at, failures FROM lease
                    WHERE next_at <= ? AND lease_until = 0 AND \(Self.isActive)
                    ORDER BY next_at, user_id, kind, what LIMIT \(Self.page) OFFSET \(offset)
                    """, [.integer(now)])
                for row in rows {
                    let (user, host, failures) = (
                        row.integer(0), row.text(3), Int(row.integer(6))
                    )
                    guard let kind = Duty.Kind(rawValue: row.text(1)),
                        choice.takes(user: user, host: host, failures: failures)
                    else { continue }
                    taken.append(
                        DutyLease(
                            duty: Duty(user: user, kind: kind, what: row.text(2)), host: host,
                            generation: row.integer(4) + 1, due: Int(row.integer(5)), taken: now,
                            failures: failures))
                }
                guard rows.count == Self.page else { break }
                offset += Self.page
            }
            for lease in taken {
                try session.run(
                    """
                    UPDATE lease SET holder = ?, lease_until = ?, generation = generation + 1
                    WHERE \(Self.duty)
                    """, [.text(node), .integer(now + limits.length)] + Self.key(lease.duty))
            }
            return taken
        }
    }

    package func renew(_ leases: [DutyLease], until: Int, at now: Int) throws -> Set<DutyLease> {
        guard !leases.isEmpty else { return [] }
        return try database.write { session in
            Set(
                try leases.filter { lease in
                    try session.run(
                        """
                        UPDATE lease SET lease_until = ? WHERE \(Self.own) AND lease_until > ?
                        AND \(Self.isActive)
                        """, [.integer(until)] + Self.key(lease) + [.integer(now)]) == 1
                })
        }
    }

    package func end(_ lease: DutyLease, next: Int, failures: Int) throws -> Bool {
        let values: [PeopleValue] = [
            .integer(failures), .integer(lease.due), .integer(next), .integer(next),
        ]
        return try database.write { session in
            try session.run(
                """
                UPDATE lease SET lease_until = 0, holder = '', failures = ?,
                next_at = CASE WHEN next_at = ? OR next_at > ? THEN ? ELSE next_at END
                WHERE \(Self.own) AND lease_until > 0 AND \(Self.isActive)
                """, values + Self.key(lease)) == 1
        }
    }

    package func raise(_ lease: DutyLease, over generation: Int64) throws {
        try database.write { session in
            try session.run(
                """
                UPDATE lease SET generation = CASE WHEN generation < ?1 THEN ?1 ELSE generation END,
                lease_until = 0, holder = ''
                WHERE user_id = ?2 AND kind = ?3 AND what = ?4 AND generation = ?5
                """, [.integer(generation)] + Self.key(lease))
        }
    }

    package func ask(
        for kinds: Set<Duty.Kind>, _ what: String?, of user: Int64, isMended: Bool, at time: Int
    ) throws {
        let names = kinds.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
        var which = """
            WHERE user_id = ?2 AND kind IN (\(names))
            AND (next_at > ?1 AND failures = 0 \(isMended ? "OR failures > 0" : ""))
            """
        var values: [PeopleValue] = [.integer(time), .integer(user)]
        if let what {
            which += " AND what = ?3"
            values.append(.text(what))
        }
        // Most of what people change is nobody's duty: a read waits for nobody.
        let isAny = try !database.rows("SELECT 1 FROM lease \(which) LIMIT 1", values).isEmpty
        let isNew = try kinds.contains(.look) && !isAny && isNeverLookedAt(user)
        guard isAny || isNew else { return }
        try database.write { session in
            if isNew {
                try session.run(
                    """
                    INSERT INTO lease (user_id, kind, what, host, next_at)
                    SELECT id, 'look', '', '', ?1 FROM users WHERE id = ?2 AND state <> 'leaving'
                    ON CONFLICT (user_id, kind, what) DO NOTHING
                    """, [.integer(time), .integer(user)])
            }
            try session.run(
                """
                UPDATE lease SET next_at = CASE WHEN next_at > ?1 THEN ?1 ELSE next_at END,
                failures = 0 \(which)
                """, values)
        }
    }

    /// Whether a user has not even the duty to be looked at yet.
    private func isNeverLookedAt(_ user: Int64) throws -> Bool {
        try database.rows(
            "SELECT 1 FROM lease WHERE user_id = ? AND kind = 'look'", [.integer(user)]
        ).isEmpty
    }

    package func figures(at now: Int) throws -> LeaseFigures {
        try database.read { session in
            var figures = LeaseFigures()
            let row = try session.rows(
                """
                SELECT count(*), count(*) FILTER (WHERE lease_until > ?1),
                count(*) FILTER (WHERE failures > 0),
                min(CASE WHEN lease_until <= ?1 AND \(Self.isActive) THEN next_at END) FROM lease
                """, [.integer(now)]
            ).first
            guard let row else { return figures }
            (figures.duties, figures.held) = (Int(row.integer(0)), Int(row.integer(1)))
            figures.failing = Int(row.integer(2))
            figures.lag = max(0, now - Int(row.optionalInteger(3) ?? Int64(now)))
            return figures
        }
    }
}

extension PeopleSession {
    /// Whether there is a row of what follows `SELECT`.
    fileprivate func isAny(_ rest: String, _ values: [PeopleValue]) throws -> Bool {
        try !rows("SELECT 1 \(rest) LIMIT 1", values).isEmpty
    }
}
