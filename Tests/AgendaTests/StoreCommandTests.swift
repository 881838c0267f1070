import Foundation
import Testing

@Suite("The store: sources and the local calendar")
struct StoreCommandTests {
    private let folder: ScratchFolder
    private var agenda = AgendaProcess()
    private typealias Result = AgendaProcess.Result

    init() throws {
        folder = try ScratchFolder()
        agenda.environment = ["XDG_DATA_HOME": folder.path]
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    @Test("without a store the list is empty, says how to begin, and creates nothing")
    func noStore() throws {
        let hint =
            "agenda: no calendars yet: add one with 'agenda source add PATH', or look at one with 'agenda list PATH'\n"
        #expect(
            try agenda.run("list")
                == Result(
                    output: "No events from 2026-11-20 to 2026-11-26\n", complaints: hint,
                    status: 0))
        #expect(try agenda.run("list", "--quiet") == Result(output: "", complaints: "", status: 0))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("of a meeting of 10,000 all are shown, and each is found")
    func manyParticipants() throws {
        let lines = (0..<10_000).map {
            "ATTENDEE;CN=\"Guest, Number \($0)\";PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:guest\($0)@example\n .org"
        }
        let file = try folder.write(
            "all.ics",
            calendar(
                "UID:all\nDTSTART:20261120T113000Z\nSUMMARY:All hands\n"
                    + lines.joined(separator: "\n")))
        _ = try output("source", "add", file)
        let shown = try output(
            "show",
            try output("list", "--format", "{id}\\n").trimmingCharacters(
                in: .whitespacesAndNewlines))
        let participants = shown.split(separator: "\n").filter { $0.contains("Guest, Number") }
        #expect(participants.count == 10_000)
        #expect(participants.first?.contains("Guest, Number 0 <guest0@example.org>") == true)
        #expect(participants.last?.contains("Guest, Number 9999 <guest9999@example.org>") == true)
        #expect(try output("list", "--attendee", "guest9999@example.org").contains("All hands"))
        #expect(try !output("list", "--attendee", "guest10000@example.org").contains("All hands"))
    }

    @Test("a source is added, shown, changed and removed")
    func sources() throws {
        let file = try folder.write(
            "lunch.ics",
            calendar("UID:a\nDTSTART:20261120T113000Z\nDURATION:PT1H\nSUMMARY:Lunch"))
        #expect(try output("source", "add", file) == "Added lunch: 1 event\n")
        #expect(try output("list") == "Today, Fri 2026-11-20\n  12:30-13:30  Lunch\n")
        // 2026-11-01T10:00Z.
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_793_527_200)], ofItemAtPath: file)
        _ = try output("refresh")
        let rest = "1 event, 2026-11-20, changed 2026-11-01, \(file)\n"
        #expect(try output("source", "list") == "lunch  " + rest)
        #expect(
            try output("source", "set", "lunch", "--name", "food", "--color", "teal") == """
                Changed lunch
                  -name: lunch
                  +name: food
                  +color: teal

                """)
        #expect(try output("source") == "food  " + rest)
        #expect(
            try output("source", "list", "--json") == """
                {"version":1,"timeZone":"Europe/Berlin","sources":[
                {"name":"food","kind":"file","path":"\(file)","status":"ok","events":1,\
                "diagnostics":0,"firstDay":"2026-11-20","lastDay":"2026-11-20",\
                "changed":"2026-11-01T11:00:00+01:00","todos":0,"remind":null,"busy":true,\
                "order":1024,"group":null}]}

                """)
        #expect(
            try output("source", "remove", "food")
                == "Removed food: 1 event; agenda undo brings it back\n")
        #expect(try output("list") == "No events from 2026-11-20 to 2026-11-26\n")
        #expect(FileManager.default.fileExists(atPath: file))
        #expect(try output("undo") == "Undone: removed calendar food\n")
        #expect(try output("source") == "food  " + rest)
        #expect(try output("undo") == "Undone: changed calendar lunch\n")
        #expect(try output("source") == "lunch  " + rest)
        #expect(try output("redo", "2").hasSuffix("Redone: removed calendar food\n"))
        #expect(try agenda.run("source", "list").output == "")
        let history = try output("history", "--json")
        #expect(history.contains("\"kind\":\"delete\""))
        #expect(
            history.contains("\"source\":{\"before\":{\"name\":\"lunch\",\"kind\":\"file\","))
        #expect(try output("history").contains("removed calendar food"))
    }

    @Test("a source's list tells the days of its events, and what is not shown")
    func contents() throws {
        let todo = "BEGIN:VTODO\nUID:t\nDTSTAMP:20260101T000000Z\nSUMMARY:Do\nEND:VTODO\n"
        func add(_ name: String, _ event: String?, extra: String = "") throws {
            let text = (event.map { calendar($0) } ?? calendar()).replacing(
                "END:VCALENDAR\n", with: extra + "END:VCALENDAR\n")
            _ = try output("source", "add", try folder.write(name + ".ics", text))
        }
        // From 2021 on, far outside of the days that are stored.
        try add("endless", "UID:a\nDTSTART:20210302T090000Z\nRRULE:FREQ=YEARLY")
        // Fridays: the last of 300 is 2100 days after the first.
        try add("counted", "UID:b\nDTSTART:20200103T090000Z\nRRULE:FREQ=WEEKLY;COUNT=300")
        try add(
            "days", "UID:c\nDTSTART;VALUE=DATE:20300510\nDTEND;VALUE=DATE:20300513", extra: todo)
        // 23:30 in UTC is the next day in Berlin.
        try add("night", "UID:d\nDTSTART:20261231T233000Z\nDURATION:PT10M")
        try add("nothing", nil, extra: todo + todo.replacing("UID:t", with: "UID:u"))
        let json = try output("source", "list", "--json")
        func held(_ name: String) -> String {
            json.split(separator: "\n").first { $0.contains("\"name\":\"\(name)\"") }.map { line in
                ["firstDay", "lastDay", "todos"].map { key in
                    line.firstMatch(of: try! Regex("\"\(key)\":(\"[^\"]*\"|[^,}]*)"))
                        .map { String($0[1].substring ?? "") } ?? ""
                }.joined(separator: " ")
            } ?? ""
        }
        #expect(held("endless") == "\"2021-03-02\" null 0")
        #expect(held("counted") == "\"2020-01-03\" \"2025-09-26\" 0")
        #expect(held("days") == "\"2030-05-10\" \"2030-05-12\" 1")
        #expect(held("night") == "\"2027-01-01\" \"2027-01-01\" 0")
        #expect(held("nothing") == "null null 2")
        let text = try output("source", "list")
        #expect(text.contains("1 event, from 2021-03-02 on, changed "))
        #expect(text.contains("1 event, 2030-05-10 to 2030-05-12, 1 to-do, changed "))
        #expect(text.contains("0 events, 2 to-dos, changed "))
    }

    @Test("a problem is told once, then counted; next says nothing")
    func toldOnce() throws {
        let bad = "UID:b\nDTSTART:20261399T090000Z\nSUMMARY:Never"
        let good = "UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch"
        let file = try folder.write("lunch.ics", calendar(good, bad))
        let added = try agenda.run("source", "add", file)
        #expect(added.complaints.hasPrefix("\(file):"))
        #expect(added.complaints.split(separator: "\n").count == 1)
        for _ in 0..<2 {
            let list = try agenda.run("list")
            #expect(list.complaints == "1 problem: see agenda doctor\n")
            #expect(list.status == 3)
        }
        let next = try agenda.run("next")
        #expect(next.complaints == "" && next.status == 3)
        // What is new is told, what is known is counted.
        _ = try folder.write(
            "lunch.ics", calendar(good, bad, bad.replacing("UID:b", with: "UID:c")))
        let both = try agenda.run("list").complaints.split(separator: "\n")
        #expect(both.count == 2 && both[0].hasPrefix("\(file):"))
        #expect(both.last == "1 more problem: see agenda doctor")
        #expect(try agenda.run("list").complaints == "2 problems: see agenda doctor\n")
        #expect(try agenda.run("list", "--quiet").complaints == "")
        #expect(try agenda.run("doctor").output.split(separator: "\n").count == 2)
    }

    @Test("a changed file is read again, a broken one keeps its last good events")
    func refreshes() async throws {
        let good = calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch")
        let file = try folder.write("lunch.ics", good)
        _ = try output("source", "add", file)
        _ = try folder.write("lunch.ics", good.replacing("Lunch", with: "Brunch"))
        // A file that is younger than two seconds when it is read is read once more later.
        try await Task.sleep(for: .milliseconds(2_100))
        #expect(try output("list") == "Today, Fri 2026-11-20\n  12:30        Brunch\n")
        #expect(try output("refresh") == "0 files read, 1 unchanged: 0 events added, 0 removed\n")
        // Without accounts, what is left of `sync` are feeds and files; what did not change is not told.
        #expect(try output("sync") == "")
        _ = try folder.write("lunch.ics", good.replacing("Lunch", with: "Late lunch"))
        #expect(try output("sync") == "1 file read, 0 unchanged: 1 event added, 1 removed\n")
        _ = try folder.write("lunch.ics", good.replacing("Lunch", with: "Brunch"))
        #expect(try output("list") == "Today, Fri 2026-11-20\n  12:30        Brunch\n")
        _ = try folder.write("lunch.ics", "")
        let result = try agenda.run("list")
        #expect(result.output == "Today, Fri 2026-11-20\n  12:30        Brunch\n")
        #expect(result.complaints.hasPrefix("\(file): "))
        #expect(result.status == 3)
    }

    @Test("what cannot be a source is refused, and no store is made for it")
    func refusedSources() throws {
        #expect(
            try agenda.run("source", "add", "nowhere.ics")
                == Result(
                    output: "", complaints: "nowhere.ics: no such file or folder\n",
                    status: 1))
        #expect(
            try agenda.run("source", "add", "Samples/team.ics", "--color", "blurple")
                == Result(
                    output: "",
                    complaints:
                        "--color: expected a colour such as royalblue or #4169e1, got 'blurple'\n",
                    status: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try agenda.run("source", "remove", "x").status == 1)
    }

    @Test("a source stands where its number says, with its group")
    func order() throws {
        for name in ["a", "b", "c"] {
            let file = try folder.write(
                "\(name).ics", calendar("UID:\(name)\nDTSTART:20261120T113000Z"))
            _ = try output("source", "add", file)
        }
        #expect(
            try output("source", "set", "c", "--order", "1", "--group", " Club ") == """
                Changed c
                  +order: 1
                  +group: Club

                """)
        let lines = try output("source", "list").split(separator: "\n")
        #expect(lines.map { $0.prefix(1) } == ["c", "a", "b"])
        #expect(lines[0].hasPrefix("c  in Club, 1 event, "))
        for words in [["--order", "first"], ["--order", "-1"], ["--group", ""]] {
            #expect(try agenda.run(["source", "set", "c"] + words).status == 64, "\(words)")
        }
        _ = try output("undo")
        #expect(try output("source", "list").hasPrefix("a"))
    }

    @Test("words make an event, whose id shows and deletes it")
    func addAndDelete() throws {
        let added = try agenda.run(
            "add", "Lunch with Kim tomorrow 12:30-13:30 @ Cafe Nord", "--alarm", "15m",
            "--attendee", "kim@example.org")
        #expect(added.complaints == "Added Lunch with Kim, Sat 2026-11-21 12:30-13:30\n")
        let id = String(added.output.dropLast())
        #expect(
            try output("list")
                == "Today, Fri 2026-11-20\n  no events\n"
                + "Tomorrow, Sat 2026-11-21\n  12:30-13:30  Lunch with Kim @ Cafe Nord\n")
        let shown = try output("show", String(id.prefix(6)))
        #expect(shown.contains("  participants kim@example.org, needs-action\n"))
        #expect(shown.contains("  alarms       Sat 2026-11-21 12:15 (-PT15M)\n"))
        let sentence = "Lunch with Kim, Sat 2026-11-21 12:30-13:30\n"
        #expect(
            try output("delete", id, "--dry-run")
                == "Would delete " + sentence + """
                      -summary: Lunch with Kim
                      -start: 2026-11-21 12:30
                      -end: 2026-11-21 13:30
                      -zone: Europe/Berlin
                      -location: Cafe Nord
                      -alarm: 15m
                      -attendee: kim@example.org
                      -status: confirmed
                      -busy: yes

                    """)
        #expect(try output("delete", id) == "Deleted " + sentence)
        #expect(try output("list") == "No events from 2026-11-20 to 2026-11-26\n")
    }

    @Test("a recurring event is deleted for a day, from a day on, or whole")
    func deleteScopes() throws {
        _ = try output("add", "Swim monday 18:00", "--every", "day", "--until", "2026-11-26")
        func days() throws -> [String] {
            try output("list", "--format", "{date} {id}").split(separator: "\n").map(String.init)
        }
        let ids = try days().map { String($0.dropFirst(11)) }
        #expect(
            try days().map { $0.prefix(10) } == [
                "2026-11-23", "2026-11-24", "2026-11-25", "2026-11-26",
            ])
        #expect(
            try agenda.run("delete", ids[1])
                == Result(
                    output: "",
                    complaints: "\(ids[1]): the event repeats: give --scope this, future or all\n",
                    status: 64))
        _ = try output("delete", ids[1], "--scope", "this")
        #expect(try days().map { $0.prefix(10) } == ["2026-11-23", "2026-11-25", "2026-11-26"])
        _ = try output("delete", ids[2], "--scope", "future")
        #expect(try days().map { $0.prefix(10) } == ["2026-11-23"])
        let series = String(ids[0].prefix(12))
        #expect(try agenda.run("delete", series, "--scope", "this").status == 64)
        _ = try output("delete", series, "--scope", "all")
        #expect(try days().isEmpty)
    }

    @Test("an event of a file is not deleted")
    func deleteForeign() throws {
        let file = try folder.write(
            "lunch.ics", calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch"))
        _ = try output("source", "add", file)
        let id = try output("list", "--format", "{id}").dropLast()
        let result = try agenda.run("delete", String(id))
        #expect(result.status == 1)
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(try output("list") == "Today, Fri 2026-11-20\n  12:30        Lunch\n")
    }

    @Test("an event without time or title is refused", arguments: [["Lunch"], ["12:30"], []])
    func refusedEvents(_ words: [String]) throws {
        let result = try agenda.run(["add"] + words + AgendaProcess.pinned)
        #expect(result.status == 64)
        #expect(result.complaints.split(separator: "\n").count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("rebuilding reads the files anew and keeps the local events")
    func rebuild() throws {
        let file = try folder.write(
            "lunch.ics", calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch"))
        _ = try output("source", "add", file)
        _ = try output("add", "Mine today 15:00")
        let before = try output("list")
        #expect(try output("refresh", "--rebuild").contains("read"))
        #expect(try output("list") == before)
        #expect(
            before == """
                Today, Fri 2026-11-20
                  12:30        Lunch  [lunch]
                  15:00-16:00  Mine  [local]

                """)
    }
}
