import Foundation
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import agenda

@Suite("agenda import, copy, open, show FILE")
struct ImportCommandTests {
    private let invitation = calendar(
        "UID:a\nDTSTART:20261127T113000Z\nDTEND:20261127T123000Z\nSUMMARY:Lunch\nSEQUENCE:1",
        "UID:b\nDTSTART:20261128T113000Z\nRRULE:FREQ=WEEKLY;COUNT=2\nSUMMARY:Walk")

    @Test("a file's events are previewed, added, updated by the next import, and undone at once")
    func imports() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write("invite.ics", invitation)
        let expected = """
            Added  Fri 2026-11-27 12:30-13:30  Lunch
            Added  Sat 2026-11-28 12:30  Walk ⟳

            """
        #expect(
            try agenda("import", path, "--dry-run") == expected
                + "Would import 2 events into local\n")
        #expect(try agenda("list", "--days", "30", "--format", "{summary}").isEmpty)
        #expect(try agenda("import", path) == expected + "Imported 2 events into local\n")
        #expect(
            try agenda("list", "--days", "30", "--format", "{date} {summary}") == """
                2026-11-27 Lunch
                2026-11-28 Walk
                2026-12-05 Walk

                """)
        let newer = invitation.replacing("SEQUENCE:1", with: "SEQUENCE:2")
            .replacing("T113000Z\nDTEND:20261127T1230", with: "T120000Z\nDTEND:20261127T1300")
        _ = try agenda.folder.write("invite.ics", newer)
        #expect(
            try agenda("import", path) == """
                Updated    Fri 2026-11-27 13:00-14:00  Lunch
                Unchanged  Sat 2026-11-28 12:30  Walk ⟳
                Imported 1 event into local: 1 updated, 1 unchanged

                """)
        try agenda("undo", "2")
        #expect(try agenda("list", "--days", "30", "--format", "{summary}").isEmpty)
    }

    @Test("to-dos are imported, too; what else a file has is counted")
    func todos() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "mixed.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VEVENT
            UID:a
            DTSTART:20261127T113000Z
            SUMMARY:Lunch
            END:VEVENT
            BEGIN:VTODO
            UID:b
            DUE;VALUE=DATE:20261124
            SUMMARY:Pay rent
            END:VTODO
            BEGIN:VTODO
            UID:c
            STATUS:COMPLETED
            SUMMARY:Buy milk
            END:VTODO
            BEGIN:VFREEBUSY
            UID:d
            END:VFREEBUSY
            END:VCALENDAR

            """)
        let result = try agenda.failure("import", path)
        #expect(result.status == 0)
        #expect(
            result.output == """
                Added  Fri 2026-11-27 12:30  Lunch
                Added  Tue 2026-11-24  ☐ Pay rent
                Added  ☑ Buy milk
                Imported 1 event and 2 to-dos into local

                """)
        #expect(result.complaints == "1 journal entries or busy times were left out\n")
        #expect(try agenda("todo", "list").hasPrefix("☐  Tue 2026-11-24  Pay rent"))
        #expect(
            try agenda("import", path, "--quiet").isEmpty)
    }

    @Test("an event is updated in the calendar that has it, wherever new ones go")
    func whereItIs() throws {
        let agenda = try StoreProcess()
        let old = calendar(
            "UID:a\nDTSTART:20261127T093000Z\nDTEND:20261127T103000Z\nSUMMARY:Lunch\nSEQUENCE:0")
        let team = try agenda.folder.write("team.ics", old)
        try agenda("source", "add", team, "--name", "team", "--writable")
        let path = try agenda.folder.write("invite.ics", invitation)
        let report = """
            Updated  Fri 2026-11-27 12:30-13:30  Lunch  [team]
            Added    Sat 2026-11-28 12:30  Walk ⟳

            """
        #expect(
            try agenda("import", path, "--dry-run") == report
                + "Would import 2 events into team, local: 1 added, 1 updated\n")
        #expect(
            try agenda("import", path) == report
                + "Imported 2 events into team, local: 1 added, 1 updated\n")
        func list() throws -> String {
            try agenda("list", "--days", "9", "--format", "{date} {time} {summary} {calendar}")
        }
        let expected = """
            2026-11-27 12:30-13:30 Lunch team
            2026-11-28 12:30 Walk local

            """
        #expect(try list() == expected)
        #expect(
            try agenda("import", path) == """
                Unchanged  Fri 2026-11-27 12:30-13:30  Lunch  [team]
                Unchanged  Sat 2026-11-28 12:30  Walk ⟳
                team, local: nothing to import: 2 unchanged

                """)
        // One change, which is undone as a whole.
        try agenda("undo")
        #expect(try list() == "2026-11-27 10:30-11:30 Lunch team\n")
        // Which of several is meant is said by a person.
        let home = try agenda.folder.write("home.ics", old)
        try agenda("source", "add", home, "--name", "home", "--writable")
        let unclear = try agenda.failure("import", path)
        #expect(unclear.status == 3)
        #expect(
            unclear.complaints
                == "Lunch: not imported: a: several calendars have the event: team, home: name one of them\n"
        )
        #expect(
            try agenda("import", path, "--calendar", "home").hasPrefix(
                "Updated  Fri 2026-11-27 12:30-13:30  Lunch\n"))
    }

    @Test("what a cancellation cancels is told as it is here")
    func cancellation() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "invite.ics",
            invitation.replacing("SUMMARY", with: "ORGANIZER:mailto:o@example.org\nSUMMARY"))
        try agenda("import", path, "--quiet")
        try agenda("edit", "lunch", "--start", "14:00", "--summary", "Late lunch", "--quiet")
        try agenda(
            "edit", "walk", "2026-12-05", "--start", "15:00", "--scope", "this", "--quiet")
        func cancel(_ event: String) throws -> String {
            let text = calendar(event + "\nORGANIZER:mailto:o@example.org").replacing(
                "VERSION", with: "METHOD:CANCEL\nVERSION")
            return try agenda("import", try agenda.folder.write("cancel.ics", text))
        }
        #expect(
            try cancel("UID:a\nDTSTART:20261127T113000Z\nSUMMARY:Lunch\nSEQUENCE:9") == """
                Cancelled  Fri 2026-11-27 14:00-15:00  Late lunch
                Imported 1 event into local: 1 cancelled

                """)
        #expect(
            try cancel("UID:b\nRECURRENCE-ID:20261205T113000Z\nSEQUENCE:9")
                .hasPrefix("Cancelled  Sat 2026-12-05 15:00  Walk\n"))
        #expect(
            try cancel("UID:b\nRECURRENCE-ID:20261128T113000Z\nSEQUENCE:9")
                .hasPrefix("Cancelled  Sat 2026-11-28 12:30  Walk\n"))
    }

    @Test("from standard input into a writable file; an answer to an invitation is refused")
    func stream() throws {
        var agenda = try StoreProcess()
        let path = try agenda.folder.write("team.ics", calendar("UID:t\nDTSTART:20261120T140000Z"))
        try agenda("source", "add", path, "--name", "team", "--writable")
        agenda.process.input = invitation
        try agenda("import", "-", "--calendar", "Team", "--quiet")
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(text.contains("UID:a\n") && text.contains("SUMMARY:Walk\n"))
        agenda.process.input = invitation.replacing("VERSION", with: "METHOD:REPLY\nVERSION")
        let reply = try agenda.failure("import", "-")
        #expect(reply.status == 1)
        #expect(
            reply.complaints
                == "METHOD:REPLY: this is a reply to an invitation and has no event: take it with 'agenda invite FILE store'\n"
        )
        #expect(try agenda.failure("import", agenda.folder.file("none.ics")).status == 1)
    }

    @Test("a file alone is shown: one event with everything, several with what each is and when")
    func showFile() throws {
        let folder = try ScratchFolder()
        let several = try folder.write("invite.ics", invitation)
        let one = try folder.write(
            "one.ics", calendar("UID:a\nDTSTART:20261127T113000Z\nSUMMARY:Lunch"))
        let shown = try AgendaProcess().run("show", one)
        #expect(shown.status == 0 && shown.output.hasPrefix("Lunch\n  when "))
        let list = try AgendaProcess().run("show", several)
        let lines = list.output.split(separator: "\n")
        try #require(lines.count == 2)
        #expect(lines[0].hasSuffix("12:30-13:30  Lunch") && lines[1].hasSuffix("Walk ⟳"))
        #expect(
            list.complaints
                == "The next of 2 events is Lunch, Fri 2026-11-27 12:30-13:30: list --from 2026-11-27\n"
        )
        var stream = AgendaProcess()
        stream.input = invitation
        #expect(try stream.run("show", "-", "walk").output.hasPrefix("Walk\n"))
        let none = try AgendaProcess().run("list", several)
        #expect(none.status == 0)
        let later = try AgendaProcess().run("list", several, "--from", "2027-01-01")
        #expect(later.output == "No events from 2027-01-01 to 2027-01-07\n")
        #expect(later.complaints.hasPrefix("The next of 2 events is Lunch"))
        let todos = try folder.write(
            "todo.ics", "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:t\nEND:VTODO\nEND:VCALENDAR\n")
        let empty = try AgendaProcess().run("list", todos)
        #expect(empty.complaints == "No events, but 1 to-dos and other entries\n")
    }

    @Test("show tells what few events have; open prints its links by their numbers")
    func details() throws {
        let folder = try ScratchFolder()
        let path = try folder.write(
            "m.ics",
            calendar(
                """
                UID:m
                DTSTART:20261127T113000Z
                RRULE:FREQ=WEEKLY;COUNT=3
                SUMMARY:Review 7
                CLASS:PRIVATE
                PRIORITY:1
                GEO:52.52;13.405
                URL:https://u.org/x
                ORGANIZER;CN=Kim:mailto:kim@x.org
                ATTACH;FILENAME=plan.pdf:https://f.org/p.pdf
                ATTACH;FILENAME=run.sh:file:///etc/passwd
                COMMENT:Bring cake
                DESCRIPTION:<p>Join <a href="https://zoom.us/j/1">here</a>\\, or <a href="https://d.org">read</a></p>
                """))
        let text = try AgendaProcess().run("show", path).output
        for line in [
            "  repeats      every Friday, 3 times (FREQ=WEEKLY;COUNT=3)",
            "  map          52.52, 13.405", "  join         https://zoom.us/j/1 [1]",
            "  class        private", "  priority     1 (high)",
            "  url          https://u.org/x [2]",
            "  attachment   plan.pdf https://f.org/p.pdf [3]", "  organizer    Kim <kim@x.org>",
            "  comments     Bring cake", "  description  Join here [1], or read [5]",
            "  links        [5] https://d.org",
        ] { #expect(text.contains(line + "\n"), "\(line)\n\(text)") }
        func open(_ words: String...) throws -> AgendaProcess.Result {
            try AgendaProcess().run(["open"] + words + [path] + AgendaProcess.pinned)
        }
        #expect(try open().output == "https://zoom.us/j/1\n")
        #expect(try open("review", "2").output == "https://u.org/x\n")
        #expect(try open("review", "--link", "3").output == "https://f.org/p.pdf\n")
        #expect(try open("review", "9").status == 64)
        // The title's own number is not taken for a link's.
        #expect(try open("review", "7").status == 64)
        #expect(try open("review", "7", "--link", "1").output == "https://zoom.us/j/1\n")
    }

    @Test(
        "a browser's line is divided into words, without a shell",
        arguments: [
            ("firefox", ["firefox", "https://x"]),
            ("firefox --new-tab %s", ["firefox", "--new-tab", "https://x"]),
            ("a -u=%s", ["a", "-u=https://x"]),
        ])
    func browser(_ program: String, _ expected: [String]) {
        #expect(Browser.arguments(program, "https://x") == expected)
    }

    @Test(
        "addresses that could do harm are not opened",
        arguments: [
            "file:///etc/passwd", "javascript:alert(1)", "https://x y", "data:text/html,x", "-x",
        ])
    func harm(address: String) {
        #expect(throws: CommandFailure.self) { try Browser.open(address) }
    }

    @Test("copy: to another day, keeping the time; one day of a series; into another calendar")
    func copies() throws {
        let agenda = try StoreProcess()
        try agenda("add", "Lunch 2026-11-27 12:30-13:30", "--quiet")
        try agenda("add", "Walk 2026-11-28 9:00-9:30", "--every", "week", "--count", "3", "--quiet")
        let id = try agenda("copy", "lunch", "--to", "2026-11-30").dropLast()
        #expect(id.count == 12)
        try agenda("copy", "walk", "2026-12-05", "--to", "2026-12-06T10:00", "--scope", "this")
        #expect(
            try agenda("list", "--days", "30", "--format", "{date} {time} {summary}") == """
                2026-11-27 12:30-13:30 Lunch
                2026-11-28 09:00-09:30 Walk
                2026-11-30 12:30-13:30 Lunch
                2026-12-05 09:00-09:30 Walk
                2026-12-06 10:00-10:30 Walk
                2026-12-12 09:00-09:30 Walk

                """)
        #expect(try agenda.failure("copy", "walk", "--to", "2026-12-20").status == 64)
        #expect(try agenda.failure("copy", String(id)).status == 64)
        let path = try agenda.folder.write(
            "team.ics", calendar("UID:t\nDTSTART:20261201T140000Z\nSUMMARY:Tea"))
        try agenda("source", "add", path, "--name", "team")
        try agenda("copy", "tea", "--to", "2026-12-02")
        #expect(
            try agenda(
                "list", "--from", "2026-12-01", "--days", "2", "--format", "{date} {calendar}")
                == "2026-12-01 team\n2026-12-02 local\n")
    }

    @Test("a mail is imported as its calendar, however that is encoded")
    func mail() throws {
        var agenda = try StoreProcess()
        agenda.process.environment["AGENDA_ME"] = "kim@example.org"
        let body = Data(AgendaTests.invitation().utf8).base64EncodedString()
        let path = try agenda.folder.write(
            "mail.eml",
            """
            From: Bea <bea@example.org>
            Subject: Budget
            Content-Type: text/calendar; method=REQUEST
            Content-Transfer-Encoding: base64

            \(body)
            """)
        #expect(
            try agenda("import", path)
                == "Added  Fri 2026-11-27 10:00-11:00  Budget\nImported 1 event into local\n")
        // Somebody else's cancellation: with a calendar in its text, as some programs save a mail.
        let evil = try agenda.folder.write(
            "evil.eml",
            "From: Eve <eve@example.com>\nSubject: Budget\n\n"
                + AgendaTests.invitation("CANCEL", sequence: 1))
        let refused = try agenda.failure("import", evil)
        #expect(refused.status == 3)
        #expect(
            refused.complaints == """
                Budget: not imported: budget: sent by eve@example.com, who is not named in it: \
                to take it all the same, give --trust-sender

                """)
        #expect(
            try agenda("import", evil, "--trust-sender")
                == "Cancelled  Fri 2026-11-27 10:00-11:00  Budget\nImported 1 event into local: 1 cancelled\n"
        )
    }
}
