internal import GRDB

extension AccountStore {
    /// What an account's server does with invitations; nil if it was not asked yet.
    package func scheduling(of account: Account.ID) throws(AccountError) -> ServerScheduling? {
        try read { database in
            let sql = "SELECT is_automatic, addresses FROM account_scheduling WHERE account_id = ?"
            return try Row.fetchOne(database, sql: sql, arguments: [account]).map { row in
                let addresses: String = row["addresses"]
                return ServerScheduling(
                    isAutomatic: row["is_automatic"],
                    addresses: addresses.split(separator: "\n").map(String.init))
            }
        }
    }

    /// Notes what an account's server does with invitations.
    package func note(
        _ scheduling: ServerScheduling, of account: Account.ID
    ) throws(AccountError) {
        let addresses = scheduling.addresses.map { $0.filter { !$0.isNewline } }
        try write { database in
            // The account may have been removed meanwhile.
            try database.execute(
                sql: """
                    INSERT OR REPLACE INTO account_scheduling SELECT id, ?, ? FROM account WHERE id = ?
                    """,
                arguments: [
                    scheduling.isAutomatic, addresses.joined(separator: "\n"), account,
                ])
        }
    }
}
