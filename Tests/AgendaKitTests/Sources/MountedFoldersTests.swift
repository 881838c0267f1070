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
        let folders = MountedFolders(known: known, devices: devices, root: "/mnt") { _ in now }
        return folders.missing(
            stored: { prefix in stored.contains { $0.hasPrefix(prefix) } },
            listed: { prefix in listed.contains { $0.hasPrefix(prefix) } })
    }

    @Test("an empty folder on another mount is a missing disk, one on the same was emptied")
    func empty() {
        let root = "/ ext4 /dev/sda2 /"
        #expect(missing([disk], devices: ["": 1], now: root) == [""])
        #expect(missing([disk], devices: ["": 7], now: root) == [])
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
            known: [disk, SourceMount(prefix: "b/", device: 8, mount: "B")], devices: ["": 7],
            root: "/mnt"
        ) { _ in "new" }
        #expect(folders.renewed(missing: ["b/"]) == nil)
        #expect(
            folders.renewed(missing: []) == [SourceMount(prefix: "", device: 7, mount: "new")])
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
