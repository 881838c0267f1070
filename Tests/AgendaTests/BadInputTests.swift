import Foundation
import Testing

@Suite("Bad input: one line that names the thing and the remedy, and the right exit status")
struct BadInputTests {
    private let agenda = AgendaProcess()
    private typealias Result = AgendaProcess.Result

    @Test(
        "arguments that make no sense end with status 64",
        arguments: [
            (
                ["--from", "2026-02-30"],
                "--from 2026-02-30: no such day: that month has 28 days"
            ),
            (
                ["--from", "2026-11-21", "--to", "2026-11-20"],
                "--to 2026-11-20: 2026-11-20 is before 2026-11-21: swap --from and --to"
            ),
            (
                ["--to", "someday"],
                "--to someday: not a day: "
                    + "use 2026-11-20, today, tomorrow, monday, +10d or -2w"
            ),
            (["--days", "0"], "--days must be a number from 1 to 36525, not '0'"),
            (["--from", "9999-12-30"], "--days 7 goes past the year 9999"),
            (["--days", "many"], "--days must be a number from 1 to 36525, not 'many'"),
            (["--color", "red"], "--color must be auto, always or never, not 'red'"),
            (["--days", "-3"], "--days must be a number from 1 to 36525, not '-3'"),
            (
                ["--to", "today", "--days", "3"], "--days cannot be combined with --to"
            ),
            (
                ["--json", "--tsv"],
                "--json, --jsonl, --tsv, --format: use only one of them"
            ),
            (
                ["--calendar", "work"], "--calendar work: no such calendar; there are Team"
            ),
        ])
    func usage(_ options: [String], _ complaint: String) throws {
        let result = try agenda.run(
            ["list", "Samples/team.ics"] + options + AgendaProcess.pinned)
        #expect(result == Result(output: "", complaints: complaint + "\n", status: 64))
    }

    @Test("a zone and a time that nobody knows, and an option that does not exist")
    func usageOfClock() throws {
        let complaint = "no such time zone: use a name such as Europe/Berlin\n"
        #expect(
            try agenda.run(["list", "Samples/team.ics", "--time-zone", "Nowhere/X"])
                == Result(
                    output: "", complaints: "--time-zone Nowhere/X: " + complaint, status: 64))
        var abroad = agenda
        abroad.environment = ["TZ": "Nowhere/X"]
        #expect(
            try abroad.run(["list", "Samples/team.ics"])
                == Result(output: "", complaints: "TZ=Nowhere/X: " + complaint, status: 64))
        // A pipe would never end.
        let folder = try ScratchFolder()
        mkfifo(folder.file("pipe"), 0o600)
        for name in [folder.file("pipe"), "/dev/zero", folder.path] {
            abroad.environment = ["TZ": ":" + name]
            #expect(
                try abroad.run(["list", "Samples/team.ics"])
                    == Result(output: "", complaints: "TZ=:\(name): " + complaint, status: 64))
        }
        #expect(
            try agenda.run(["list", "Samples/team.ics", "--now", "noon"])
                == Result(
                    output: "",
                    complaints:
                        "--now: expected a time such as 2026-11-20T12:00:00+01:00, got 'noon'\n",
                    status: 64))
        #expect(try agenda.run(["list", "-", "--now", "9999-01-01T00:00:00Z"]).status == 64)
        #expect(
            try agenda.run(["list", "--bogus"])
                == Result(
                    output: "",
                    complaints: "agenda list: Unknown option '--bogus': see agenda list --help\n",
                    status: 64))
    }

    @Test("paths that hold no calendar: status 1 when there is nothing else")
    func noCalendar() throws {
        let folder = try ScratchFolder()
        let empty = try folder.write("empty.ics", "")
        let picture = try folder.write("picture.ics", "\u{89}PNG\r\n\u{1A}\n\u{0}\u{0}")
        let remedy = "a calendar starts with BEGIN:VCALENDAR, a contact with BEGIN:VCARD"
        #expect(
            try agenda.run("list", "nowhere.ics")
                == Result(
                    output: "",
                    complaints: "nowhere.ics: no such file or folder: check the path\n",
                    status: 1))
        #expect(
            try agenda.run("list", empty)
                == Result(
                    output: "", complaints: "\(empty): the file is empty: \(remedy)\n", status: 1))
        #expect(
            try agenda.run("list", picture)
                == Result(
                    output: "", complaints: "\(picture): not an iCalendar file: \(remedy)\n",
                    status: 1))
        #expect(
            try agenda.run("list", "Sources/agenda")
                == Result(
                    output: "",
                    complaints: "Sources/agenda: no .ics files in this folder: "
                        + "give a folder with .ics or .vcf files, or a file\n", status: 1))
    }

    @Test("what is good is shown beside what is bad, with status 3")
    func partial() throws {
        let folder = try ScratchFolder()
        let half = try folder.write(
            "half.ics",
            calendar(
                "UID:a\nDTSTART:20261120T090000Z\nSUMMARY:Good",
                "UID:b\nDTSTART:20261399T090000Z\nSUMMARY:Bad"))
        let result = try agenda.run("list", half, "nowhere.ics")
        #expect(
            result
                == Result(
                    output: "Today, Fri 2026-11-20\n  10:00        Good\n",
                    complaints: "nowhere.ics: no such file or folder: check the path\n"
                        + "\(half):13: DTSTART: '20261399T090000Z' is a day or time that does not exist: "
                        + "correct the date\n",
                    status: 3))
        #expect(
            try agenda.run("doctor", half)
                == Result(
                    output: "\(half):13: b DTSTART: '20261399T090000Z' is a day or time that does "
                        + "not exist: correct the date\n",
                    complaints: "", status: 3))
        #expect(
            try agenda.run("doctor", "Samples/home.ics")
                == Result(output: "No problems in 1 calendar\n", complaints: "", status: 0))
        // As one calendar the folder has an appointment twice, and shows the newer version.
        let whole = try agenda.run("doctor", "Samples")
        #expect(whole.status == 3 && whole.output.split(separator: "\n").count == 1)
        #expect(whole.output.hasPrefix("Samples/folder/dentist.ics:22: dentist@home.example.org"))
    }

    @Test("an event cannot send escape codes, in whatever form it is printed")
    func escapes() throws {
        var agenda = agenda
        agenda.input = calendar(
            "UID:\u{1B}[2J\nDTSTART:20261120T090000Z\nSUMMARY:\u{1B}]0;x\u{7}\\nnext\u{9B}m\n"
                + "LOCATION:\u{1B}[1m\nDESCRIPTION:\u{1B}c\nURL:x\u{1B}y\nCATEGORIES:\u{1B}z")
        for form in [
            [], ["--json"], ["--jsonl"], ["--tsv"], ["--format", "{summary}{description}"],
        ] {
            let result = try agenda.run(["list", "-"] + form + AgendaProcess.pinned)
            #expect(result.output.contains("next"))
            #expect(
                !result.output.unicodeScalars.contains {
                    $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
                })
        }
    }
}
