import Foundation
import Testing

/// At noon of Friday, 2026-11-20, in Berlin.
@Suite("Subtasks of a to-do that is done, deleted or moved")
struct SubtaskTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        for name in ["a", "b"] {
            _ = try folder.write("\(name).ics", "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n")
            try run("source", "add", folder.file("\(name).ics"), "--writable")
        }
        try run("todo", "add", "Move house", "--calendar", "a")
        try run("todo", "add", "Pack", "--calendar", "a", "--parent", "house")
        try run("todo", "add", "Buy boxes", "--calendar", "a", "--parent", "pack")
        try run("todo", "add", "Other", "--calendar", "a")
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    private func told(_ arguments: String...) throws -> String {
        try agenda.run(arguments + AgendaProcess.pinned).complaints
    }

    private func list() throws -> [String] {
        try run("todo", "list", "--all", "--format", "{calendar} {status} {summary}")
            .split(separator: "\n").map(String.init).sorted()
    }

    @Test("those that stay are named")
    func told() throws {
        let stay = "--with-subtasks takes them along\n"
        #expect(
            try told("todo", "done", "house")
                == "2 subtasks stay open: Buy boxes, Pack; " + stay)
        try run("todo", "undone", "house")
        #expect(
            try told("todo", "move", "house", "--calendar", "b")
                == "2 subtasks stay in a: Buy boxes, Pack; " + stay)
        #expect(
            try told("todo", "delete", "pack")
                == "1 subtask stays as a to-do of its own: Buy boxes; --with-subtasks takes it along\n"
        )
        #expect(try told("todo", "done", "other") == "")
    }

    @Test("all go along, in one change that is taken back as one")
    func along() throws {
        let before = try list()
        #expect(
            try run("todo", "done", "house", "--with-subtasks")
                == "Done: Move house, with 2 subtasks\n")
        #expect(
            try list() == [
                "a completed Buy boxes", "a completed Move house", "a completed Pack",
                "a needs-action Other",
            ])
        try run("undo")
        #expect(try list() == before)
        try run("todo", "move", "house", "--calendar", "b", "--with-subtasks")
        #expect(
            try list() == [
                "a needs-action Other", "b needs-action Buy boxes", "b needs-action Move house",
                "b needs-action Pack",
            ])
        try run("undo")
        #expect(try list() == before)
        let planned = try run("todo", "delete", "house", "--with-subtasks", "--dry-run")
        #expect(planned.hasPrefix("Would delete Move house, with 2 subtasks\n"), "\(planned)")
        #expect(try list() == before)
        try run("todo", "delete", "house", "--with-subtasks")
        #expect(try list() == ["a needs-action Other"])
        try run("undo")
        #expect(try list() == before)
    }

    @Test("also in the local calendar, and across a circle of parents")
    func local() throws {
        try run("todo", "add", "One")
        try run("todo", "add", "Two", "--parent", "one")
        try run("todo", "cancel", "one", "--with-subtasks")
        #expect(
            try list().filter { $0.hasPrefix("local") } == [
                "local cancelled One", "local cancelled Two",
            ])
        try run("undo")
        _ = try folder.write(
            "a.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VTODO
            UID:1
            DTSTAMP:20260101T000000Z
            RELATED-TO:2
            SUMMARY:Hen
            END:VTODO
            BEGIN:VTODO
            UID:2
            DTSTAMP:20260101T000000Z
            RELATED-TO:1
            SUMMARY:Egg
            END:VTODO
            END:VCALENDAR

            """)
        try run("todo", "done", "hen", "--with-subtasks")
        #expect(try list().filter { $0.hasPrefix("a ") } == ["a completed Egg", "a completed Hen"])
    }
}
