internal import FoundationEssentials
internal import GRDB

extension AccountStore {
    /// Notes what an account's program said on its standard error.
    func note(said lines: [String], by account: Account.ID) throws(AccountError) {
        try write { database in
            try database.execute(
                sql: "UPDATE account_program SET said = ? WHERE account_id = ?",
                arguments: [lines.joined(separator: "\n"), account])
        }
    }

    /// The last lines that an account's program said on its standard error.
    package func said(by account: Account.ID) throws(AccountError) -> [String] {
        try read { database in
            let sql = "SELECT said FROM account_program WHERE account_id = ?"
            let text = try String.fetchOne(database, sql: sql, arguments: [account])
            return (text ?? "").split(separator: "\n").map(String.init)
        }
    }
}

extension AccountSetup {
    /// A new account, not stored yet, whose calendar a program has.
    ///
    /// - Parameter name: For people.
    /// - Throws: ``AccountError/Reason/nameTaken(_:)``
    package func newAccount(
        name: String, program: SourceProgram, password: PasswordSource?
    ) throws(AccountError) -> Account {
        let id = try newIdentifier(for: name)
        // One host each: requests to one wait for each other.
        let host = ResourceNames.hexadecimal(id)
        guard let url = URL(string: "\(Origin.programScheme)://\(host)/") else {
            throw AccountError(.nameTaken(name))
        }
        var account = Account(
            id: id, name: name, address: program.title, url: url, user: "", password: password)
        (account.program, account.home) = (program, ProgramExchange.home)
        return account
    }
}
