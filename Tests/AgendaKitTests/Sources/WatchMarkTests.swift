import Testing

@testable import AgendaKit

@Suite("Watch marks", .inotify, .timeLimit(.minutes(30)))
struct WatchMarkTests {
    private static let timing = WatchTiming(poll: 3_600_000)

    @Test("a mark is the same until something happens in its path")
    func same() async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("mkdir a b; printf 1 > a/1.ics; printf 1 > b/1.ics")
        let (a, b) = (folder.path + "/a", folder.path + "/b")
        let watcher = FileWatcher([a, b], timing: Self.timing)
        let first = await watcher.marks()
        #expect(first[a]?.isWhole == true && first[b]?.isWhole == true)
        #expect(await watcher.marks() == first)
        try await folder.shell("printf 2 > a/1.ics")
        let second = await watcher.marks()
        #expect(second[a] != first[a])
        #expect(second[b] == first[b])
    }

    @Test("a path that is watched again has another mark")
    func again() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("1", to: "a.ics")
        let watcher = FileWatcher([path], timing: Self.timing)
        let first = try #require(await watcher.marks()[path])
        watcher.watch([String]())
        #expect(await watcher.marks().isEmpty)
        watcher.watch([path])
        let second = try #require(await watcher.marks()[path])
        #expect(second != first && second.isWhole)
    }

    @Test("paths that are wanted twice at once are watched")
    func twice() async throws {
        let folder = try TemporaryFolder()
        let watcher = FileWatcher([String](), timing: Self.timing)
        for number in 0..<200 {
            let path = try folder.write("1", to: "\(number).ics")
            watcher.watch([path])
            watcher.watch([path])
            #expect(await watcher.marks()[path]?.isWhole == true)
        }
    }

    @Test("what is not there, or not on a disk of this machine, is not whole")
    func notWhole() async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("mkdir a; ln -s none a/b")
        let paths = [folder.path + "/none", folder.path + "/a", "/proc/version"]
        let watcher = FileWatcher(paths, timing: Self.timing)
        let marks = await watcher.marks()
        #expect(marks.keys.sorted() == paths.sorted())
        #expect(marks.values.allSatisfy { !$0.isWhole })
    }
}
