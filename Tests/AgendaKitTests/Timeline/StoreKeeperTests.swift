import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaKit

/// A store whose keeper others ask before they read: what they then see is what the sources hold.
@Suite("Store keeper", .inotify, .timeLimit(.minutes(30)))
struct StoreKeeperTests {
    private let folder: TemporaryFolder
    private let home: String
    private let bench: Bench
    private let watcher: FileWatcher
    private let keeper: StoreKeeper
    private let clock = TestClock()

    /// Goes on when it is told to.
    private final class TestClock: Sendable {
        private let time = Mutex(ContinuousClock.now)

        var now: ContinuousClock.Instant { time.withLock(\.self) }

        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    /// `event NAME` prints a calendar with one event, whose title it is.
    static let script = """
        event() {
            printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nBEGIN:VEVENT\\r\\nUID:%s\\r\\n' "$1"
            printf 'DTSTART:20261120T090000Z\\r\\nSUMMARY:%s\\r\\nEND:VEVENT\\r\\nEND:VCALENDAR\\r\\n' "$1"
        }

        """

    /// A folder `home` with one event, `old`, as a source.
    init() async throws {
        folder = try TemporaryFolder()
        home = folder.path + "/home"
        bench = try Bench(path: folder.path + "/agenda.db")
        watcher = FileWatcher([home], timing: WatchTiming(poll: 3_600_000))
        keeper = StoreKeeper(importer: bench.importer, watcher: watcher) { [clock] in clock.now }
        try await shell("mkdir home; event old > home/a.ics")
        try await bench.add(home, kind: .folder)
    }

    private func shell(_ script: String) async throws {
        try await folder.shell(Self.script + script)
    }

    /// The titles that a command shows which asked the keeper.
    private func seen() async throws -> [String] {
        try await seen(trusting: await keeper.freshness())
    }

    private func seen(trusting freshness: Freshness?) async throws -> [String] {
        let reader = try Bench(path: folder.path + "/agenda.db")
        _ = try await reader.importer.refresh(trusting: freshness)
        return try await reader.lines().map { String($0.dropFirst("2026-11-20 ".count)) }.sorted()
    }

    @Test("whoever asks after a change sees it", arguments: ways)
    func change(way: Way) async throws {
        try await shell(way.before)
        _ = await keeper.freshness()
        try await shell(way.action)
        let freshness = try #require(await keeper.freshness())
        #expect(freshness.unsure.isEmpty == way.isSure)
        #expect(try await seen(trusting: freshness) == way.titles)
        // Nothing happened: the same again.
        let again = try #require(await keeper.freshness())
        #expect(again.unsure == freshness.unsure)
        #expect(try await seen(trusting: again) == way.titles)
    }

    @Test("of a hundred changes by turns, each is seen by who asks after it")
    func stress() async throws {
        for number in 0..<100 {
            let path = home + "/a.ics"
            let text = Make.calendar("UID:a\r\nDTSTART:20261120T090000Z\r\nSUMMARY:\(number)")
            switch number % 3 {
            case 0: try Data(text.utf8).write(to: URL(filePath: path))
            case 1: try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
            default:
                try FileManager.default.removeItem(atPath: path)
                try Data(text.utf8).write(to: URL(filePath: path))
            }
            let freshness = try #require(await keeper.freshness())
            try #require(freshness.unsure.isEmpty)
            let titles = try await bench.lines()
            try #require(titles == ["2026-11-20 \(number)"])
        }
    }

    @Test("what no event tells is seen a minute later; until then nothing is looked at")
    func hidden() async throws {
        let mounts = MountChanges()
        #expect(try await seen() == ["old"])
        // A program writes into a mapped file, and keeps it open.
        let path = home + "/a.ics"
        let text = try Data(contentsOf: URL(filePath: path))
        let place = try #require(text.firstRange(of: Data("SUMMARY:old".utf8))).lowerBound + 8
        let descriptor = open(path, O_RDWR)
        defer { close(descriptor) }
        let mapped = try #require(
            mmap(nil, text.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0))
        defer { munmap(mapped, text.count) }
        mapped.advanced(by: place).copyMemory(from: "new", byteCount: 3)
        let early = try await seen()
        // Where another test mounted something meanwhile, everything was looked at.
        #expect(early == ["old"] || mounts.haveChanged())
        clock.advance(by: StoreKeeper.validity + .seconds(1))
        #expect(try await seen() == ["new"])
    }

