import Testing

@Suite("agenda conflicts")
struct ConflictsCommandTests {
    private static let one = calendar(
        "UID:a\nDTSTART:20261127T090000Z\nDTEND:20261127T100000Z\nSUMMARY:Stand-up",
        "UID:c\nDTSTART:20261127T100000Z\nDTEND:20261127T110000Z\nSUMMARY:Touches",
        "UID:d\nDTSTART;VALUE=DATE:20261127\nSUMMARY:Holiday",
        // Its instances overlap each other.
        "UID:e\nDTSTART:20261201T220000Z\nDURATION:P1DT1H\nRRULE:FREQ=DAILY;COUNT=2\nSUMMARY:Duty")
    private static let two = calendar(
        "UID:a\nDTSTART:20261127T090000Z\nDTEND:20261127T100000Z\nSUMMARY:Stand-up",
        "UID:b\nDTSTART:20261127T093000Z\nDTEND:20261127T103000Z\nSUMMARY:Dentist\n"
            + "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org",
        "UID:f\nDTSTART:20261127T090000Z\nDTEND:20261127T103000Z\nTRANSP:TRANSPARENT",
        "UID:g\nDTSTART:20261127T090000Z\nDTEND:20261127T103000Z\nSTATUS:CANCELLED")

    private func run(_ arguments: String...) throws -> AgendaProcess.Result {
        let folder = try ScratchFolder()
        let files = [
            try folder.write("Team.ics", Self.one), try folder.write("Home.ics", Self.two),
        ]
        return try AgendaProcess().run(
            ["conflicts"] + files + arguments + AgendaProcess.pinned)
    }

    @Test("pairs that overlap, once each, with their calendars; touching ones are none")
    func text() throws {
        let result = try run()
        #expect(
            result.output == """
                Fri 2026-11-27 10:30-11:00  Stand-up  [Team]  overlaps  Dentist  [Home]
                Fri 2026-11-27 11:00-11:30  Dentist  [Home]  overlaps  Touches  [Team]
                Wed 2026-12-02 23:00-24:00  Duty  [Team]  overlaps  Duty  [Team]

                """)
        #expect(result.complaints.isEmpty && result.status == 0)
        #expect(
            try run("--me", "kim@example.org").output
                == "Wed 2026-12-02 23:00-24:00  Duty  [Team]  overlaps  Duty  [Team]\n")
        #expect(
            try run("--to", "2026-11-26").output
                == "No conflicts from 2026-11-20 to 2026-11-26\n")
        #expect(try run("--to", "2026-11-26", "--quiet").output.isEmpty)
        let allDay = try run("--all-day-busy", "--from", "2026-11-27", "--days", "1")
        #expect(allDay.output.split(separator: "\n").count == 5)
        #expect(try run("--format", "{date}").status == 64)
    }

    @Test("JSON and tables")
    func json() throws {
        let document = try run("--json", "--from", "2026-12-01", "--days", "2")
        let head = """
            {"version":1,"timeZone":"Europe/Berlin","from":"2026-12-01","to":"2026-12-02",\
            "complete":true,"conflicts":[
            {"start":"2026-12-02T23:00:00+01:00","end":"2026-12-03T00:00:00+01:00",\
            "events":[{"id":"
            """
        #expect(document.output.hasPrefix(head))
        #expect(document.output.hasSuffix(#""sequence":0}]}]}"# + "\n"))
        let lines = try run("--jsonl").output.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0.hasPrefix(#"{"start":"2026-1"#) && $0.hasSuffix("}]}") })
        let table = try run("--tsv").output.split(separator: "\n")
        try #require(table.count == 4)
        #expect(table.first == "start\tend\tsummary\tcalendar\tid\tsummary2\tcalendar2\tid2")
        #expect(
            table[1].hasPrefix(
                "2026-11-27T10:30:00+01:00\t2026-11-27T11:00:00+01:00\tStand-up\tTeam\t"))
    }
}
