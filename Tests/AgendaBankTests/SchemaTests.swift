import Testing

@testable import AgendaBank

@Suite("Versions of a bank", .enabled(if: TestBank.isThere, TestBank.comment))
struct SchemaTests {
    @Test("a bank is made once, and goes from version to version while nodes of two work")
    func versions() async throws {
        let test = try TestBank("versions", isBank: false)
        let connection = try PostgresConnection(test.owner)
        let own = BankSchema.own
        let (first, second) = (BankSchema(steps: Array(own.steps.dropLast())), own)
        var third = own
        third.steps.append(
            .init(
                tables: "ALTER TABLE users ADD COLUMN zone text;",
                functions: own.steps[2].functions, ofOwner: own.steps[2].ofOwner))
        #expect(try BankSchema.version(connection) == nil)
        #expect(await refusal { _ = try second.upgrade(connection) } == .schema)
        #expect(try first.make(connection))
        #expect(try first.make(connection) == false)
        #expect(try BankSchema.version(connection) == 2)
        let id = try #require(Int64(try test.sql("SELECT agenda_v2.add_user('old')").first ?? ""))
        /// Writes as a node of a version does.
        func write(_ version: Int, _ name: String) throws {
            try connection.script(
                """
                SELECT agenda_v\(version).put(\(id), 1, '\(name)', '\(name)', 'VEVENT', 'x', NULL,
                    gen_random_uuid(), '')
                """)
        }
        try connection.script(
            "SELECT agenda_v2.make_calendar(\(id), 'work', NULL, '{}', gen_random_uuid(), '')")
        try write(2, "first")
        let bank = PostgresBank(test.owner)
        #expect(await refusal { try await bank.check() } == .schema)
        #expect(await refusal { _ = try await bank.put("x", "x", (id, 1), if: nil) } == .schema)
        #expect(try second.upgrade(connection) == 2)
        #expect(try second.upgrade(connection) == 3)
        // A node of the version before, and one of this.
        try write(2, "second")
        try write(3, "third")
        try await bank.check()
        #expect(try third.upgrade(connection) == 3)
        try await bank.check()
        try write(3, "fourth")
        #expect(await refusal { try write(2, "fifth") } == .schema)
        #expect(try await bank.told((id, 1), since: nil) == ["first", "second", "third", "fourth"])
        // A program does not make an older bank of a newer one.
        #expect(await refusal { _ = try second.upgrade(connection) } == .schema)
        #expect(try test.sql("SELECT zone IS NULL FROM agenda.users") == ["t"])
    }

    @Test("a step that fails leaves the bank as it was")
    func failure() async throws {
        let test = try TestBank("failure", isBank: false)
        let connection = try PostgresConnection(test.owner)
        #expect(try BankSchema.own.make(connection))
        var broken = BankSchema.own
        broken.steps.append(
            .init(
                tables: "ALTER TABLE users ADD COLUMN zone text; SELECT 1 / 0;",
                functions: BankSchema.own.steps[2].functions))
        #expect(await refusal { _ = try broken.upgrade(connection) } == .failed)
        #expect(try BankSchema.version(connection) == 3)
        let columns = "SELECT count(*) FROM information_schema.columns WHERE column_name = 'zone'"
        #expect(try test.sql(columns) == ["0"])
        #expect(try BankSchema.own.upgrade(connection) == 3)
    }
}
