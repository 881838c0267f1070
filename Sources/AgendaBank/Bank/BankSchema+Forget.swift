extension BankSchema {
    /// Lets each user's old rows go, a user a transaction.
    ///
    /// - Parameters:
    ///   - connection: of somebody who made the bank.
    ///   - days: how long it is remembered what was removed.
    /// - Returns: how many users there are.
    package func forget(
        _ connection: PostgresConnection, days: Int32 = 180
    ) throws(PostgresFault) -> Int {
        try connection.script("SET ROLE \(Self.owner)")
        let users = try connection.script("SELECT id FROM agenda.users ORDER BY id")?.rows ?? []
        for user in users.compactMap({ Int64($0.text(0)) }) {
            _ = try connection.rows(BankStatements.forget, of: user, [.integer(days)])
        }
        try connection.script("RESET ROLE")
        return users.count
    }
}
