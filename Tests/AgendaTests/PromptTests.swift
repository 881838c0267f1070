import Foundation
import Testing

@testable import agenda

/// How a person leaves a question without an answer, and the status that follows.
enum PromptEnd: String, CaseIterable, Sendable {
    case endOfInput = "\u{4}"
    case interrupt = "\u{3}"
    case emptyLine = "\n"

    /// 1, or minus SIGINT.
    var status: Int32 { self == .interrupt ? -2 : 1 }
}

@Suite("Questions on a terminal")
struct PromptTests {
    private let agenda: StoreProcess

    init() throws {
        agenda = try StoreProcess()
    }

    private func terminal(_ arguments: String...) throws -> TerminalSession {
        try TerminalSession(arguments, environment: agenda.process.environment)
    }

    /// All that a command could have changed.
    private func state() throws -> [String] {
        [
            try agenda(
                "list", "--days", "40", "--format", "{id} {date} {time} {summary} {location}"),
            try agenda("history", "--json"), try agenda("source", "--json"),
        ]
    }

    private func fillLunches() throws {
        try agenda("add", "Lunch with Kim monday 12:30-13:30", "--quiet")
        try agenda("add", "Lunch with Bo tuesday 12:00-13:00", "--quiet")
    }

    @Test("undo: a number that may be one of the history is asked about")
    func undoCount() throws {
        try fillLunches()
        try agenda("undo", "--quiet")
        try agenda("redo", "--quiet")
        // Two changes and the two that undid and redid one; there is no ninth.
        for (number, answer) in [("9", "n\n"), ("4", "n\n"), ("9", "y\n")] {
            let undo = try terminal("undo", number)
            try undo.wait(
                for: number == "4"
                    ? "Undo 2 changes? --only 4 undoes only that one [y/N] "
                    : "Undo 2 changes? [y/N] ")
            undo.type(answer)
            #expect(undo.end() == (answer == "y\n" ? 0 : 1))
            #expect(
                try agenda("list", "--days", "9", "--format", "x").isEmpty == (answer == "y\n"))
        }
    }

    @Test("several events match: what is no number of theirs is asked again")
    func which() throws {
        try fillLunches()
        let edit = try terminal("edit", "lunch", "--location", "Bar")
        try edit.wait(for: "  1  Mon 2026-11-23  12:30-13:30  Lunch with Kim\n")
        try edit.wait(for: "  2  Tue 2026-11-24  12:00-13:00  Lunch with Bo\n")
        for answer in ["bo", "0", "3", "-1"] {
            try edit.wait(for: "Which one? [1-2] ")
            edit.type(answer + "\n")
            try edit.wait(for: "'\(answer)' is not a number from 1 to 2\n")
        }
        try edit.wait(for: "Which one? [1-2] ")
        edit.type(" 2 \n")
        try edit.wait(for: "Changed Lunch with Bo, Tue 2026-11-24 12:00-13:00\n")
        #expect(edit.end() == 0)

        let show = try terminal("show", "lunch")
        try show.wait(for: "Which one? [1-2] ")
        show.type("2\n")
        try show.wait(for: "Lunch with Bo\n")
        #expect(show.end() == 0)

        let delete = try terminal("delete", "lunch")
        try delete.wait(for: "Which one? [1-2] ")
        delete.type("1\n")
        try delete.wait(for: "Deleted Lunch with Kim, Mon 2026-11-23 12:30-13:30\n")
        #expect(delete.end() == 0)
        #expect(
            try agenda("list", "--days", "10", "--format", "{date} {summary} {location}")
                == "2026-11-24 Lunch with Bo Bar\n")
    }

    @Test("more match than are shown: that is said before the question")
    func many() throws {
        for hour in 0..<23 {
            try agenda("add", "--summary", "Dose", "--start", "2026-11-23T\(hour):00", "--quiet")
        }
        let show = try terminal("show", "dose")
        try show.wait(for: "dose: more than 20 events match\n")
        try show.wait(for: " 20  Mon 2026-11-23  19:00-20:00  Dose\n")
        try show.wait(for: "Which one? [1-20] ")
        show.type("20\n")
        try show.wait(for: "Dose\n")
        #expect(show.end() == 0)
    }

    @Test(
        "who leaves the choice of an event changes nothing",
        arguments: [
            ["edit", "lunch", "--location", "Bar"], ["delete", "lunch"], ["show", "lunch"],
        ],
        PromptEnd.allCases)
    func whichLeft(_ command: [String], _ end: PromptEnd) throws {
        try fillLunches()
        let before = try state()
        let session = try TerminalSession(command, environment: agenda.process.environment)
        try session.wait(for: "Which one? [1-2] ")
        session.type(end.rawValue)
        #expect(session.end() == end.status)
        // What the shell shows next begins on a line of its own.
        if end != .interrupt { #expect(session.screen.hasSuffix("] \nnothing chosen\n")) }
        #expect(try state() == before)
    }

    @Test(
        "who leaves the question of the scope changes nothing",
        arguments: [["edit", "--location", "Bar"], ["delete"]], [PromptEnd.endOfInput, .interrupt])
    func scopeLeft(_ command: [String], _ end: PromptEnd) throws {
        try agenda("add", "Standup every weekday 9:30", "--quiet")
        let before = try state()
        let session = try TerminalSession(
            [command[0], "standup", "monday"] + command.dropFirst(),
            environment: agenda.process.environment)
        try session.wait(for: "this, future or all? ")
        session.type("x\n")
        try session.wait(for: "'x' is not one of this, future, all: a letter is enough\n")
        try session.wait(for: "this, future or all? ")
        session.type("\n")
        try session.wait(for: "this, future or all? ")
        session.type(end.rawValue)
        #expect(session.end() == end.status)
        if end == .endOfInput { #expect(session.screen.hasSuffix("? \nnothing chosen\n")) }
        #expect(try state() == before)
    }

    /// A folder of two calendars, of which one is called and coloured.
    private func collections() throws -> String {
        let folder = agenda.folder.file("calendars")
        for name in ["home", "work"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
            _ = try agenda.folder.write(
                "calendars/\(name)/a.ics",
                calendar("UID:\(name)\nDTSTART:20261123\nSUMMARY:\(name)"))
        }
        _ = try agenda.folder.write("calendars/home/displayname", "Home")
        return folder
    }

    @Test(
        "a folder of calendars: a first letter is enough, anything else is asked again",
        arguments: [
            ("e", "Added Home: 1 event\nAdded work: 1 event\n"),
            ("Each", "Added Home: 1 event\nAdded work: 1 event\n"),
            ("t", "Added calendars: 2 events\n"), ("toge", "Added calendars: 2 events\n"),
        ])
    func folders(_ answer: String, _ expected: String) throws {
        let session = try terminal("source", "add", try collections())
        for nonsense in ["", "x", "elephants", "to be"] {
            try session.wait(for: "add each as a source, or all together as one? [e/t] ")
            session.type(nonsense + "\n")
            try session.wait(
                for: "'\(nonsense)' is not one of each, together: a letter is enough\n")
        }
        try session.wait(for: "add each as a source, or all together as one? [e/t] ")
        session.type(answer + "\n")
        try session.wait(for: expected)
        #expect(session.end() == 0)
    }

    @Test(
        "who leaves the question of the folder adds nothing, not even a database",
        arguments: [PromptEnd.endOfInput, .interrupt])
    func foldersLeft(_ end: PromptEnd) throws {
        let session = try terminal("source", "add", try collections())
        try session.wait(for: "[e/t] ")
        session.type(end.rawValue)
        #expect(session.end() == end.status)
        if end == .endOfInput { #expect(session.screen.hasSuffix("[e/t] \nnothing added\n")) }
        #expect(!FileManager.default.fileExists(atPath: agenda.folder.file("agenda.db")))
    }

    @Test("before a large folder: yes adds it, anything but yes and no is asked again")
    func large() throws {
        let folder = agenda.folder.file("large")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try agenda.folder.write(
            "large/a.ics", calendar("UID:a\nDTSTART:20261123\nSUMMARY:A"))
        for number in 0...10_000 { close(creat("\(folder)/\(number)", 0o600)) }
        let question = "add it anyway? [y/N] "
        for (answer, status) in [("\u{4}", 1), ("\u{3}", -2), ("\n", 1), ("n\n", 1), ("NO\n", 1)] {
            let session = try terminal("source", "add", folder)
            try session.wait(for: question)
            session.type(answer)
            #expect(session.end() == Int32(status), "\(session.screen)")
            #expect(session.screen.hasSuffix("\n") || status < 0)
            #expect(!FileManager.default.fileExists(atPath: agenda.folder.file("agenda.db")))
        }
        let session = try terminal("source", "add", folder)
        for nonsense in ["x", "yak"] {
            try session.wait(for: question)
            session.type(nonsense + "\n")
            try session.wait(for: "'\(nonsense)' is not yes or no: a letter is enough\n")
        }
        try session.wait(for: question)
        session.type("Y\n")
        try session.wait(for: "Added large: 1 event\n")
        #expect(session.end() == 0)
    }

    @Test("an event that is over: yes adds it, other words are read instead")
    func past() throws {
        let yes = try terminal("add", "Party fri 8:00")
        try yes.wait(for: "Add it like this? [y/N] Or write it again: ")
        yes.type("Party someday 8:00\n")
        try yes.wait(for: "rite it again")
        yes.type("Party friday 8:00\n")
        try yes.wait(for: "Add it like this? [y/N] Or write it again: ")
        yes.type("y\n")
        #expect(yes.end() == 0)
        #expect(
            try agenda("list", "--format", "{date} {time} {summary}")
                == "2026-11-20 08:00-09:00 Party\n")
    }

    @Test(
        "who leaves the question of the time adds nothing",
        arguments: ["\u{4}", "\u{3}", "\n", "n\n", "No\n"])
    func pastLeft(_ answer: String) throws {
        let session = try terminal("add", "Party fri 8:00")
        try session.wait(for: "Add it like this? [y/N] Or write it again: ")
        session.type(answer)
        #expect(session.end() == (answer == "\u{3}" ? -2 : 1))
        #expect(!FileManager.default.fileExists(atPath: agenda.folder.file("agenda.db")))
    }

    @Test(
        "the question of unclear words: a number or a bare answer finishes the sentence",
        arguments: [
            ("Party saturday at 3", "2pm", "2026-11-21 14:00-15:00 Party"),
            ("Party saturday at 3", "2", "2026-11-21 15:00-16:00 Party"),
            ("Party saturday at 3", "am", "2026-11-21 03:00-04:00 Party"),
            ("Party saturdy 15:00", "1", "2026-11-21 15:00-16:00 Party"),
            ("Weekly sync saturday 10:00", "1", "2026-11-21 10:00-11:00 Weekly sync"),
            ("Party", "saturday 10:00", "2026-11-21 10:00-11:00 Party"),
        ])
    func completed(_ words: String, _ answer: String, _ event: String) throws {
        let session = try terminal("add", words)
        try session.wait(for: "omplete it")
        session.type(answer + "\n")
        #expect(session.end() == 0, "\(session.screen)")
        let format = "{date} {time} {summary}"
        #expect(
            try agenda("list", "--from", "2026-11-21", "--days", "1", "--format", format)
                == event + "\n")
    }
}
