import Foundation
import Testing

/// At noon of Friday, 2026-11-20, in Berlin.
@Suite("agenda todo")
struct TodoCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
    }

    /// What a command prints; it must succeed.
    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    private func add(_ arguments: String...) throws -> String {
        let result = try agenda.run(["todo", "add", "--quiet"] + arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(result.complaints)")
        return result.output.trimmingCharacters(in: .newlines)
    }

    private func list(_ options: String...) throws -> String {
        let result = try agenda.run(
            ["todo", "list", "--format", "{status} {due} {summary}"] + options
                + AgendaProcess.pinned)
        #expect(result.status == 0, "\(result.complaints)")
        return result.output
    }

    private func file(_ name: String, _ todos: String...) throws -> String {
        let bodies = todos.map { "BEGIN:VTODO\nDTSTAMP:20260101T000000Z\n\($0)\nEND:VTODO\n" }
        return try folder.write(
            name, "BEGIN:VCALENDAR\nVERSION:2.0\n" + bodies.joined() + "END:VCALENDAR\n")
    }

    @Test("of a series the one that was done last is open again")
    func undoneSeries() throws {
        _ = try add("water friday every week")
        for _ in 0..<2 { try run("todo", "done", "water") }
        #expect(
            try run("todo", "undone", "water") == "Open again: water, due Fri 2026-11-27\n")
        #expect(
            try list("--all") == "completed 2026-11-20 water\nneeds-action 2026-11-27 water\n")
    }

    @Test("words become a to-do; done, undone, cancelled and deleted; undo")
    func life() throws {
        let id = try add("pay rent tomorrow !1 #home every month")
        #expect(id.count == 12)
        #expect(try list() == "needs-action 2026-11-21 pay rent\n")
        // December has a 21st, too.
        #expect(
            try agenda.run(["todo", "done", id] + AgendaProcess.pinned)
                == .init(
                    output: "Done: pay rent, due Sat 2026-11-21\n",
                    complaints: "Next: pay rent, due Mon 2026-12-21\n", status: 0))
        #expect(
            try list("--all")
                == "completed 2026-11-21 pay rent\nneeds-action 2026-12-21 pay rent\n")
        #expect(try list("--done") == "completed 2026-11-21 pay rent\n")
        try run("todo", "undone", "rent")
        #expect(try list("--all") == "needs-action 2026-11-21 pay rent\n")
        try run("todo", "cancel", "rent", "--scope", "this")
        #expect(try list() == "needs-action 2026-12-21 pay rent\n")
        try run("undo")
        #expect(try list() == "needs-action 2026-11-21 pay rent\n")
        try run("todo", "cancel", "rent", "--scope", "all")
        #expect(try list() == "")
        #expect(try list("--all") == "cancelled 2026-11-21 pay rent\n")
        try run("todo", "delete", "rent")
        #expect(try list("--all") == "")
        try run("undo", "2")
        #expect(try list() == "needs-action 2026-11-21 pay rent\n")
    }

    @Test("an edit changes what it names; none takes a part away")
    func edit() throws {
        let parent = try add("Move house")
        let id = try add("Pack monday", "--priority", "low", "--category", "a")
        try run(
            "todo", "edit", id, "--due", "tuesday 18:00", "--priority", "2", "--percent", "30",
            "--category", "b", "--category", "c", "--location", "Attic", "--parent", parent)
        let wanted = "{due} {start} {priority} {percent} {status} {categories} {location} {parent}"
        let uid = try run("todo", "--format", "{uid}").split(separator: "\n")[1]
        #expect(
            try run("todo", "list", "--format", wanted).split(separator: "\n")[0]
                == "2026-11-24T18:00:00+01:00  2 30 in-process b,c Attic \(uid)")
        try run("todo", "edit", id, "--due", "none", "--priority", "none", "--parent", "none")
        #expect(
            try run("todo", "list", "--format", "{summary}|" + wanted).split(separator: "\n")[1]
                == "Pack|  0 30 in-process b,c Attic ")
        try run("todo", "edit", id, "--due", "2026-11-27", "--start", "monday", "--percent", "100")
        #expect(
            try run("todo", "list", "--done", "--format", "{start} {due} {status}")
                == "2026-11-23 2026-11-27 completed\n")
    }

    @Test("moving what repeats: one instance, or all from the one that is seen")
    func series() throws {
        let id = try add("Bins monday", "--every", "week")
        try run("todo", "done", id)
        try run("todo", "edit", id, "--due", "2026-12-01", "--scope", "this")
        #expect(try list() == "needs-action 2026-12-01 Bins\n")
        // The one that was named moves first of all, though it was moved before.
        try run("todo", "edit", id, "--due", "2026-12-02", "--scope", "all")
        #expect(try list() == "needs-action 2026-12-02 Bins\n")
        try run("todo", "done", id)
        // Its own days were mondays, and are wednesdays now.
        #expect(try list() == "needs-action 2026-12-09 Bins\n")
    }

    @Test("filters: by day, overdue, priority, category and calendar")
    func filters() throws {
        let path = try file(
            "a.ics", "UID:1\nSUMMARY:Late\nDUE;VALUE=DATE:20261101\nCATEGORIES:home",
            "UID:2\nSUMMARY:Hour\nDUE:20261120T105959Z\nPRIORITY:5",
            "UID:3\nSUMMARY:Today\nDUE;VALUE=DATE:20261120\nPRIORITY:1",
            "UID:4\nSUMMARY:Some day\nPRIORITY:9")
        try run("source", "add", path)
        func titles(_ options: String...) throws -> [String] {
            try agenda.run(
                ["todo", "list", "--format", "{summary}"] + options + AgendaProcess.pinned
            )
            .output.split(separator: "\n").map(String.init)
        }
        #expect(try titles() == ["Late", "Hour", "Today", "Some day"])
        #expect(try titles("--overdue") == ["Late", "Hour"])
        #expect(try titles("--due", "yesterday") == ["Late"])
        #expect(try titles("--due", "today") == ["Late", "Hour", "Today"])
        #expect(try titles("--priority", "high") == ["Today"])
        #expect(try titles("--priority", "5") == ["Hour", "Today"])
        #expect(try titles("--category", "HOME") == ["Late"])
        #expect(try titles("--not-calendar", "a") == [])
        #expect(try titles("--calendar", "A", "--overdue", "--priority", "medium") == ["Hour"])
    }

    @Test("what is due stands among the days with its box, and blocks no time")
    func days() throws {
        let path = try file(
            "a.ics", "UID:1\nSUMMARY:Late\nDUE;VALUE=DATE:20261101",
            "UID:2\nSUMMARY:Call\nDUE:20261120T130000Z",
            "UID:3\nSUMMARY:Done\nDUE;VALUE=DATE:20261121\nSTATUS:COMPLETED",
            "UID:4\nSUMMARY:From\nDTSTART:20261120T120000Z\nDUE:20261120T160000Z")
        try run("source", "add", path)
        #expect(
            try run("list", "--days", "2") == """
                Today, Fri 2026-11-20
                  all day      ☐ Late (due Sun 2026-11-01)
                  14:00        ☐ Call
                  17:00        ☐ From
                Tomorrow, Sat 2026-11-21
                  all day      ☑ Done

                """)
        #expect(try run("list", "--from", "2026-11-01", "--days", "1").contains("☐ Late\n"))
        #expect(try run("list", "--days", "2", "--tsv").split(separator: "\n").count == 1)
        #expect(try run("list", "--jsonl") == "")
        #expect(try run("list", "--json", "--days", "1").contains("\"events\":[],\"todos\":[\n{"))
        #expect(!(try run("list", "--json", "--from", "2026-12-01").contains("todos")))
        #expect(try run("timeline", "--json").contains("\"todos\":["))
        #expect(try run("week").contains("☐ Call") && run("month", "--list").contains("☐ Call"))
        let free = try run("free", "--for", "1h", "--between", "12-18", "--days", "1", "--json")
        #expect(free.contains("12:00:00+01:00") && free.contains("18:00:00+01:00"))
        #expect(try !run("conflicts").contains("Call"))
        #expect(try !run("next").contains("Call"))
    }

    @Test("of what repeats and was never done, only the next instance is overdue under today")
    func neglected() throws {
        let path = try file(
            "a.ics",
            "UID:1\nSUMMARY:Daily\nDTSTART;VALUE=DATE:20261110\nDUE;VALUE=DATE:20261110\nRRULE:FREQ=DAILY"
        )
        try run("source", "add", path)
        let days = try run("list", "--from", "2026-11-18", "--days", "3")
        #expect(
            days == """
                Wed 2026-11-18
                  all day      ☐ Daily ⟳
                Yesterday, Thu 2026-11-19
                  all day      ☐ Daily ⟳
                Today, Fri 2026-11-20
                  all day      ☐ Daily ⟳
                  all day      ☐ Daily (due Tue 2026-11-10) ⟳

                """)
    }

    @Test("search and show find them; commands for events send on to those for to-dos")
    func found() throws {
        let id = try add("Buy oat milk", "--description", "without sugar")
        #expect(try run("search", "sugar") == "☐  Buy oat milk\n")
        #expect(try run("search", "oat", "--json").contains("\"todos\":[\n{\"id\":\"\(id)\""))
        #expect(try run("show", id).hasPrefix("☐ Buy oat milk\n  status       open\n"))
        #expect(try run("show", "oat", "--json").hasPrefix("{\"id\":\"\(id)\""))
        let refused = try agenda.run("delete", id)
        #expect(refused.status == 1)
        #expect(
            refused.complaints
                == "\(id): is a to-do: use 'agenda todo edit', 'delete' or 'done'\n")
    }

    @Test("several that match are listed with their ids, one that is open comes first")
    func several() throws {
        let (oat, soy) = (try add("Buy oat milk"), try add("Buy soy milk"))
        let refused = try agenda.run("todo", "done", "milk")
        #expect(refused.status == 64)
        #expect(refused.complaints.hasPrefix("milk: 2 to-dos match: give an id\n"))
        for id in [oat, soy] { #expect(refused.complaints.contains(id.prefix(4))) }
        try run("todo", "done", oat)
        try run("todo", "done", "milk")
        #expect(try list() == "")
        #expect(try agenda.run("todo", "done", "bread").status == 1)
    }

    @Test("a to-do moves to another calendar, whole; a read-only one stays as it is")
    func calendars() throws {
        let path = try file("a.ics", "UID:1\nSUMMARY:Theirs")
        let own = try file("b.ics", "UID:2\nSUMMARY:Ours")
        try run("source", "add", path)
        try run("source", "add", own, "--writable")
        let id = try add("Mine tomorrow every week")
        try run("todo", "done", id)
        try run("todo", "move", id, "--calendar", "b")
        #expect(
            try run("todo", "list", "--all", "--calendar", "b", "--format", "{summary} {status}")
                == "Mine completed\nMine needs-action\nOurs needs-action\n")
        #expect(try String(contentsOfFile: own, encoding: .utf8).contains("COMPLETED:2026"))
        let refused = try agenda.run("todo", "done", "theirs")
        #expect(refused.status == 1 && refused.complaints.contains("which is read-only"))
        #expect(!(try String(contentsOfFile: path, encoding: .utf8).contains("COMPLETED")))
    }

    @Test(
        "what makes no sense is said in a line",
        arguments: [
            (["add"], "no title: write one before the day or time"),
            (["add", "a", "--percent", "101"], "--percent must be from 0 to 100, not 101"),
            (["edit", "milk", "--every", "week"], "--every needs a day: add one with --due"),
            (
                ["add", "a", "--due", "monday", "--start", "tuesday"],
                "it would be due before it starts: give --start and --due"
            ),
            (["list", "--done", "--all"], "--done cannot be combined with --all"),
            (
                ["edit", "milk"],
                "no terminal for an editor: say with options what to change, or set EDITOR"
            ),
            (
                ["edit", "milk", "--parent", "milk"],
                "--parent milk: a to-do cannot be a part of itself"
            ),
            (
                ["delete", "rent"],
                "rent: the to-do repeats: give --scope, one of this, future, all"
            ),
            (["cancel", "rent", "--scope", "future"], "--scope must be one of this, all"),
        ])
    func refused(_ arguments: [String], _ sentence: String) throws {
        _ = try add("milk")
        _ = try add("rent tomorrow every month")
        let result = try agenda.run(["todo"] + arguments + AgendaProcess.pinned)
        #expect(result.status == 64)
        #expect(result.complaints == sentence + "\n")
        #expect(try list() == "needs-action 2026-11-21 rent\nneeds-action  milk\n")
    }
}
