/// What is wrong with a bank, as a node sees it: found before people's calendars are in it, not after.
package enum BankInspection {
    /// What is to be mended, in plain words; nothing for a bank that is in order.
    ///
    /// - Parameter connection: as nodes have it, by the role that they sign in as.
    package static func problems(
        _ connection: PostgresConnection
    ) throws(PostgresFault) -> [String] {
        let version: Int?
        do throws(PostgresFault) { version = try BankSchema.version(connection) } catch {
            guard error.reason == .refused else { throw error }
            return ["this role may not use the bank: GRANT \(BankSchema.node) TO it"]
        }
        guard let version else { return ["there is no bank: 'agenda-server bank init' makes one"] }
        let own = BankSchema.own.version
        var problems: [String] = []
        if version != own && version != own + 1 {
            problems.append("the bank has version \(version), this program knows \(own)")
        }
        for question in questions {
            let found = try connection.script(question.sql)?.rows ?? []
            problems += found.map {
                question.problem + ($0.text(0).isEmpty ? "" : ": " + $0.text(0))
            }
        }
        return problems
    }

    /// Each gives a row for what is wrong, with its name.
    private static let questions: [(sql: String, problem: String)] = [
        (
            """
            SELECT current_user FROM pg_roles
            WHERE rolname = current_user AND (rolsuper OR rolbypassrls)
            """, "row-level security does not hold for this role"
        ),
        (
            """
            SELECT current_user WHERE pg_has_role(current_user, '\(BankSchema.owner)', 'MEMBER')
            """, "the tables are this role's own"
        ),
        (
            """
            SELECT current_user WHERE NOT pg_has_role(current_user, '\(BankSchema.node)', 'USAGE')
            """, "this role is no node"
        ),
        (
            """
            SELECT relname FROM pg_class WHERE relnamespace = 'agenda'::regnamespace
                AND relkind = 'r' AND relname <> 'shard'
                AND NOT (relrowsecurity AND relforcerowsecurity)
            """, "rows are not secured in"
        ),
        (
            """
            SELECT proname FROM pg_proc WHERE pronamespace::regnamespace::text LIKE 'agenda\\_v%'
                AND (proconfig IS NULL OR NOT 'search_path=agenda, pg_temp' = ANY (proconfig)
                    OR prosecdef AND proname NOT IN ('user_named', 'changed_since', 'follow_user'))
            """, "a function may do what its caller may not, or looks elsewhere for tables"
        ),
        (
            """
            SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes')
                AND setting <> 'on'
            """, "what is acknowledged is not on the disk: switch this on"
        ),
        (
            """
            SELECT '' FROM pg_settings WHERE name = 'synchronous_standby_names' AND setting = ''
            """,
            "synchronous_standby_names is empty: what is acknowledged is lost with this server's disk"
        ),
    ]
}
