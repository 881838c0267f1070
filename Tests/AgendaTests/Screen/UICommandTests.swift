import Foundation
import Testing

@testable import agenda

@Suite("agenda ui", .timeLimit(.minutes(30)))
struct UICommandTests {
    private let agenda: StoreProcess

    init() throws {
        agenda = try StoreProcess()
    }

    private func fill() throws {
        try agenda("add", "Lunch @ Cafe Nord today 12:30-13:30", "--quiet")
        try agenda("add", "与北京团队的季度计划会议 tomorrow 10:00", "--quiet")
        try agenda(
            "add", "Stand-up monday 9:30-9:45", "--every", "weekday", "--count", "3", "--quiet")
    }

    private func ui(
        _ arguments: String..., columns: Int = 80, rows: Int = 24,
        with more: [String: String] = [:]
    ) throws -> UISession {
        try UISession(
            arguments, environment: agenda.process.environment.merging(more) { $1 },
            columns: columns, rows: rows)
    }

    @Test(
        "80 columns: the month, the list, the selected event and the keys; j goes to the next day")
    func whole() throws {
        try fill()
        let ui = try ui(rows: 12)
        try ui.wait(for: "> 12:30")
        #expect(
            ui.screen.text == """
                       November 2026           Today, Fri 2026-11-20
                 Mo  Tu  We  Th  Fr  Sa  Su    > 12:30-13:30  Lunch @ Cafe Nord
                                          1    Tomorrow, Sat 2026-11-21
                  2   3   4   5   6   7   8      10:00-11:00  与北京团队的季度计划会议
                  9  10  11  12  13  14  15    Mon 2026-11-23
                 16  17  18  19 [20*]21* 22      09:30-09:45  Stand-up ⟳
                 23* 24* 25* 26  27  28  29    Tue 2026-11-24
                 30                              09:30-09:45  Stand-up ⟳
                                               Wed 2026-11-25
                                                 09:30-09:45  Stand-up ⟳

                j/k day  n/p event  c add  e edit  x delete  / search  ? help  q quit
                """)
        #expect(ui.screen.reversed(1) == "> 12:30-13:30  Lunch @ Cafe Nord")
        ui.type("j")
        try ui.wait(for: "> 10:00")
        #expect(
            ui.screen.rows[1] == " Mo  Tu  We  Th  Fr  Sa  Su      12:30-13:30  Lunch @ Cafe Nord")
        #expect(ui.screen.rows[5].hasPrefix(" 16  17  18  19 [20*>21* 22"))
        ui.type("jk\u{1B}[Bn")
        try ui.wait(for: "> 09:30") { $0.rows[7].contains("> 09:30-09:45  Stand-up") }
        ui.type("t")
        try ui.wait(for: "> 12:30")
        ui.quit()
    }

    @Test(
        "each width and locale shows the lines that the timeline prints",
        arguments: OutputCase.locales, [40, 80, 200])
    func lines(_ locale: String, _ columns: Int) throws {
        try fill()
        let ui = try ui(columns: columns, with: ["LC_ALL": locale])
        try ui.wait(for: "> 12:30")
        try ui.expectTimeline(of: agenda, locale: locale, count: 10)
        ui.quit()
    }

    @Test("the month is that of its command, with the selected day marked")
    func month() throws {
        try fill()
        let ui = try ui(rows: 60)
        try ui.wait(for: "> 12:30")
        ui.type("m")
        try ui.wait(for: "the month") {
            $0.text.contains("┌")
                && $0.rows[59] == "Fri 2026-11-20  12:30-13:30  Lunch @ Cafe Nord"
        }
        var plain = agenda.process
        plain.environment["COLUMNS"] = "80"
        let printed = try plain.run("month").output.split(separator: "\n").map(String.init)
        #expect(Array(ui.screen.rows.prefix(3)) == Array(printed.prefix(3)))
        #expect(ui.screen.text.contains("│>["))
        ui.type("l")
        try ui.wait(without: "┌")
        ui.quit()
    }

    @Test(
        "in the week c adds at the cursor's hour, arrows with Shift move an event, u takes that back"
    )
    func hours() throws {
        try fill()
        let ui = try ui()
        try ui.wait(for: "> 12:30")
        ui.type("w")
        try ui.wait(for: "│>12:00")
        // The same hour of the next day.
        ui.type("\u{1B}[C")
        try ui.wait(for: "the next day") {
            $0.text.contains("│>12:00") && $0.text.contains("│>Sat 21")
        }
        ui.type("cTea")
        try ui.wait(for: "Add: Tea 2026-11-21 12:00")
        ui.type("\r")
        try ui.wait(for: "Added Tea, Sat 2026-11-21 12:00-13:00")
        try ui.wait(for: "│>Tea")
        ui.type("\u{1B}[1;2B\u{1B}[1;3B")
        try ui.wait(for: "Tea: Sat 2026-11-21 12:45-13:45: Enter moves it, Esc leaves it")
        #expect(try agenda("search", "tea", "--format", "{start}") == "2026-11-21T12:00:00+01:00\n")
        ui.type("\r")
        try ui.wait(for: "Moved Tea to Sat 2026-11-21 12:45-13:45")
        #expect(try agenda("search", "tea", "--format", "{start}") == "2026-11-21T12:45:00+01:00\n")
        ui.type("u")
        try ui.wait(for: "Undone: edited Tea")
        #expect(try agenda("search", "tea", "--format", "{start}") == "2026-11-21T12:00:00+01:00\n")
        // All of a series by one of its days; each lasts as long as before.
        ui.type("g2026-11-24\rp")
        try ui.wait(for: "│>Stand-up")
        ui.type("M\u{1B}[B")
        try ui.wait(for: "10:00-10:15: Move this (t), this and later (f), or all (a)?")
        ui.type("f")
        try ui.wait(for: "Moved Stand-up to Tue 2026-11-24 10:00-10:15")
        #expect(
            try agenda("list", "--from", "2026-11-23", "--days", "3", "--format", "{start} {end}")
                == "2026-11-23T09:30:00+01:00 2026-11-23T09:45:00+01:00\n"
                + "2026-11-24T10:00:00+01:00 2026-11-24T10:15:00+01:00\n"
                + "2026-11-25T10:00:00+01:00 2026-11-25T10:15:00+01:00\n")
        ui.quit()
    }

    @Test("colours: of 16, and of 2^24; none with NO_COLOR but the selected line in reverse")
    func colours() throws {
        try fill()
        _ = try agenda(
            "source", "add",
            try agenda.folder.write("red.ics", calendar("UID:r\nDTSTART:20261120\nSUMMARY:Red")),
            "--color", "#ff0000")
        func looks(_ variables: [String: String]) throws -> Set<String> {
            let ui = try ui(columns: 60, with: variables)
            try ui.wait(for: "[red]")
            ui.type("j")
            try ui.wait(for: "> 10:00")
            let looks = ui.screen.looks(of: 1)
            ui.quit()
            return looks
        }
        #expect(try looks(["NO_COLOR": "", "TERM": "linux"]) == ["", "31"])
        #expect(try looks(["NO_COLOR": "", "TERM": "xterm-256color"]) == ["", "38;5;196"])
        #expect(
            try looks(["NO_COLOR": "", "COLORTERM": "truecolor"]) == ["", "38;2;255;0;0"])
        #expect(try looks([:]) == [""])
    }

    @Test("an event added in words is shown as understood, stored, and taken back by u")
    func adding() throws {
        let ui = try ui()
        try ui.wait(for: "No calendars yet")
        ui.type("cDentist monday 9:00")
        try ui.wait(for: "Dentist, Mon 2026-11-23 09:00-10:00")
        #expect(ui.screen.rows[23] == "Add: Dentist monday 9:00" && ui.screen.hasCaret)
        ui.type("\r")
        try ui.wait(for: "Added Dentist, Mon 2026-11-23 09:00-10:00")
        try ui.wait(for: "> 09:00-10:00  Dentist")
        #expect(try agenda("list", "--format", "{date} {summary}") == "2026-11-23 Dentist\n")
        ui.type("u")
        try ui.wait(for: "Undone: added Dentist")
        #expect(try agenda("list", "--format", "{summary}") == "")
        try ui.wait(without: "09:00-10:00")
        ui.type("U")
        try ui.wait(for: "Redone: added Dentist")
        try ui.wait(for: "09:00-10:00  Dentist")
        // It is over: one more Enter is needed, and Escape leaves it.
        ui.type("tcParty fri 8:00\r")
        try ui.wait(for: "Enter adds it like this")
        ui.type("\u{1B}")
        try ui.wait(without: "Party")
        #expect(try agenda("list", "--format", "{summary}") == "Dentist\n")
        ui.quit()
    }

    @Test("what was asked for just before the end is done, and said after it")
    func leaving() throws {
        let ui = try ui()
        try ui.wait(for: "No calendars yet")
        ui.type("cDentist monday 9:00")
        try ui.wait(for: "Dentist, Mon")
        ui.type("\rq")
        #expect(ui.session.end() == 0)
        #expect(ui.session.screen.contains("Added Dentist, Mon 2026-11-23 09:00-10:00"))
        #expect(try agenda("list", "--format", "{date} {summary}") == "2026-11-23 Dentist\n")
    }

    @Test("deleting asks, of a series what is meant; any other key keeps it")
    func deleting() throws {
        try fill()
        let ui = try ui()
        try ui.wait(for: "> 12:30")
        ui.type("x")
        try ui.wait(for: "Lunch: Delete it? [y/N]")
        ui.type("n")
        try ui.wait(without: "Delete it?")
        #expect(try agenda("list", "--format", "{summary}").contains("Lunch"))
        ui.type("\u{1B}[3~y")
        try ui.wait(for: "Deleted Lunch, Fri 2026-11-20 12:30-13:30")
        #expect(try !agenda("list", "--format", "{summary}").contains("Lunch"))
        ui.type("g2026-11-24\r")
        try ui.wait(for: "> 09:30")
        ui.type("\u{7F}")
        try ui.wait(for: "Delete this one (t), this and all after it (f), or all (a)?")
        ui.type("t")
        try ui.wait(for: "Deleted Stand-up")
        #expect(
            try agenda("search", "stand-up", "--from", "2026-11-20", "--format", "{date}")
                == "2026-11-23\n2026-11-25\n")
        ui.quit()
    }

    @Test(
        "editing gives the terminal to the editor; an event that vanishes meanwhile keeps the text")
    func editing() throws {
        try fill()
        let editor = try agenda.folder.write(
            "edit", "sed -i 's/^summary: .*/summary: Dinner/' \"$1\"\n")
        let ui = try ui(with: ["EDITOR": "sh \(editor)"])
        try ui.wait(for: "> 12:30")
        ui.type("e")
        try ui.wait(for: "Dinner @ Cafe Nord")
        let command = AgendaProcess.executable.path(percentEncoded: false)
        _ = try agenda.folder.write(
            "edit",
            "'\(command)' delete dinner --quiet \(AgendaProcess.pinned.joined(separator: " ")); "
                + "sed -i 's/^summary: Dinner/summary: Supper/' \"$1\"\n")
        ui.type("e")
        try ui.wait(for: "the place of the text") { $0.text.contains("your text is in") }
        try ui.wait(for: "the way back") { $0.text.contains("Enter goes back.") }
        ui.type("\n")
        try ui.wait(for: "removed  Fri 2026-11-20  12:30-13:30  Dinner")
        ui.type("t")
        try ui.wait(without: "Cafe Nord")
        ui.quit()
    }

    @Test("a file that changes is shown at once; an event that vanishes leaves its details")
    func live() throws {
        func event(_ title: String, _ uid: String = "a") -> String {
            "UID:\(uid)\nDTSTART:20261120T150000Z\nSUMMARY:\(title)"
        }
        let path = try agenda.folder.write("a.ics", calendar(event("One")))
        try agenda("source", "add", path)
        let ui = try ui()
        try ui.wait(for: "> 16:00        One")
        _ = try agenda.folder.write("a.ics", calendar(event("Two")))
        try ui.wait(for: "> 16:00        Two")
        ui.type("\r")
        try ui.wait(for: "uid")
        _ = try agenda.folder.write("a.ics", calendar(event("Three")))
        try ui.wait(for: "Three") { $0.rows[0] == "Three" }
        _ = try agenda.folder.write("a.ics", calendar(event("Four", "b")))
        try ui.wait(for: "> 16:00        Four")
        // What another process adds.
        try agenda("add", "Five today 18:00", "--quiet")
        try ui.wait(for: "18:00-19:00  Five")
        ui.quit()
    }

    @Test("search finds as one types, and Enter goes to the event")
    func search() throws {
        try fill()
        let ui = try ui()
        try ui.wait(for: "> 12:30")
        ui.type("/stand")
        try ui.wait(for: "> Mon 2026-11-23  09:30-09:45  Stand-up")
        #expect(ui.screen.rows[23] == "Search: stand")
        ui.type("x")
        try ui.wait(for: "No event matches 'standx'")
        ui.type("\u{7F}")
        try ui.wait(for: "> Mon 2026-11-23")
        ui.type("\r")
        try ui.wait(for: "> 09:30-09:45  Stand-up")
        ui.type("g2031-01-01\r")
        try ui.wait(for: "2031-01-01: only 2026-07-23 to 2027-11-22 can be shown")
        ui.type("\u{1B}")
        try ui.wait(without: "Go to:")
        ui.quit()
    }

    @Test(
        "another size is drawn whole in each state",
        arguments: ["", "w", "d", "m", "\r", "?", "c", "/lun", "g", "x"])
    func resizing(_ keys: String) throws {
        try fill()
        let ui = try ui()
        try ui.wait(for: "> 12:30")
        ui.type(keys)
        let marks = [
            "": "> 12:30", "w": "┼", "d": "┼", "m": "┌", "\r": "when", "?": "Keys", "c": "Add:",
        ]
        .merging(["/lun": "Search: lun", "g": "Go to:", "x": "Delete it?"]) { $1 }
        let mark = try #require(marks[keys])
        try ui.wait(for: mark)
        ui.resize(columns: 100, rows: 30)
        try ui.wait(for: mark)
        ui.resize(columns: 40, rows: 12)
        try ui.wait(for: keys == "m" ? "12:30" : mark)
        ui.type("\u{3}")
        #expect(ui.session.end() == 0)
    }

    @Test("^Z stops it, and fg brings the same screen back")
    func stopping() throws {
        try fill()
        let command = AgendaProcess.executable.path(percentEncoded: false)
        let session = try TerminalSession(
            [], environment: agenda.process.environment.merging(["PS1": "ready> "]) { $1 },
            size: (80, 24), shell: ["/bin/bash", "--norc", "--noprofile", "-i"])
        try session.wait(for: "ready> ")
        session.type("'\(command)' ui \(AgendaProcess.pinned.joined(separator: " "))\n")
        try session.wait(for: "> 12:30")
        session.type("\u{1A}")
        try session.wait(for: "\u{1B}[?1049l")
        try session.wait(for: "ready> ")
        // The shell has the usual screen, which is not taken again before it is continued.
        #expect(session.screen.matches(of: /\[\?1049h/).count == 1)
        session.type("fg\n")
        try session.wait(for: "\u{1B}[?1049h")
        try session.wait(for: "> 12:30")
        session.type("q")
        try session.wait(for: "\u{1B}[?1049l")
        try session.wait(for: "ready> ")
        session.type("exit\n")
        #expect(session.end() == 0)
    }

    @Test("--read-only and paths: keys that change something only say so")
    func readOnly() throws {
        try fill()
        let path = try agenda.folder.write(
            "a.ics", calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:One"))
        for argument in ["--read-only", path] {
            let ui = try ui(argument)
            try ui.wait(for: "> 12:30")
            for key in ["c", "e", "x", "u", "U"] {
                ui.type(key)
                try ui.wait(for: "Only for reading: nothing can be changed here")
                ui.type("t")
                try ui.wait(for: "j/k day")
            }
            ui.quit()
        }
    }

    @Test("a signal that ends it restores the terminal", arguments: [SIGTERM, SIGHUP, SIGINT])
    func ending(_ signal: Int32) throws {
        let ui = try ui()
        try ui.wait(for: "No calendars yet")
        ui.session.send(signal)
        #expect(ui.session.end() == 0)
        #expect(!ui.screen.isAlternate && ui.screen.hasCaret)
    }

    @Test("a title from a stranger cannot command the terminal")
    func hostile() throws {
        let path = try agenda.folder.write(
            "a.ics",
            calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:A\u{1B}[2JB\u{7}C\u{202E}D"))
        let ui = try ui(path)
        // The reader drops control characters; the list replaces the bidi override.
        try ui.wait(for: "A[2JBC\u{FFFD}D")
        ui.type("\r")
        try ui.wait(for: "uid")
        #expect(ui.screen.rows[0] == "A[2JBC\u{FFFD}D")
        // Out of the details, q goes back.
        ui.type("q")
        try ui.wait(for: "> 12:30")
        ui.quit()
    }

    @Test("without a terminal, on one that cannot place text, and as JSON: wrong usage")
    func refused() throws {
        let piped = try agenda.failure("ui")
        #expect(piped.status == 64)
        #expect(piped.complaints == "ui: needs a terminal that can place text: use agenda list\n")
        #expect(try ui(with: ["TERM": "dumb"]).session.end() == 64)
        #expect(try ui("--json").session.end() == 64)
        let missing = try ui("/nonexistent/a.ics")
        #expect(missing.session.end() == 1)
        #expect(missing.session.screen.contains("/nonexistent/a.ics"))
    }
}
