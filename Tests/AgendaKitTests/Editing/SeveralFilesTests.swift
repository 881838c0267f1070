import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("An event of several files")
struct SeveralFilesTests {
    @Test("if one of them cannot be changed, all are the files that they were")
    func allOrNone() async throws {
        let (bench, folder) = (try Bench(), try TemporaryFolder())
        mkdir(folder.path + "/team", 0o700)
        let texts = [
            "a.ics": "UID:a\r\nDTSTART:20261120T100000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:Tea",
            "b.ics":
                "UID:a\r\nRECURRENCE-ID:20261121T100000Z\r\nDTSTART:20261121T110000Z\r\nSUMMARY:Late",
        ]
        for (name, text) in texts { try folder.write(Make.calendar(text), to: "team/" + name) }
        var source = CalendarSource(name: "team", kind: .folder, location: folder.path + "/team")
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        let event = try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first)
        func inodes() -> [UInt64?] {
            ["a", "b"].map { name in
                FileSystem.status("\(folder.path)/team/\(name).ics").map { UInt64($0.st_ino) }
            }
        }
        let before = inodes()
        for name in ["a", "b"] {
            let writer = open("\(folder.path)/team/\(name).ics", O_RDWR | O_CLOEXEC)
            let error = await #expect(throws: AgendaError.self) {
                try await bench.editor.delete(event, scope: .all)
            }
            close(writer)
            #expect(error?.reason == .fileInUse)
            #expect(error?.place == "\(folder.path)/team/\(name).ics")
            #expect(inodes() == before && !before.contains(nil))
        }
        let names = { try FileManager.default.contentsOfDirectory(atPath: folder.path + "/team") }
        #expect(try names().sorted() == ["a.ics", "b.ics"])
        try await bench.editor.delete(event, scope: .all)
        #expect(try names().isEmpty)
        _ = try await bench.editor.undo()
        #expect(try names().sorted() == ["a.ics", "b.ics"])
    }
}
