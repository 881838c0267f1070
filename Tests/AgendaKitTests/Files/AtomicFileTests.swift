import Foundation
import Testing

@testable import AgendaKit

@Suite("Replacing files")
struct AtomicFileTests {
    @Test("a file is written whole, with the rights that it had, also through a link")
    func replaced() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let link = folder.path + "/link.ics"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        try AtomicFile(path: link).write(Array("new".utf8))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(rights as? Int == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    @Test("a file that changed meanwhile is left as it is, one that came meanwhile, too")
    func changed() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let (file, missing) = (
            AtomicFile(path: path), AtomicFile(path: folder.path + "/b.ics")
        )
        try folder.write("theirs", to: "a.ics")
        try folder.write("theirs", to: "b.ics")
        for replacement in [file, missing] {
            #expect(throws: AgendaError.self) { try replacement.write([]) }
            #expect(try String(contentsOfFile: replacement.path, encoding: .utf8) == "theirs")
        }
    }

    @Test("a file that another program has open for writing is left to it")
    func open() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("old", to: "a.ics")
        let handle = try #require(FileHandle(forUpdatingAtPath: path))
        #expect(throws: AgendaError.self) {
            try AtomicFile(path: path).write(Array("new".utf8))
        }
        try handle.write(contentsOf: Data("their".utf8))
        try handle.close()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "their")
        try AtomicFile(path: path).write(Array("new".utf8))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "new")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.ics"])
    }

    @Test("a device is written to, not replaced")
    func device() throws {
        try AtomicFile(path: "/dev/null").write([1])
        #expect(!FileSystem.isFolder("/dev/null") && FileSystem.size(path: "/dev/null") == 0)
    }
}
