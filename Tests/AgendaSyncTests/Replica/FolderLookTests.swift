import CalendarMerge
import Glibc
import ICalendar
import Testing

@testable import AgendaSync
@testable import CalendarFiles

@Suite("What differs between a folder and what was agreed")
struct FolderLookTests {
    private let fixture = ReplicaFixture()
    private var calendar: Folder { fixture.calendar }

    private func differences(_ replica: FolderReplica) throws -> ReplicaComparison.Differences? {
        guard case .differences(let found, _) = try replica.look() else { return nil }
        return found
    }

    private func threeEvents() throws -> FolderReplica {
        let replica = try fixture.replica()
        try fixture.pull(
            ["a.ics": lunch("a"), "b.ics": lunch("b"), "c.ics": lunch("c")], into: replica)
        return replica
    }

    @Test("nothing differs after a pull, and three resources are there")
    func nothing() throws {
        let replica = try threeEvents()
        #expect(try replica.look() == .differences(.init(), count: 3))
        #expect(calendar.read("b.ics") == lunch("b"))
    }

    @Test("changed, new and deleted files")
    func differences() throws {
        let replica = try threeEvents()
        calendar.write("a.ics", lunch("a", "Dinner"))
        unlink(calendar.path + "/b.ics")
        calendar.write("new.ics", lunch("new"))
        let found = try #require(try differences(replica))
        #expect(found.changed == [href("a.ics"): "a.ics"])
        #expect(found.deleted == [href("b.ics")])
        #expect(found.added == ["new.ics"])
        #expect(found.unsendable.isEmpty)
    }

    @Test("a file with another date and the same content does not differ")
    func touched() throws {
        let replica = try threeEvents()
        calendar.write("a.ics", lunch("a"))
        #expect(try differences(replica)?.isEmpty == true)
        let noted = try replica.state().bases[href("a.ics")]?.version
        let present = try replica.read("a.ics")?.version
        #expect(FileVersion(noted)?.stamp == FileVersion(present)?.stamp)
    }

    @Test("a change that keeps size and modification time is seen")
    func sameTime() throws {
        let replica = try threeEvents()
        var status = stat()
        #expect(stat(calendar.path + "/a.ics", &status) == 0)
        calendar.write("a.ics", lunch("a", "Laugh"))
        utimensat(AT_FDCWD, calendar.path + "/a.ics", [status.st_atim, status.st_mtim], 0)
        #expect(try differences(replica)?.changed == [href("a.ics"): "a.ics"])
    }

    @Test("a change within the tick of the note is seen, in place and of the same size")
    func racy() throws {
        let replica = try fixture.replica()
        for round in 0..<50 {
            try fixture.pull(["a.ics": lunch("a", "One \(round + 10)")], into: replica)
            calendar.write("a.ics", lunch("a", "Two \(round + 10)"))
            #expect(try differences(replica)?.changed == [href("a.ics"): "a.ics"], "\(round)")
        }
    }

    @Test("hidden files, temporary ones, subfolders and other endings are not looked at")
    func others() throws {
        let replica = try threeEvents()
        for name in [".hidden.ics", "d.ics.tmp", "notes.txt", "displayname", "color", ".ics"] {
            calendar.write(name, lunch("d"))
        }
        mkdir(calendar.path + "/sub", 0o700)
        Folder(path: calendar.path + "/sub").write("e.ics", lunch("e"))
        #expect(try replica.look() == .differences(.init(), count: 3))
    }

    @Test("what cannot be sent is told with its reason")
    func unsendable() throws {
        let replica = try threeEvents()
        let two =
            lunch("p").replacing("END:VCALENDAR\r\n", with: "")
            + lunch("q").replacing("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", with: "")
        calendar.write("two.ics", two)
        calendar.write("half.ics", String(lunch("h").dropLast(20)))
        calendar.write("a.ics", "")
        calendar.write("zones.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        calendar.write("nouid.ics", lunch("n").replacing("UID:n\r\n", with: ""))
        calendar.write("latin.ics", lunch("l", "X"))
        let latin = open(calendar.path + "/latin.ics", O_WRONLY)
        #expect(pwrite(latin, [0xE9] as [UInt8], 1, 90) == 1)
        close(latin)
        symlink("/etc/passwd", calendar.path + "/link.ics")
        symlink("b.ics", calendar.path + "/near.ics")
        mkdir(calendar.path + "/folder.ics", 0o700)
        mkfifo(calendar.path + "/pipe.ics", 0o600)
        calendar.write("line\nbreak.ics", lunch("x"))
        let found = try #require(try differences(replica)?.unsendable)
        #expect(found["two.ics"] == .severalUIDs)
        #expect(found["zones.ics"] == .empty)
        for name in ["half.ics", "a.ics", "nouid.ics", "latin.ics"] {
            guard case .notCalendar? = found[name] else {
                Issue.record("\(name): \(found[name] as Any)")
                continue
            }
        }
        for name in ["link.ics", "near.ics", "folder.ics", "pipe.ics", #"line\x0Abreak.ics"#] {
            guard case .notReadable? = found[name] else {
                Issue.record("\(name): \(found[name] as Any)")
                continue
            }
        }
        #expect(found.count == 11)
        // An empty file is neither a change to send nor a deletion.
        #expect(try differences(replica)?.changed.isEmpty == true)
        #expect(try differences(replica)?.deleted.isEmpty == true)
    }

    @Test("a file of an agreed resource that became a folder or link is no deletion")
    func replacedByOthers() throws {
        let replica = try threeEvents()
        unlink(calendar.path + "/a.ics")
        mkdir(calendar.path + "/a.ics", 0o700)
        unlink(calendar.path + "/b.ics")
        symlink("/etc/passwd", calendar.path + "/b.ics")
        let found = try #require(try differences(replica))
        #expect(found.deleted.isEmpty)
        #expect(found.unsendable.keys.sorted() == ["a.ics", "b.ics"])
        #expect(throws: ReplicaError.self) { try replica.read("b.ics") }
    }

    @Test("overrides of one UID belong together")
    func overrides() throws {
        let replica = try threeEvents()
        let override = "BEGIN:VEVENT\r\nUID:a\r\nRECURRENCE-ID:20261122T120000Z\r\nEND:VEVENT\r\n"
        calendar.write(
            "a.ics", lunch("a").replacing("END:VCALENDAR", with: override + "END:VCALENDAR"))
        #expect(try differences(replica)?.changed == [href("a.ics"): "a.ics"])
    }

    @Test("a missing folder holds no deletions")
    func missing() throws {
        let replica = try threeEvents()
        rename(calendar.path, calendar.path + "-moved")
        #expect(try replica.look() == .absent)
        // Nor does one in its place, such as the mount point of its disk.
        mkdir(calendar.path, 0o700)
        #expect(try replica.look() == .absent)
        calendar.write("a.ics", lunch("a"))
        #expect(try replica.look() == .absent)
        // Nothing is put into it either, which would make the others look deleted.
        #expect(throws: ReplicaError.self) {
            try fixture.pull(["d.ics": lunch("d")], into: replica)
        }
        #expect(calendar.names == ["a.ics"])
        calendar.remove()
        rename(calendar.path + "-moved", calendar.path)
        #expect(try replica.look() == .differences(.init(), count: 3))
    }

