import Foundation
import Testing

@testable import AgendaKit

@Suite("Files that other programs change, too")
struct AtomicFileExchangeTests {
    private func content(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    @Test("what was read is replaced and removed, anything else stays")
    func changes() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        #expect(throws: AgendaError.self) {
            try AtomicFile.exchange(path, Array("other".utf8), with: Array("new".utf8))
        }
        #expect(throws: AgendaError.self) { try AtomicFile.remove(path, Array("other".utf8)) }
        #expect(throws: AgendaError.self) { try AtomicFile.create(path, Array("new".utf8)) }
        #expect(try content(path) == "old")
        try AtomicFile.exchange(path, Array("old".utf8), with: Array("new".utf8))
        #expect(try content(path) == "new")
        try AtomicFile.remove(path, Array("new".utf8))
        try AtomicFile.create(path, Array("newest".utf8))
        #expect(try content(path) == "newest")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.ics"])
    }

    @Test("a folder that is gone is told")
    func gone() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: AgendaError.self) {
            try AtomicFile.create(folder.path + "/gone/a.ics", Array("new".utf8))
        }
        #expect(error?.code == .notFound)
    }

    @Test("of two programs that replace one file at the same time none loses what it wrote")
    func race() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("0", to: "a.ics")
        // Each adds its letter to what it has read; a refusal is tried again.
        func append(_ letter: String) async {
            var count = 0
            while count < 100 {
                guard let old = try? FileContent.read(path: path) else { continue }
                let isDone: Void? = try? AtomicFile.exchange(
                    path, old, with: old + Array(letter.utf8))
                if isDone != nil { count += 1 }
                await Task.yield()
            }
        }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await append("a") }
            group.addTask { await append("b") }
        }
        let letters = try content(path)
        #expect(letters.filter { $0 == "a" }.count == 100)
        #expect(letters.filter { $0 == "b" }.count == 100)
    }
}
