import Foundation
import Testing

/// At noon of Friday, 2026-11-20, in Berlin.
@Suite("agenda todo asks on a terminal")
struct TodoPromptTests {
    private let agenda: StoreProcess

    init() throws { agenda = try StoreProcess() }

    private func terminal(_ arguments: String...) throws -> TerminalSession {
        try TerminalSession(["todo"] + arguments, environment: agenda.process.environment)
    }

    private func list() throws -> String {
        try agenda("todo", "list", "--all", "--format", "{status} {due} {summary}")
    }

    @Test(
        "a to-do that is over: what was understood is shown; yes adds it, other words are read instead"
    )
    func past() throws {
        let add = try terminal("add", "Pay rent !1 #home by fri 8:00 @ Bank")
        try add.wait(for: "already over (Fri 2026-11-20 08:00")
        try add.wait(for: "understood: Pay rent, due Fri 2026-11-20 08:00, !1 #home @ Bank\n")
        try add.wait(for: "Add it like this? [y/N] Or write it again: ")
        add.type("Pay rent someday 8:00\n")
        try add.wait(for: "rite it again")
        add.type("Pay rent fri 8:00\n")
        try add.wait(for: "understood: Pay rent, due Fri 2026-11-20 08:00\n")
        try add.wait(for: "Add it like this? [y/N] Or write it again: ")
        add.type("y\n")
        try add.wait(for: "Added Pay rent, due Fri 2026-11-20 08:00\n")
        #expect(add.end() == 0)
        #expect(try list() == "needs-action 2026-11-20T08:00:00+01:00 Pay rent\n")
    }

    @Test(
        "clear words are not asked about; unclear ones are corrected, with their repetition shown")
    func corrected() throws {
        let clear = try terminal("add", "Water plants tomorrow")
        try clear.wait(for: "Added Water plants, due Sat 2026-11-21\n")
        #expect(clear.end() == 0)
        let add = try terminal("add", "Bins fri 8:00 every week")
        try add.wait(for: "understood: Bins, due Fri 2026-11-20 08:00, every Friday")
        try add.wait(for: "rite it again: ")
        add.type("Bins monday every week\n")
        try add.wait(for: "Added Bins, due Mon 2026-11-23\n")
        #expect(add.end() == 0)
        #expect(
            try list()
                == "needs-action 2026-11-21 Water plants\nneeds-action 2026-11-23 Bins\n")
    }

    @Test(
        "who leaves the question adds nothing, not even a database",
        arguments: ["\u{4}", "\u{3}", "\n", "n\n", "No\n"])
    func pastLeft(_ answer: String) throws {
        let session = try terminal("add", "Pay rent fri 8:00")
        try session.wait(for: "Add it like this? [y/N] Or write it again: ")
        session.type(answer)
        #expect(session.end() == (answer == "\u{3}" ? -2 : 1))
        #expect(!FileManager.default.fileExists(atPath: agenda.folder.file("agenda.db")))
    }

    @Test("without a terminal what was understood is shown, and nothing is added")
    func refused() throws {
        let result = try agenda.failure("todo", "add", "Pay rent fri 8:00")
        #expect(result.status == 64)
        let lines = result.complaints.split(separator: "\n")
        #expect(lines.first == "understood: Pay rent, due Fri 2026-11-20 08:00")
        #expect(lines.last?.contains("already over") == true)
        #expect(!FileManager.default.fileExists(atPath: agenda.folder.file("agenda.db")))
    }

    private static let commands = [
        ["done"], ["cancel"], ["delete"], ["edit", "--location", "Shop"],
        ["move", "--calendar", "b"],
    ]

    private func fillMilk() throws {
        let path = try agenda.folder.write("b.ics", calendar())
        try agenda("source", "add", path, "--writable", "--quiet")
        try agenda("todo", "add", "Buy oat milk", "--quiet")
        try agenda("todo", "add", "Buy soy milk", "--quiet")
    }

    private func state() throws -> String {
        try agenda(
            "todo", "list", "--all", "--format", "{status} {summary} {location} {calendar}")
    }

    @Test("several to-dos match: what is no number of theirs is asked again", arguments: commands)
    func which(_ command: [String]) throws {
        try fillMilk()
        let session = try TerminalSession(
            ["todo", command[0], "milk"] + command.dropFirst(),
            environment: agenda.process.environment)
        try session.wait(for: "milk: 2 to-dos match\n")
        try session.wait(for: "  1  ☐  Buy oat milk")
        try session.wait(for: "  2  ☐  Buy soy milk")
        try session.wait(for: "Which one? [1-2] ")
        session.type("3\n")
        try session.wait(for: "'3' is not a number from 1 to 2\n")
        try session.wait(for: "Which one? [1-2] ")
        session.type("2\n")
        #expect(session.end() == 0, "\(session.screen)")
        let oat = "needs-action Buy oat milk  local\n"
        let soy =
            switch command[0] {
            case "done": "completed Buy soy milk  local\n"
            case "cancel": "cancelled Buy soy milk  local\n"
            case "edit": "needs-action Buy soy milk Shop local\n"
            case "move": "needs-action Buy soy milk  b\n"
            default: ""
            }
        #expect(try Set(state().split(separator: "\n")) == Set((oat + soy).split(separator: "\n")))
    }

    @Test(
        "who leaves the choice of a to-do changes nothing", arguments: commands,
        PromptEnd.allCases)
    func whichLeft(_ command: [String], _ end: PromptEnd) throws {
        try fillMilk()
        let before = try state()
        let session = try TerminalSession(
            ["todo", command[0], "milk"] + command.dropFirst(),
            environment: agenda.process.environment)
        try session.wait(for: "Which one? [1-2] ")
        session.type(end.rawValue)
        #expect(session.end() == end.status)
        #expect(try state() == before)
    }

    @Test("of those that are done, undone asks")
    func undone() throws {
        try fillMilk()
        for words in ["oat", "soy"] { try agenda("todo", "done", words, "--quiet") }
        let session = try terminal("undone", "milk")
        try session.wait(for: "  1  ☑  Buy oat milk")
        try session.wait(for: "Which one? [1-2] ")
        session.type("1\n")
        #expect(session.end() == 0)
        #expect(
            try state() == "needs-action Buy oat milk  local\ncompleted Buy soy milk  local\n")
    }
}
