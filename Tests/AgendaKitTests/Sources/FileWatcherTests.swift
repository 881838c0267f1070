import Foundation
import Synchronization
import Testing

@testable import AgendaKit

/// Each way in which programs change files, done by a shell; what counts is that whoever looks when
/// he is told to has seen the last state.
@Suite("File watcher", .inotify)
struct FileWatcherTests {
    struct Way: CustomTestStringConvertible {
        let testDescription: String
        /// Before the watch begins.
        var before = ""
        let action: String
        /// What is watched, within the test's folder.
        var path = "home/cal.ics"
    }

    static let ways = [
        Way(testDescription: "written in place", action: "printf new > home/cal.ics"),
        Way(testDescription: "appended to", action: "printf more >> home/cal.ics"),
        Way(
            testDescription: "written in two parts",
            action: "(printf a; sleep 0.02; printf b) > home/cal.ics"),
        Way(testDescription: "renamed over", action: "printf new > home/t; mv home/t home/cal.ics"),
        Way(
            testDescription: "renamed over from elsewhere",
            action: "printf new > t; mv t home/cal.ics"),
        Way(testDescription: "sed -i", action: "sed -i s/old/new/ home/cal.ics"),
        Way(testDescription: "cp", action: "printf new > t; cp t home/cal.ics"),
        Way(
            testDescription: "cp --remove-destination",
            action: "printf new > t; cp --remove-destination t home/cal.ics"),
        Way(
            testDescription: "a link to a new file", action: "printf new > t; ln -f t home/cal.ics"),
        Way(testDescription: "deleted", action: "rm home/cal.ics"),
        Way(
            testDescription: "deleted and made again",
            action: "rm home/cal.ics; printf new > home/cal.ics"),
        Way(
            testDescription: "made later", before: "rm home/cal.ics",
            action: "printf new > home/cal.ics"),
        Way(
            testDescription: "its folder made later", before: "rm -r home",
            action: "mkdir home; printf new > home/cal.ics"),
        Way(
            testDescription: "its folders made later", before: "rm -r home",
            action: "mkdir -p home/a/b; printf new > home/a/b/cal.ics", path: "home/a/b/cal.ics"),
        Way(
            testDescription: "its folder replaced",
            action: "mkdir n; printf new > n/cal.ics; mv home o; mv n home"),
        Way(
            testDescription: "its folder replaced, then written",
            action:
                "mv home o; mkdir home; printf 1 > home/cal.ics; sleep 0.02; printf 2 > home/cal.ics"
        ),
        Way(
            testDescription: "a link's target written",
            before: "mkdir d; mv home/cal.ics d; ln -s ../d/cal.ics home/cal.ics",
            action: "printf new > d/cal.ics"),
        Way(
            testDescription: "a link's target renamed over",
            before: "mkdir d; mv home/cal.ics d; ln -s ../d/cal.ics home/cal.ics",
            action: "printf new > d/t; mv d/t d/cal.ics"),
        Way(
            testDescription: "a link swung",
            before: "printf new > b; mv home/cal.ics a; ln -s ../a home/cal.ics",
            action: "ln -sfn ../b home/cal.ics"),
        Way(
            testDescription: "a link to a folder swung",
            before:
                "mkdir v1 v2; mv home/cal.ics v1; printf new > v2/cal.ics; ln -s v1 ..data; rmdir home; ln -s ..data home",
            action: "ln -s v2 t; mv -T t ..data"),
        Way(
            testDescription: "a link to what comes later",
            before: "rm home/cal.ics; ln -s ../later home/cal.ics",
            action: "printf new > later"),
        Way(
            testDescription: "a file in a folder", action: "printf new > home/cal.ics", path: "home"
        ),
        Way(
            testDescription: "a new file in a folder", action: "printf new > home/b.ics",
            path: "home"),
        Way(
            testDescription: "a file renamed into a folder",
            action: "printf n > home/.t; mv home/.t home/b.ics", path: "home"),
        Way(
            testDescription: "a file renamed within a folder", action: "mv home/cal.ics home/b.ics",
            path: "home"),
        Way(testDescription: "a file deleted in a folder", action: "rm home/cal.ics", path: "home"),
        Way(
            testDescription: "a file in a new subfolder",
            action: "mkdir -p home/x/y; printf new > home/x/y/b.ics", path: "home"),
        Way(
            testDescription: "a file written late in a new subfolder",
            action: "mkdir -p home/x/y; sleep 0.05; printf new > home/x/y/b.ics", path: "home"),
        Way(
            testDescription: "a subfolder moved in", before: "mkdir x; printf new > x/b.ics",
            action: "mv x home/x; sleep 0.02; printf newer > home/x/b.ics", path: "home"),
        Way(
            testDescription: "a subfolder moved away",
            before: "mkdir home/x; printf b > home/x/b.ics",
            action: "mv home/x y", path: "home"),
        Way(
            testDescription: "a file behind a linked subfolder",
            before: "mkdir x; printf b > x/b.ics; ln -s ../x home/x",
            action: "printf new > x/b.ics", path: "home"),
        Way(
            testDescription: "a file behind a new link", before: "mkdir x; printf b > x/b.ics",
            action: "ln -s ../x home/x; sleep 0.05; printf new > x/b.ics", path: "home"),
        Way(
            testDescription: "a linked file in a folder",
            before: "mv home/cal.ics x; ln -s ../x home/cal.ics",
            action: "printf new > x", path: "home"),
        Way(
            testDescription: "a hundred files at once",
            action: "for i in $(seq 100); do printf $i > home/$i.ics; done",
            path: "home"),
        Way(testDescription: "a folder deleted", action: "rm -r home", path: "home"),
        Way(
            testDescription: "a folder deleted and made again",
            action: "rm -r home; mkdir home; printf new > home/b.ics", path: "home"),
    ]

