extension PostgresBank {
    /// A user's calendars.
    ///
    /// - Throws: `noUser`.
    package func home(of user: Int64) async throws(PostgresFault) -> BankHome {
        try await read(BankStatements.calendars, of: user) { rows throws(PostgresFault) in
            guard let first = rows.first else { throw PostgresFault(.noUser, "no user \(user)") }
            let generation: Int64 = first.integer(0)
            var home = BankHome(
                token: BankToken(generation, first, 1, 2), calendars: [], properties: "{}")
            for row in rows where !row.isNull(3) {
                let id: Int32 = row.integer(3)
                guard id > 0 else {
                    home.properties = row.text(6)
                    continue
                }
                home.calendars.append(
                    BankCalendar(
                        id: id, slug: row.text(4), components: row.isNull(5) ? nil : row.text(5),
                        properties: row.text(6), token: BankToken(generation, row, 7, 8)))
            }
            return home
        }
    }

    /// What has changed in a calendar since a state; all that there is without one. What was made after it and is gone is left out.
    ///
    /// - Returns: nil if that state is not known (any more).
    /// - Throws: `noCalendar`.
    package func members(
        of calendar: Int32, _ user: Int64, since token: BankToken? = nil
    ) async throws(PostgresFault) -> BankChanges? {
        // Nothing follows on the greatest code point.
        let after = token.map { $0.after ?? "\u{10FFFF}" } ?? ""
        let values: [PostgresValue] = [
            .integer(calendar), .bigint(token?.modseq ?? -1),
            .bigint(token.map { Int64(bitPattern: $0.nonce) } ?? 0),
            .bigint(token?.generation ?? 0), .text(after),
        ]
        return try await read(BankStatements.members, of: user, values) {
            rows throws(PostgresFault) -> BankChanges? in
            guard let first = rows.first else {
                throw PostgresFault(.noCalendar, "no calendar \(calendar)")
            }
            guard first.bool(3) else { return nil }
            let generation: Int64 = first.integer(0)
            let members = rows.filter { !$0.isNull(4) }.map { row in
                var token = BankToken(generation, row, 9, 10)
                token.after = row.text(4)
                return BankMember(
                    href: row.text(4), etag: row.text(5), kind: row.text(6), uid: row.text(7),
                    isGone: row.bool(8), token: token)
            }
            return BankChanges(members: members, token: BankToken(generation, first, 1, 2))
        }
    }

    /// The resources of these names; those that there are not are left out.
    package func bodies(
        _ names: [String], of calendar: Int32, _ user: Int64
    ) async throws(PostgresFault) -> [String: BankBody] {
        let values: [PostgresValue] = [.integer(calendar), .texts(names)]
        return try await read(BankStatements.bodies, of: user, values) { rows in
            Dictionary(
                rows.map { row in
                    (
                        row.text(0),
                        BankBody(
                            etag: row.text(1), kind: row.text(2), uid: row.text(3),
                            bytes: row.bytes(4), modified: row.integer(5))
                    )
                }
            ) { first, _ in first }
        }
    }

    /// The names of the resources that hold a UID: one at most.
    package func names(
        holding uid: String, in calendar: Int32, _ user: Int64
    ) async throws(PostgresFault) -> [String] {
        try await read(BankStatements.holders, of: user, [.integer(calendar), .text(uid)]) { rows in
            rows.map { $0.text(0) }
        }
    }

    /// The names of a user's documents.
    package func documents(of user: Int64) async throws(PostgresFault) -> Set<String> {
        try await read(BankStatements.documents, of: user) { rows in Set(rows.map { $0.text(0) }) }
    }

    /// The state of a user.
    ///
    /// - Throws: `noUser`.
    package func state(of user: Int64) async throws(PostgresFault) -> BankToken {
        try await read(BankStatements.state, of: user) { rows throws(PostgresFault) in
            guard let row = rows.first else { throw PostgresFault(.noUser, "no user \(user)") }
            return BankToken(row.integer(0), row, 1, 2)
        }
    }

    /// What a view lacks that has this state of a user; all that there is for one that has nothing.
    ///
    /// - Returns: nil if the bank has never been in that state: the view has to be thrown away.
    package func news(
        of user: Int64, since token: BankToken? = nil
    ) async throws(PostgresFault) -> BankNews? {
        let values: [PostgresValue] = [
            .bigint(token?.modseq ?? -1), .bigint(token.map { Int64(bitPattern: $0.nonce) } ?? 0),
            .bigint(token?.generation ?? 0),
        ]
        return try await read(BankStatements.news, of: user, values) {
            rows throws(PostgresFault) -> BankNews? in
            var news: BankNews?
            for row in rows where row.integer(0, as: Int32.self) == 0 {
                guard row.bool(4) else { return nil }
                news = BankNews(token: BankToken(row.integer(1), row, 2, 3))
            }
            guard var news else { throw PostgresFault(.noUser, "no user \(user)") }
            for row in rows {
                switch row.integer(0, as: Int32.self) {
                case 1:
                    news.calendars.append(
                        BankNews.Calendar(
                            id: row.integer(5), slug: row.text(6),
                            components: row.isNull(7) ? nil : row.text(7), properties: row.text(8),
                            isGone: row.bool(4)))
                case 2:
                    news.resources.append(
                        BankNews.Resource(
                            calendar: row.integer(5), href: row.text(6), etag: row.text(7),
                            kind: row.text(8), body: row.isNull(9) ? nil : row.bytes(9),
                            modseq: row.integer(2)))
                case 3:
                    news.documents.append(
                        BankNews.Document(
                            name: row.text(6), body: row.isNull(9) ? nil : row.bytes(9),
                            modseq: row.integer(2)))
                default: break
                }
            }
            return news
        }
    }
}
