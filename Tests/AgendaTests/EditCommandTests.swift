import Foundation
import Testing

@Suite("agenda edit, delete, undo, history")
struct EditCommandTests {
    func weekly() throws -> StoreProcess {
        let agenda = try StoreProcess()
        try agenda(
            "add", "Review @ Elbe", "--start", "2026-11-20T10:00", "--end", "11:00", "--every",
            "week",
            "--count", "3")
        return agenda
    }

    func list(_ agenda: StoreProcess) throws -> String {
        try agenda("list", "--days", "40", "--format", "{date} {time} {summary} {location}")
    }

    @Test("none takes a part away, as an empty text does, with each option that has one")
    func none() throws {
        for word in ["none", ""] {
            let agenda = try weekly()
            let all = ["--scope", "all", "--quiet"]
            func edit(_ option: String) throws {
                let result = try agenda.process.run(
                    ["edit", "review", option, word] + all + AgendaProcess.pinned)
                #expect(result.status == 0, "\(option): \(result.complaints)")
            }
            try edit("--location")
            #expect(try list(agenda).hasPrefix("2026-11-20 10:00-11:00 Review \n"))
            #expect(try list(agenda).split(separator: "\n").count == 3)
            try edit("--until")
            #expect(try list(agenda).split(separator: "\n").count == 6)
            try edit("--every")
            #expect(try list(agenda).split(separator: "\n").count == 1)
        }
        let agenda = try StoreProcess()
        try agenda(
            "add", "Tea friday 15:00 every week @ Hall", "--every", "none", "--location", "none",
            "--alarm", "none", "--quiet")
        #expect(try list(agenda) == "2026-11-20 15:00-16:00 Tea \n")
    }

    @Test(
        "an option takes the short forms of a repetition",
        arguments: [
            ("2w", "FREQ=WEEKLY;INTERVAL=2"), ("biweekly", "FREQ=WEEKLY;INTERVAL=2"),
            ("3d", "FREQ=DAILY;INTERVAL=3"), ("second tuesday", "FREQ=MONTHLY;BYDAY=2TU"),
        ])
    func shortForms(every: String, rule: String) throws {
        let agenda = try StoreProcess()
        try agenda("add", "Tea", "--start", "2026-12-08T10:00", "--every", every, "--quiet")
        #expect(try agenda("show", "tea").contains(rule))
    }

    @Test(
        "a start that clocks skip is said to be another time, however it is given",
        arguments: [
            ["edit", "boat", "--start", "2027-03-28"],
            ["edit", "boat", "--start", "2027-03-28", "--calendar", "team"],
            ["copy", "boat", "--to", "2027-03-28"], ["edit", "boat"],
        ])
    func skipped(_ arguments: [String]) throws {
        var agenda = try StoreProcess()
        agenda.process.environment["EDITOR"] = "sed -i 's/^start:.*/start: 2027-03-28 02:30/'"
        let team = try agenda.folder.write("team.ics", calendar())
        try agenda("source", "add", team, "--name", "team", "--writable")
        try agenda("add", "Boat 2027-03-27 02:30-02:45")
        let note = "02:30 does not exist on Sun 2027-03-28 in Europe/Berlin: 03:30 is used\n"
        let dry = try agenda.process.run(arguments + ["--dry-run"] + AgendaProcess.pinned)
        #expect(dry.complaints == note)
        let quiet = try agenda.process.run(arguments + ["--quiet"] + AgendaProcess.pinned)
        #expect(quiet.complaints == "" && quiet.status == 0)
    }

