import CalendarFiles
import Glibc
import ICalendar
import Synchronization
import Testing

@testable import AgendaSync

@Suite("Putting files in place")
struct FolderCommitTests {
    private let fixture = ReplicaFixture()
    private var calendar: Folder { fixture.calendar }
    private let before = ["a.ics": lunch("a"), "b.ics": lunch("b"), "c.ics": lunch("c")]

    /// Puts other texts for `a` and `d`, and removes `b`.
    private func change(
        _ replica: FolderReplica, expecting read: (String) throws -> LocalVersion?
    ) throws -> [PlacementOutcome] {
        let state = try replica.state()
        return try replica.commit(
            [
                Placement(
                    .put(bytes(lunch("a", "New"))), "a.ics", expected: read("a.ics"),
                    changes: [
                        .setBase(
                            fixture.base("a.ics", lunch("a", "New"), state),
                            text: bytes(lunch("a", "New"))), .crossOff(href("a.ics")),
                    ]),
                Placement(
                    .remove, "b.ics", expected: read("b.ics"), changes: [.removeBase(href("b.ics"))]
                ),
                Placement(
                    .put(bytes(lunch("d"))), "d.ics", expected: nil,
                    changes: [
                        .setBase(fixture.base("d.ics", lunch("d"), state), text: bytes(lunch("d")))
                    ]),
            ], [.plan(fetch: [], gone: [], .init(token: "t"))])
    }

    private func pulled() throws -> FolderReplica {
        let replica = try fixture.replica()
        try fixture.pull(before, into: replica)
        return replica
    }

    @Test("files are replaced, removed and made, and what they were is in the trash")
    func changes() throws {
        let replica = try pulled()
        #expect(try change(replica) { try replica.read($0)?.version } == [.done, .done, .done])
        #expect(calendar.read("a.ics") == lunch("a", "New"))
        #expect(calendar.names == [".agenda-sync", "a.ics", "c.ics", "d.ics"])
        #expect(try replica.look() == .differences(.init(), count: 3))
        #expect(try replica.state().bases.keys.sorted() == ["a.ics", "c.ics", "d.ics"].map(href))
        #expect(try replica.state().pending?.token == "t")
        let trash = try replica.trash()
        #expect(trash.map(\.name).sorted() == ["a.ics", "b.ics"])
        #expect(trash.first { $0.name == "a.ics" }?.reason == .replaced)
        #expect(trash.first { $0.name == "b.ics" }?.reason == .removed)
        #expect(trash.first { $0.name == "b.ics" }?.text == bytes(lunch("b")))
        #expect(trash.allSatisfy { $0.time == fixture.clock.withLock { $0 } })
    }

    @Test("the folder whose first resource was sent, not fetched, is the replica's from then on")
    func firstIsSent() throws {
        let replica = try fixture.replica()
        try CalendarFolder.make(calendar.path)
        calendar.write("a.ics", lunch("a"))
        let state = try replica.state()
        _ = try replica.commit(
            [], [.setBase(fixture.base("a.ics", lunch("a"), state), text: bytes(lunch("a")))])
        #expect(try replica.look() == .differences(.init(), count: 1))
        let served = lunch("a", "As the server has it")
        let outcomes = try replica.commit(
            [
                Placement(
                    .put(bytes(served)), "a.ics", expected: replica.read("a.ics")?.version,
                    changes: [.setBase(fixture.base("a.ics", served, state), text: bytes(served))])
            ], [])
        #expect(outcomes == [.done])
        #expect(calendar.read("a.ics") == served)
    }

