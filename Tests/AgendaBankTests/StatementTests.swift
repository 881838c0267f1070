import Testing

@testable import AgendaBank

/// Reads all SQL. It needs no database.
@Suite("Each statement names the user")
struct StatementTests {
    private static let tables = [
        "users", "nonce", "calendar", "resource", "operation", "document",
    ]

    /// The names that a text gives to a user's tables: `agenda.resource r` is r, `resource` alone itself.
    private static func names(
        _ text: String, of table: String, prefix: String
    ) throws -> [String] {
        let alias = "(?:\\s+(?!SET|WHERE|CROSS|LEFT|JOIN|ON|VALUES)([a-z]\\w*))?"
        let mention = try Regex("(?:FROM|JOIN|USING|UPDATE|INTO|,)\\s+\(prefix)\(table)\\b\(alias)")
        return text.matches(of: mention).map { match in
            match.output[1].substring.map(String.init) ?? table
        }
    }

    /// The statements that are of nobody: which one of them is added has to be said here.
    @Test("but for who somebody is, who has changed something, and which version there is")
    func others() {
        #expect(
            BankStatements.all.filter { !$0.isOfUser }.map(\.name)
                == ["user", "named", "changed", "shard"])
    }

    @Test(
        "a node's: each table's rows are those of the first value",
        arguments: BankStatements.all.map(\.name))
    func nodes(name: String) throws {
        let statement = try #require(BankStatements.all.first { $0.name == name })
        guard statement.isOfUser else { return }
        let text = statement.text
        if text.contains("agenda_v") {
            #expect(text.contains(try Regex("agenda_v3\\.\\w+\\(\\$1, ")), "\(text)")
            #expect(!text.contains("agenda."), "\(text)")
            return
        }
        var count = 0
        for table in Self.tables {
            let column = table == "users" ? "id" : "user_id"
            for alias in try Self.names(text, of: table, prefix: "agenda\\.") {
                count += 1
                let plain = alias == table ? "\(column) = $1" : "\(alias).\(column) = $1"
                #expect(text.contains(plain), "\(name): \(alias) of \(table)")
            }
        }
        #expect(count == text.components(of: "agenda.") - text.components(of: "agenda.shard"))
    }

    @Test("a function's: each table's rows are those of its first argument")
    func functions() throws {
        let step = try #require(BankSchema.own.steps.last)
        for function in step.functions.split(separator: "CREATE FUNCTION ").map(String.init) {
            let name = function.prefix { $0 != "(" }
            guard let body = function.split(separator: "$$").dropFirst().first else { continue }
            // Two are of nobody, and answer no more than numbers; two others make users and remove them, and no node may call them.
            let isOfOwner = function.contains("SECURITY DEFINER")
            let names = ["user_named", "changed_since", "follow_user"]
            #expect(isOfOwner == names.contains { name.hasSuffix("." + $0) })
            #expect(function.contains("SET search_path = agenda, pg_temp"))
            if isOfOwner || name.hasSuffix(".add_user") { continue }
            #expect(function.contains("(u bigint"), "\(name)")
            for statement in body.split(separator: ";").map(String.init) {
                for table in Self.tables {
                    for alias in try Self.names(statement, of: table, prefix: "") {
                        let column = table == "users" ? "id" : "user_id"
                        let given = try Regex("VALUES\\s+\\(u,")
                        let isNamed =
                            statement.contains("\(alias).\(column) = u")
                            || statement.contains("WHERE \(column) = u")
                            || statement.contains(given)
                        #expect(isNamed, "\(name): \(alias) of \(table) in \(statement)")
                    }
                }
            }
        }
    }

    @Test("the test sees what it looks for")
    func itself() throws {
        #expect(
            try Self.names("FROM agenda.resource r WHERE", of: "resource", prefix: "agenda\\.") == [
                "r"
            ])
        #expect(try Self.names("FROM resource WHERE x", of: "resource", prefix: "") == ["resource"])
        #expect(try Self.names("DELETE FROM nonce n\nWHERE", of: "nonce", prefix: "") == ["n"])
        #expect(try Self.names("UPDATE users SET x", of: "users", prefix: "") == ["users"])
    }

    @Test("each key and each unique index begins with the user")
    func keys() throws {
        let text = BankSchema.tables
        for match in text.matches(of: try Regex("PRIMARY KEY \\(([a-z_]+)")) {
            #expect(match.output[1].substring == "user_id")
        }
        for match in text.matches(of: try Regex("UNIQUE INDEX \\w+ ON \\w+ \\(([a-z_]+)")) {
            #expect(match.output[1].substring == "user_id")
        }
        #expect(text.components(of: "PRIMARY KEY (user_id, ") == 4)
    }
}

extension String {
    /// How often a text is in it.
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
