import Testing

@Suite("agenda free")
struct FreeCommandTests {
    /// A Friday until noon, and the Monday after it.
    private var agenda: AgendaProcess {
        var agenda = AgendaProcess()
        agenda.input = calendar(
            "UID:a\nDTSTART:20261120T131500Z\nDTEND:20261120T140000Z",
            "UID:b\nDTSTART:20261123T080000Z\nDTEND:20261123T140000Z\n"
                + "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org",
            "UID:c\nDTSTART;VALUE=DATE:20261124\nSUMMARY:Holiday",
            "UID:d\nDTSTART:20261120T110000Z\nDTEND:20261120T160000Z\nTRANSP:TRANSPARENT",
            "UID:e\nDTSTART:20261120T110000Z\nDTEND:20261120T160000Z\nSTATUS:CANCELLED")
        return agenda
    }

    @Test("the days that have room, and the others' times beside")
    func text() throws {
        let result = try agenda.run("free", "-", "--for", "1h", "--days", "5")
        #expect(
            result.output == """
                Today, Fri 2026-11-20
                  12:00-14:15  2h15m
                  15:00-17:00  2h
                Mon 2026-11-23
                  15:00-17:00  2h
                Tue 2026-11-24
                  09:00-17:00  8h

                """)
        #expect(result.complaints.isEmpty && result.status == 0)
        let others = try agenda.run(
            "free", "-", "--between", "7-23", "--with", "America/New_York", "--with", "Asia/Tokyo",
            "--days", "4", "--for", "5m")
        #expect(
            others.output
                == """
                Today, Fri 2026-11-20
                  13:00-14:15  1h15m   America/New_York 07:00-08:15  Asia/Tokyo 21:00-22:15
                Mon 2026-11-23

                """.replacing("Mon 2026-11-23\n", with: ""))
        let nights = try agenda.run(
            "free", "-", "--between", "22:00-2:00", "--with", "Asia/Tokyo", "--days", "2")
        #expect(nights.output == "No free time from 2026-11-20 to 2026-11-21\n")
    }

    @Test(
        "a calendar of busy times alone is named, as they are not counted; one with events is not")
    func busyTimesAlone() throws {
        var agenda = agenda
        let busy = "BEGIN:VFREEBUSY\nFREEBUSY:20261120T120000Z/PT4H\nEND:VFREEBUSY\n"
        agenda.input = "BEGIN:VCALENDAR\nVERSION:2.0\n\(busy)END:VCALENDAR\n"
        let alone = try agenda.run("free", "-", "--days", "1")
        #expect(
            alone.complaints == """
                free: busy times without events are not counted: standard input: 'agenda meet' counts them

                """)
        #expect(alone.status == 0)
        #expect(try agenda.run("free", "-", "--days", "1", "--quiet").complaints.isEmpty)
        agenda.input =
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(busy)BEGIN:VEVENT\nUID:a\nDTSTART:20261120T131500Z\n"
            + "END:VEVENT\nEND:VCALENDAR\n"
        #expect(try agenda.run("free", "-", "--days", "1").complaints.isEmpty)
    }

    @Test("another day on the other side is named")
    func otherDay() throws {
        let result = try agenda.run(
            "free", "-", "--between", "6-24", "--with", "Asia/Tokyo", "--from", "2026-11-25",
            "--days", "1")
        #expect(
            result.output == """
                Wed 2026-11-25
                  06:00-16:00  10h     Asia/Tokyo 14:00-24:00
                  22:00-24:00  2h      Asia/Tokyo Thu 2026-11-26 06:00-08:00

                """)
    }

    @Test("declined events leave their time free, whole days take it when asked for")
    func options() throws {
        let me = try agenda.run(
            "free", "-", "--me", "kim@example.org", "--from", "monday", "--days", "1", "--tsv")
        #expect(
            me.output == """
                start\tend\tminutes
                2026-11-23T09:00:00+01:00\t2026-11-23T17:00:00+01:00\t480

                """)
        let busy = try agenda.run(
            "free", "-", "--all-day-busy", "--from", "2026-11-24", "--days", "1")
        #expect(busy.output == "No free time from 2026-11-24 to 2026-11-24\n")
        let weekend = try agenda.run(
            "free", "-", "--weekends", "--from", "2026-11-21", "--days", "1", "--quiet")
        #expect(weekend.output == "Tomorrow, Sat 2026-11-21\n  09:00-17:00  8h\n")
    }

    @Test("JSON, version 1")
    func json() throws {
        let slot = """
            {"start":"2026-11-23T15:00:00+01:00","end":"2026-11-23T17:00:00+01:00","minutes":120,\
            "in":[{"timeZone":"America/New_York","start":"2026-11-23T09:00:00-05:00",\
            "end":"2026-11-23T11:00:00-05:00"}]}
            """
        let days = ["--from", "2026-11-23", "--days", "1", "--with", "America/New_York"]
        let document = try agenda.run(["free", "-", "--json"] + days + AgendaProcess.pinned)
        #expect(
            document.output == """
                {"version":1,"timeZone":"Europe/Berlin","from":"2026-11-23","to":"2026-11-23",\
                "slots":[
                \(slot)]}

                """)
        let lines = try agenda.run(["free", "-", "--jsonl"] + days + AgendaProcess.pinned)
        #expect(lines.output == slot + "\n")
        let none = try agenda.run("free", "-", "--for", "9h", "--json", "--days", "1")
        #expect(none.output.hasSuffix(#""slots":[]}"# + "\n"))
    }

    @Test(
        "what makes no sense is said, with what to write",
        arguments: [
            (["--for", "long"], "--for: expected a duration such as 45m or 1h30m, got 'long'\n"),
            (["--for", "0m"], "--for: expected a duration such as 45m or 1h30m, got '0m'\n"),
            (["--between", "9:00"], "--between: expected hours such as 9:00-17:00, got '9:00'\n"),
            (["--between", "9-9"], "--between: expected hours such as 9:00-17:00, got '9-9'\n"),
            (
                ["--between", "24:00-2:00"],
                "--between: expected hours such as 9:00-17:00, got '24:00-2:00'\n"
            ),
            (
                ["--with", "Mars"],
                "--with Mars: no such time zone: use a name such as Europe/Berlin\n"
            ),
            (
                ["--format", "{date}"],
                "--format cannot be used with agenda free, which prints free times\n"
            ),
        ])
    func usage(_ arguments: [String], _ complaint: String) throws {
        let result = try agenda.run(["free", "-"] + arguments)
        #expect(result == AgendaProcess.Result(output: "", complaints: complaint, status: 64))
    }
}