    @Test("a second name that a file gets is found a minute later, and then not vouched for")
    func secondName() async throws {
        #expect(await keeper.freshness()?.unsure == [])
        try await shell("ln home/a.ics second")
        clock.advance(by: StoreKeeper.validity + .seconds(1))
        #expect(await keeper.freshness()?.unsure.count == 1)
        try await shell("event new > second")
        #expect(try await seen() == ["new"])
    }

    @Test("a commit of another process makes the keeper look again, its own does not")
    func otherWriter() async throws {
        #expect(try await seen() == ["old"])
        #expect(await !keeper.isOutdated())
        try await shell("event new > home/a.ics")
        #expect(try await keeper.refresh().componentsAdded == 1)
        #expect(await !keeper.isOutdated())
        let other = try Bench(path: folder.path + "/agenda.db")
        var event = Event(uid: "l", start: .date(try Make.date("2026-11-20")))
        event.summary = "local"
        try await other.editor.add(event)
        #expect(await keeper.isOutdated())
        #expect(try await seen() == ["local", "new"])
        #expect(await !keeper.isOutdated())
    }

    @Test("a source is not vouched for until it is watched")
    func newSource() async throws {
        let path = folder.path + "/other"
        try await shell("mkdir other; event b > other/b.ics")
        #expect(await keeper.freshness()?.unsure == [])
        let other = try Bench(path: folder.path + "/agenda.db")
        try await other.add(path, kind: .folder)
        let id = try #require(try other.store.sources().first { $0.location == path }).id
        #expect(await keeper.freshness()?.unsure == [id])
        try await shell("event c > other/b.ics")
        #expect(try await seen() == ["c", "old"])
        watcher.watch([home, path])
        #expect(await keeper.freshness()?.unsure == [])
        try await shell("event d > other/b.ics")
        #expect(try await seen() == ["d", "old"])
    }

    @Test("a file that cannot be read is not vouched for")
    func unreadable() async throws {
        try await shell("mkfifo home/b.ics")
        #expect(await keeper.freshness()?.unsure.count == 1)
        try await shell("rm home/b.ics; event b > home/b.ics")
        #expect(await keeper.freshness()?.unsure == [])
        #expect(try await seen() == ["b", "old"])
    }

    @Test("what was imported for who asked is told to the next refresh")
    func told() async throws {
        _ = try await keeper.refresh()
        try await shell("event b > home/b.ics")
        #expect(try await seen() == ["b", "old"])
        #expect(try await keeper.refresh().componentsAdded == 1)
        #expect(try await keeper.refresh().componentsAdded == 0)
    }

    @Test(
        "who trusts looks at nothing else, but a store older than what was vouched for is another one"
    )
    func trusting() async throws {
        #expect(try await seen() == ["old"])
        let revision = try bench.store.revision()
        try await shell("event new > home/a.ics")
        #expect(try await seen(trusting: Freshness(revision: revision, unsure: [])) == ["old"])
        #expect(
            try await seen(trusting: Freshness(revision: revision + 1, unsure: [])) == ["new"])
    }

    @Test("a store whose file was replaced is not vouched for")
    func replaced() async throws {
        #expect(await keeper.freshness() != nil)
        try await shell("cp agenda.db copy.db; mv copy.db agenda.db")
        #expect(await keeper.freshness() == nil)
    }

    /// Whether this process may mount something.
    private static let canMount: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = [
            "-c", "d=$(mktemp -d) && mount -t tmpfs none $d && umount $d; s=$?; rmdir $d; exit $s",
        ]
        process.standardError = FileHandle.nullDevice
        try? process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test("what is mounted over a folder is seen, and what was below it", .enabled(if: canMount))
    func mounted() async throws {
        #expect(try await seen() == ["old"])
        try await shell("mount -t tmpfs none home; event new > home/a.ics")
        do {
            #expect(try await seen() == ["new"])
            try await shell("event newer > home/a.ics")
            #expect(try await seen() == ["newer"])
        } catch {
            Issue.record(error)
        }
        try await shell("umount home")
        #expect(try await seen() == ["old"])
    }
}
