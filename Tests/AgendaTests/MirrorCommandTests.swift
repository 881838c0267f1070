import Foundation
import Testing

@Suite("agenda mirror")
struct MirrorCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["XDG_DATA_HOME": folder.path])
        func event(_ uid: String, _ hour: String) -> String {
            """
            BEGIN:VEVENT\r
            UID:\(uid)\r
            DTSTAMP:20261101T000000Z\r
            DTSTART:20261123T\(hour)0000Z\r
            DTEND:20261123T\(hour)3000Z\r
            SUMMARY:Secret \(uid)\r
            END:VEVENT\r

            """
        }
        func calendar(_ events: String) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n" + events
                + "END:VCALENDAR\r\n"
        }
        let home = try folder.write("home.ics", calendar(event("a", "09") + event("b", "11")))
        try FileManager.default.createDirectory(
            atPath: folder.file("work"), withIntermediateDirectories: false)
        _ = try folder.write("work/own.ics", calendar(event("own", "15")))
        _ = try output("source", "add", home)
        _ = try output("source", "add", folder.file("work"), "--writable")
    }

    private func run(_ arguments: [String]) throws -> AgendaProcess.Result {
        try agenda.run(arguments + AgendaProcess.pinned)
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// How many blocks are in the folder.
    private var blocks: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("work"))
                .count { $0.hasPrefix("agm-") }
        }
    }

    @Test("a mirror is made, followed, taken back, and ended")
    func life() throws {
        #expect(try run(["mirror"]).complaints.contains("agenda mirror add"))
        #expect(try run(["mirror", "add", "home", "--to", "work"]).status == 64)
        #expect(
            try output("mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine")
                == "Mine: 2 added, 0 changed, 0 removed\n")
        #expect(try blocks == 2)
        let listed = try output("mirror")
        #expect(
            listed == "Mine\n  home in work, 90 days, busy times alone\n  2 blocks, nothing to do\n"
        )
        let again = try run(["mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine"])
        #expect(again.status == 1)
        #expect(
            again.complaints == "Mine: another mirror has this name: choose another with --name\n")
        let history = try output("history")
        #expect(history.contains("mirrored Mine: 2 added  [work]"))
        let number = try #require(history.firstMatch(of: /(\d+) +\S+ \S+ +mirrored/)?.output.1)
        _ = try output("undo", "--only", String(number))
        #expect(try blocks == 0)
        #expect(try output("mirror").contains("paused"))
        #expect(try output("refresh", "--quiet").isEmpty)
        #expect(try blocks == 0)
        _ = try output("mirror", "run", "mine", "--yes")
        #expect(try blocks == 2)
        _ = try output("mirror", "set", "mine", "--show", "title", "--quiet")
        #expect(try output("list", "2026-11-23", "--calendar", "work").contains("Secret a"))
        #expect(try output("mirror", "remove", "mine") == "Removed mine and 2 of its blocks\n")
        #expect(try blocks == 0)
        #expect(try output("list", "2026-11-23", "--calendar", "work").contains("Secret own"))
    }

    @Test("another machine takes its settings, and writes nothing until it takes the mirror")
    func join() throws {
        _ = try output("mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine")
        let settings = try folder.write("mirror.json", try output("mirror", "export", "Mine"))
        let other = AgendaProcess(environment: ["XDG_DATA_HOME": folder.file("other")])
        func there(_ arguments: String...) throws -> AgendaProcess.Result {
            try other.run(arguments + AgendaProcess.pinned)
        }
        #expect(try there("source", "add", folder.file("home.ics")).status == 0)
        #expect(try there("source", "add", folder.file("work"), "--writable").status == 0)
        let joined = try there("mirror", "join", settings)
        #expect(joined.status == 0 && joined.output.contains("runs on another machine"))
        let taken = try there("mirror", "take", "Mine")
        #expect(taken.output == "Mine: 0 added, 1 changed, 0 removed\n", "\(taken)")
        let former = try run(["mirror", "run"])
        #expect(former.status == 3 && former.complaints.contains("another machine has taken it"))
        #expect(try run(["mirror", "run"]).output.contains("runs on another machine"))
    }
}
