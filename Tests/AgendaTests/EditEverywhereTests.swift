import Foundation
import Testing

@Suite("agenda edit and delete in several calendars")
struct EditEverywhereTests {
    /// Tea in two writable calendars and one that is not.
    private func agenda() throws -> StoreProcess {
        let agenda = try StoreProcess()
        for name in ["team", "home", "feed"] {
            let path = try agenda.folder.write(
                "\(name).ics", calendar("UID:a\nDTSTART:20261120T140000Z\nSUMMARY:Tea"))
            if name == "feed" {
                try agenda("source", "add", path, "--name", name)
            } else {
                try agenda("source", "add", path, "--name", name, "--writable")
            }
        }
        return agenda
    }

    private func text(_ agenda: StoreProcess, _ name: String) throws -> String {
        try String(contentsOf: URL(filePath: agenda.folder.file(name)), encoding: .utf8)
    }

    @Test(
        "words mean what can be changed, whatever calendars that cannot be have; others are shown")
    func writableFirst() throws {
        let agenda = try StoreProcess()
        let (own, sprint) = ("Planning", "Sprint planning")
        let path = try agenda.folder.write(
            "team.ics", calendar("UID:s\nDTSTART:20261123T090000Z\nSUMMARY:\(sprint)"))
        try agenda("source", "add", path, "--name", "team")
        try agenda("add", own, "--start", "2026-11-24T10:00", "--quiet")
        let edited = try agenda.failure("edit", "planning", "--location", "Hall")
        #expect(edited.status == 0 && edited.output.hasPrefix("Changed \(own), "))
        #expect(try agenda.failure("show", "planning").status == 64)
        // A title of the other calendar alone is still refused with its calendar, and not read as another word.
        let refused = try agenda.failure("edit", "sprint", "--location", "Hall")
        #expect(refused.status == 1 && refused.complaints.contains("belongs to team"))
        try agenda("add", "Planning of the year", "--start", "2026-11-25T10:00", "--quiet")
        #expect(
            try agenda.failure("delete", "planning").complaints
                .hasPrefix("planning: 2 events match: give an id\n"))
        #expect(try agenda("delete", "planning", "tuesday").hasPrefix("Deleted \(own), "))
    }

    @Test("a calendar of other people's events leaves its reader free, in every view")
    func othersBusy() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write(
            "team.ics",
            calendar(
                "UID:s\nDTSTART:20261124T090000Z\nDTEND:20261124T100000Z\nSUMMARY:Theirs",
                "UID:both\nDTSTART:20261124T120000Z\nDTEND:20261124T130000Z\nSUMMARY:Both"))
        let mine = try agenda.folder.write(
            "mine.ics",
            calendar("UID:both\nDTSTART:20261124T120000Z\nDTEND:20261124T130000Z\nSUMMARY:Both"))
        try agenda("source", "add", path, "--name", "team")
        try agenda("source", "add", mine, "--name", "mine")
        #expect(
            try agenda("source", "set", "team", "--no-busy")
                == "Changed team\n  -busy: yes\n  +busy: no\n")
        #expect(try agenda("source").contains("leaves you free"))
        #expect(
            try agenda("free", "--from", "2026-11-24", "--days", "1", "--between", "9-18")
                == "Tue 2026-11-24\n  09:00-13:00  4h\n  14:00-18:00  4h\n")
        let added = try agenda.failure("add", "Mine", "--start", "2026-11-24T10:30")
        #expect(!added.complaints.contains("Overlaps"), "\(added.complaints)")
        #expect(try agenda("conflicts", "2026-11-24").hasPrefix("No conflicts"))
        let busy = try agenda(
            "export", "--format", "ics", "--busy-only", "--from", "2026-11-24", "--days", "1")
        #expect(!busy.contains("20261124T090000Z"))
        #expect(try agenda("list", "2026-11-24").contains("Theirs"))
        try agenda("undo", "2")
        #expect(try agenda("conflicts", "2026-11-24").hasPrefix("No conflicts"))
        #expect(
            try agenda("free", "--from", "2026-11-24", "--days", "1", "--between", "9-18")
                == "Tue 2026-11-24\n  09:00-10:00  1h\n  11:00-13:00  2h\n  14:00-18:00  4h\n")
    }

    @Test("what other calendars keep is said")
    func said() throws {
        let agenda = try agenda()
        let id = try agenda.ids()[0]
        let edited = try agenda.failure("edit", id, "--summary", "Green tea")
        #expect(edited.status == 0)
        #expect(
            edited.complaints == """
                home: also has the event, unchanged: --everywhere changes it there, too
                feed: also has the event, unchanged: this calendar is read-only

                """)
        let deleted = try agenda.failure("delete", id)
        #expect(deleted.output == "Deleted Green tea, Fri 2026-11-20 15:00\n")
        #expect(
            deleted.complaints == """
                home: also has the event and keeps it: --everywhere deletes it there, too
                feed: also has the event and keeps it: this calendar is read-only

                """)
        #expect(try agenda.failure("delete", id, "--quiet").complaints == "")
    }

    @Test("--everywhere is one change, shown and undone whole")
    func everywhere() throws {
        let agenda = try agenda()
        let id = try agenda.ids()[0]
        #expect(
            try agenda("edit", id, "--summary", "Green tea", "--everywhere") == """
                Changed Tea, Fri 2026-11-20 15:00
                  [team]
                  -summary: Tea
                  +summary: Green tea
                  [home]
                  -summary: Tea
                  +summary: Green tea

                """)
        #expect(try text(agenda, "home.ics").contains("SUMMARY:Green tea\n"))
        try agenda("delete", id, "--everywhere")
        #expect(try !text(agenda, "home.ics").contains("VEVENT"))
        #expect(
            try agenda("history", "--number", "2") == """
                5  2026-11-20 12:00  deleted Green tea  [team, home]
                4  2026-11-20 12:00  edited  Green tea  [team, home]

                """)
        try agenda("undo", "2")
        #expect(try text(agenda, "home.ics").contains("SUMMARY:Tea\n"))
        #expect(try text(agenda, "team.ics").contains("SUMMARY:Tea\n"))
        #expect(
            try agenda.failure("edit", id, "--calendar", "home", "--everywhere").status == 64)
    }
}