    @Test("a length alone leaves the zone that nobody knows here, and the dates in it")
    func unknownZone() throws {
        let agenda = try StoreProcess()
        let path = agenda.folder.file("zone.ics")
        func text(_ end: String) -> String {
            calendar(
                "UID:u\nDTSTART;TZID=US-Nowhere:20261126T170000\n"
                    + "DTEND;TZID=US-Nowhere:20261126T\(end)\nRDATE;TZID=US-Nowhere:20261127T170000\nSUMMARY:Zone"
            )
        }
        _ = try agenda.folder.write("zone.ics", text("180000"))
        // Shown, with a word about the zone.
        let adding = ["source", "add", path, "--name", "zone", "--writable"]
        #expect(try agenda.process.run(adding + AgendaProcess.pinned).status == 3)
        try agenda("edit", "Zone", "2026-11-26", "--scope", "all", "--for", "50m")
        func times() throws -> [Substring] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
                .filter { $0.hasPrefix("DT") && !$0.hasPrefix("DTSTAMP") || $0.hasPrefix("RDATE") }
        }
        let zone = "TZID=US-Nowhere"
        #expect(
            try times() == [
                "DTSTART;\(zone):20261126T170000", "DTEND;\(zone):20261126T175000",
                "RDATE;\(zone):20261127T170000",
            ])
        try agenda("edit", "Zone", "2026-11-26", "--scope", "all", "--start", "18:00")
        #expect(
            try times() == [
                "DTSTART;\(zone):20261126T180000", "DTEND;\(zone):20261126T185000",
                "RDATE;\(zone):20261127T180000",
            ])
    }

    @Test("a file that is write-protected is not replaced")
    func protected() throws {
        let agenda = try StoreProcess()
        let folder = agenda.folder.file("team")
        mkdir(folder, 0o700)
        let path = try agenda.folder.write(
            "team/a.ics", calendar("UID:a\nDTSTART:20261126T170000Z\nSUMMARY:Tea"))
        chmod(path, 0o444)
        try agenda("source", "add", folder, "--name", "team", "--writable")
        for arguments in [["edit", "Tea", "--summary", "Coffee"], ["delete", "Tea"]] {
            let result = try agenda.process.run(arguments + AgendaProcess.pinned)
            #expect(result.status == 1)
            #expect(
                result.complaints.contains(
                    "team/a.ics: the file is write-protected, so it was not changed: make it writable first ('chmod u+w')"
                ), "\(result.complaints)")
        }
        #expect(try agenda("history").split(separator: "\n").count == 1)
    }

    @Test("this and future: the dry run shows the difference, the edit does it, undo takes it back")
    func future() throws {
        let agenda = try weekly()
        let second = try agenda.ids()[1]
        let difference = """
            Review, Fri 2026-11-27 10:00-11:00 and all after it
              -every: FREQ=WEEKLY;COUNT=3
              +every: FREQ=WEEKLY;UNTIL=20261127T085959Z
              @ from then on
              -summary: Review
              +summary: Late review
              -start: 2026-11-20 10:00
              +start: 2026-11-27 14:00
              -end: 2026-11-20 11:00
              +end: 2026-11-27 15:00
              -every: FREQ=WEEKLY;COUNT=3
              +every: FREQ=WEEKLY;COUNT=2

            """
        let options = [
            "edit", second, "--scope", "future", "--start", "14:00", "--summary", "Late review",
        ]
        let dry = try agenda.process.run(options + ["--dry-run"] + AgendaProcess.pinned)
        #expect(dry.output == "Would change " + difference)
        let before = try list(agenda)
        #expect(
            try agenda.process.run(options + AgendaProcess.pinned).output == "Changed " + difference
        )
        #expect(
            try list(agenda) == """
                2026-11-20 10:00-11:00 Review Elbe
                2026-11-27 14:00-15:00 Late review Elbe
                2026-12-04 14:00-15:00 Late review Elbe

                """)
        #expect(try agenda("undo") == "Undone: edited Late review\n")
        #expect(try list(agenda) == before)
        #expect(try agenda("redo") == "Redone: edited Late review\n")
        #expect(
            try agenda("history") == """
                4  2026-11-20 12:00  redid   Late review (3)  [local]
                3  2026-11-20 12:00  undid   Late review (2)  [local]
                2  2026-11-20 12:00  edited  Late review  [local]
                1  2026-11-20 12:00  added   Review  [local]

                """)
    }

    @Test("the dry run of a deletion shows what goes")
    func deleteDryRun() throws {
        let agenda = try weekly()
        let second = try agenda.ids()[1]
        #expect(
            try agenda("delete", second, "--scope", "this", "--dry-run") == """
                Would delete Review, Fri 2026-11-27 10:00-11:00
                  @ 2026-11-27
                  -summary: Review
                  -start: 2026-11-27 10:00
                  -end: 2026-11-27 11:00
                  -zone: Europe/Berlin
                  -location: Elbe
                  -status: confirmed
                  -busy: yes

                """)
        #expect(
            try agenda("delete", second, "--scope", "future", "--dry-run") == """
                Would delete Review, Fri 2026-11-27 10:00-11:00 and all after it
                  -every: FREQ=WEEKLY;COUNT=3
                  +every: FREQ=WEEKLY;UNTIL=20261127T085959Z

                """)
        #expect(try agenda.ids().count == 3)
    }

    @Test("one day alone: its end, its place, its list of alarms")
    func this() throws {
        let agenda = try weekly()
        let second = try agenda.ids()[1]
        let output = try agenda(
            "edit", second, "--scope", "this", "--for", "30m", "--location", "", "--alarm", "10m")
        #expect(
            output == """
                Changed Review, Fri 2026-11-27 10:00-11:00
                  @ 2026-11-27
                  -end: 2026-11-27 11:00
                  +end: 2026-11-27 10:30
                  -location: Elbe
                  +alarm: 10m

                """)
        #expect(try list(agenda).contains("2026-11-27 10:00-10:30 Review \n"))
    }

    @Test("the editor's form is read back; the id's event, not its file, is what is edited")
    func editor() throws {
        var agenda = try weekly()
        let script = try agenda.folder.write(
            "editor",
            "cp \"$1\" \"$0.seen\"; sed -i 's/^location: Elbe/location: Alster/; s/^start:.*/start: 9:30/' \"$1\"\n"
        )
        agenda.process.environment["EDITOR"] = "sh \(script)"
        let id = try agenda.ids()[0]
        #expect(try agenda("edit", id, "--scope", "all").hasPrefix("Changed Review"))
        #expect(
            try list(agenda).hasPrefix(
                "2026-11-20 09:30-10:30 Review Alster\n2026-11-27 09:30-10:30"))
        let seen = try String(contentsOf: URL(filePath: script + ".seen"), encoding: .utf8)
        #expect(
            seen == """
                # Review, Fri 2026-11-20 10:00-11:00 and all its repetitions
                # Edit, save and close. Lines that you leave alone stay as they are. Times are in the event's zone.
                # every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; leave it empty to stop repeating.
                # alarm: takes the time before the start, such as 15m, 1h or 1d; separate several with commas.
                summary: Review
                start: 2026-11-20 10:00
                end: 2026-11-20 11:00
                zone: Europe/Berlin
                location: Elbe
                every: FREQ=WEEKLY;COUNT=3
                alarm:
                attendee:
                category:
                url:
                status: confirmed
                busy: yes
                description:

                """)
    }

    @Test("nonsense in the form is refused, and what was typed is kept")
    func nonsense() throws {
        var agenda = try weekly()
        agenda.process.environment["TMPDIR"] = agenda.folder.path
        let script = try agenda.folder.write("editor", "sed -i 's/^start:.*/start: soon/' \"$1\"\n")
        agenda.process.environment["EDITOR"] = "sh \(script)"
        let result = try agenda.failure("edit", try agenda.ids()[0], "--scope", "all")
        #expect(result.status == 1)
        let kept = try #require(result.complaints.split(separator: " ").last).dropLast()
        #expect(result.complaints.hasPrefix("start soon: not a day"))
        #expect(
            try String(contentsOf: URL(filePath: String(kept)), encoding: .utf8).contains(
                "start: soon"))
        #expect(try agenda("history") == "1  2026-11-20 12:00  added   Review  [local]\n")
    }

    @Test("scopes that are missing or mean no day are usage errors")
    func scopes() throws {
        let agenda = try weekly()
        let id = try agenda.ids()[0]
        #expect(try agenda.failure("edit", id, "--summary", "x").status == 64)
        let series = String(id.prefix { $0 != "-" })
        #expect(
            try agenda.failure("edit", series, "--summary", "x", "--scope", "this").status == 64)
        #expect(try agenda.failure("edit", "ffffffffffff", "--summary", "x").status == 1)
        #expect(try agenda.failure("edit", id, "--scope", "this", "--every", "week").status == 1)
        #expect(try agenda.failure("edit", id, "--scope", "all", "--start", "x").status == 64)
    }

    @Test("a writable file is edited in place; another one says how to allow it")
    func files() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "team.ics", calendar("UID:a\nDTSTART:20261120T140000Z\nSUMMARY:Tea\nX-ODD:1"))
        try agenda("source", "add", path, "--name", "team")
        let id = try agenda.ids()[0]
        let refused = try agenda.failure("edit", id, "--summary", "Coffee")
        #expect(refused.status == 1)
        #expect(refused.complaints.contains("agenda source set team --writable"))
        try agenda("source", "set", "team", "--writable")
        try agenda("edit", id, "--start", "16:00")
        // 16:00 in Berlin; the file writes UTC.
        let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
        #expect(text.contains("DTSTART:20261120T150000Z\n") && text.contains("X-ODD:1\n"))
        try agenda("add", "Lunch 12:30", "--calendar", "Team")
        #expect(try list(agenda) == "2026-11-20 12:30-13:30 Lunch \n2026-11-20 16:00 Tea \n")
        try agenda("undo", "2")
        #expect(try list(agenda) == "2026-11-20 15:00 Tea \n")
    }

    @Test("an event moves to another calendar, and back in one step")
    func move() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "team.ics", calendar("UID:a\nDTSTART:20261120T140000Z\nSUMMARY:Tea\nX-ODD:1"))
        try agenda("source", "add", path, "--name", "team", "--writable")
        let id = try agenda.ids()[0]
        let output = try agenda("edit", id, "--calendar", "local")
        #expect(output == "Moved Tea, Fri 2026-11-20 15:00 to local\n")
        #expect(try agenda("list", "--format", "{summary} {calendar}") == "Tea local\n")
        let backup = try String(
            contentsOf: URL(filePath: agenda.folder.file("agenda.backup/local.ics")),
            encoding: .utf8)
        #expect(backup.contains("X-ODD:1\r\n"))
        #expect(
            try agenda("history", "--number", "1")
                == "2  2026-11-20 12:00  moved   Tea  [team -> local]\n")
        #expect(try agenda("undo") == "Undone: moved Tea\n")
        #expect(try agenda("list", "--format", "{summary} {calendar}") == "Tea team\n")
        let both = try agenda("edit", id, "--calendar", "local", "--summary", "Green tea")
        #expect(
            both == """
                Moved Tea, Fri 2026-11-20 15:00 to local
                  -summary: Tea
                  +summary: Green tea

                """)
        try agenda("undo")
        #expect(try agenda("list", "--format", "{summary} {calendar}") == "Tea team\n")
        #expect(
            try agenda("history", "-p", "--number", "1") == """
                5  2026-11-20 12:00  undid   Green tea (4)  [team, local]
                  -summary: Green tea
                  +summary: Tea

                """)
    }
}
