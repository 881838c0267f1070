import Foundation
import Testing

@Suite("agenda watch", .timeLimit(.minutes(30)))
struct WatchCommandTests {
    private let folder: ScratchFolder
    private let environment: [String: String]

    init() throws {
        folder = try ScratchFolder()
        environment = ["AGENDA_DATABASE": folder.file("agenda.db")]
    }

    private static let now = "--now 2026-11-20T12:00:00+01:00"

    private func watch(_ arguments: String) throws -> RunningAgenda {
        try RunningAgenda("exec \"$0\" watch \(arguments) \(Self.now)", environment: environment)
    }

    private func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess(environment: environment).run(arguments + AgendaProcess.pinned)
    }

    @discardableResult
    private func write(_ name: String, _ summary: String, day: String = "20261121") throws -> String
    {
        try folder.write(
            name,
            calendar("UID:a\nDTSTART:\(day)T090000Z\nDTEND:\(day)T100000Z\nSUMMARY:\(summary)"))
    }

    @Test("--ids: a short id before each listed event and in each change, as 'show' takes it")
    func ids() async throws {
        let path = try write("a.ics", "One")
        let watch = try watch("\(path) --ids")
        try await watch.wait(for: "One\n")
        try write("a.ics", "Two")
        try await watch.wait(for: "Two\n")
        let whole = try AgendaProcess().run("list", path, "--format", "{id}").output
        let id = whole.prefix(4)
        #expect(
            watch.text == """
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  \(id)  10:00-11:00  One
                changed  Sat 2026-11-21  \(id)  10:00-11:00  Two

                """)
    }

    @Test("elsewhere than on a terminal: the list, then a line for each change")
    func text() async throws {
        let path = try write("a.ics", "One")
        #expect(try agenda("source", "add", path).status == 0)
        let watch = try watch("")
        try await watch.wait(for: "One")
        try write("a.ics", "Two")
        try await watch.wait(for: "Two")
        // Three days, of which the first stands in the line.
        #expect(
            try agenda("add", "Trip", "--start", "2026-12-24", "--end", "2026-12-26").status == 0)
        try await watch.wait(for: "Trip")
        // Its last events stay until somebody says otherwise.
        try FileManager.default.removeItem(atPath: path)
        try await watch.wait(for: "\(path): it is gone; its last known events are shown")
        #expect(!watch.text.contains("removed"))
        #expect(try agenda("source", "remove", "a").status == 0)
        try await watch.wait(for: "removed")
        #expect(
            watch.text == """
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  10:00-11:00  One
                changed  Sat 2026-11-21  10:00-11:00  Two
                added    Thu 2026-12-24  ↦            Trip  [local]
                removed  Sat 2026-11-21  10:00-11:00  Two

                """)
        #expect(try await watch.end(SIGTERM) == 0)
    }

    @Test("to-dos stand in the list, and each change of one is a line")
    func todos() async throws {
        #expect(try agenda("todo", "add", "Pay rent tomorrow", "--quiet").status == 0)
        let watch = try watch("")
        try await watch.wait(for: "Pay rent\n")
        #expect(try agenda("todo", "done", "rent", "--quiet").status == 0)
        try await watch.wait(for: "changed")
        #expect(try agenda("todo", "add", "Late", "--due", "2026-11-18", "--quiet").status == 0)
        try await watch.wait(for: "Late")
        #expect(try agenda("todo", "delete", "rent", "--quiet").status == 0)
        try await watch.wait(for: "removed")
        #expect(
            watch.text == """
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  all day      ☐ Pay rent
                changed  Sat 2026-11-21  all day      ☑ Pay rent
                added    Fri 2026-11-20  all day      ☐ Late (due Wed 2026-11-18)
                removed  Sat 2026-11-21  all day      ☑ Pay rent

                """)
    }

    @Test("--json has to-dos in each document; --tsv and --jsonl have events alone")
    func todosAsJSON() async throws {
        let (documents, table) = (try watch("--json --days 2"), try watch("--tsv"))
        let lines = try watch("--jsonl")
        try await documents.wait(for: "]}\n")
        try await table.wait(for: "\n")
        #expect(!documents.text.contains("todos"))
        #expect(try agenda("todo", "add", "Pay rent tomorrow", "--quiet").status == 0)
        try await documents.wait(for: "\"summary\":\"Pay rent\",\"due\":\"2026-11-21\"")
        #expect(try agenda("todo", "add", "Much later", "--due", "2026-12-24").status == 0)
        // What comes after the to-dos has come to all three.
        #expect(try agenda("add", "Lunch tomorrow 12:30", "--quiet").status == 0)
        try await documents.wait(for: "Lunch")
        try await table.wait(for: "Lunch")
        try await lines.wait(for: "Lunch")
        #expect(!documents.text.contains("Much later"))
        #expect(!table.text.contains("Pay rent") && !lines.text.contains("Pay rent"))
        #expect(lines.text.split(separator: "\n").count == 1)
    }

    @Test("--jsonl prints a line a change, and nothing else", arguments: [SIGINT, SIGTERM])
    func jsonLines(signal: Int32) async throws {
        let path = try write("a.ics", "One")
        let watch = try watch("--jsonl '\(path)'")
        // It says nothing at first, so each change is made until it is seen.
        for number in 1...1_000 where !watch.text.contains("\n") {
            try write("a.ics", "Two \(number)")
            try await Task.sleep(for: .milliseconds(200))
        }
        try write("a.ics", "Last")
        try await watch.wait(for: "Last")
        let line = try #require(watch.text.split(separator: "\n").last)
        #expect(
            line == """
                {"change":"changed","nodes":[121],"event":{"id":"\(try id(path))","uid":"a",\
                "recurrenceId":null,"start":"2026-11-21T10:00:00+01:00",\
                "end":"2026-11-21T11:00:00+01:00","allDay":false,"floating":false,"timeZone":"UTC",\
                "summary":"Last","location":null,"description":null,"url":null,"categories":[],\
                "status":"confirmed","transparent":false,"recurring":false,"overridden":false,\
                "calendar":"a","alsoIn":[],"organizer":null,"participantCount":0,"sequence":0},"by":"file"}
                """)
        #expect(watch.said == "")
        #expect(try await watch.end(signal) == 0)
    }

    @Test("--jsonl says whose a change is, so that a bar is silent about what its owner did")
    func origins() async throws {
        let path = try write("team.ics", "One")
        #expect(try agenda("source", "add", path, "--writable", "--quiet").status == 0)
        let watch = try watch("--jsonl")
        // It says nothing at first, so events are added until it has seen one.
        for number in 1...1_000 where !watch.text.contains("\n") {
            #expect(try agenda("add", "First \(number) tomorrow 12:30", "--quiet").status == 0)
            try await Task.sleep(for: .milliseconds(200))
        }
        func line(_ summary: String) async throws -> Substring {
            try await watch.wait(for: "\"\(summary)\"")
            while !watch.text.hasSuffix("\n") { try await Task.sleep(for: .milliseconds(10)) }
            return try #require(
                watch.text.split(separator: "\n").first { $0.contains("\"\(summary)\"") })
        }
        func number() throws -> String {
            try #require(try agenda("history").output.firstMatch(of: /\d+/)).output.description
        }
        #expect(try agenda("add", "Lunch tomorrow 12:30", "--quiet").status == 0)
        #expect(try await line("Lunch").hasSuffix(",\"by\":\"edit\",\"number\":\(number())}"))
        #expect(
            try agenda("add", "Team tea tomorrow 15:00", "--calendar", "team", "--quiet").status
                == 0)
        #expect(try await line("Team tea").hasSuffix(",\"by\":\"edit\",\"number\":\(number())}"))
        try write("team.ics", "Theirs")
        #expect(try await line("Theirs").hasSuffix(",\"by\":\"file\"}"))
        let call =
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_event","#
            + #""arguments":{"summary":"Walk","start":"2026-11-21T17:00"}}}"#
        let answered = try AgendaProcess(environment: environment, input: call).run(
            ["mcp", "--allow-edits"] + AgendaProcess.pinned)
        #expect(answered.status == 0, "\(answered.complaints)")
        #expect(try await line("Walk").hasSuffix(",\"by\":\"assistant\",\"number\":\(number())}"))
    }

    private func id(_ path: String) throws -> String {
        try agenda("list", path, "--format", "{id}").output.filter { !$0.isNewline }
    }

    @Test("it ends when its reader is gone, also while nothing changes")
    func closedPipe() async throws {
        let path = try write("a.ics", "One", day: "20261120")
        let pipeline = try RunningAgenda(
            "{ \"$0\" watch '\(path)' \(Self.now); echo \"status $?\" >&2; } | head -n 1")
        #expect(try await pipeline.status() == 0)
        #expect(pipeline.text == "Today, Fri 2026-11-20\n")
        try await pipeline.wait(for: "status 0\n")
    }

    @Test("a path that is not there yet is waited for")
    func awaited() async throws {
        let path = folder.file("later/b.ics")
        let watch = try watch("'\(path)'")
        try await watch.wait(for: "no such file")
        try await watch.wait(for: "No events")
        try FileManager.default.createDirectory(
            atPath: folder.file("later"), withIntermediateDirectories: true)
        try write("later/b.ics", "Later")
        try await watch.wait(for: "added    Sat 2026-11-21  10:00-11:00  Later\n")
        #expect(try await watch.end(SIGTERM) == 0)
    }

    @Test("a source that another process adds is watched from then on, also without any before")
    func addedSource() async throws {
        let watch = try watch("")
        try await watch.wait(for: "No events")
        let path = try write("a.ics", "One")
        #expect(try agenda("source", "add", path).status == 0)
        try await watch.wait(for: "added    Sat 2026-11-21  10:00-11:00  One")
        try write("a.ics", "Two")
        try await watch.wait(for: "changed  Sat 2026-11-21  10:00-11:00  Two")
        #expect(try await watch.end(SIGTERM) == 0)
    }

    @Test("a database that is deleted or damaged under it is restored, and it goes on")
    func restored() async throws {
        let path = try write("a.ics", "One")
        #expect(try agenda("source", "add", path).status == 0)
        #expect(try agenda("add", "Mine", "--start", "2026-11-22").status == 0)
        let watch = try watch("")
        try await watch.wait(for: "Mine")
        for suffix in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: folder.file("agenda.db" + suffix))
        }
        try await watch.wait(
            for: "was missing or empty: restored 1 local event and 1 source from "
                + folder.file("agenda.backup/local.ics"))
        try write("a.ics", "Two")
        try await watch.wait(for: "changed  Sat 2026-11-21  10:00-11:00  Two")
        // Another file in its place, such as one that was copied back, and that is none.
        try Data("no database".utf8).write(to: URL(filePath: folder.file("x")))
        #expect(rename(folder.file("x"), folder.file("agenda.db")) == 0)
        try await watch.wait(for: "was damaged (file is not a database): restored 1 local event")
        try write("a.ics", "Three")
        try await watch.wait(for: "changed  Sat 2026-11-21  10:00-11:00  Three")
        #expect(!watch.text.contains("removed"))
        #expect(try await watch.end(SIGTERM) == 0)
    }

    @Test("on a terminal the list is drawn anew in place")
    func terminal() async throws {
        let path = try write("a.ics", "One")
        let command = "\\\"$0\\\" watch '\(path)' \(Self.now)"
        let watch = try RunningAgenda("exec script -qfec \"\(command)\" /dev/null")
        try await watch.wait(for: "One")
        try write("a.ics", "Two")
        try await watch.wait(for: "Two")
        let drawn = watch.text.components(separatedBy: "\u{1B}[?7l\u{1B}[H")
        #expect(drawn.first == "")
        #expect(
            drawn.last == """
                \u{1B}[1mToday, Fri 2026-11-20\u{1B}[0m\u{1B}[K\r
                  \u{1B}[2mno events\u{1B}[0m\u{1B}[K\r
                \u{1B}[1mTomorrow, Sat 2026-11-21\u{1B}[0m\u{1B}[K\r
                  10:00-11:00  Two\u{1B}[K\r
                \u{1B}[K\r
                \u{1B}[2mchanged  Sat 2026-11-21  10:00-11:00  Two\u{1B}[0m\u{1B}[K\r
                \u{1B}[J\u{1B}[?7h
                """)
        _ = try await watch.end(SIGTERM)
    }

    @Test(
        "what cannot be watched is refused",
        arguments: [
            (["-"], "-: standard input cannot be watched: give files or folders\n"),
            (
                ["--days", "400"],
                "--from, --to, --days: only 2026-07-23 to 2027-11-22 can be watched\n"
            ),
        ])
    func refused(arguments: [String], complaint: String) throws {
        let result = try AgendaProcess(environment: environment)
            .run(["watch"] + arguments + AgendaProcess.pinned)
        #expect(result == AgendaProcess.Result(output: "", complaints: complaint, status: 64))
    }
}
