/// The tables and functions of a bank, in versions.
///
/// Tables are in schema `agenda`. The functions by which nodes of version N write are in `agenda_vN`: those of the newest version
/// and of the one before are there, so that nodes of two versions work beside each other while all are upgraded one by one.
package struct BankSchema: Sendable {
    /// What makes a bank of one version one of the next. The owner does it.
    struct Step: Sendable {
        /// Of the tables, which the nodes of the version before must not notice.
        var tables: String
        /// All functions of the version, in the schema that `{api}` stands for.
        var functions: String
        /// Those of them that no node may call.
        var ofOwner = ["add_user(text)"]
        /// Schemas that it needs besides its own, which whoever makes the bank makes.
        var schemas: [String] = []
    }

    var steps: [Step]

    /// Of this program.
    package static let own = BankSchema(steps: [
        Step(tables: tables, functions: writing),
        Step(
            tables: forgettingTables, functions: writing + forgetting,
            ofOwner: ["add_user(text)", "forget(bigint, integer)"]),
        Step(
            tables: documentTables, functions: writing + forgetting + documents,
            ofOwner: ["add_user(text)", "forget(bigint, integer)", "follow_user()"],
            schemas: ["people"]),
    ])

    /// The version that the steps end in.
    package var version: Int { steps.count }

    /// The role that has the tables, and the one that nodes are members of. Nobody signs in as either.
    package static let (owner, node) = ("agenda_owner", "agenda_node")

    /// The schema of this program's functions.
    package static var ownAPI: String { api(own.version) }

    /// The schema of a version's functions.
    static func api(_ version: Int) -> String { "agenda_v\(version)" }

    /// The version of a bank; nil where none is.
    ///
    /// - Throws: `refused` where this role may not ask.
    package static func version(_ connection: PostgresConnection) throws(PostgresFault) -> Int? {
        let found = try connection.script("SELECT to_regclass('agenda.shard') IS NOT NULL")
        guard found?.rows.first?.text(0) == "t" else { return nil }
        return try connection.script("SELECT version FROM agenda.shard")?.rows.first.flatMap {
            Int($0.text(0))
        }
    }

    /// Makes a bank in a database, unless one is there.
    ///
    /// - Parameter connection: of somebody who may make roles and schemas.
    /// - Returns: whether one was made.
    package func make(_ connection: PostgresConnection) throws(PostgresFault) -> Bool {
        guard try Self.version(connection) == nil else { return false }
        let roles = [Self.owner, Self.node].map { role in
            """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '\(role)') THEN
                    CREATE ROLE \(role) NOLOGIN;
                END IF;
            END $$;
            """
        }
        try transaction(
            connection,
            """
            \(roles.joined(separator: "\n"))
            GRANT \(Self.owner) TO CURRENT_USER;
            CREATE SCHEMA agenda AUTHORIZATION \(Self.owner);
            SET LOCAL ROLE \(Self.owner);
            GRANT USAGE ON SCHEMA agenda TO \(Self.node);
            CREATE TABLE agenda.shard (
                one boolean PRIMARY KEY DEFAULT true CHECK (one),
                generation bigint NOT NULL,
                version integer NOT NULL
            );
            GRANT SELECT ON agenda.shard TO \(Self.node);
            INSERT INTO agenda.shard (generation, version)
                VALUES (('x' || right(replace(gen_random_uuid()::text, '-', ''), 12))::bit(48)::bigint, 0);
            RESET ROLE;
            \(scripts(from: 0))
            """)
        return true
    }

    /// Brings a bank to this program's version: all steps as one transaction.
    ///
    /// - Returns: the version that it had.
    package func upgrade(_ connection: PostgresConnection) throws(PostgresFault) -> Int {
        guard let known = try Self.version(connection) else {
            throw PostgresFault(.schema, "there is no bank: make one first")
        }
        guard known <= version else {
            throw PostgresFault(
                .schema, "the bank has version \(known), this program knows \(version)")
        }
        guard known < version else { return known }
        // Whoever was faster is waited for; the version is another one then.
        try transaction(
            connection,
            """
            DO $$ BEGIN
                IF (SELECT version FROM agenda.shard FOR UPDATE) <> \(known) THEN
                    RAISE 'somebody else is upgrading the bank';
                END IF;
            END $$;
            \(scripts(from: known))
            """)
        return known
    }

    /// - Throws: what went wrong; nothing of the text is done then.
    private func transaction(
        _ connection: PostgresConnection, _ text: String
    ) throws(PostgresFault) {
        do throws(PostgresFault) { try connection.script("BEGIN;\n\(text)\nCOMMIT") } catch {
            // Nothing more can be done if not even this can.
            _ = try? connection.script("ROLLBACK")
            throw error
        }
    }

    /// The steps from a version to the newest.
    private func scripts(from version: Int) -> String {
        let texts = steps.enumerated().dropFirst(version).map { index, step in
            let (number, api) = (index + 1, Self.api(index + 1))
            return """
                \(([api] + step.schemas).map { "CREATE SCHEMA \($0) AUTHORIZATION \(Self.owner);" }.joined())
                SET LOCAL ROLE \(Self.owner);
                SET LOCAL search_path = agenda, pg_temp;
                \(step.tables)
                \(step.functions.replacing("{api}", with: api))
                REVOKE ALL ON ALL FUNCTIONS IN SCHEMA \(api) FROM PUBLIC;
                GRANT USAGE ON SCHEMA \(api) TO \(Self.node);
                GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA \(api) TO \(Self.node);
                \(step.ofOwner.map { "REVOKE EXECUTE ON FUNCTION \(api).\($0) FROM \(Self.node);" }.joined())
                \(number > 2 ? "DROP SCHEMA \(Self.api(number - 2)) CASCADE;" : "")
                UPDATE agenda.shard SET version = \(number);
                RESET ROLE;
                """
        }
        return texts.joined(separator: "\n")
    }
}
