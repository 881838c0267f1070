import CalendarMerge
import Testing

@testable import AgendaBank

@Suite("A connection to PostgreSQL", .enabled(if: TestBank.isThere, TestBank.comment))
struct ConnectionTests {
    private let bank: TestBank
    init() throws { bank = try TestBank() }

    private static let echo = PostgresStatement(
        "echo", [.bigint, .integer, .text, .bytea, .texts, .uuid], isOfUser: false,
        "SELECT $1, $2, $3, $4, array_to_string($5, '|', 'NULL'), $6::text, $3 IS NULL, length($4)")

    @Test(
        "values arrive as they are, and are never a part of the text",
        arguments: ["", "a", "'); DROP TABLE users; --", "ä\u{1F5D3}\t\n\"\\"])
    func values(text: String) throws {
        let connection = try PostgresConnection(bank.node)
        let body = Array(text.utf8) + [0, 255]
        let row = try #require(
            try connection.rows(
                Self.echo, of: nil,
                [
                    .bigint(.min), .integer(-7), .text(text), .bytea(body),
                    .texts([text, "x"]), .uuid(BankIdentifier(high: 0x0123_4567_89AB_CDEF, low: 1)),
                ])?.rows.first)
        #expect(row.integer(0) == Int64.min)
        #expect(row.integer(1, as: Int32.self) == -7)
        #expect(row.text(2) == text)
        #expect(row.bytes(3) == body)
        #expect(row.text(4) == text + "|x")
        #expect(row.text(5) == "01234567-89ab-cdef-0000-000000000001")
        #expect(!row.bool(6))
    }

    @Test("nothing is not an empty text, and an array may be empty")
    func nothing() throws {
        let connection = try PostgresConnection(bank.node)
        let row = try #require(
            try connection.rows(
                Self.echo, of: nil,
                [
                    .bigint(nil), .integer(nil), .text(nil), .bytea([]), .texts([]),
                    .uuid(.random()),
                ])?.rows.first)
        #expect([0, 1, 2, 3, 4].map(row.isNull) == [true, true, true, false, false])
        #expect(row.bool(6))
        #expect(row.integer(7, as: Int32.self) == 0)
    }

    @Test("a megabyte comes and goes")
    func large() throws {
        let connection = try PostgresConnection(bank.node)
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let row = try connection.rows(
            Self.echo, of: nil,
            [.bigint(1), .integer(1), .text(""), .bytea(body), .texts([]), .uuid(.random())])?
            .rows.first
        #expect(row?.bytes(3) == body)
    }

    @Test("an error has the server's code, and the connection goes on")
    func errors() throws {
        let connection = try PostgresConnection(bank.node)
        let statement = PostgresStatement("none", [], isOfUser: false, "SELECT x FROM nowhere")
        for _ in 0..<2 {
            do {
                _ = try connection.rows(statement, of: nil)
                Issue.record("a table that is not there was read")
            } catch { #expect([error.reason.rawValue, error.state] == ["schema", "42P01"]) }
        }
        let division = PostgresStatement(
            "division", [.integer], isOfUser: false, "SELECT 1 / $1")
        do {
            _ = try connection.rows(division, of: nil, [.integer(0)])
        } catch { #expect([error.reason.rawValue, error.state] == ["failed", "22012"]) }
        #expect(
            try connection.rows(division, of: nil, [.integer(1)])?.rows.first?
                .integer(0, as: Int32.self) == 1)
        #expect(!connection.isBroken)
    }

    @Test("who cannot be reached is away, and that is said at once for a second")
    func away() async throws {
        let pool = PostgresPool("host=/nowhere dbname=x")
        for _ in 0..<20 {
            let reason = await refusal { _ = try await pool.run { _, _ in 1 } }
            #expect(reason == .away)
        }
    }

    @Test("an answer that is late is told to be unsettled, and the connection waits on for it")
    func late() async throws {
        var patience = PostgresConnection.Patience()
        (patience.caller, patience.connection) = (2, 600)
        let pool = PostgresPool(bank.node, connections: 1, patience: patience)
        let process = try await pool.run { connection, _ throws(PostgresFault) in
            try connection.script("SET lock_timeout = 0; SELECT pg_backend_pid()")?.rows.first?
                .text(0) ?? ""
        }
        // It waits for what somebody else has.
        let holder = try PostgresConnection(bank.owner)
        try holder.script("SELECT pg_advisory_lock(77)")
        let lock = PostgresStatement(
            "lock", [.integer], isOfUser: false, "SELECT pg_advisory_xact_lock($1), 1")
        let reason = await refusal {
            _ = try await pool.run { connection, isLate throws(PostgresFault) in
                try connection.rows(lock, of: nil, [.integer(77)], isLate)?.rows.count
            }
        }
        #expect(reason == .unsettled)
        // All connections wait: nobody else has to.
        #expect(await refusal { _ = try await pool.run { _, _ in 1 } } == .away)
        try holder.script("SELECT pg_advisory_unlock(77)")
        var again: String?
        for _ in 0..<2_000 where again == nil {
            again = try? await pool.run { connection, _ throws(PostgresFault) in
                try connection.script("SELECT pg_backend_pid()")?.rows.first?.text(0) ?? ""
            }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(process == again)
    }

    @Test("threads that lend connections wait for one of as many as there may be")
    func lent() async throws {
        let pool = PostgresPool(bank.node, connections: 2)
        let processes = await withTaskGroup(of: String?.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    await OwnThread.value {
                        try? pool.lend { connection in
                            let found = try connection.script(
                                "SELECT pg_backend_pid(), pg_sleep(0.05)")
                            return found?.rows.first?.text(0)
                        }
                    }
                }
            }
            return await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect((1...2).contains(processes.count))
        #expect(!processes.contains(nil))
    }

    @Test("a connection that the server has ended is replaced, and nobody notices")
    func ended() async throws {
        // Of its own: the connections of other tests are to live.
        let test = try TestBank("ended")
        let user = try await test.user()
        let bank = test.bank()
        let first = try await bank.put("1", "a.ics", user, if: nil)
        let ended = try test.sql(
            """
            SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE usename = 'bank_test_node' AND datname = current_database() AND state = 'idle'
            """)
        #expect(ended != ["0"])
        #expect(try await bank.text("a.ics", user) == "1")
        #expect(try await bank.put("2", "a.ics", user, if: first.etag).isRepeated == false)
    }

    @Test("many ask at once, with four connections for each of reading and writing")
    func many() async throws {
        let user = try await bank.user()
        let bank = bank.bank()
        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await bank.put("\(number)", "\(number).ics", user, if: nil).modseq
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers.count == 200)
        #expect(try await bank.told(user, since: nil)?.count == 200)
    }
}
