import Foundation
import Testing

@testable import AgendaKit
import CalendarFiles

@Suite("Files that other programs have open")
struct FileLeaseTests {
    private func content(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    @Test("a file that is open for writing is neither replaced nor removed; one that is read is")
    func open() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let writer = Glibc.open(path, O_RDWR | O_CLOEXEC)
        let error = #expect(throws: AgendaError.self) {
            try AtomicFile.exchange(path, Array("old".utf8), with: Array("new".utf8))
        }
        #expect(error?.reason == .fileInUse)
        #expect(throws: AgendaError.self) { try AtomicFile.remove(path, Array("old".utf8)) }
        #expect(try content(path) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.ics"])
        close(writer)
        let reader = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        try AtomicFile.exchange(path, Array("old".utf8), with: Array("new".utf8))
        #expect(try content(path) == "new")
    }

    @Test("a change waits for a program that is about to close the file")
    func wait() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let writer = Glibc.open(path, O_RDWR | O_CLOEXEC)
        // A thread of its own: other tests may keep all of the pool's busy.
        Thread.detachNewThread {
            usleep(150_000)
            close(writer)
        }
        try AtomicFile.exchange(path, Array("old".utf8), with: Array("new".utf8))
        #expect(try content(path) == "new")
    }

    @Test("of what a program writes into a file that it has opened nothing is lost to an edit")
    func writers() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("x", to: "a.ics")
        // Another process adds a line two hundred times, in place; this one appends to what it reads.
        let script = """
            import os, time
            for number in range(200):
                with open('\(path)', 'r+b') as file:
                    file.seek(0, 2)
                    time.sleep(0.0005)
                    file.write(b'y')
            """
        async let other: String = TemporaryFolder.shell("python3 -c \"\(script)\"")
        var count = 0
        let end = ContinuousClock.now + .seconds(20)
        while count < 60, ContinuousClock.now < end {
            guard let old = try? FileContent.read(path: path) else { continue }
            if (try? AtomicFile.exchange(path, old, with: old + Array("z".utf8))) != nil {
                count += 1
            }
            await Task.yield()
        }
        _ = try await other
        let letters = try content(path)
        #expect(letters.filter { $0 == "y" }.count == 200)
        #expect(letters.filter { $0 == "z" }.count == count)
    }

    @Test("a file is not swapped back over what a program writes into the one in its place")
    func swappedBack() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("new", to: "a.ics")
        let beside = try folder.write("nobody has read this", to: "b.ics")
        let writer = Glibc.open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        Thread.detachNewThread {
            usleep(50_000)
            _ = Glibc.write(writer, " words", 6)
            close(writer)
        }
        let open = try OpenFolder(folder.path)
        func putBack() throws -> [UInt8]? {
            try open.putBack("b.ics", to: "a.ics", over: { "c.ics" }) { $0 == Array("new".utf8) }
        }
        #expect(try putBack() == Array("nobody has read this".utf8))
        #expect(try content(path) == "new words")
        #expect(try content(beside) == "nobody has read this")
        try Data("new".utf8).write(to: URL(filePath: path))
        #expect(try putBack() == nil)
        #expect(try content(path) == "nobody has read this")
    }

    @Test("what killed edits have left goes with the next one; what nobody else has stays")
    func leftovers() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        // A process that has ended.
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        // FNV-1a of "old" and "new", stated by hand (python).
        let (old, new) = (Self.digest("old"), Self.digest("new"))
        let gone = [
            ".agenda-\(dead)-1.tmp", ".agenda-\(dead)-2-\(old)-\(new).tmp",
            ".agenda-\(dead)-3-\(old)-\(new).tmp",
        ]
        let kept = [
            ".agenda-\(getpid())-1.tmp", ".agenda-\(dead)-4-\(old)-\(new).tmp",
            ".agenda-\(dead)-x.tmp", ".agenda-notes.tmp", "agenda-\(dead)-1.tmp",
        ]
        for (name, text) in zip(gone + kept, ["half", "old", "new", "", "other", "", "", ""]) {
            try folder.write(text, to: name)
        }
        try AtomicFile.exchange(path, Array("old".utf8), with: Array("new".utf8))
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
                == Set(kept + ["a.ics"]))
    }

    /// FNV-1a, 64 bits, in hexadecimal.
    private static func digest(_ text: String) -> String {
        ["old": "1a0fad1921d08076", "new": "2138d5192571b731"][text] ?? ""
    }

    @Test("a file that is written whole leaves nothing of a killed process either")
    func replacement() async throws {
        let folder = try TemporaryFolder()
        let dead = try await TemporaryFolder.shell("echo $$").split(separator: "\n")[0]
        try folder.write("half", to: ".agenda-\(dead)-1.tmp")
        try folder.write("mine", to: ".agenda-\(getpid())-1.tmp")
        try AtomicFile(path: folder.path + "/all.ics").write(Array("all".utf8))
        #expect(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == [
                "all.ics", ".agenda-\(getpid())-1.tmp",
            ])
    }
}