    @Test("an emptied folder holds no deletions; a few events may all be deleted")
    func emptied() throws {
        let replica = try threeEvents()
        for name in ["a.ics", "b.ics", "c.ics"] { unlink(calendar.path + "/" + name) }
        #expect(try differences(replica)?.deleted.count == 3)
        try fixture.pull(
            ["a.ics": lunch("a"), "b.ics": lunch("b"), "c.ics": lunch("c"), "d.ics": lunch("d")],
            into: replica)
        for name in ["a.ics", "b.ics", "c.ics", "d.ics"] { unlink(calendar.path + "/" + name) }
        #expect(try replica.look() == .absent)
        // The next pull fetches them again.
        _ = try replica.commit([], [.forget(generation: 1)])
        try fixture.pull(["a.ics": lunch("a"), "b.ics": lunch("b")], into: replica)
        #expect(try replica.look() == .differences(.init(), count: 2))
    }

    @Test("an emptied folder holds the deletions that a person has allowed before")
    func allowed() throws {
        let replica = try threeEvents()
        let names: Set = ["a.ics", "b.ics", "c.ics", "d.ics"]
        try fixture.pull(["d.ics": lunch("d")], into: replica)
        let decisions = SyncDecisions(
            replica: replica, merging: ThreeWayMerge(zones: SystemZones.database),
            now: { Instant(secondsSinceEpoch: 0) })
        try decisions.allowDeletions(of: ["a.ics", "b.ics"])
        for name in names { unlink(calendar.path + "/" + name) }
        #expect(try replica.look() == .absent)
        try decisions.allowDeletions(of: names)
        #expect(try differences(replica)?.deleted.count == 4)
        // Not those that wait for a person already.
        let hold = Hold(.fromReplica, [href("a.ics")], since: Instant(secondsSinceEpoch: 0))
        _ = try replica.commit([], [.hold(hold)])
        try decisions.allowDeletions(of: names)
        #expect(try replica.state().holds[.fromReplica] == hold)
    }

    @Test("a copy of the whole folder in its place is the folder from then on")
    func copied() throws {
        let replica = try threeEvents()
        rename(calendar.path, calendar.path + "-old")
        mkdir(calendar.path, 0o700)
        for name in ["a", "b", "c"] { calendar.write(name + ".ics", lunch(name)) }
        #expect(try replica.look() == .differences(.init(), count: 3))
        unlink(calendar.path + "/a.ics")
        #expect(try differences(replica)?.deleted == [href("a.ics")])
    }

    @Test("an existing folder is found with all of its files as new ones")
    func adopted() throws {
        mkdir(calendar.path, 0o700)
        calendar.write("a.ics", lunch("a"))
        calendar.write("b.ics", lunch("b"))
        #expect(try differences(fixture.replica())?.added == ["a.ics", "b.ics"])
    }

    @Test("a merged text that is not the server's is to be sent, and need not be read for that")
    func merged() throws {
        let replica = try fixture.replica()
        let state = try replica.state()
        let outcome = try replica.commit(
            [
                Placement(
                    .put(bytes(lunch("a", "Merged"))), "a.ics", expected: nil,
                    changes: [
                        .setBase(
                            fixture.base("a.ics", lunch("a", "Theirs"), state),
                            text: bytes(lunch("a", "Theirs")))
                    ])
            ], [])
        #expect(outcome == [.done])
        #expect(try replica.baseText(of: href("a.ics")) == bytes(lunch("a", "Theirs")))
        for _ in 0..<2 {
            #expect(try differences(replica)?.changed == [href("a.ics"): "a.ics"])
        }
    }
}

extension String {
    /// Foundation's method is not here.
    func replacing(_ old: String, with new: String) -> String {
        guard let range = self.firstRange(of: old) else { return self }
        return self[..<range.lowerBound] + new + self[range.upperBound...]
    }
}
