import Foundation
import Testing

/// libical is loaded when something needs it. Where it is not there, nothing is stored or shown that
/// would miss what only libical reads.
@Suite("libical missing")
struct MissingLibraryTests {
    private let folder: ScratchFolder
    private let command: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        // Found before the system's, and no library.
        _ = try folder.write("libical.so.3", "no library\n")
        command = AgendaProcess(environment: [
            "LD_LIBRARY_PATH": folder.path, "AGENDA_DATABASE": folder.file("agenda.db"),
        ])
    }

    private func write(_ summary: String) throws -> String {
        try folder.write("a.ics", calendar("UID:a\nDTSTART:20261121T090000Z\n\(summary)"))
    }

    @Test("plain events need it not")
    func plain() throws {
        let path = try write("SUMMARY:Plain")
        #expect(try command.run("list", path).output.contains("Plain"))
    }

    @Test("what needs it is refused and names the package, and is read once it is there")
    func refused() throws {
        let path = try write("SUMMARY;LANGUAGE=en:Odd")
        for arguments in [["list", path], ["source", "add", path], ["merge", path]] {
            let result = try command.run(arguments + AgendaProcess.pinned)
            #expect(result.status != 0)
            #expect(!result.output.contains("BEGIN:VCALENDAR"))
            #expect(result.complaints.contains("libical 3 is not installed"), "\(arguments)")
            #expect(result.complaints.contains("libical3"))
        }
        let here = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        #expect(try here.run("list", path).output.contains("Odd"))
        let version = try command.run(["--version"])
        #expect(version.output.contains("libical missing"))
    }
}
