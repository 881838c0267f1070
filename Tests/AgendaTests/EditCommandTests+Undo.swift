import Foundation
import Testing

extension EditCommandTests {
    @Test("a deleted event comes back; undo takes back several, or one alone")
    func undo() throws {
        let agenda = try weekly()
        let id = try agenda("add", "Tea tomorrow 16:00").dropLast()
        try agenda("edit", String(id), "--summary", "Green tea")
        try agenda("delete", String(id))
        #expect(try agenda("undo", "2") == "Undone: deleted Green tea\nUndone: edited Green tea\n")
        #expect(try list(agenda).contains("2026-11-21 16:00-17:00 Tea"))
        #expect(try agenda("undo", "--only", "1") == "Undone: added Review\n")
        #expect(try list(agenda) == "2026-11-21 16:00-17:00 Tea \n")
        let none = try agenda.failure("undo", "--only", "1")
        #expect(none.status == 1)
        #expect(
            none.complaints == "1: no such change to undo: see 'agenda history'\n")
    }

    @Test("a number that is likelier one of the history than a count is not taken for a count")
    func undoByNumber() throws {
        let agenda = try StoreProcess()
        try agenda("add", "Tea tomorrow 16:00", "--quiet")
        try agenda("add", "Walk tomorrow 17:00", "--quiet")
        let more = try agenda.failure("undo", "3")
        #expect(more.status == 64)
        #expect(
            more.complaints
                == "undo 3: only 2 changes can be undone: 'agenda undo 2'\n")
        try agenda("undo")
        let undone = try agenda.failure("undo", "2")
        #expect(
            undone.complaints
                == "undo 2: would undo 1 change: 'agenda undo --only 2' undoes only that one\n")
        try agenda("redo")
        for hour in 1...9 { try agenda("add", "Call tomorrow 0\(hour):00", "--quiet") }
        let many = try agenda.failure("undo", "11")
        #expect(many.status == 64)
        #expect(many.complaints.hasPrefix("undo 11: would undo 11 changes: "))
        #expect(try agenda("list", "--days", "2", "--format", "{summary}").count == 54)
        #expect(try agenda("undo", "10").split(separator: "\n").count == 10)
        #expect(try agenda("undo", "--only", "1") == "Undone: added Tea\n")
        #expect(try agenda.failure("undo", "11").status == 1)
    }

    @Test("the history as JSON holds what a synchronisation replays")
    func historyJSON() throws {
        let agenda = try weekly()
        try agenda("edit", try agenda.ids()[0], "--scope", "all", "--summary", "B")
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(try agenda("history", "--json").utf8))
                as? [String: Any])
        let changes = try #require(document["changes"] as? [[String: Any]])
        #expect(changes.compactMap { $0["kind"] as? String } == ["edit", "add"])
        let operations = try changes.map { try #require($0["operations"] as? [[String: Any]]) }
        #expect(operations[1][0]["before"] is NSNull)
        #expect((operations[0][0]["after"] as? String)?.contains("SUMMARY:B\r\n") == true)
        let id = try #require(operations[1][0]["id"] as? String)
        #expect(operations[0][0]["dependsOn"] as? [String] == [id])
    }
}
