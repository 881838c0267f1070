internal import FoundationEssentials
internal import GRDB
internal import ICalendar

extension AccountStore {
    /// When the server was last asked which calendars the account has.
    func lastLook(at account: Account.ID) throws(AccountError) -> Instant? {
        try read { database in
            let sql = "SELECT looked FROM account_look WHERE account_id = ?"
            return try Int.fetchOne(database, sql: sql, arguments: [account]).map {
                Instant(secondsSinceEpoch: $0)
            }
        }
    }

    /// The calendars on the server that are not kept here, by their names.
    package func untaken(of account: Account.ID) throws(AccountError) -> [String] {
        try read { database in
            try String.fetchAll(
                database,
                sql: """
                    SELECT name FROM account_offer WHERE account_id = ?1
                    AND href NOT IN (SELECT href FROM account_calendar WHERE account_id = ?1) ORDER BY name
                    """, arguments: [account])
        }
    }

    /// The calendars that a person has been told of.
    func offered(to account: Account.ID, url: URL) throws(AccountError) -> Set<Href> {
        try read { database in
            let sql = "SELECT href FROM account_offer WHERE account_id = ?"
            let texts = try String.fetchAll(database, sql: sql, arguments: [account])
            return Set(texts.compactMap { Href($0, relativeTo: url)?.asCollection })
        }
    }

    /// Notes a look, and the calendars of which a person has been told.
    func note(
        offered: [CollectionState], to account: Account.ID, at time: Instant
    ) throws(AccountError) {
        try write { database in
            // The account may have been removed meanwhile.
            try database.execute(
                sql: "INSERT OR REPLACE INTO account_look SELECT id, ? FROM account WHERE id = ?",
                arguments: [time.secondsSinceEpoch, account])
            try database.execute(
                sql: "DELETE FROM account_offer WHERE account_id = ?", arguments: [account])
            for state in offered {
                try database.execute(
                    sql: """
                        INSERT OR IGNORE INTO account_offer SELECT id, ?, ? FROM account WHERE id = ?
                        """,
                    arguments: [state.href.asCollection.description, state.shownName, account])
            }
        }
    }
}
