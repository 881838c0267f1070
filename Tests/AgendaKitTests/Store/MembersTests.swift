import GRDB
import GRDBSQLite
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What has changed among the resources of a source")
struct MembersTests {
    private let folder: TemporaryFolder
    private let bench: Bench
    private var path: String { folder.path + "/agenda.db" }

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
        mkdir(folder.path + "/team", 0o700)
    }

    private func put(_ name: String, _ summary: String) throws {
        try folder.write(
            Make.calendar("UID:\(name)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\(summary)"),
            to: "team/\(name).ics")
    }

    private func added(_ names: String...) async throws -> CalendarSource {
        for name in names { try put(name, "old") }
        try await bench.add(folder.path + "/team", name: "team", kind: .folder)
        return try bench.store.source(named: "team")
    }

    private func members(
        _ source: CalendarSource, since token: MemberToken?
    ) async throws -> ServedMembers {
        _ = try await bench.importer.refresh()
        return try #require(try bench.store.members(of: source, since: token))
    }

    @Test("what is added, edited, moved and deleted is told once, and nothing else")
    func changes() async throws {
        let source = try await added("a", "b", "c")
        let first = try await members(source, since: nil)
        #expect(Set(first.names) == ["a.ics", "b.ics", "c.ics"] && first.gone.isEmpty)
        let same = try await members(source, since: first.token)
        #expect(same.changed.isEmpty && same.gone.isEmpty && same.token == first.token)

        try put("a", "new, and longer")
        try put("d", "old")
        try folder.remove("team/b.ics")
        rename(folder.path + "/team/c.ics", folder.path + "/team/e.ics")
        let second = try await members(source, since: first.token)
        #expect(Set(second.names) == ["a.ics", "d.ics", "e.ics"])
        #expect(second.gone.map(\.href) == ["b.ics", "c.ics"])
        #expect(second.digests["a.ics"] != first.digests["a.ics"])
        // A name says nothing about the content.
        #expect(second.digests["e.ics"] == first.digests["c.ics"])

        // What comes back is not gone, whoever asks.
        try put("b", "old")
        let third = try await members(source, since: second.token)
        #expect(third.digests == ["b.ics": try #require(first.digests["b.ics"])])
        #expect(third.gone.isEmpty)
        #expect(try await members(source, since: first.token).gone.map(\.href) == ["c.ics"])
        #expect(
            Set(try await members(source, since: nil).names)
                == ["a.ics", "b.ics", "d.ics", "e.ics"])
    }

    @Test("a file that is touched, and a source that gets another name, change no resource")
    func touched() async throws {
        let source = try await added("a")
        let first = try await members(source, since: nil)
        try put("a", "old")
        var settings = SourceSettings()
        settings.name = "crew"
        try await bench.importer.updateSource(named: "team", settings)
        let second = try await members(source, since: first.token)
        #expect(second.changed.isEmpty && second.gone.isEmpty)
    }

    @Test("the local calendar has members, too")
    func local() async throws {
        var event = Event(uid: "x", start: .utc(try Make.instant("20261121T100000Z")))
        event.summary = "Single"
        _ = try await bench.editor.add(event)
        let source = try #require(try bench.store.sources().first { $0.isOnlyInStore })
        let first = try await members(source, since: nil)
        #expect(first.changed.count == 1)
        let timeline = try await bench.provider().timeline()
        let day = try #require(timeline[try Make.date("2026-11-21")]?.events.first)
        try await bench.editor.delete(day, scope: .all)
        let second = try await members(source, since: first.token)
        #expect(second.changed.isEmpty && Set(second.gone.map(\.href)) == Set(first.names))
    }

    @Test("who knows a source only from before it was removed and added again reads all of it")
    func addedAgain() async throws {
        let source = try await added("a", "b")
        let first = try await members(source, since: nil)
        try await bench.importer.removeSource(named: "team")
        #expect(throws: AgendaError(.noSuchSource, place: "team")) {
            try bench.store.members(of: source, since: nil)
        }
        try folder.remove("team/b.ics")
        let again = try await added("a")
        #expect(try bench.store.members(of: again, since: first.token) == nil)
        #expect(try await members(again, since: nil).names.sorted() == ["a.ics"])
        // Nor is there an answer to a revision that the store has not had.
        let late = MemberToken(revision: 1_000_000, nonce: first.token.nonce)
        #expect(try bench.store.members(of: again, since: late) == nil)
    }

    @Test("after 180 days it is forgotten what is gone, and who has not asked since reads all")
    func forgotten() async throws {
        let source = try await added("a", "b", "c", "d")
        let first = try await members(source, since: nil)
        try folder.remove("team/a.ics")
        let second = try await members(source, since: first.token)
        try folder.remove("team/b.ics")
        let third = try await members(source, since: second.token)
        // The first 181 days ago, the second 179.
        try bench.store.write { database in
            for (name, days) in [("a.ics", 181), ("b.ics", 179)] {
                try database.execute(
                    sql: "UPDATE gone SET time = time - ? * 86400 WHERE href = ?",
                    arguments: [days, name])
            }
            return ((), .nothing)
        }
        #expect(
            try await members(source, since: first.token).gone.map(\.href) == ["a.ics", "b.ics"])
        try folder.remove("team/c.ics")
        _ = try await bench.importer.refresh()
        #expect(try bench.store.members(of: source, since: first.token) == nil)
        #expect(
            try await members(source, since: second.token).gone.map(\.href) == ["b.ics", "c.ics"])
        #expect(try await members(source, since: third.token).gone.map(\.href) == ["c.ics"])
    }

    @Test("a store of the schema before tells all of its resources, and changes from then on")
    func earlierStore() async throws {
        _ = try await added("a", "b")
        try bench.store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP INDEX resource_revision;
                    DROP TABLE gone;
                    ALTER TABLE resource DROP COLUMN revision;
                    ALTER TABLE source DROP COLUMN oldest_revision;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%members%';
                    PRAGMA user_version = 21
                    """)
        }
        let bench = try Bench(path: path)
        let source = try bench.store.source(named: "team")
        let first = try #require(try bench.store.members(of: source, since: nil))
        #expect(first.names.sorted() == ["a.ics", "b.ics"])
        let before = try bench.store.memberToken(at: first.token.revision - 1)
        #expect(try bench.store.members(of: source, since: before) == nil)
        try folder.remove("team/a.ics")
        _ = try await bench.importer.refresh()
        let second = try #require(try bench.store.members(of: source, since: first.token))
        #expect(second.changed.isEmpty && second.gone.map(\.href) == ["a.ics"])
    }

    @Test("an answer takes as many of SQLite's steps among 50,000 resources as among 500")
    func steps() throws {
        /// The steps to find five resources that changed and three that are gone.
        func steps(among count: Int) throws -> [Int32] {
            let store = try Bench().store
            let source = try store.insert(
                CalendarSource(name: "team", kind: .folder, location: "/team"))
            return try store.write { database in
                for (table, columns, values) in [
                    ("resource", "version, digest, zones_digest", "x'', x'', x''"),
                    ("gone", "time", "0"),
                ] {
                    try database.execute(
                        sql: """
                            WITH RECURSIVE numbers(n) AS (
                                SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?2)
                            INSERT INTO \(table) (source_id, href, revision, \(columns))
                            SELECT ?1, n || '.\(table)', n, \(values) FROM numbers
                            """, arguments: [source.id, count])
                }
                let steps = try [
                    (MemberTable.changedSince, 5), (MemberTable.goneSince, 3),
                ].map { sql, changed in
                    let statement = try database.makeStatement(sql: sql)
                    let since = count - changed
                    let rows = try Row.fetchAll(
                        statement,
                        arguments: sql == MemberTable.goneSince
                            ? [source.id, since, since] : [source.id, since])
                    #expect(rows.count == changed)
                    let handle = statement.sqliteStatement
                    #expect(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0) == 0)
                    #expect(sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_SORT, 0) == 0)
                    return sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 0)
                }
                return (steps, .nothing)
            }
        }
        let few = try steps(among: 500)
        #expect(few.allSatisfy { $0 > 0 })
        #expect(try steps(among: 50_000) == few)
    }

    @Test("an answer reads what has changed, by the indexes, and no other row")
    func plan() throws {
        let details = try bench.store.read { database in
            try [MemberTable.changedSince, MemberTable.goneSince].flatMap { sql in
                try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + sql,
                    arguments: sql == MemberTable.goneSince ? [1, 1, 1] : [1, 1]
                )
                .map { $0["detail"] as String }
            }
        }
        #expect(
            details.filter { $0.contains("revision>?") }.map { $0.split(separator: " ")[1] }
                == ["resource", "gone"])
        #expect(details.allSatisfy { !$0.hasPrefix("SCAN") })
    }
}

extension ServedMembers {
    fileprivate var names: [String] { changed.map(\.href) }
    fileprivate var digests: [String: ContentDigest] {
        Dictionary(changed.map { ($0.href, $0.digest) }) { $1 }
    }
}