    /// Nothing here is found by looking now and then.
    private static let timing = WatchTiming(poll: 60_000)

    @Test("the last state is seen", .timeLimit(.minutes(30)), arguments: ways)
    func lastState(way: Way) async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("mkdir home; printf old > home/cal.ics; \(way.before)")
        let path = folder.path + "/" + way.path
        let watcher = FileWatcher([path], timing: Self.timing)
        let old = try await Self.state(path)
        let looker = Looker(watcher) { try await Self.state(path) }
        try await folder.shell(way.action)
        let new = try await Self.state(path)
        #expect(new != old, "the action did nothing")
        #expect(await looker.sees(new), "\(looker.last ?? "nothing") instead of \(new)")
    }

    /// What someone sees who looks.
    private static func state(_ path: String) async throws -> String {
        try await TemporaryFolder.shell(
            "find -L '\(path)' -type f ! -name '.*' 2>/dev/null | sort | xargs -r tail -vn +1 2>/dev/null; true"
        )
    }

    @Test("others' files say nothing")
    func others() async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("mkdir home; printf old > home/cal.ics")
        let watcher = FileWatcher(
            ["home", "home/cal.ics"].map { folder.path + "/" + $0 }, timing: Self.timing)
        let looker = Looker(watcher) { "changed" }
        try await folder.shell(
            "printf 1 > home/notes.txt; printf 2 > home/.cal.ics.swp; printf 3 > b.ics; mkdir c; rm b.ics"
        )
        #expect(await !looker.sees("changed", within: .milliseconds(400)))
        try await folder.shell("printf new > home/cal.ics")
        #expect(await looker.sees("changed"))
    }

    @Test("a program that never stops writing is heard all the same")
    func endless() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "cal.ics")
        let watcher = FileWatcher([path], timing: Self.timing)
        let looker = Looker(watcher) { "changed" }
        try await folder.shell("touch cal.ics.go")
        async let writing = TemporaryFolder.shell(
            "while [ -e \(path).go ]; do printf x; sleep 0.02; done > \(path)")
        #expect(await looker.sees("changed"))
        try folder.remove("cal.ics.go")
        _ = try await writing
    }

    @Test("a hundred renames are told together")
    func burst() async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("mkdir home; for i in $(seq 300); do printf $i > $i.ics; done")
        let watcher = FileWatcher([folder.path + "/home"], timing: Self.timing)
        let looker = Looker(watcher) { "changed" }
        try await folder.shell("mv *.ics home")
        #expect(await looker.sees("changed"))
        try await Task.sleep(for: .milliseconds(300))
        // On a busy machine the move takes its time, and is told several times.
        #expect(looker.count < 50)
    }

    @Test("paths can be exchanged; a new one is told at once")
    func exchange() async throws {
        let folder = try TemporaryFolder()
        try await folder.shell("printf a > a.ics; printf b > b.ics")
        let watcher = FileWatcher([folder.path + "/a.ics"], timing: Self.timing)
        var changes = watcher.changes.makeAsyncIterator()
        watcher.watch([folder.path + "/b.ics"])
        #expect(await changes.next()?.paths == [folder.path + "/b.ics"])
        try await folder.shell("printf new > a.ics; sleep 0.05; printf new > b.ics")
        #expect(await changes.next()?.paths == [folder.path + "/b.ics"])
    }

    @Test("what is missing is not looked for: the kernel tells when it appears")
    func missing() async throws {
        let folder = try TemporaryFolder()
        let watcher = FileWatcher([folder.path + "/none/a.ics"], timing: WatchTiming(poll: 20))
        let looker = Looker(watcher) { "looked" }
        #expect(await !looker.sees("looked", within: .milliseconds(400)))
        try await folder.shell("mkdir none; printf new > none/a.ics")
        #expect(await looker.sees("looked"))
    }

    @Test("what cannot be watched is looked at now and then, too")
    func polling() async throws {
        let folder = try TemporaryFolder()
        // Longer than a name may be: lstat(2) does not say that it is missing.
        let name = String(repeating: "a", count: 300)
        let watcher = FileWatcher([folder.path + "/" + name], timing: WatchTiming(poll: 20))
        let looker = Looker(watcher) { "looked" }
        #expect(await looker.sees("looked"))
    }

    @Test("a watcher lives as long as its changes are read")
    func lifetime() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "cal.ics")
        var changes = FileWatcher([path], timing: Self.timing).changes.makeAsyncIterator()
        try await folder.shell("printf new > cal.ics")
        #expect(await changes.next()?.paths == [path])
    }

    @Test("a watcher leaves no descriptor behind")
    func descriptors() async throws {
        func watching() throws -> Int {
            let folder = "/proc/self/fd/"
            return try FileManager.default.contentsOfDirectory(atPath: folder).count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: folder + name)
                return target?.contains("inotify") == true
            }
        }
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "cal.ics")
        for _ in 0..<200 {
            let watcher = FileWatcher([path], timing: Self.timing)
            let reading = Task { for await _ in watcher.changes {} }
            reading.cancel()
            await reading.value
        }
        // Other tests watch at the same time, but not as many.
        for _ in 0..<100 where try watching() > 100 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try watching() < 100)
    }
}

/// Someone who looks whenever a watcher says so.
private final class Looker: Sendable {
    private final class Seen: Sendable {
        let states = Mutex<[String]>([])
    }

    private let seen = Seen()
    private let task: Task<Void, any Error>

    init(_ watcher: FileWatcher, look: @escaping @Sendable () async throws -> String) {
        task = Task { [seen] in
            for await _ in watcher.changes {
                let state = try await look()
                seen.states.withLock { $0.append(state) }
            }
        }
    }

    deinit { task.cancel() }

    var last: String? { seen.states.withLock { $0.last } }
    var count: Int { seen.states.withLock { $0.count } }

    /// Whether the last look shows `state` some time soon; on a busy machine all tests wait for each
    /// other.
    func sees(_ state: String, within time: Duration = .seconds(120)) async -> Bool {
        let end = ContinuousClock.now + time
        while ContinuousClock.now < end {
            if last == state { return true }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return last == state
    }
}
