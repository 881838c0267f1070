import Foundation
import Testing

/// Whole outputs. Now is Friday, 2026-11-20, 12:00 in Berlin; the reader has lunch on Monday from 12:00 to 13:00.
@Suite("agenda meet")
struct MeetCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    /// Busy on Monday 9:00-10:00 and 14:00-16:00, perhaps from 12:00 to 13:00; told until Tuesday at noon. All in
    /// Berlin's time.
    private static let anna = """
        BEGIN:VCALENDAR
        VERSION:2.0
        METHOD:PUBLISH
        BEGIN:VFREEBUSY
        DTSTAMP:20261120T080000Z
        DTSTART:20261120T000000Z
        DTEND:20261124T110000Z
        FREEBUSY;FBTYPE=BUSY:20261123T080000Z/20261123T090000Z,20261123T130000Z/PT2H
        FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261123T110000Z/PT1H
        END:VFREEBUSY
        END:VCALENDAR

        """

    /// Every day from 16:00 to 17:30 in Tokyo, perhaps: 8:00 to 9:30 in Berlin.
    private static let bo = """
        BEGIN:VCALENDAR
        VERSION:2.0
        X-WR-TIMEZONE:Asia/Tokyo
        BEGIN:VEVENT
        UID:1
        DTSTAMP:20261101T000000Z
        DTSTART;TZID=Asia/Tokyo:20261101T160000
        DTEND;TZID=Asia/Tokyo:20261101T173000
        STATUS:TENTATIVE
        RRULE:FREQ=DAILY
        END:VEVENT
        END:VCALENDAR

        """

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        let added = try agenda.run("add", "Lunch monday 12:00-13:00", "--quiet")
        #expect(added.status == 0, "\(added.complaints)")
    }

    private func write(_ name: String, _ text: String, changed: String? = nil) throws -> String {
        let path = try folder.write(name, text)
        if let changed {
            let date = try #require(ISO8601DateFormatter().date(from: changed))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        return path
    }

    private var people: [String] {
        get throws {
            [
                "--with", try write("anna.ifb", Self.anna),
                "--with", "Bo=" + (try write("b.ics", Self.bo, changed: "2026-11-18T11:00:00Z")),
            ]
        }
    }

    private func run(_ arguments: [String]) throws -> AgendaProcess.Result {
        try agenda.run(["meet"] + arguments + AgendaProcess.pinned)
    }

    @Test("the people, how old their calendars are, and the times with the reason of their rank")
    func text() throws {
        // Berlin 8-20 and Tokyo 8-20 (0-12 in Berlin) share 8:00 to 12:00, which is over on Friday. The middle is
        // 14:00: 10:00-11:00 is 3:30 before it here and 4:30 after it there, 9:30-10:30 4:00 from both.
        let result = try run(try people + ["--between", "8-20", "--for", "1h", "--limit", "8"])
        #expect(
            result.output == """
                me    Europe/Berlin
                anna                 3 h old     known from Fri 2026-11-20 12:00 to Tue 2026-11-24 12:00
                Bo    Asia/Tokyo     2 days old

                1  Mon 2026-11-23 10:00-11:00  everybody is free  Asia/Tokyo 18:00-19:00
                2  Tue 2026-11-24 09:30-10:30  everybody is free  Asia/Tokyo 17:30-18:30
                3  Mon 2026-11-23 11:00-12:00  everybody is free  Asia/Tokyo 19:00-20:00
                4  Tue 2026-11-24 10:30-11:30  everybody is free  Asia/Tokyo 18:30-19:30
                5  Mon 2026-11-23 08:00-09:00  tentative: Bo      Asia/Tokyo 16:00-17:00
                6  Tue 2026-11-24 08:30-09:30  tentative: Bo      Asia/Tokyo 16:30-17:30
                7  Wed 2026-11-25 09:30-10:30  not known: anna    Asia/Tokyo 17:30-18:30
                8  Thu 2026-11-26 09:30-10:30  not known: anna    Asia/Tokyo 17:30-18:30

                """)
        #expect(result.complaints.isEmpty && result.status == 0)
    }

    @Test("in Chinese")
    func chinese() throws {
        var agenda = agenda
        agenda.environment["LC_ALL"] = "zh_CN.UTF-8"
        let result = try agenda.run(
            ["meet"] + (try people)
                + ["--between", "8-20", "--for", "1h", "--limit", "1", "--with", "cy=/none.ics"]
                + AgendaProcess.pinned)
        #expect(
            result.output == """
                我    Europe/Berlin
                anna                 3 小时前  已知 周五 2026-11-20 12:00 至 周二 2026-11-24 12:00
                Bo    Asia/Tokyo     2 天前
                cy                             未知

                1  周一 2026-11-23 10:00-11:00  未知: cy  Asia/Tokyo 18:00-19:00

                """)
        #expect(result.complaints == "cy: 未知: /none.ics: 没有这个文件或文件夹: 请检查路径\n")
        #expect(result.status == 3)
    }

    @Test("text to paste, and the times as tentative events")
    func propose() throws {
        let file = folder.file("holds.ics")
        let result = try run(
            try people + [
                "--between", "8-20", "--for", "1h", "--propose", "2", "--output", file,
            ])
        #expect(
            result.output == """
                Possible times for 1h (Europe/Berlin):
                1. Mon 2026-11-23 10:00-11:00 (Asia/Tokyo 18:00-19:00)
                2. Tue 2026-11-24 09:30-10:30 (Asia/Tokyo 17:30-18:30)

                """)
        #expect(result.complaints.isEmpty && result.status == 0)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.matches(of: /STATUS:TENTATIVE\r\n/).count == 2)
        #expect(text.contains("DTSTART:20261123T090000Z\r\nDTEND:20261123T100000Z\r\n"))
        #expect(text.contains("SUMMARY:Meeting with anna\\, Bo\r\n"))
        // Once they are in one's own calendar, other times come first: they are tentative there.
        #expect(try agenda.run("import", file, "--quiet").status == 0)
        let again = try run(try people + ["--between", "8-20", "--for", "1h", "--propose", "1"])
        #expect(
            again.output.contains("\n1. Mon 2026-11-23 11:00-12:00 (Asia/Tokyo 19:00-20:00)\n"))
        let only = try run(
            try people + [
                "--between", "8-20", "--for", "1h", "--propose", "1", "-o", "-", "--summary",
                "Talk",
            ])
        #expect(only.output.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(only.output.contains("SUMMARY:Talk\r\n") && only.status == 0)
    }

    @Test("whoever is not known to be free is named beside what is to paste")
    func proposeUnknown() throws {
        let result = try run(
            try people + [
                "--from", "2026-11-25", "--days", "1", "--between", "8-20", "--propose", "1",
            ])
        #expect(result.output.contains("\n1. Wed 2026-11-25 "))
        #expect(
            result.complaints == "meet: it is not known whether these are free: anna\n")
        #expect(result.status == 0)
    }

    @Test("JSON, JSON lines and a table")
    func json() throws {
        let options = ["--between", "8-20", "--for", "1h", "--days", "4"]
        let document = try run(try people + options + ["--limit", "1", "--json"])
        #expect(
            document.output == """
                {"version":1,"timeZone":"Europe/Berlin","from":"2026-11-20","to":"2026-11-23","people":[
                {"name":"me","timeZone":"Europe/Berlin","fetched":null,"age":null,"known":[{"start":"2026-11-20T12:00:00+01:00","end":"2026-11-24T00:00:00+01:00"}],"error":null},
                {"name":"anna","timeZone":null,"fetched":"2026-11-20T12:00:00+01:00","age":10800,"known":[{"start":"2026-11-20T12:00:00+01:00","end":"2026-11-24T00:00:00+01:00"}],"error":null},
                {"name":"Bo","timeZone":"Asia/Tokyo","fetched":"2026-11-20T12:00:00+01:00","age":172800,"known":[{"start":"2026-11-20T12:00:00+01:00","end":"2026-11-24T00:00:00+01:00"}],"error":null}],"slots":[
                {"start":"2026-11-23T10:00:00+01:00","end":"2026-11-23T11:00:00+01:00","people":[{"name":"me","status":"free"},{"name":"anna","status":"free"},{"name":"Bo","status":"free"}]}]}

                """)
        let lines = try run(
            try people + options + ["--limit", "1", "--jsonl", "--with", "cy=/none.ics"])
        #expect(
            lines.output == """
                {"start":"2026-11-23T10:00:00+01:00","end":"2026-11-23T11:00:00+01:00","people":[{"name":"me","status":"free"},{"name":"anna","status":"free"},{"name":"Bo","status":"free"},{"name":"cy","status":"unknown"}]}

                """)
        #expect(lines.status == 3)
        let table = try run(try people + options + ["--tsv"])
        #expect(
            table.output == """
                start\tend\tme\tanna\tBo
                2026-11-23T10:00:00+01:00\t2026-11-23T11:00:00+01:00\tfree\tfree\tfree
                2026-11-23T11:00:00+01:00\t2026-11-23T12:00:00+01:00\tfree\tfree\tfree
                2026-11-23T08:00:00+01:00\t2026-11-23T09:00:00+01:00\tfree\tfree\ttentative

                """)
    }

    @Test("a folder, two calendars of one person, and a zone that is given")
    func sources() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("vdir"), withIntermediateDirectories: true)
        _ = try write(
            "vdir/a.ics", calendar("UID:a\nDTSTART:20261123T080000Z\nDTEND:20261123T110000Z"))
        _ = try write("vdir/b.ics", calendar("UID:b\nDTSTART;VALUE=DATE:20261124"))
        let home = try write(
            "home.ics", calendar("UID:c\nDTSTART:20261123T120000Z\nDTEND:20261123T153000Z"))
        let arguments = [
            "--with", "cy=\(folder.file("vdir"))", "--with", "cy=\(home)", "--from", "monday",
            "--days", "2", "--for", "30m", "--tsv",
        ]
        // The folder's event lasts until 12:00, the reader's lunch until 13:00, the other calendar's event until
        // 16:30; Tuesday is a whole day.
        let result = try run(arguments)
        #expect(
            result.output == """
                start\tend\tme\tcy
                2026-11-23T16:30:00+01:00\t2026-11-23T17:00:00+01:00\tfree\tfree

                """)
        let free = try run(arguments + ["--all-day-free", "--limit", "2"])
        #expect(
            free.output == """
                start\tend\tme\tcy
                2026-11-23T16:30:00+01:00\t2026-11-23T17:00:00+01:00\tfree\tfree
                2026-11-24T12:45:00+01:00\t2026-11-24T13:15:00+01:00\tfree\tfree

                """)
        // 16:30 is 17:30 in Helsinki.
        let zone = try run(arguments + ["--zone", "cy=Europe/Helsinki"])
        #expect(zone.output == "start\tend\tme\tcy\n" && zone.status == 0)
        let none = try run(arguments.dropLast() + ["--zone", "cy=Europe/Helsinki"])
        #expect(
            none.output.hasSuffix("\nNo time from 2026-11-23 to 2026-11-24 suits everybody\n"))
    }

    @Test("what cannot be read is not known: a file, a line of it, and one's own missing calendars")
    func unreadable() throws {
        let broken = try write("d.ics", Self.anna.replacing("/PT2H", with: "/"))
        let result = try run([
            "--with", "cy=/none.ics", "--with", "dee=\(broken)", "--limit", "1", "--from", "monday",
        ])
        #expect(
            result.output
                == """
                me   Europe/Berlin
                cy                           not known
                dee                 3 h old  known in parts from Mon 2026-11-23 09:00 to Mon 2026-11-23 13:00

                1  Mon 2026-11-23 13:00-13:30  not known: cy, dee

                """)
        #expect(
            result.complaints == """
                cy: not known: /none.ics: no such file or folder: check the path
                \(broken):8: FREEBUSY: '20261123T130000Z/' was left out: it is not a valid value: \
                write it like 20261120T100000Z/PT1H

                """)
        #expect(result.status == 3)
        // An event that is lost may have been at any time.
        let lost = try write(
            "lost.ics", calendar("UID:a\nDTSTART:soon", "UID:b\nDTSTART:20261123T120000Z"))
        let partial = try run(["--with", "e=\(lost)", "--limit", "1", "--tsv"])
        #expect(partial.output.hasSuffix("\tfree\tunknown\n") && partial.status == 3)
        #expect(partial.complaints.hasPrefix("\(lost):7: DTSTART: "))
        let stranger = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("none.db")])
        let alone = try stranger.run("meet", "--with", broken, "--quiet", "--tsv", "--limit", "1")
        // Without calendars of one's own, nothing is known of oneself.
        #expect(
            alone.output == """
                start\tend\tme\td
                2026-11-23T12:30:00+01:00\t2026-11-23T13:00:00+01:00\tunknown\ttentative

                """)
    }

    @Test("days that are over have no times, and nothing is said of what is known of them")
    func past() throws {
        let result = try run(try people + ["--from", "2026-11-16", "--to", "2026-11-17"])
        #expect(
            result.output == """
                me    Europe/Berlin
                anna                 3 h old
                Bo    Asia/Tokyo     2 days old
                No time from 2026-11-16 to 2026-11-17 suits everybody

                """)
        #expect(result.complaints.isEmpty && result.status == 0)
    }

    @Test(
        "what makes no sense is said, with what to write",
        arguments: [
            (["--with", "anna="], "--with: expected [NAME=]PATH or [NAME=]ADDRESS, got 'anna='\n"),
            (
                ["--with", "me=a.ics"],
                "--with me: you are always one of the people: use another name\n"
            ),
            (
                ["--with", "a.ics", "--with", "x/a.ics"],
                "--with: two calendars are called a: write NAME= before each of them\n"
            ),
            (
                ["--with", "https://a.example/x?k=1", "--with", "https://a.example/y?k=2"],
                "--with: two calendars are called a.example: write NAME= before each of them\n"
            ),
            (
                ["--with", "a.ics", "--zone", "b=Asia/Tokyo"],
                "--zone: expected the name of one of --with and its zone, such as anna=Asia/Tokyo, "
                    + "got 'b=Asia/Tokyo'\n"
            ),
            (
                ["--with", "a.ics", "--zone", "a=Mars"],
                "--zone a=Mars: no such time zone: use a name such as Europe/Berlin\n"
            ),
            (["--propose", "0"], "--propose must be a number from 1 to 1000, not '0'\n"),
            (["--limit", "ten"], "--limit must be a number from 1 to 1000, not 'ten'\n"),
            (
                ["--limit", "2", "--propose", "2"],
                "--limit cannot be combined with --propose\n"
            ),
            (["--output", "x.ics"], "--output and --summary need --propose\n"),
            (["--propose", "2", "--summary", "x"], "--summary needs --output\n"),
            (
                ["--propose", "2", "--output", "-", "--json"],
                "--output - cannot be combined with --json, --jsonl or --tsv\n"
            ),
            (
                ["--timeout", "1d"],
                "--timeout: expected a duration such as 20s or 2m, got '1d'\n"
            ),
            (["--for", "0m"], "--for: expected a duration such as 45m or 1h30m, got '0m'\n"),
            (["--between", "9-9"], "--between: expected hours such as 9:00-17:00, got '9-9'\n"),
            (
                ["--format", "{date}"],
                "--format cannot be used with agenda meet, which prints times\n"
            ),
        ])
    func usage(_ arguments: [String], _ complaint: String) throws {
        let result = try run(arguments)
        #expect(result == AgendaProcess.Result(output: "", complaints: complaint, status: 64))
    }
}
