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
        let hint = "agenda: no calendars yet: agenda source add PATH, or agenda list PATH\n"
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
        #expect(try output("source", "list") == "lunch  1 event, \(file)\n")
        _ = try output("source", "set", "lunch", "--name", "food", "--color", "teal")
        #expect(try output("source") == "food  1 event, \(file)\n")
        #expect(
            try output("source", "list", "--json") == """
                {"version":1,"timeZone":"Europe/Berlin","sources":[
                {"name":"food","kind":"file","path":"\(file)","status":"ok","events":1,\
                "diagnostics":0}]}

                """)
        _ = try output("source", "remove", "food")
        #expect(try output("list") == "No events from 2026-11-20 to 2026-11-26\n")
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("a changed file is read again, a broken one keeps its last good events")
    func refreshes() throws {
        let good = calendar("UID:a\nDTSTART:20261120T113000Z\nSUMMARY:Lunch")
        let file = try folder.write("lunch.ics", good)
        _ = try output("source", "add", file)
        _ = try folder.write("lunch.ics", good.replacing("Lunch", with: "Brunch"))
        #expect(try output("list") == "Today, Fri 2026-11-20\n  12:30        Brunch\n")
        #expect(try output("refresh") == "0 files read, 1 unchanged: 0 events added, 0 removed\n")
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
                    output: "", complaints: "nowhere.ics: there is no such file or folder\n",
                    status: 1))
        #expect(
            try agenda.run("source", "add", "Samples/team.ics", "--color", "blurple")
                == Result(
                    output: "",
                    complaints: "--color blurple: is no colour: write royalblue or #4169e1\n",
                    status: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        #expect(try agenda.run("source", "remove", "x").status == 1)
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
                    complaints: "\(ids[1]): the event recurs: give --scope this, future or all\n",
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
