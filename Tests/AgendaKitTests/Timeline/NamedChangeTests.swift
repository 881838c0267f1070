import CalendarFiles
import Foundation
import Glibc
import ICalendar
import Testing

@testable import AgendaKit

/// A folder that is followed: what the kernel names is imported, and nothing else is looked at.
@Suite("Named changes", .inotify, .timeLimit(.minutes(30)))
struct NamedChangeTests {
    private let folder: TemporaryFolder
    private let home: String
    private let bench: Bench

    /// A folder `home`, empty.
    init() throws {
        folder = try TemporaryFolder()
        home = folder.path + "/home"
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: false)
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    /// Runs `body` while the folder is followed.
    private func following(_ body: () async throws -> Void) async throws {
        let live = LiveTimeline(
            store: bench.store, importer: bench.importer, provider: bench.provider())
        let task = Task { await live.follow { _ in } }
        // Whatever was written before it began is in the store: from here on there are events.
        try await write("ready", to: ".ready", as: "ready.ics")
        try await sees { $0.contains("ready") }
        do { try await body() } catch {
            task.cancel()
            throw error
        }
        task.cancel()
        _ = await task.value
    }

    /// Writes a hidden file and gives it a name, as clients do.
    private func write(_ title: String, to hidden: String, as name: String) async throws {
        let text = Make.calendar(
            "UID:\(name)\r\nDTSTART:20261120T090000Z\r\nSUMMARY:\(title)")
        try Data(text.utf8).write(to: URL(filePath: home + "/" + hidden))
        try #require(rename(home + "/" + hidden, home + "/" + name) == 0)
    }

    private func titles() async throws -> [String] {
        try await bench.lines().map { String($0.dropFirst("2026-11-20 ".count)) }.sorted()
    }

    /// Waits until the store has what is asked for.
    private func sees(_ condition: ([String]) -> Bool) async throws {
        for _ in 0..<6_000 {
            if condition(try await titles()) { return }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(condition(try await titles()))
    }

    @Test("after a change of one file of many, no names are listed", arguments: [500, 5_000])
    func count(files: Int) async throws {
        for number in 0..<files {
            let text = Make.calendar("UID:\(number)\r\nDTSTART:20250101T090000Z\r\nSUMMARY:x")
            try folder.write(text, to: "home/\(number).ics")
        }
        try await bench.add(home, name: "home", kind: .folder)
        let source = try #require(try bench.store.sources().first)
        var settings = SourceSettings()
        settings.isWritable = true
        _ = try await bench.importer.updateSource(named: source.name, settings)
        func put(_ title: String) async throws {
            let text = Make.calendar(
                "UID:put\r\nDTSTAMP:20261101T000000Z\r\nDTSTART:20261120T090000Z\r\nSUMMARY:\(title)"
            )
            _ = try await bench.editor.put(
                Array(text.utf8), at: "put.ics", in: source, if: nil, by: nil)
        }
        try await following {
            // What killed processes left is looked for once a minute.
            try await put("first")
            try await Task.sleep(for: .milliseconds(400))
            var listed = Inotify()
            try #require(listed.watch(home, mask: UInt32(IN_ACCESS)) == 0)
            try await put("second")
            try await write("other", to: ".t", as: "17.ics")
            try await sees { $0.contains("second") && $0.contains("other") }
            try #require(unlink(home + "/18.ics") == 0)
            try await bench.editor.remove("put.ics", from: source, if: nil, by: nil)
            try await sees { !$0.contains("second") }
            try await Task.sleep(for: .milliseconds(400))
            // Files are read by their names; a folder that is listed has no name here.
            let events = listed.read()
            #expect(events.count { $0.name.isEmpty } == 0)
            #expect(
                Set(events.map(\.name)).subtracting(["put.ics", "17.ics"]).filter {
                    !$0.hasPrefix(".")
                } == [])
            #expect(try bench.store.resource("18.ics", of: source) == nil)
        }
    }