@Suite("What an edit says and asks")
struct EditDialogueTests {
    @Test("an event that is on at the same time is named")
    func overlap() throws {
        let agenda = try StoreProcess()
        let first = try agenda.failure("add", "Tea friday 15:00-16:00")
        #expect(!first.complaints.contains("Overlaps"))
        let second = try agenda.failure("add", "Call friday 15:30-16:30")
        #expect(second.complaints.hasSuffix("Overlaps Tea, Fri 2026-11-20 15:00-16:00\n"))
        // Events that touch do not overlap.
        let id = String(second.output.dropLast())
        #expect(try agenda.failure("edit", id, "--start", "16:00").complaints == "")
        #expect(
            try agenda.failure("edit", id, "--start", "14:30").complaints
                == "Overlaps Tea, Fri 2026-11-20 15:00-16:00\n")
        #expect(try agenda.failure("edit", id, "--summary", "Talk").complaints == "")
        #expect(!(try agenda.failure("add", "Run 12:30", "--quiet").complaints.contains("O")))
    }

    @Test("of an instance that was moved alone only its own overlaps are named")
    func overlapOfInstance() throws {
        let agenda = try StoreProcess()
        try agenda("add", "Tea 2026-11-30 09:00-10:00")
        let series = try agenda.failure("add", "Stand-up every weekday 9:30 for 15min")
        #expect(series.complaints.hasSuffix("Overlaps Tea, Mon 2026-11-30 09:00-10:00\n"))
        let moved = try agenda.failure(
            "edit", "stand-up", "2026-11-25", "--scope", "this", "--start", "11:00")
        #expect(moved.status == 0 && moved.complaints == "")
        let onto = try agenda.failure(
            "edit", "stand-up", "2026-11-26", "--scope", "this", "--start", "2026-11-30T09:15")
        #expect(onto.complaints == "Overlaps Tea, Mon 2026-11-30 09:00-10:00\n")
    }

    @Test("history -p shows what each change made different")
    func patch() throws {
        let agenda = try StoreProcess()
        let id = String(try agenda("add", "Tea tomorrow 15:00-16:00").dropLast())
        try agenda("edit", id, "--summary", "Green tea")
        try agenda("undo")
        #expect(
            try agenda("history", "-p", "--number", "2") == """
                3  2026-11-20 12:00  undid   Green tea (2)  [local]
                  -summary: Green tea
                  +summary: Tea
                2  2026-11-20 12:00  edited  Green tea  undone  [local]
                  -summary: Tea
                  +summary: Green tea

                """)
        #expect(try agenda.failure("history", "-p", "--json").status == 64)
    }

    @Test("history -p shows sources before and after; undo takes an added one back")
    func sources() throws {
        let agenda = try StoreProcess()
        let path = try agenda.folder.write("a.ics", calendar("UID:a\nDTSTART:20261120\nSUMMARY:A"))
        try agenda("source", "add", path, "--name", "team")
        try agenda("source", "set", "team", "--name", "crew", "--color", "teal", "--writable")
        try agenda("source", "remove", "crew")
        #expect(
            try agenda("history", "-p") == """
                3  2026-11-20 12:00  removed calendar crew
                  -name: crew
                  -path: \(path)
                  -color: teal
                  -writable: yes
                2  2026-11-20 12:00  changed calendar team
                  -name: team
                  +name: crew
                  +color: teal
                  -writable: no
                  +writable: yes
                1  2026-11-20 12:00  added   calendar team
                  +name: team
                  +path: \(path)
                  +writable: no

                """)
        #expect(
            try agenda("undo", "3") == """
                Undone: removed calendar crew
                Undone: changed calendar team
                Undone: added calendar team

                """)
        #expect(try agenda.failure("source").complaints.contains("no calendars yet"))
        #expect(try agenda("redo") == "Redone: added calendar team\n")
        #expect(try agenda("list", "today", "--format", "{summary} {calendar}") == "A team\n")
    }

    /// Runs commands on a terminal, where `$AGENDA` is the program with a weekly event, and `$ID` one of its
    /// days.
    private func onTerminal(_ command: String, answers: String) throws -> String {
        let agenda = try StoreProcess()
        try agenda(
            "add", "Review", "--start", "2026-11-20T10:00", "--end", "11:00", "--every", "week",
            "--count", "3")
        let id = try agenda.ids()[1]
        let inner = try agenda.folder.write("run", command + "\n")
        _ = try agenda.folder.write("answers", answers)
        let pinned = AgendaProcess.pinned.joined(separator: " ")
        let result = try agenda.process.shell(
            """
            export AGENDA="$0" PINNED="\(pinned)" ID="\(id)" TMPDIR="\(agenda.folder.path)"
            cd "$TMPDIR"; script -qec "sh \(inner)" /dev/null < answers
            """)
        return result.output.replacing("\r\n", with: "\n")
    }

    @Test("a question takes a first letter, and is asked again", .terminal)
    func question() throws {
        let shown = try onTerminal(
            "sleep 0.2; $AGENDA delete $ID $PINNED; $AGENDA history $PINNED",
            answers: "x\nt\n")
        #expect(shown.contains("'x' is not one of this, future, all: a letter is enough\n"))
        #expect(shown.contains("Deleted Review, Fri 2026-11-27 10:00-11:00\n"))
    }

    @Test("a form that cannot be read comes back with the reason until it can", .terminal)
    func form() throws {
        // Each call of the editor does the next thing.
        let editor = """
            cp "$1" seen.$(ls seen.* 2>/dev/null | wc -l)
            case $(ls seen.* | wc -l) in
            1) sed -i 's/^start:.*/start: soon/' "$1" ;;
            2) sed -i 's/^start:.*/start: 9:00/; s/^alarm:.*/alarm: often/' "$1" ;;
            3) sed -i 's/^alarm:.*/alarm: 10m/' "$1" ;;
            esac
            """
        let command = """
            cat > editor <<'END'
            \(editor)
            END
            EDITOR="sh ./editor" $AGENDA edit $ID --scope this $PINNED
            for seen in seen.*; do echo "== $(head -n 1 $seen)"; done
            grep -h '^# every\\|^# alarm' seen.0
            """
        let shown = try onTerminal(command, answers: "")
        #expect(shown.contains("Changed Review, Fri 2026-11-27 10:00-11:00\n"))
        #expect(shown.contains("== # Review, Fri 2026-11-27 10:00-11:00\n"))
        #expect(shown.contains("== # ! start soon: not a day"))
        #expect(
            shown.contains("== # ! alarm: expected a duration such as 15m, 1h or 1d, got 'often'\n")
        )
        #expect(shown.contains("# every: takes day, weekday, week"))
        #expect(shown.contains("# alarm: takes the time before the start, such as 15m"))
    }

    @Test("a refused form that is left as it is ends the command; its text is kept", .terminal)
    func formLeft() throws {
        let command = """
            EDITOR="sed -i s/^start:.*/start:.soon/" $AGENDA edit $ID --scope this $PINNED
            echo "status $?"; grep -h '^start' *.txt
            """
        let shown = try onTerminal(command, answers: "")
        #expect(shown.contains("nothing was changed; your text is in "))
        #expect(shown.contains("status 1\nstart:.soon\n"))
    }
}
