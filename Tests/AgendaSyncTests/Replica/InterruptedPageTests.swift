import CalendarFiles
import Glibc
import ICalendar
import Testing

@testable import AgendaSync

@Suite("A page that was interrupted")
struct InterruptedPageTests {
    /// Where a process dies.
    static let steps: [Page.Step] = [
        .written, .listed, .synced, .swapped(0), .swapped(1), .swapped(2), .settled, .namesSynced,
        .stored, .cleaned,
    ]

    @Test("a kill between any two steps leaves all of it or nothing", arguments: steps)
    func killed(step: Page.Step) async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder as String, step = step as Page.Step] in
            let replica = try Self.replica(folder) { if $0 == step { kill(getpid(), SIGKILL) } }
            let lease = try replica.takeLease()
            try Self.changeAll(replica)
            withExtendedLifetime(lease) {}
        }
        let replica = try Self.replica(folder)
        // The kernel has freed the lease of the dead process.
        let lease = try #require(try replica.takeLease())
        let isStored = [.stored, .cleaned].contains(step)
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", isStored ? "c.ics" : "b.ics"])
        #expect(
            fixture.calendar.read("a.ics")
                == (isStored ? lunch("a", "Theirs") : lunch("a", "Mine")))
        #expect(fixture.calendar.read("b.ics") == (isStored ? nil : lunch("b")))
        #expect(
            try replica.state().bases.keys.sorted()
                == (isStored ? ["a.ics", "c.ics"] : ["a.ics", "b.ics"]).map(href))
        #expect(try replica.trash().count == (isStored ? 2 : 0))
        // The same page again ends where an uninterrupted one does.
        try Self.changeAll(replica)
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", "c.ics"])
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Theirs"))
        #expect(
            try replica.trash().map(\.text).sorted { $0.count < $1.count }
                == [bytes(lunch("b")), bytes(lunch("a", "Mine"))].sorted { $0.count < $1.count })
        #expect(try replica.look() == .differences(.init(), count: 2))
        withExtendedLifetime(lease) {}
    }

    @Test(
        "what somebody changes between the kill and the next run stays",
        arguments: [Page.Step.synced, .settled, .stored])
    func changedSince(step: Page.Step) async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [folder = folder as String, step = step as Page.Step] in
            try Self.changeAll(Self.replica(folder) { if $0 == step { kill(getpid(), SIGKILL) } })
        }
        for name in ["a", "b", "c"] { fixture.calendar.write(name + ".ics", lunch(name, "Later")) }
        let replica = try Self.replica(folder)
        _ = try replica.takeLease()
        for name in ["a", "b", "c"] {
            #expect(fixture.calendar.read(name + ".ics") == lunch(name, "Later"))
        }
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", "b.ics", "c.ics"])
        // The texts that had been swapped out have no other place any more.
        #expect(try replica.trash().count == (step == .synced ? 0 : 2))
    }

    @Test("what another program wrote into a swap that was then killed gets its name back")
    func strangerSwappedOut() async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            try Self.changeAll(
                Self.replica(folder) { step in
                    if step == .synced {
                        Folder(path: folder + "/work").write("a.ics", lunch("a", "Stranger"))
                    }
                    if step == .swapped(2) { kill(getpid(), SIGKILL) }
                })
        }
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Theirs"))
        _ = try Self.replica(folder).takeLease()
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Stranger"))
    }

    @Test(
        "a full disk changes nothing, whether the texts or the state do not fit",
        arguments: [700, 1_500])
    func fullDisk(limit: UInt64) async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        await #expect(processExitsWith: .exitCode(limit == 700 ? 7 : 8)) {
            [folder = folder as String, limit = limit as UInt64] in
            let replica = try Self.replica(folder)
            // A file that grows beyond the limit fails nearly as on a full disk (EFBIG). The log of the database is beyond
            // both, but it is not written before the texts are.
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            // RLIMIT_FSIZE is 1.
            guard setrlimit(__rlimit_resource_t(1), &limits) == 0 else { exit(1) }
            do {
                try Self.changeAll(replica, padding: 1_000)
            } catch {
                switch (error as? ReplicaError)?.reason {
                case .diskFull: exit(7)
                case .state: exit(8)
                default: exit(2)
                }
            }
        }
        let replica = try Self.replica(folder)
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", "b.ics"])
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Mine"))
        #expect(try replica.state().bases.count == 2)
    }

    @Test("a database that cannot be written gives each file back what it had")
    func databaseFails() async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        let replica = try Self.replica(folder) { step in
            // Its tables are gone when the page is to be stored.
            guard step == .namesSynced else { return }
            try? RoomDatabase.open(path: folder + "/state/sync.db").prepare(
                SchemaRoom(name: "test", steps: ["ALTER TABLE trash RENAME TO rubbish"]))
        }
        #expect(throws: ReplicaError.self) { try Self.changeAll(replica) }
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", "b.ics"])
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Mine"))
        #expect(fixture.calendar.read("b.ics") == lunch("b"))
        #expect(try replica.state().bases.count == 2)
    }

    @Test("a page that was stored and not cleaned up is not undone after later pages")
    func uncleaned() async throws {
        let fixture = ReplicaFixture()
        let folder = fixture.folder.path
        try Self.pullBefore(folder)
        await #expect(processExitsWith: .signal(SIGKILL)) { [folder = folder as String] in
            try Self.changeAll(
                Self.replica(folder) { if $0 == .stored { kill(getpid(), SIGKILL) } })
        }
        // A run without the mending at its beginning, as where the folder is missing at that time.
        try fixture.pull(["d.ics": lunch("d")], into: Self.replica(folder))
        let replica = try Self.replica(folder)
        _ = try replica.takeLease()
        #expect(fixture.calendar.names == [".agenda-sync", "a.ics", "c.ics", "d.ics"])
        #expect(fixture.calendar.read("a.ics") == lunch("a", "Theirs"))
        #expect(try replica.look() == .differences(.init(), count: 3))
    }

    // What the processes of the tests do; closures of other processes can hold nothing but texts.

    static func replica(
        _ folder: String, atStep: @escaping @Sendable (Page.Step) -> Void = { _ in }
    ) throws -> FolderReplica {
        try FolderReplica(
            database: RoomDatabase.open(path: folder + "/state/sync.db"), key: "1",
            path: folder + "/work", now: { Instant(secondsSinceEpoch: 1_795_341_600) },
            atStep: atStep)
    }

    static func pullBefore(_ folder: String) throws {
        let replica = try replica(folder)
        let state = try replica.state()
        let outcomes = try replica.commit(
            ["a", "b"].map { uid in
                Placement(
                    .put(bytes(lunch(uid))), uid + ".ics", expected: nil,
                    changes: [set(uid, lunch(uid), state)])
            }, [])
        #expect(outcomes == [.done, .done])
        // An edit that is not sent yet.
        Folder(path: folder + "/work").write("a.ics", lunch("a", "Mine"))
    }

    static func set(_ uid: String, _ text: String, _ state: SyncState) -> StateChange {
        .setBase(
            Base(
                href: href(uid + ".ics"), name: uid + ".ics", etag: nil,
                digest: state.digest(bytes(text))), text: bytes(text))
    }

    static func changeAll(_ replica: FolderReplica, padding: Int = 0) throws {
        let state = try replica.state()
        let (a, c) = (
            lunch("a", "Theirs" + String(repeating: ".", count: padding)), lunch("c")
        )
        _ = try replica.commit(
            [
                Placement(
                    .put(bytes(a)), "a.ics", expected: try replica.read("a.ics")?.version,
                    changes: [set("a", a, state)]),
                Placement(
                    .remove, "b.ics", expected: try replica.read("b.ics")?.version,
                    changes: [.removeBase(href("b.ics"))]),
                Placement(
                    .put(bytes(c)), "c.ics", expected: try replica.read("c.ics")?.version,
                    changes: [set("c", c, state)]),
            ], [])
    }
}
