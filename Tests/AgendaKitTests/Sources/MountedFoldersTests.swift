import ICalendar
import Testing

@testable import AgendaKit

@Suite("Folders whose disk is missing")
struct MountedFoldersTests {
    private let disk = SourceMount(prefix: "", device: 7, mount: "/mnt ext4 /dev/sdb1 /")

    private func missing(
        _ known: [SourceMount], devices: [String: UInt64], now: String?,
        stored: [String] = ["a.ics"], listed: [String] = []
    ) -> [String] {
        let present = devices.mapValues { FolderMount(device: $0) }
        let folders = MountedFolders(known: known, present: present, root: "/mnt") { _ in now }
        return folders.missing(
            stored: { prefix in stored.contains { $0.hasPrefix(prefix) } },
            listed: { prefix in listed.contains { $0.hasPrefix(prefix) } })
    }

    @Test("an empty folder on another mount is a missing disk, one on the same was emptied")
    func empty() {
        let root = "/ ext4 /dev/sda2 /"
        #expect(missing([disk], devices: ["": 1], now: root) == [""])
        #expect(missing([disk], devices: ["": 7], now: disk.mount) == [])
        // The same disk, counted anew after a restart.
        #expect(missing([disk], devices: ["": 9], now: disk.mount) == [])
        // Another disk in the same place.
        #expect(missing([disk], devices: ["": 9], now: "/mnt ext4 /dev/sdc1 /") == [""])
        #expect(missing([disk], devices: ["": 1], now: root, listed: ["b.ics"]) == [])
        #expect(missing([disk], devices: ["": 1], now: root, stored: []) == [])
        #expect(missing([], devices: ["": 1], now: root) == [])
        // Where the system does not name mounts the numbers alone tell.
        #expect(missing([disk], devices: ["": 1], now: nil) == [""])
    }

    @Test("what is known is renewed where it is another, and kept of what is missing")
    func renewed() {
        let folders = MountedFolders(
            known: [disk, SourceMount(prefix: "b/", device: 8, mount: "B")],
            present: ["": FolderMount(device: 7)], root: "/mnt"
        ) { _ in "new" }
        #expect(folders.renewed(missing: ["b/"]) == nil)
        #expect(
            folders.renewed(missing: []) == [SourceMount(prefix: "", device: 7, mount: "new")])
    }

    @Test("an empty folder on the same disk, but in another place of it, was mounted there")
    func bind() {
        // A folder of the disk of `/` was mounted at `/mnt`.
        let bound = SourceMount(prefix: "", device: 1, mount: "/mnt ext4 /dev/sda2 /data/calendars")
        #expect(missing([bound], devices: ["": 1], now: "/ ext4 /dev/sda2 /") == [""])
        #expect(missing([bound], devices: ["": 1], now: bound.mount) == [])
        // A folder that is mounted on itself, as services see it, is the same place.
        let plain = SourceMount(prefix: "", device: 1, mount: "/ ext4 /dev/sda2 /")
        #expect(missing([plain], devices: ["": 1], now: "/mnt ext4 /dev/sda2 /mnt") == [])
        // A whole disk that is seen through a part of it.
        let part = "/ ext4 /dev/sda2 /root"
        #expect(missing([plain], devices: ["": 1], now: part) == [""])
        // A folder below the source.
        let below = SourceMount(
            prefix: "b/", device: 1, mount: "/mnt/b\\040c ext4 /dev/sda2 /other")
        #expect(missing([below], devices: ["": 1], now: "/ ext4 /dev/sda2 /") == [])
    }

    @Test("a mount's number is noted, and the table is read where it is another one")
    func numbers() {
        let noted = SourceMount(prefix: "", device: 7, id: 30, mount: disk.mount)
        func renewed(_ id: UInt64?, _ name: String?) -> [SourceMount]? {
            MountedFolders(
                known: [noted], present: ["": FolderMount(device: 7, id: id)], root: "/mnt"
            ) { _ in name }.renewed(missing: [])
        }
        #expect(renewed(30, "not asked") == nil)
        #expect(renewed(31, disk.mount) == nil)
        #expect(renewed(nil, "not asked") == nil)
        let new = "/mnt ext4 /dev/sdb1 /other"
        #expect(renewed(31, new) == [SourceMount(prefix: "", device: 7, id: 31, mount: new)])
    }

    @Test("the present folder's mount is named as proc_pid_mountinfo(5) has it")
    func table() async throws {
        let point = try await TemporaryFolder.shell("findmnt -no TARGET /proc | tail -1")
        let mount = try #require(MountTable.mount(of: "/proc/self"))
        #expect(mount.hasPrefix(point.filter { $0 != "\n" } + " proc "))
        #expect(MountTable.fileSystem(of: "/proc/self") == "proc")
    }

    @Test("another path is taken as it is, also when it is empty")
    func moved() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await folder.shell("mkdir a b")
        try folder.write(Make.calendar("UID:1\r\nDTSTART:20261120T120000Z"), to: "a/a.ics")
        try await bench.add(folder.path + "/a", name: "x", kind: .folder)
        #expect(try bench.store.importBase().mounts.values.map { $0.map(\.prefix) } == [[""]])
        var change = SourceSettings()
        change.location = folder.path + "/b"
        _ = try await bench.importer.updateSource(named: "x", change)
        #expect(try bench.store.importBase().mounts.isEmpty)
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines().isEmpty)
    }
}
