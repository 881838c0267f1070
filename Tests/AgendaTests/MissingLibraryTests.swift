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
        // Found before the system's, and no libraries.
        for name in ["libical.so.3", "libical.so.4.0"] {
            _ = try folder.write(name, "no library\n")
        }
        command = AgendaProcess(environment: [
            "LD_LIBRARY_PATH": folder.path, "AGENDA_LIBRARY_PATH": "/nowhere:/nor/here",
            "AGENDA_DATABASE": folder.file("agenda.db"),
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
        let path = try write("summary:Odd")
        for arguments in [["list", path], ["source", "add", path], ["merge", path]] {
            let result = try command.run(arguments + AgendaProcess.pinned)
            #expect(result.status != 0)
            #expect(!result.output.contains("BEGIN:VCALENDAR"))
            #expect(result.complaints.contains("libical is not installed"), "\(arguments)")
            #expect(result.complaints.contains("libical 3 or 4 (the package libical3"))
            for folder in ["/nowhere", "/nor/here"] {
                #expect(result.complaints.contains("\(folder)/libical.so.3: "))
            }
            for file in ["libical.so.3: ", "libical.so.4.0: "] {
                #expect(result.complaints.contains("; \(folder.file(file))"))
            }
        }
        // What is no library in a folder of that variable is passed over, too.
        let here = AgendaProcess(environment: [
            "AGENDA_DATABASE": folder.file("agenda.db"), "AGENDA_LIBRARY_PATH": folder.path,
        ])
        #expect(try here.run("list", path).output.contains("Odd"))
        let version = try command.run(["--version", "--verbose"])
        #expect(version.output.contains("libical missing"))
    }
}
