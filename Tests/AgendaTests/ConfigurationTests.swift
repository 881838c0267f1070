import Foundation
import ICalendar
import Testing
@testable import AgendaActions

@testable import agenda

@Suite("The configuration file")
struct ConfigurationTests {
    private typealias Result = AgendaProcess.Result
    private let folder: ScratchFolder
    private let file: String

    init() throws {
        folder = try ScratchFolder()
        file = folder.path + "/agenda/config.toml"
    }

    /// The command with a file of this content; nil for none.
    private func agenda(_ text: String?, _ variables: [String: String] = [:]) throws
        -> AgendaProcess
    {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/agenda", withIntermediateDirectories: true)
        try? FileManager.default.removeItem(atPath: file)
        if let text { try Data(text.utf8).write(to: URL(filePath: file)) }
        var agenda = AgendaProcess(
            environment: [
                "XDG_CONFIG_HOME": folder.path, "AGENDA_DATABASE": folder.file("agenda.db"),
            ].merging(variables) { $1 })
        agenda.input = calendar(
            "UID:a\nDTSTART:20261120T143000Z\nDTEND:20261120T230000Z\nSUMMARY:Stand-up",
            "UID:b\nDTSTART;VALUE=DATE:20261121\nSUMMARY:Ski")
        return agenda
    }

    private let now = ["--now", "2026-11-20T12:00:00+01:00"]
    private var text: String { get throws { try String(contentsOfFile: file, encoding: .utf8) } }

