import Testing

@testable import AgendaSync

@Suite("Runs of which the later one counts")
struct FenceTests {
    private let folder = TemporaryFolder()
    /// Makes a table in one transaction: through the schema, which needs nothing of GRDB here.
    private func note(_ name: String, in database: RoomDatabase) throws {
        try database.prepare(SchemaRoom(name: name, steps: ["CREATE TABLE \(name) (a)"]))
    }

    private func isNoted(_ name: String, in database: RoomDatabase) -> Bool {
        let room = SchemaRoom(name: "is \(name)", steps: ["INSERT INTO \(name) VALUES (1)"])
        return (try? database.prepare(room)) != nil
    }

    @Test("once a later run has begun, an earlier one neither writes nor reads")
    func later() throws {
        let database = try RoomDatabase.open(path: folder.path + "/sync.db")
        let first = try database.fenced(by: Fence("account a", 4))
        try note("first", in: first)
        let other = try database.fenced(by: Fence("account b", 1))
        let second = try RoomDatabase.open(path: folder.path + "/sync.db")
            .fenced(by: Fence("account a", 5))
        let superseded = RoomDatabaseError(.superseded(by: 5), path: database.path)
        #expect(throws: superseded) {
            try note("late", in: first)
        }
        #expect(throws: superseded) { try first.read { _ in } }
        // Who does something else goes on, and so does who has no turn to lose.
        try note("other", in: other)
        try note("second", in: second)
        for name in ["first", "other", "second"] { #expect(isNoted(name, in: database)) }
        #expect(!isNoted("late", in: database))
    }

    @Test("a run begins once, and never after a later one")
    func begins() throws {
        let database = try RoomDatabase.open(path: folder.path + "/sync.db")
        _ = try database.fenced(by: Fence("feed 1", 5))
        for generation: Int64 in [4, 5] {
            #expect(throws: RoomDatabaseError(.superseded(by: 5), path: database.path)) {
                try database.fenced(by: Fence("feed 1", generation))
            }
        }
    }
}
