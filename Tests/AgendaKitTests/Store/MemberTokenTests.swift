import CalendarFiles
import Foundation
import GRDB
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Tokens of what a source holds")
struct MemberTokenTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/agenda.db" }

    init() throws {
        folder = try TemporaryFolder()
        for name in ["team", "home"] { mkdir(folder.path + "/" + name, 0o700) }
    }

    private func put(_ name: String, _ summary: String = "old", in place: String = "team") throws {
        try folder.write(
            Make.calendar("UID:\(name)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:\(summary)"),
            to: "\(place)/\(name).ics")
    }

    private func added(_ bench: Bench, _ name: String = "team") async throws -> CalendarSource {
        try await bench.add(folder.path + "/" + name, name: name, kind: .folder)
        return try bench.store.source(named: name)
    }

    private func members(
        _ source: CalendarSource, _ bench: Bench, since token: MemberToken?
    ) async throws -> ServedMembers {
        _ = try await bench.importer.refresh()
        return try #require(try bench.store.members(of: source, since: token))
    }

    @Test("a token is the same until the source changes, whatever another one does")
    func stable() async throws {
        let bench = try Bench()
        for name in ["b", "a"] { try put(name) }
        try put("c", in: "home")
        let (team, home) = (try await added(bench), try await added(bench, "home"))
        let first = try await members(team, bench, since: nil)
        #expect(first.changed.map(\.href) == ["a.ics", "b.ics"] && first.gone.isEmpty)
        #expect(try bench.store.memberToken(of: team) == first.token)
        try put("c", "newer", in: "home")
        let other = try await members(home, bench, since: nil)
        #expect(other.token != first.token)
        let same = try await members(team, bench, since: first.token)
        #expect(same == ServedMembers(token: first.token, changed: [], gone: []))
        try put("b", "newer")
        try put("d")
        _ = try await bench.importer.refresh()
        try put("a", "newer")
        try folder.remove("team/d.ics")
        let second = try await members(team, bench, since: first.token)
        #expect(second.changed.map(\.href) == ["b.ics", "a.ics"])
        // It came after the token and is gone: nobody who asks has had it.
        #expect(second.gone.isEmpty && second.token.revision > first.token.revision)
        // An answer in parts goes on behind the revision up to which it was taken.
        let part = try bench.store.memberToken(at: second.changed[0].revision)
        let rest = try await members(team, bench, since: part)
        #expect(rest.changed.map(\.href) == ["a.ics"] && rest.gone.map(\.href) == ["d.ics"])
        #expect(try bench.store.members(["x", "b.ics"], of: team) == [second.changed[0]])
        #expect(
            try bench.store.members(
                of: team,
                since: MemberToken(revision: first.token.revision, nonce: first.token.nonce ^ 1))
                == nil)
        let late = MemberToken(revision: second.token.revision + 1, nonce: second.token.nonce)
        #expect(try bench.store.members(of: team, since: late) == nil)
    }

    @Test(
        "a store that is put back refuses what was told after that state, also once it has as many revisions"
    )
    func putBack() async throws {
        try put("a")
        var bench = try Bench(path: path)
        let team = try await added(bench)
        let known = try bench.store.memberToken(of: team)
        try bench.store.close()
        try await folder.shell("cp agenda.db kept.db")
        bench = try Bench(path: path)
        var told: [MemberToken] = []
        for number in 1...5 {
            try put("n\(number)")
            told.append(try await members(team, bench, since: nil).token)
        }
        try bench.store.close()
        // Of the backup nobody reads: the list of sources is the same.
        try await folder.shell("mv kept.db agenda.db; rm -f team/n*.ics")
        bench = try Bench(path: path)
        for number in 1...9 {
            for token in told {
                #expect(try bench.store.members(of: team, since: token) == nil)
            }
            #expect(try bench.store.members(of: team, since: known) != nil)
            try put("m\(number)")
            _ = try await bench.importer.refresh()
        }
        let newest = try bench.store.memberToken(of: team)
        #expect(newest.revision > (told.last?.revision ?? .max))
        let since = try await members(team, bench, since: known)
        #expect(since.changed.count == 9 && since.gone.isEmpty)
    }

    @Test("what was made, removed, made and removed again is told to whoever had it the first time")
    func madeAgain() async throws {
        let bench = try Bench()
        try put("b")
        let team = try await added(bench)
        let before = try await members(team, bench, since: nil).token
        try put("a")
        let first = try await members(team, bench, since: nil).token
        for _ in 1...2 {
            try folder.remove("team/a.ics")
            let gone = try await members(team, bench, since: first)
            #expect(gone.gone.map(\.href) == ["a.ics"])
            #expect(try await members(team, bench, since: before).gone.isEmpty)
            try put("a")
            #expect(try await members(team, bench, since: first).gone.isEmpty)
        }
        // Importing all anew makes nothing new.
        _ = try await bench.importer.refresh(rebuild: true)
        try folder.remove("team/a.ics")
        #expect(try await members(team, bench, since: first).gone.map(\.href) == ["a.ics"])
        // Once its removal is forgotten, it begins anew.
        try bench.store.write { database in
            try database.execute(sql: "UPDATE gone SET time = time - 181 * 86400")
            try MemberTable.prune(sourceID: team.id, database)
            return ((), .nothing)
        }
        #expect(try bench.store.members(of: team, since: first) == nil)
        let late = try await members(team, bench, since: nil).token
        try put("a")
        _ = try await bench.importer.refresh()
        try folder.remove("team/a.ics")
        #expect(try await members(team, bench, since: late).gone.isEmpty)
    }

    @Test(
        "numbers of revisions are forgotten after 180 days, but for those of what a source still holds"
    )
    func pruned() async throws {
        let bench = try Bench()
        for place in ["team", "home"] { try put("a", in: place) }
        let (team, home) = (try await added(bench), try await added(bench, "home"))
        let quiet = try bench.store.memberToken(of: home)
        let early = try bench.store.memberToken(of: team)
        try put("b")
        let late = try await members(team, bench, since: early).token
        try bench.store.write { database in
            try database.execute(sql: "UPDATE nonce SET time = time - 181 * 86400")
            try NonceTable.prune(database)
            return ((), .nothing)
        }
        #expect(try bench.store.memberToken(of: home) == quiet)
        #expect(try bench.store.memberToken(of: team) == late)
        #expect(try bench.store.members(of: home, since: quiet) != nil)
        let rows = try bench.store.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM nonce") }
        #expect(rows == 2)
    }

    @Test("a store of the schema before has a token, and tells what goes from then on")
    func earlierStore() async throws {
        for name in ["a", "b"] { try put(name) }
        var bench = try Bench(path: path)
        let team = try await added(bench)
        let digests = try bench.store.members(of: team, since: nil)?.changed.map(\.digest)
        try bench.store.close()
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DROP TABLE nonce;
                    ALTER TABLE resource DROP COLUMN created;
                    ALTER TABLE gone DROP COLUMN created;
                    ALTER TABLE source DROP COLUMN emptied;
                    ALTER TABLE edit DROP COLUMN device;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%tokens%';
                    PRAGMA user_version = 26
                    """)
        }
        bench = try Bench(path: path)
        let first = try #require(try bench.store.members(of: team, since: nil))
        #expect(first.changed.map(\.digest) == digests)
        try folder.remove("team/a.ics")
        #expect(try await members(team, bench, since: first.token).gone.map(\.href) == ["a.ics"])
        #expect(try bench.store.read { try EditDigestTable.fetchDamaged($0) }.isEmpty)
    }

    @Test("a digest that the store has forgotten is that of the file")
    func forgottenDigests() async throws {
        let bench = try Bench()
        try put("a")
        let team = try await added(bench)
        let before = try #require(try bench.store.member("a.ics", of: team))
        try bench.store.write { database in
            try database.execute(sql: "UPDATE resource SET digest = zeroblob(16)")
            return ((), .nothing)
        }
        #expect(try bench.store.member("a.ics", of: team) == before)
    }

    @Test("the files that hold a UID are known by it")
    func holding() async throws {
        let bench = try Bench()
        for name in ["a", "b"] { try put(name) }
        try folder.write(Make.calendar("UID:a\r\nDTSTART:20261120"), to: "team/c.ics")
        try put("a", in: "home")
        let (team, home) = (try await added(bench), try await added(bench, "home"))
        #expect(try bench.store.hrefs(holding: "a", in: team) == ["a.ics", "c.ics"])
        #expect(try bench.store.hrefs(holding: "a", in: home) == ["a.ics"])
        #expect(try bench.store.hrefs(holding: "x", in: team).isEmpty)
        let member = try #require(try bench.store.member("b.ics", of: team))
        #expect(try bench.store.kinds(of: [member.id]) == [member.id: [.event]])
    }

    @Test("a store that is made anew finds the digests that it had, if their key is kept")
    func keptKey() async throws {
        for name in ["a", "b"] { try put(name) }
        func digests() async throws -> [ContentDigest] {
            let bench = try Bench(path: path)
            let sources = try bench.store.sources()
            let team = try await sources.first { $0.name == "team" }.asyncOr {
                try await added(bench)
            }
            let found = try await members(team, bench, since: nil)
            try bench.store.close()
            return found.changed.map(\.digest)
        }
        let unkept = try await digests()
        try await folder.shell("rm -r agenda.*")
        let first = try await digests()
        #expect(first != unkept)
        try EventStore.open(path: path, createsMissing: false).keepDigestKey()
        let status = try #require(FileSystem.status(path + "-key"))
        #expect(status.st_mode & 0o777 == 0o600)
        try await folder.shell("rm -r agenda.db agenda.backup")
        #expect(try await digests() == first)
        // What a backup brings back, too.
        try await folder.shell("printf damaged > agenda.db")
        _ = try #require(try await StoreRepair.run(path: path, clock: try Make.clock()))
        #expect(try await digests() == first)
        let repaired = try EventStore.open(path: path, createsMissing: false)
        try repaired.keepDigestKey()
        #expect(EventStore.keptDigestKey(of: path) == repaired.digestKey)
    }
}

extension Optional {
    /// The value, or what has to be waited for.
    fileprivate func asyncOr(_ other: () async throws -> Wrapped) async rethrows -> Wrapped {
        if let self { self } else { try await other() }
    }
}
