import Testing

@testable import AgendaKit

/// The watchers of a process have one thread and one instance of inotify.
@Suite("Watchers share what they watch with", .inotify)
struct SharedWatchTests {
    private let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    /// More than an account may have instances of inotify (128).
    @Test("300 watchers are told, each of its own path", .timeLimit(.minutes(30)))
    func many() async throws {
        try await folder.shell("for i in $(seq 300); do mkdir $i; printf old > $i/cal.ics; done")
        let watchers = (1...300).map { FileWatcher(["\(folder.path)/\($0)"]) }
        try await folder.shell("for i in 300 150 7; do printf new > $i/cal.ics; done")
        for number in [7, 150, 300] {
            var changes = watchers[number - 1].changes.makeAsyncIterator()
            let next = await changes.next()
            #expect(next?.paths == ["\(folder.path)/\(number)"])
            #expect(next?.polled == [:])
        }
    }

    @Test("of one path each watcher is told, also when another has gone", .timeLimit(.minutes(30)))
    func together() async throws {
        let path = try folder.write("old", to: "cal.ics")
        let first = FileWatcher([path])
        var gone: FileWatcher? = FileWatcher([path, folder.path])
        var last = FileWatcher([path]).changes.makeAsyncIterator()
        var changes = first.changes.makeAsyncIterator()
        try await folder.shell("printf new > cal.ics")
        #expect(await changes.next()?.paths == [path])
        #expect(await last.next()?.paths == [path])
        _ = gone
        gone = nil
        try await folder.shell("sleep 0.3; printf newer > .x; mv .x cal.ics")
        #expect(await changes.next()?.paths == [path])
        #expect(await last.next()?.paths == [path])
    }

    @Test("a path that another watches already is told at once to who asks for it later")
    func later() async throws {
        let (one, two) = (try folder.write("1", to: "1.ics"), try folder.write("2", to: "2.ics"))
        let first = FileWatcher([one])
        let watcher = FileWatcher([two])
        watcher.watch([one, two])
        var changes = watcher.changes.makeAsyncIterator()
        #expect(await changes.next()?.paths == [one])
        let marks = await watcher.marks()
        #expect(marks[one]?.isWhole == true)
        #expect(await first.marks()[one] == marks[one])
        #expect(await first.marks()[two] == nil)
    }
}
