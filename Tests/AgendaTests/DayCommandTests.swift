import Foundation
import Testing

@Suite("Days as commands, and words that are none")
struct DayCommandTests {
    private typealias Result = AgendaProcess.Result

    private func agenda() -> AgendaProcess {
        var agenda = AgendaProcess()
        agenda.input = calendar(
            "UID:a\nDTSTART:20261121T080000Z\nDTEND:20261121T090000Z\nSUMMARY:Swim",
            "UID:b\nDTSTART:20261124T080000Z\nDTEND:20261124T090000Z\nSUMMARY:Dentist")
        return agenda
    }

    @Test("agenda tomorrow, agenda tuesday, agenda list tomorrow 4d: the list of these days")
    func days() throws {
        let swim = "Tomorrow, Sat 2026-11-21\n  09:00-10:00  Swim\n"
        let dentist = "Tue 2026-11-24\n  09:00-10:00  Dentist\n"
        #expect(
            try agenda().run("tomorrow", "-") == Result(output: swim, complaints: "", status: 0))
        #expect(try agenda().run("tuesday", "-").output == dentist)
        #expect(try agenda().run("list", "tomorrow", "4d", "-").output == swim + dentist)
        #expect(try agenda().run("tomorrow", "+4d", "-").output == swim + dentist)
        #expect(try agenda().run("tomorrow", "tuesday", "-").output == swim + dentist)
        #expect(
            try agenda().run("today", "tomorrow", "-").output
                == "Today, Fri 2026-11-20\n  no events\n" + swim)
        #expect(try agenda().run("list", "next", "week", "-").output == dentist)
        #expect(
            try agenda().run("next", "friday", "-").output == "No events on Fri 2026-11-27\n")
        #expect(
            try agenda().run("conflicts", "tomorrow", "2", "days", "-").output
                == "No conflicts from 2026-11-21 to 2026-11-22\n")
        #expect(
            try agenda().run("free", "tuesday", "-", "--between", "8-11").output
                == "Tue 2026-11-24\n  08:00-09:00  1h\n  10:00-11:00  1h\n")
    }

    @Test("a day without events says so when it is today; a list of others leaves it out")
    func emptyToday() throws {
        #expect(
            try agenda().run("list", "-").output == """
                Today, Fri 2026-11-20
                  no events
                Tomorrow, Sat 2026-11-21
                  09:00-10:00  Swim
                Tue 2026-11-24
                  09:00-10:00  Dentist

                """)
        #expect(try agenda().run("today", "-").output == "No events today\n")
        #expect(try agenda().run("today", "-", "--quiet").output == "")
        #expect(try agenda().run("monday", "-").output == "No events on Mon 2026-11-23\n")
        #expect(
            try agenda().run("list", "-", "--quiet", "--days", "2").output
                == "Tomorrow, Sat 2026-11-21\n  09:00-10:00  Swim\n")
    }

    @Test(
        "what is no command, no day and no file is asked about, with status 64",
        arguments: [
            (["nxt"], "agenda nxt: no such command; did you mean 'next'?"),
            (["tomorow"], "agenda tomorow: no such command; did you mean 'tomorrow'?"),
            (["add"], "add: say what and when, such as agenda add Lunch friday 12:30"),
            (["frobnicate"], "agenda frobnicate: no such command: see agenda --help"),
            (
                ["source", "lst"],
                "agenda source lst: no such command; did you mean 'list'?"
            ),
            (["help", "nope"], "help nope: no such command: see agenda --help"),
            (["help", "serch"], "help serch: no such command; did you mean 'search'?"),
            (
                ["help", "source", "ad"],
                "help source ad: no such command; did you mean 'add'?"
            ),
            (
                ["list", "tomorow"],
                "list tomorow: no such day or file; did you mean 'tomorrow'?"
            ),
            (
                ["list", "holidays"],
                "list holidays: no such day or file: give a day such as tomorrow or 2026-11-20, or a path"
            ),
            (
                ["list", "--jsn"],
                "agenda list: Unknown option '--jsn'. Did you mean '--json'?: see agenda list --help"
            ),
            (
                ["source", "remove"],
                "agenda source remove: Missing expected argument '<name>': "
                    + "see agenda source remove --help"
            ),
        ])
    func slips(_ arguments: [String], _ complaint: String) throws {
        #expect(
            try AgendaProcess().run(arguments)
                == Result(output: "", complaints: complaint + "\n", status: 64))
    }

    @Test(
        "other programs' names of commands are understood",
        arguments: [
            (["new"], ["add"]), (["rm"], ["delete"]), (["cal"], ["month"]), (["calw"], ["week"]),
            (["remind"], ["alarms"]), (["ls"], ["list"]),
            (["source", "rm"], ["source", "remove"]),
            (["todo", "new"], ["todo", "add"]),
        ])
    func synonyms(_ theirs: [String], _ ours: [String]) throws {
        let page = try AgendaProcess().run(ours + ["--help"])
        #expect(page.status == 0)
        #expect(try AgendaProcess().run(theirs + ["--help"]) == page)
        #expect(try AgendaProcess().run(["help"] + theirs).output == page.output)
    }

    @Test("help has its groups, three examples and the signs, and the commands' own pages")
    func help() throws {
        let output = try AgendaProcess().run(["--help"]).output
        for text in [
            "\nLOOK SUBCOMMANDS:\n", "\nCHANGE SUBCOMMANDS:\n", "\nCALENDARS SUBCOMMANDS:\n",
            "\nSHARE SUBCOMMANDS:\n", "↦ begins on this day", "⟳ repeats",
            "agenda add Lunch with Kim friday 12:30",
        ] {
            #expect(output.contains(text), "\(text)")
        }
        #expect(output.components(separatedBy: "\n  agenda ").count == 4)
        let page = try AgendaProcess().run(["help", "source", "add"])
        #expect(page.status == 0 && page.output.contains("agenda source add [<options>] <path>"))
        #expect(try AgendaProcess().run(["help"]) == AgendaProcess().run(["--help"]))
    }

    @Test(
        "options that many commands share are explained once, and all at once for manuals and shells"
    )
    func sharedOptions() throws {
        func run(_ words: String...) throws -> String { try AgendaProcess().run(words).output }
        let hint = "\nOptions that many commands share: agenda help options\n"
        let shared = ["--database", "--time-zone", "--now", "--quiet", "--json", "--color"]
        let ofLists = ["--calendar", "--not-calendar", "--format", "--tsv", "--no-pager"]
        let page = try run("help", "options")
        for option in shared + ofLists {
            #expect(page.components(separatedBy: "\(option) ").count == 2, "\(option)")
        }
        #expect(page.hasPrefix("All commands but config:\n  --database <file>"))
        for page in [try run("list", "--help"), try run("list", "-h"), try run("help", "list")] {
            #expect(page.contains("  --from <day>") && page.contains("  -h, --help"))
            #expect((shared + ofLists).allSatisfy { !page.contains("  \($0)") })
            #expect(page.hasSuffix(hint))
        }
        #expect(try run("--help").hasSuffix(hint) && run("undo", "--help").hasSuffix(hint))
        #expect(try !run("config", "--help").hasSuffix(hint))
        let all = try run("list", "--help-hidden")
        #expect((shared + ofLists).allSatisfy { all.contains("\($0)") } && !all.hasSuffix(hint))
        // Only what the parser hides itself, the option of its own command for help.
        let described = try run("--experimental-dump-help")
        #expect(described.components(separatedBy: #""shouldDisplay" : false"#).count == 2)
        let names = described.components(separatedBy: #""name" : "database""#).count - 1
        let script = try run("--generate-completion-script", "fish")
        let completed = script.components(separatedBy: "-l 'database'").count - 1
        // The description names each twice: as a name, and as the preferred one.
        #expect(completed > 60 && names == 2 * completed)
    }
}
