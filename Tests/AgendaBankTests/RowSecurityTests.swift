import Testing

@testable import AgendaBank

@Suite("Row-level security", .enabled(if: TestBank.isThere, TestBank.comment))
struct RowSecurityTests {
    private let test: TestBank
    init() throws { test = try TestBank() }

    private static let tables = ["users", "nonce", "calendar", "resource", "operation"]

    /// How many rows a node sees in a table for a user, whatever the statement forgets to say.
    private func seen(_ table: String, as user: Int64?) throws -> Int64? {
        let count = PostgresStatement(
            "count-\(table)", [], isOfUser: user != nil,
            user == nil
                ? "SELECT count(*) FROM agenda.\(table)"
                : "SELECT count(*) FROM agenda.\(table) WHERE $1 IS NOT NULL")
        return try PostgresConnection(test.node).rows(count, of: user)?.rows.first?.integer(0)
    }

    @Test("a statement that forgets the user sees that one's rows alone; without a user it fails")
    func reading() async throws {
        let (first, second) = (try await test.user(), try await test.user())
        for user in [first, second, second] {
            _ = try await test.bank().put(
                "1", "\(Int.random(in: 0 ... .max)).ics", user, if: nil)
        }
        #expect(try Self.tables.map { try seen($0, as: first.id) } == [1, 3, 2, 1, 2])
        #expect(try Self.tables.map { try seen($0, as: second.id) } == [1, 4, 2, 2, 3])
        for table in Self.tables {
            #expect(throws: PostgresFault.self) { try seen(table, as: nil) }
        }
        // A connection that was just somebody's is nobody's in the next transaction.
        let connection = try PostgresConnection(test.node)
        _ = try connection.rows(BankStatements.calendars, of: first.id)
        #expect(throws: PostgresFault.self) {
            try connection.script("SELECT count(*) FROM agenda.resource")
        }
    }

    @Test("nothing of another user can be written, also by the functions")
    func writing() async throws {
        let (own, other) = (try await test.user(), try await test.user())
        _ = try await test.bank().put("1", "a.ics", other, if: nil)
        let forged = PostgresStatement(
            "forged", [.bigint, .integer], isWrite: true,
            """
            SELECT number, after, seen FROM agenda_v3.put($2, $3, 'b.ics', 'b', 'VEVENT', 'x', NULL,
                gen_random_uuid(), 'of ' || $1)
            """)
        let connection = try PostgresConnection(test.node)
        // For who writes, the other one is not there.
        let reason = await refusal {
            _ = try connection.rows(
                forged, of: own.id, [.bigint(other.id), .integer(other.calendar)])
        }
        #expect(reason == .noUser)
        let plain = PostgresStatement(
            "plain", [.bigint, .integer], isWrite: true,
            """
            INSERT INTO agenda.resource (user_id, calendar, href, uid, kind, body, etag, modseq, created)
            SELECT $2, $3, 'b.ics', 'b', 'VEVENT', 'x'::bytea, 'x', 99, $1 RETURNING modseq
            """)
        let insertion = await refusal {
            _ = try connection.rows(
                plain, of: own.id, [.bigint(other.id), .integer(other.calendar)])
        }
        #expect(insertion == .refused)
        let update = PostgresStatement(
            "update", [], isWrite: true,
            "UPDATE agenda.resource SET etag = 'x' WHERE $1 IS NOT NULL RETURNING modseq")
        #expect(try connection.rows(update, of: own.id)?.rows.count == 0)
        #expect(try await test.bank().told(other, since: nil) == ["a.ics"])
    }

    @Test(
        "a node may neither own, nor forget, nor make users, nor change who it is",
        arguments: [
            "ALTER TABLE agenda.resource DISABLE ROW LEVEL SECURITY", "SET ROLE agenda_owner",
            "SELECT agenda_v3.add_user('intruder')", "SELECT agenda_v3.forget(1, 0)",
            "DELETE FROM agenda.users", "UPDATE agenda.users SET state = 'active'",
            "UPDATE agenda.shard SET generation = 1", "TRUNCATE agenda.resource",
            "CREATE TABLE agenda.x ()", "CREATE FUNCTION agenda_v3.x() RETURNS int RETURN 1",
        ])
    func rights(text: String) async throws {
        let connection = try PostgresConnection(test.node)
        try connection.script("SELECT set_config('agenda.user', '1', false)")
        #expect(await refusal { try connection.script(text) } == .refused)
    }

    @Test("a look at the bank finds nothing wrong as a node, and says what is wrong as a superuser")
    func inspection() throws {
        // The tests' server has no standby, and does not wait for its disk.
        let known = ["what is acknowledged is not", "synchronous_standby_names"]
        func problems(_ place: String) throws -> [String] {
            try BankInspection.problems(try PostgresConnection(place)).filter { problem in
                !known.contains(where: problem.hasPrefix)
            }
        }
        #expect(try problems(test.node) == [])
        #expect(
            try problems(test.owner).map { $0.prefix { $0 != ":" } } == [
                "row-level security does not hold for this role", "the tables are this role's own",
            ])
        let open = try TestBank("open")
        try open.sql(
            """
            ALTER TABLE agenda.resource NO FORCE ROW LEVEL SECURITY;
            ALTER FUNCTION agenda_v3.put SECURITY DEFINER;
            ALTER FUNCTION agenda_v3.move RESET search_path;
            """)
        #expect(
            try problems(open.node) == [
                "rows are not secured in: resource",
                "a function may do what its caller may not, or looks elsewhere for tables: put",
                "a function may do what its caller may not, or looks elsewhere for tables: move",
            ])
        #expect(
            try problems(try TestBank("none", isBank: false).owner).first?.hasPrefix(
                "there is no bank")
                == true)
    }
}