    @Test("an option wins over the environment, that over the file: zone")
    func zone() throws {
        let lines = ["--format", "{start}", "--days", "1"]
        func start(_ tz: String, _ options: [String]) throws -> String {
            // env -u: the system's zone would count else.
            let script =
                "\(tz) \"$0\" list \(["-"].joined()) \((lines + now + options).map { "'\($0)'" }.joined(separator: " "))"
            return try agenda("time-zone = \"Asia/Tokyo\"\n").shell(script).output
        }
        #expect(try start("unset TZ;", []) == "2026-11-20T23:30:00+09:00\n")
        #expect(try start("TZ=UTC", []) == "2026-11-20T14:30:00+00:00\n")
        #expect(
            try start("TZ=UTC", ["--time-zone", "Asia/Dubai"]) == "2026-11-20T18:30:00+04:00\n")
        // A city as `add` knows it, in any case.
        #expect(try start("TZ=UTC", ["--time-zone", "dubai"]) == "2026-11-20T18:30:00+04:00\n")
        #expect(
            try start("TZ=UTC", ["--time-zone", "New York"]) == "2026-11-20T09:30:00-05:00\n")
        let city = try agenda("time-zone = 'Tokyo'\n").shell(
            "unset TZ; \"$0\" list - --format '{start}' --days 1 --now 2026-11-20T12:00:00+01:00")
        #expect(city.output == "2026-11-20T23:30:00+09:00\n")
        let wrong = try agenda("\ntime-zone = 'Europe/Berln'\n").shell("unset TZ; \"$0\" list -")
        #expect(wrong.status == 64)
        #expect(
            wrong.complaints
                == "\(file):2: time-zone Europe/Berln: no such time zone: "
                + "use a name such as Europe/Berlin\n")
    }

    @Test("formats of dates and times are for people; scripts' output stays")
    func formats() throws {
        let config = "date-format = '%-d %b %Y'\ntime-format = '12h'\n"
        let process = try agenda(config)
        #expect(
            try process.run("list", "-").output == """
                Today, Fri 20 Nov 2026
                  3:30pm-12:00am   Stand-up
                Tomorrow, Sat 21 Nov 2026
                  all day          Ski

                """)
        #expect(
            try process.run("list", "-", "--days", "1", "--format", "{date} {time}").output
                == "2026-11-20 15:30-24:00\n")
        #expect(
            try process.run("next", "-").output
                == "in 3 h 30 min: Stand-up 3:30pm-12:00am\n")
        #expect(
            try process.run("list", "monday", "-").output == "No events on Mon 23 Nov 2026\n")
        #expect(
            try process.run("list", "-", "--jsonl", "--days", "1").output
                == agenda(nil).run("list", "-", "--jsonl", "--days", "1").output)
    }

    @Test("each sentence about an event has the reader's date and time")
    func sentences() throws {
        var process = try agenda("date-format = '%d.%m.%Y'\ntime-format = '12h'\n")
        process.environment["AGENDA_DATABASE"] = folder.file("sentences.db")
        func run(_ arguments: String...) throws -> (output: String, complaints: String) {
            let result = try process.run(arguments + AgendaProcess.pinned)
            #expect(result.status == 0, "\(result.complaints)")
            return (result.output, result.complaints)
        }
        let span = "Fri 27.11.2026 4:00pm-5:30pm"
        let added = try run(
            "add", "Tea", "--start", "2026-11-27T16:00", "--end", "17:30", "--alarm", "15m")
        #expect(added.complaints == "Added Tea, \(span)\n")
        let overlap = try run("add", "Call", "--start", "2026-11-27T16:30")
        #expect(overlap.complaints.hasSuffix("\nOverlaps Tea, \(span)\n"))
        #expect(try run("show", "tea").output.contains("  when         \(span) Europe/Berlin\n"))
        #expect(
            try run("edit", "tea", "--location", "Hall").output.hasPrefix("Changed Tea, \(span)"))
        #expect(
            try run("alarms", "--days", "9").output.hasSuffix("coming  Tea  \(span)\n"))
        #expect(try run("source").output.contains("27.11.2026, "))
        // Over midnight, and to midnight.
        #expect(
            try run("add", "Night", "--start", "2026-11-28T22:00", "--end", "2026-11-29T02:00")
                .complaints
                == "Added Night, Sat 28.11.2026 10:00pm - Sun 29.11.2026 2:00am\n")
        #expect(
            try run("add", "Eve", "--start", "2026-12-01T22:00", "--end", "2026-12-02T00:00")
                .complaints
                == "Added Eve, Tue 01.12.2026 10:00pm-12:00am\n")
    }

    @Test("what agenda alone shows, aliases, the week's first day, working hours and days")
    func commands() throws {
        let process = try agenda(
            """
            default-command = "list --jsonl --from 2026-11-20 --days 1"
            week-start = "sunday"
            working-hours = "8-10"
            working-days = ["saturday"]
            [aliases]
            names = "list --format '{summary}!' --days 2"
            """)
        let added = try process.run("add", "Tea", "--start", "2026-11-20T15:00", "--quiet")
        #expect(added.status == 0)
        #expect(try process.run([]).output.contains(#""summary":"Tea""#))
        #expect(
            try process.run(["names", "-"] + AgendaProcess.pinned).output == "Stand-up!\nSki!\n")
        #expect(
            try process.run("week", "-", "--json").output
                .contains(#""from":"2026-11-15","to":"2026-11-21""#))
        #expect(
            try process.run("free", "-", "--days", "5").output
                == "Tomorrow, Sat 2026-11-21\n  08:00-10:00  2h\n")
        #expect(
            try process.run("nmaes").complaints
                == "agenda nmaes: no such command; did you mean 'names'?\n")
    }

    @Test("the default calendar, the reader's addresses, colours of calendars")
    func values() throws {
        let process = try agenda("calendar = 'work'\nme = 'kim@example.org'\n")
        let missing = try process.run("add", "Tea", "--start", "tomorrow")
        #expect(missing.status == 64)
        #expect(
            missing.complaints.hasPrefix("\(file):1: calendar work: no such calendar"))
        var declined = try agenda("me = ['lena@example.org', 'kim@example.org']\n")
        declined.input = calendar(
            "UID:a\nDTSTART:20261120T143000Z\nSUMMARY:Review\n"
                + "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org")
        #expect(try declined.run("next", "-", "-q").output == "")
        #expect(try !declined.run("next", "-", "-q", "--me", "x@example.org").output.isEmpty)
        declined.environment["AGENDA_ME"] = "x@example.org"
        #expect(try !declined.run("next", "-", "-q").output.isEmpty)
        let colored = try agenda("color = 'always'\n[colors]\n'Standard Input' = '#ff0000'\n")
        #expect(
            try colored.run("next", "-").output.contains("\u{1B}[38;5;196mStand-up\u{1B}[0m"))
        #expect(try !colored.run("next", "-", "--color", "auto").output.contains("\u{1B}"))
        #expect(
            try !agenda("color = 'always'\n", ["NO_COLOR": "1"]).run("next", "-").output
                .contains("\u{1B}"))
    }

    @Test(
        "what is wrong has a line with file and line; a key that nobody knows stops nothing",
        arguments: [
            ("tmie-zone = 'UTC'", 0, "tmie-zone: no such key; did you mean 'time-zone'?"),
            (
                "[color]\nteam = 'red'", 0,
                "color.team: no such key; did you mean 'colors.team'?"
            ),
            (
                "frobnicate = 1", 0,
                "frobnicate: no such key: see 'agenda config'"
            ),
            (
                "week-start = 'tuesday'", 64,
                "week-start = \"tuesday\": write \"monday\", \"sunday\" or \"saturday\""
            ),
            ("calendar = 3", 64, "calendar = 3: write a calendar's name in quotes"),
            (
                "date-format = '%d.%q'", 64,
                "date-format = \"%d.%q\": write day, month and year such as \"%d.%m.%Y\""
            ),
            (
                "[colors]\nteam = 'blurple'", 64,
                "colors.team = \"blurple\": write royalblue or #4169e1"
            ),
            (
                "[aliases]\nlist = 'next'", 64,
                "aliases.list = \"next\": this is the name of a command: choose another one"
            ),
            ("calendar = home", 64, "'home' is not a value: write it in quotes, \"home\""),
        ])
    func faults(_ text: String, _ status: Int32, _ complaint: String) throws {
        let line = text.split(separator: "\n").count
        let result = try agenda(text + "\n").run("list", "-", "--days", "1")
        #expect(result.status == status)
        #expect(result.complaints == "\(file):\(line): \(complaint)\n")
        #expect(result.output.isEmpty == (status == 64))
        // The way out stays open.
        #expect(try agenda(text + "\n").run(["help"]).status == 0)
    }

    @Test("agenda config sets, shows and removes, and refuses what makes no sense")
    func config() throws {
        let process = try agenda("# mine\ncalendar = 'home' # here\n")
        #expect(try process.run(["config", "calendar"]).output == "home\n")
        #expect(try process.run(["config", "me"]) == Result(output: "", complaints: "", status: 1))
        #expect(try process.run(["config", "me", "kim@example.org", "k@home"]).status == 0)
        #expect(try process.run(["config", "colors.My Calendar", "teal"]).status == 0)
        #expect(try process.run(["config", "aliases.w", "list --week"]).status == 0)
        #expect(
            try text == """
                # mine
                calendar = 'home' # here
                me = ["kim@example.org", "k@home"]

                [colors]
                "My Calendar" = "teal"

                [aliases]
                w = "list --week"

                """)
        #expect(try process.run(["config", "me"]).output == "kim@example.org\nk@home\n")
        #expect(try process.run(["config", "--unset", "me"]).status == 0)
        #expect(try !text.contains("me ="))
        #expect(try process.run(["config", "--unset", "me"]).status == 1)
        let before = try text
        for (arguments, complaint) in [
            (
                ["calender", "x"],
                "config: calender: no such key; did you mean 'calendar'?"
            ),
            (["time-format", "13h"], "config time-format 13h: write \"24h\" or \"12h\""),
            (
                ["time-zone", "Nowhere/X"],
                "config time-zone: no such time zone: use a name such as Europe/Berlin"
            ),
        ] {
            #expect(
                try process.run(["config"] + arguments)
                    == Result(output: "", complaints: complaint + "\n", status: 64))
        }
        #expect(try text == before)
        #expect(try process.run(["config", "--path"]).output == file + "\n")
    }

    @Test("agenda config without a key is a file that says the same, with all keys")
    func wholeFile() throws {
        let process = try agenda("week-start = 'sunday'\n[aliases]\nw = 'week'\n")
        let output = try process.run(["config"]).output
        let again = try TOMLDocument(output)
        #expect(again.entries.map(\.value) == [.string("sunday"), .string("week")])
        for key in ConfigurationKey.allCases { #expect(output.contains("\(key.rawValue) = ")) }
        // Each example would be obeyed.
        let examples = output.replacing("\n# ", with: "\n").replacing(/^# .*\n/, with: "")
        let entries = try TOMLReader(Array(examples.unicodeScalars)).entries
        #expect(entries.count == 17 && Configuration(entries, path: "x").faults.isEmpty)
    }

    @Test("the first change makes the file and its folder, for the reader alone")
    func first() throws {
        let process = try agenda(nil)
        try FileManager.default.removeItem(atPath: folder.path + "/agenda")
        #expect(try process.run(["config", "week-start", "monday"]).status == 0)
        #expect(try text == "week-start = \"monday\"\n")
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/agenda")
        #expect(attributes[.posixPermissions] as? Int == 0o700)
    }

    @Test(
        "words are parted as a shell does",
        arguments: [
            ("list --days 3", ["list", "--days", "3"]), ("a 'b c' \"d e\"", ["a", "b c", "d e"]),
            ("a\\ b ''", ["a b", ""]), ("", []), ("'a", nil), ("a\\", nil), ("x'y'z", ["xyz"]),
        ] as [(String, [String]?)])
    func words(_ line: String, _ words: [String]?) {
        #expect(ShellWords.split(line) == words)
    }

    @Test(
        "dates in the letters of strftime",
        arguments: [
            ("%d.%m.%Y", "05.01.2027"), ("%-d/%-m/%y", "5/1/27"), ("%e. %B", " 5. January"),
            ("%b %d, %Y", "Jan 05, 2027"), ("%Y-%m-%d", "2027-01-05"), ("100%% %d%m", "100% 0501"),
            ("%d", nil), ("%m/%Y", nil), ("%d %d %m", nil), ("%H %d %m", nil), ("%", nil),
            ("", nil),
        ] as [(String, String?)])
    func dates(_ pattern: String, _ expected: String?) throws {
        let date = try #require(CivilDate(iso: "2027-01-05"))
        #expect(DateFormat(pattern)?.text(date, words: .english) == expected)
    }

    @Test(
        "times of 12 hours",
        arguments: [
            (0, "12:00am"), (1, "12:01am"), (720, "12:00pm"), (785, "1:05pm"), (1_439, "11:59pm"),
        ])
    func clocks(_ minute: Int, _ expected: String) {
        let time = CivilDateTime(CivilDate(daysSinceEpoch: 0), secondOfDay: minute * 60)
        #expect(ClockFormat.hours12.text(time) == expected)
    }
}