    /// Further ways in which a name alone would not tell all.
    private static let ways =
        StoreKeeperTests.ways.filter(\.isSure) + [
            StoreKeeperTests.Way(
                testDescription: "two names of a file in the folder",
                before: "ln home/a.ics home/b.ics",
                action: "event new > home/b.ics", titles: ["new"]),
            StoreKeeperTests.Way(
                testDescription: "a name beyond ASCII", before: "event b > home/é.ics",
                action: "event c > home/é.ics", titles: ["c", "old"]),
            StoreKeeperTests.Way(
                testDescription: "a file without a suffix", action: "event b > home/b",
                titles: ["b", "old"]),
            StoreKeeperTests.Way(
                testDescription: "deleted and made again",
                action: "rm home/a.ics; event new > home/a.ics", titles: ["new"]),
            StoreKeeperTests.Way(
                testDescription: "made and deleted",
                action: "event new > home/b.ics; rm home/b.ics; event c > home/c.ics",
                titles: ["c", "old"]),
            StoreKeeperTests.Way(
                testDescription: "a folder in a file's place",
                action: "rm home/a.ics; mkdir home/a.ics; event b > home/a.ics/b.ics",
                titles: ["b"]),
            StoreKeeperTests.Way(
                testDescription: "a file moved into a subfolder", before: "mkdir home/x",
                action: "mv home/a.ics home/x/b.ics", titles: ["old"]),
            StoreKeeperTests.Way(
                testDescription: "hundreds of files",
                action:
                    "for i in $(seq 400); do event b > home/$i.ics; done; rm home/?.ics home/??.ics home/1??.ics home/2??.ics home/3??.ics",
                titles: ["b"]),
        ]

    @Test("whatever changes, the store follows", arguments: ways)
    func change(way: StoreKeeperTests.Way) async throws {
        try await shell("event old > home/a.ics; \(way.before)")
        try await bench.add(home, kind: .folder)
        try await following {
            try await shell("rm home/ready.ics")
            try await sees { !$0.contains("ready") }
            try await shell(way.action)
            try await sees { $0 == way.titles }
            try await Task.sleep(for: .milliseconds(300))
            #expect(try await titles() == way.titles)
        }
    }

    private func shell(_ script: String) async throws {
        try await folder.shell(StoreKeeperTests.script + script)
    }

    @Test("after hundreds of changes by chance the store has what a fresh one has")
    func chance() async throws {
        try await shell("event stays > home/stays.ics")
        try await bench.add(home, kind: .folder)
        var random = Numbers(state: 7)
        try await following {
            for round in 0..<20 {
                for step in 0..<20 {
                    try await changeSomething(&random, "\(round)-\(step)")
                    if Bool.random(using: &random) { try await Task.sleep(for: .milliseconds(4)) }
                }
                let fresh = try Bench()
                try await fresh.add(home, kind: .folder)
                let wanted = try await fresh.lines().map {
                    String($0.dropFirst("2026-11-20 ".count))
                }.sorted()
                try await sees { $0 == wanted }
            }
        }
    }

    private func changeSomething(
        _ random: inout Numbers, _ title: String
    ) async throws {
        let places = ["", "x/", "y/"]
        let place = places.randomElement(using: &random) ?? ""
        let name = place + "\(Int.random(in: 0..<6, using: &random)).ics"
        let path = home + "/" + name
        let text = Make.calendar("UID:\(name)\r\nDTSTART:20261120T090000Z\r\nSUMMARY:\(title)")
        let files = FileManager.default
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<7 where Bool.random(using: &random):
            // Its folder may be gone.
            try? Data(text.utf8).write(to: URL(filePath: home + "/.t"))
            rename(home + "/.t", path)
        case 0..<7: try? Data(text.utf8).write(to: URL(filePath: path))
        case 7: unlink(path)
        case 8: rename(path, home + "/\(Int.random(in: 0..<6, using: &random)).ics")
        case 9: mkdir(home + "/" + (places.last ?? ""), 0o700)
        case 10: rename(home + "/x", home + "/y")
        default:
            if files.fileExists(atPath: home + "/x") {
                try? files.removeItem(atPath: home + "/x")
            } else {
                mkdir(home + "/x", 0o700)
            }
        }
    }

    @Test("where a change of several files was killed, all is looked at")
    func unfinished() async throws {
        try await shell("event old > home/a.ics")
        let watcher = FileWatcher([home], timing: WatchTiming(poll: 3_600_000))
        var changes = watcher.changes.makeAsyncIterator()
        func told(by script: String) async throws -> NamedFiles? {
            try await shell(script)
            let told = try #require(await changes.next())
            #expect(told.paths == [home])
            return told.files[home]
        }
        var files = NamedFiles()
        files.note("a.ics", isDeleted: false)
        let write = "event new > t; mv t home/a.ics"
        #expect(try await told(by: write) == files)
        #expect(try await told(by: "touch home/.agenda-99999999-2.page; \(write)") == nil)
        #expect(try await told(by: write) == nil)
        #expect(try await told(by: "rm home/.agenda-99999999-2.page; \(write)") == files)
        #expect(try await told(by: "mkdir home/.agenda-99999999-2-3-4.d; \(write)") == nil)
        #expect(try await told(by: "rmdir home/.agenda-99999999-2-3-4.d; \(write)") == files)
        // Of a process that lives.
        #expect(try await told(by: "mkdir home/.agenda-\(getpid())-2-3-4.d; \(write)") == files)
        files.note("a.ics", isDeleted: true)
        #expect(try await told(by: "rm home/a.ics") == files)
    }
}