    @Test("what changed since it was read stays, and nothing of it is stored")
    func changedBefore() throws {
        let replica = try pulled()
        let versions = try before.mapValues { _ in "" }.map {
            ($0.key, try replica.read($0.key)?.version)
        }
        let read = Dictionary(uniqueKeysWithValues: versions)
        calendar.write("a.ics", lunch("a", "Mine"))
        calendar.write("b.ics", lunch("b", "Mine"))
        calendar.write("d.ics", lunch("d", "Mine"))
        #expect(
            try change(replica) { read[$0] ?? nil }
                == [.changedMeanwhile, .changedMeanwhile, .changedMeanwhile])
        #expect(calendar.read("a.ics") == lunch("a", "Mine"))
        #expect(calendar.read("b.ics") == lunch("b", "Mine"))
        #expect(calendar.read("d.ics") == lunch("d", "Mine"))
        let state = try replica.state()
        #expect(state.bases.keys.sorted() == ["a.ics", "b.ics", "c.ics"].map(href))
        #expect(state.bases[href("a.ics")]?.digest == state.digest(bytes(lunch("a"))))
        // What belongs to no placement is stored whatever becomes of them.
        #expect(state.pending?.token == "t")
        #expect(try replica.trash().isEmpty)
    }

    @Test(
        "what another program writes between look and swap is found and put back",
        arguments: [true, false])
    func changedBetween(inPlace: Bool) throws {
        let calendar = calendar
        _ = try pulled()
        let replica = try fixture.replica { step in
            guard step == .synced else { return }
            for name in ["a", "b", "d"] {
                if inPlace {
                    calendar.write(name + ".ics", lunch(name, "Mine"))
                } else {
                    calendar.write(name + ".new", lunch(name, "Mine"))
                    rename("\(calendar.path)/\(name).new", "\(calendar.path)/\(name).ics")
                }
            }
        }
        #expect(
            try change(replica) { try replica.read($0)?.version }
                == [.changedMeanwhile, .changedMeanwhile, .changedMeanwhile])
        for name in ["a", "b", "d"] { #expect(calendar.read(name + ".ics") == lunch(name, "Mine")) }
        #expect(calendar.names == [".agenda-sync", "a.ics", "b.ics", "c.ics", "d.ics"])
        #expect(try replica.state().bases.count == 3)
    }

    @Test("what another program writes after the swap stays, and is a change of its own")
    func changedAfter() throws {
        let calendar = calendar
        _ = try pulled()
        let replica = try fixture.replica { step in
            if step == .settled { calendar.write("a.ics", lunch("a", "Mine")) }
        }
        #expect(try change(replica) { try replica.read($0)?.version } == [.done, .done, .done])
        guard case .differences(let found, _) = try replica.look() else {
            Issue.record("absent")
            return
        }
        #expect(found.changed == [href("a.ics"): "a.ics"])
    }

    @Test("a program that has the file open for writing keeps it")
    func openForWriting() throws {
        let replica = try pulled()
        let descriptor = open(calendar.path + "/a.ics", O_WRONLY)
        #expect(
            try change(replica) { try replica.read($0)?.version } == [
                .changedMeanwhile, .done, .done,
            ])
        let text = bytes(lunch("a", "Late"))
        #expect(ftruncate(descriptor, 0) == 0 && pwrite(descriptor, text, text.count, 0) > 0)
        close(descriptor)
        #expect(calendar.read("a.ics") == lunch("a", "Late"))
    }

    @Test("a text that is there already is success, and a removal of what is gone")
    func already() throws {
        let replica = try pulled()
        calendar.write("a.ics", lunch("a", "New"))
        calendar.write("d.ics", lunch("d"))
        unlink(calendar.path + "/b.ics")
        #expect(try change(replica) { _ in nil } == [.done, .done, .done])
        #expect(try replica.trash().isEmpty)
        #expect(try replica.look() == .differences(.init(), count: 3))
    }

    @Test("a name that no file can have fails alone")
    func badNames() throws {
        let replica = try pulled()
        let names = [
            "../x.ics", "/etc/x.ics", ".x.ics", "x.txt", "x\n.ics", "",
            String(repeating: "x", count: 300) + ".ics",
        ]
        let outcomes = try replica.commit(
            (names + ["good.ics"]).map {
                Placement(
                    .put(bytes(lunch("x"))), $0, expected: nil, changes: [.crossOff(href("x"))])
            }, [])
        for (name, outcome) in zip(names, outcomes) {
            guard case .failed = outcome else {
                Issue.record("\(name): \(outcome)")
                continue
            }
        }
        #expect(outcomes.last == .done)
        #expect(calendar.names.contains("good.ics"))
        #expect(fixture.folder.names == ["state", "work"])
    }

    @Test("a link in a file's place is neither followed nor replaced")
    func link() throws {
        let replica = try pulled()
        fixture.folder.write("secret", "mine")
        unlink(calendar.path + "/a.ics")
        symlink(fixture.folder.path + "/secret", calendar.path + "/a.ics")
        symlink(fixture.folder.path + "/secret", calendar.path + "/d.ics")
        let outcomes = try change(replica) { _ in nil }
        for outcome in [outcomes[0], outcomes[2]] {
            guard case .failed = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
        #expect(fixture.folder.read("secret") == "mine")
    }

    @Test("a new file has the rights that the folder leaves, another text those of the old one")
    func rights() throws {
        let replica = try pulled()
        chmod(calendar.path + "/a.ics", 0o640)
        _ = try change(replica) { try replica.read($0)?.version }
        var status = stat()
        #expect(stat(calendar.path + "/a.ics", &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(stat(calendar.path + "/d.ics", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test("a page larger than a group of descriptors")
    func manyFiles() throws {
        let replica = try fixture.replica()
        let texts = Dictionary(
            uniqueKeysWithValues: (0..<250).map { ("e\($0).ics", lunch("e\($0)")) })
        try fixture.pull(texts, into: replica)
        try fixture.pull(texts.mapValues { $0.replacing("Lunch", with: "Dinner") }, into: replica)
        #expect(try replica.look() == .differences(.init(), count: 250))
        #expect(try replica.trash().count == 250)
    }

    @Test("the trash forgets after 30 days")
    func pruned() throws {
        let replica = try pulled()
        _ = try change(replica) { try replica.read($0)?.version }
        let start = fixture.clock.withLock { $0 }
        fixture.clock.withLock { $0 = start + 30 * 86_400 }
        _ = try replica.takeLease()
        #expect(try replica.trash().count == 2)
        fixture.clock.withLock { $0 = start + 30 * 86_400 + 1 }
        _ = try replica.takeLease()
        #expect(try replica.trash().isEmpty)
    }
}
