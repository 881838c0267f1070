@testable import AgendaNode
import AgendaSync
import CalendarFiles
import Foundation
import Glibc
import Testing

@Suite("Files that are documents of a bank")
struct DocumentFilesTests {
    private let folder = NodeTests.TestFolder()
    private var files: DocumentFiles { DocumentFiles(folder: folder.path) }

    private func write(_ text: String, _ name: String) throws {
        let place = URL(filePath: folder.path + "/" + name)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
    }

    @Test("are found below the folder, without what is a node's own")
    func names() throws {
        let documents = ["service.db", "accounts/work/a.ics", "feeds/b.ics", "agenda.db-key"]
        let others = [
            "agenda.db", "agenda.db-wal", "service.db-wal", ".shown", "accounts/work/.hidden",
            "agenda.backup/local-1",
        ]
        for name in documents + others { try write("x", name) }
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/linked", withDestinationPath: folder.path + "/feeds")
        #expect(try files.names().sorted() == documents.sorted())
    }

    @Test("that cannot be read are not gone")
    func unreadable() throws {
        #expect(throws: SystemFailure(ENOENT)) { try files.names() }
        try write("no database", "service.db")
        #expect(throws: DocumentFiles.Fault.damaged) { try files.content("service.db") }
        #expect(try files.content("other.db") == nil)
        try write("x", "folder/a.ics")
        #expect(try files.content("folder") == nil)
    }

    @Test("a database that does not have then what was written is damaged")
    func written() throws {
        let other = NodeTests.TestFolder()
        let database = try RoomDatabase.open(path: other.path + "/service.db")
        let image = try #require(try DocumentFiles(folder: other.path).content("service.db"))
        files.clear()
        try files.write(image, "service.db")
        #expect(try files.content("service.db") == image)
        // In the place of a log that somebody makes in that moment.
        try FileManager.default.createDirectory(
            atPath: folder.path + "/service.db-wal/x", withIntermediateDirectories: true)
        #expect(throws: DocumentFiles.Fault.damaged) { try files.write(image, "service.db") }
        _ = database
    }
}
