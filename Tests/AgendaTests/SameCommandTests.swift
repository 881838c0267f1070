import Foundation
import Testing

@Suite("agenda similar and agenda same")
struct SameCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    private static let home = calendar(
        "UID:a\nDTSTART:20261125T183000Z\nDTEND:20261125T200000Z\nSUMMARY:Parents' evening\nLOCATION:Room 12",
        "UID:lunch-1\nDTSTART:20261123T113000Z\nDTEND:20261123T123000Z\nSUMMARY:Lunch")
    private static let school = calendar(
        "UID:b\nDTSTART:20261125T183000Z\nDTEND:20261125T200000Z\nSUMMARY:Parents' Evening",
        "UID:lunch-2\nDTSTART:20261123T113000Z\nDTEND:20261123T123000Z\nSUMMARY:Lunch")

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["XDG_DATA_HOME": folder.path])
        for (name, text) in [("home", Self.home), ("school", Self.school)] {
            _ = try output("source", "add", try folder.write("\(name).ics", text))
        }
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// The ids of the pair that is offered, as `similar` prints them.
    private func ids() throws -> [String] {
        try output("similar").split(separator: "\n").filter { $0.hasPrefix("  ") }.map {
            $0.split(separator: " ").first.map(String.init) ?? ""
        }
    }

    @Test("what is offered becomes one with two origins, and undo makes it two again")
    func same() throws {
        let offered = try output("similar")
        #expect(offered.contains("19:30-21:00  same title\n"))
        #expect(offered.contains("[home]\n") && offered.contains("[school]\n"))
        #expect(!offered.contains("Lunch"))
        let ids = try ids()
        try #require(ids.count == 2)
        #expect(
            try output("same", ids[0], ids[1])
                == "Noted: Parents' Evening [school] and Parents' evening [home] are the same\n")
        #expect(
            try output("list", "2026-11-25", "--format", "{summary} {calendar}")
                == "Parents' evening home\n")
        let shown = try output("show", ids[1], "--json")
        #expect(shown.contains(#""alsoIn":["school"]"#))
        #expect(shown.contains(#""reason":"you said that it is the same""#))
        #expect(try output("similar") == "No events are likely the same\n")
        #expect(try output("history").contains("noted   the same: Parents' Evening"))
        // Restored from the backup after the database is lost.
        try FileManager.default.removeItem(atPath: folder.file("agenda/agenda.db"))
        _ = try agenda.run(["doctor"] + AgendaProcess.pinned)
        #expect(
            try output("list", "2026-11-25", "--format", "{summary} {calendar}")
                == "Parents' evening home\n")
    }

    @Test("undo takes it back; --not takes the pair off the list")
    func not() throws {
        let ids = try ids()
        try #require(ids.count == 2)
        _ = try output("same", ids[0], ids[1])
        #expect(try output("undo") == "Undone: noted the same: Parents' Evening\n")
        #expect(try self.ids() == ids)
        let noted = "Parents' evening [home] and Parents' Evening [school] are not the same"
        #expect(try output("same", "--not", ids[1], ids[0]) == "Noted: \(noted)\n")
        #expect(try output("similar") == "No events are likely the same\n")
        let again = "No changes: this was noted already\n"
        #expect(try output("same", "--not", ids[0], ids[1]) == again)
        #expect(try agenda.run(["same", ids[0], ids[0]] + AgendaProcess.pinned).status == 64)
        let json = try output("history", "--json")
        #expect(json.contains(#""pair":{"uids":["a","b"],"before":null,"after":"different"}"#))
    }
}
