internal import GRDB

/// The accounts and their calendars, in `sync.db`.
///
/// Reading takes microseconds; a change is on the disk when its call returns.
package struct AccountStore: Sendable {
    let database: RoomDatabase

    /// Makes the tables where they are missing.
    package init(_ database: RoomDatabase) throws(AccountError) {
        self.database = database
        do throws(RoomDatabaseError) {
            try database.prepare(AccountSchema.room)
        } catch {
            throw AccountError(.database(error))
        }
    }

    private static let rows =
        """
        SELECT account.*, scheme, program, argument, path FROM account
        LEFT JOIN account_scheme ON account_scheme.account_id = id
        LEFT JOIN account_program ON account_program.account_id = id
        """

    /// All accounts by name, but those of programs that are not asked any more.
    package func accounts() throws(AccountError) -> [Account] {
        try accounts(where: "NOT \(Self.isRetired)")
    }

    /// The accounts of programs that are not asked any more, because their source was removed: undo brings it back.
    package func retired() throws(AccountError) -> [Account] {
        try accounts(where: Self.isRetired)
    }

    private static let isRetired = """
        (program IS NOT NULL AND 0 = (
            SELECT MAX(is_enabled) FROM account_calendar WHERE account_calendar.account_id = account.id))
        """

    private func accounts(where condition: String) throws(AccountError) -> [Account] {
        try read { database in
            try Row.fetchAll(database, sql: "\(Self.rows) WHERE \(condition) ORDER BY name")
                .map(Account.init)
        }
    }

    /// The account of an identifier or a name.
    ///
    /// - Throws: ``AccountError/Reason/noAccount(_:)``
    package func account(_ text: String) throws(AccountError) -> Account {
        let found = try read { database in
            try Row.fetchOne(
                database,
                sql: "\(Self.rows) WHERE id = :text OR name = :text ORDER BY id <> :text",
                arguments: ["text": text]
            ).map(Account.init)
        }
        guard let found else { throw AccountError(.noAccount(text)) }
        return found
    }

    /// The calendars of an account, or of all, in the order in which they were registered.
    package func calendars(of account: Account.ID? = nil) throws(AccountError) -> [AccountCalendar]
    {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT account_calendar.*, url FROM account_calendar JOIN account ON account.id = account_id
                    WHERE :account IS NULL OR account_id = :account ORDER BY account_calendar.id
                    """, arguments: ["account": account]
            ).map(AccountCalendar.init)
        }
    }

    /// Adds an account with its first calendars: all of it or nothing.
    ///
    /// - Parameter calendars: Their ``AccountCalendar/id`` does not count.
    /// - Returns: The calendars with their identifiers.
    /// - Throws: ``AccountError/Reason/nameTaken(_:)``, ``AccountError/Reason/folderTaken(_:)``
    package func add(
        _ account: Account, _ calendars: [AccountCalendar] = []
    ) throws(AccountError) -> [AccountCalendar] {
        try write { database in
            let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE id = ? OR name = ?)"
            let arguments: StatementArguments = [account.id, account.name]
            if try Bool.fetchOne(database, sql: sql, arguments: arguments) == true {
                throw AccountError(.nameTaken(account.name))
            }
            try account.write(database)
            return try insert(calendars, into: account, database)
        }
    }

    /// Stores what has changed of an account.
    ///
    /// - Throws: ``AccountError/Reason/noAccount(_:)``, ``AccountError/Reason/nameTaken(_:)``
    package func update(_ account: Account) throws(AccountError) {
        try write { database in
            try requireAccount(account, database)
            let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE id <> ? AND name = ?)"
            let arguments: StatementArguments = [account.id, account.name]
            if try Bool.fetchOne(database, sql: sql, arguments: arguments) == true {
                throw AccountError(.nameTaken(account.name))
            }
            try account.write(database)
        }
    }

    /// Notes how the server wants to be told the password.
    package func note(
        _ scheme: AuthenticationScheme, of account: Account.ID
    ) throws(AccountError) {
        try write { database in
            // The account may have been removed meanwhile.
            try database.execute(
                sql: "INSERT OR REPLACE INTO account_scheme SELECT id, ? FROM account WHERE id = ?",
                arguments: [scheme.rawValue, account])
        }
    }

    /// Forgets an account and its calendars. Their replicas stay as they are.
    package func remove(_ account: Account.ID) throws(AccountError) {
        try write {
            try $0.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account])
        }
    }

    /// Registers a calendar of an account.
    ///
    /// - Parameter calendar: Its ``AccountCalendar/id`` does not count.
    /// - Throws: ``AccountError/Reason/registered(_:)``, ``AccountError/Reason/folderTaken(_:)``
    package func add(_ calendar: AccountCalendar) throws(AccountError) -> AccountCalendar {
        let account = try account(calendar.account)
        return try write { database in
            try requireAccount(account, database)
            return try insert([calendar], into: account, database)[0]
        }
    }

    /// Stores what has changed of a calendar.
    ///
    /// - Throws: ``AccountError/Reason/noCalendar(_:)``, ``AccountError/Reason/folderTaken(_:)``
    package func update(_ calendar: AccountCalendar) throws(AccountError) {
        try write { database in
            let sql = "SELECT EXISTS (SELECT 1 FROM account_calendar WHERE id = ?)"
            guard try Bool.fetchOne(database, sql: sql, arguments: [calendar.id]) == true else {
                throw AccountError(.noCalendar(calendar.name))
            }
            try requireFree(calendar, database)
            try calendar.write(database, id: calendar.id)
        }
    }

    /// Forgets a calendar. Its replica stays as it is.
    package func remove(_ calendar: AccountCalendar.ID) throws(AccountError) {
        try write {
            try $0.execute(
                sql: "DELETE FROM account_calendar WHERE id = ?", arguments: [calendar])
        }
    }
}

extension AccountStore {
    private func insert(
        _ calendars: [AccountCalendar], into account: Account, _ database: Database
    ) throws -> [AccountCalendar] {
        try calendars.map { calendar in
            try requireFree(calendar, database)
            try calendar.write(database, id: nil)
            return calendar.with(id: database.lastInsertedRowID)
        }
    }

    private func requireAccount(_ account: Account, _ database: Database) throws {
        let sql = "SELECT EXISTS (SELECT 1 FROM account WHERE id = ?)"
        guard try Bool.fetchOne(database, sql: sql, arguments: [account.id]) == true else {
            throw AccountError(.noAccount(account.name))
        }
    }

    /// Refuses a calendar that another one is in the way of.
    private func requireFree(_ calendar: AccountCalendar, _ database: Database) throws {
        let others = try Row.fetchAll(
            database,
            sql: """
                SELECT folder = :folder FROM account_calendar
                WHERE id <> :id AND (folder = :folder OR account_id = :account AND href = :href)
                """,
            arguments: [
                "folder": calendar.folder, "id": calendar.id, "account": calendar.account,
                "href": calendar.href.description,
            ])
        guard let row = others.first else { return }
        let isFolder: Bool = row[0]
        throw AccountError(isFolder ? .folderTaken(calendar.folder) : .registered(calendar.name))
    }

    func read<T>(_ body: (Database) throws -> T) throws(AccountError) -> T {
        do throws(RoomDatabaseError) {
            return try database.read(body)
        } catch {
            throw AccountError(.database(error))
        }
    }

    /// Runs a transaction; a failure undoes it.
    func write<T>(_ body: (Database) throws -> T) throws(AccountError) -> T {
        var refused: AccountError?
        do throws(RoomDatabaseError) {
            return try database.write { database in
                do { return try body(database) } catch {
                    refused = error as? AccountError
                    throw error
                }
            }
        } catch {
            throw refused ?? AccountError(.database(error))
        }
    }
}
