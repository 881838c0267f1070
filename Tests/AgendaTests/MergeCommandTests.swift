import Foundation
import Testing

@Suite("agenda merge and export")
struct MergeCommandTests {
    private let lunch = calendar(
        "UID:lunch\nSEQUENCE:1\nDTSTART:20261120T110000Z\nDURATION:PT1H\nSUMMARY:Lunch\nX-KEPT:1")
    private let older = calendar(
        "UID:lunch\nDTSTART:20261120T100000Z\nDURATION:PT1H\nSUMMARY:Lunch\nLOCATION:Nord",
        "UID:talk\nDTSTART:20271120T100000Z\nSUMMARY:Talk; \"A, B\"")

    @Test("merge writes one calendar and says on standard error what was folded")
    func merge() throws {
        let folder = try ScratchFolder()
        let first = try folder.write("a.ics", lunch)
        let process = AgendaProcess(input: older)
        let result = try process.run("merge", first, "-", "--explain", "--name", "Both")
        #expect(result.status == 0)
        #expect(
            result.complaints == """
                Lunch (lunch): a won; standard input lost: SEQUENCE 0 < 1; \
                LOCATION from standard input
                2 calendars: 2 events, 1 folded

                """)
        let lines = result.output.components(separatedBy: "\r\n")
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.suffix(2) == ["END:VCALENDAR", ""])
        for line in ["NAME:Both", "X-KEPT:1", "LOCATION:Nord", "UID:talk"] {
            #expect(lines.contains(line))
        }
        #expect(!result.output.replacing("\r\n", with: "").contains("\n"))
    }

    @Test(
        "merge writes over one of its inputs; a part that cannot be read is status 3, all of it 1")
    func files() throws {
        let folder = try ScratchFolder()
        let first = try folder.write("a.ics", lunch)
        let second = try folder.write("b.ics", older)
        let result = try AgendaProcess().run(
            "merge", first, second, folder.file("missing.ics"), "--output", first, "--quiet")
        #expect(result.status == 3)
        #expect(result.output.isEmpty)
        #expect(
            result.complaints
                == "\(folder.file("missing.ics")): no such file or folder: check the path\n"
        )
        let merged = try String(contentsOfFile: first, encoding: .utf8)
        #expect(merged.contains("UID:lunch") && merged.contains("UID:talk"))
        #expect(try AgendaProcess().run("merge", folder.file("missing.ics")).status == 1)
        let unwritable = try AgendaProcess().run("merge", first, "--output", "/proc/no/file")
        #expect(unwritable.status == 1 && unwritable.output.isEmpty)
    }

    @Test("export gives whole events as ics, occurrences as csv and json")
    func export() throws {
        let folder = try ScratchFolder()
        let paths = [try folder.write("a.ics", lunch), try folder.write("b.ics", older)]
        let all = try AgendaProcess().run(["export", "--format", "ics"] + paths)
        #expect(all.output.contains("UID:talk") && all.output.contains("X-KEPT:1"))
        let week = try AgendaProcess().run(
            ["export", "--format", "ics", "--days", "7"] + paths + AgendaProcess.pinned)
        #expect(week.output.contains("X-KEPT:1") && !week.output.contains("UID:talk"))
        let csv = try AgendaProcess().run(
            ["export", "--format", "csv", "--from", "2027-11-20", "--days", "1"] + paths
                + AgendaProcess.pinned)
        #expect(
            csv.output == """
                start,end,allDay,summary,location,calendar,status,id,uid,recurrenceId,timeZone,\
                transparent,description,url,categories,organizer,participantCount,alsoIn\r
                2027-11-20T11:00:00+01:00,2027-11-20T11:00:00+01:00,false,"Talk; ""A, B""\",,b,\
                confirmed,\(csv.id),talk,,UTC,false,,,,,0,\r

                """)
        let json = try AgendaProcess().run(
            ["export", "--format", "json", "--days", "1"] + paths + AgendaProcess.pinned)
        let list = try AgendaProcess().run(
            ["list", "--json", "--days", "1"] + paths + AgendaProcess.pinned)
        #expect(json == list)
        #expect(try AgendaProcess().run("export", paths[0]).status == 64)
        #expect(try AgendaProcess().run("export", paths[0], "--format", "xml").status == 64)
    }

    @Test("busy-only has start and end alone")
    func busyOnly() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("a.ics", lunch)
        func export(_ format: String) throws -> String {
            try AgendaProcess().run(
                "export", path, "--busy-only", "--days", "1", "--format", format
            ).output
        }
        #expect(
            try export("csv")
                == "start,end\r\n2026-11-20T12:00:00+01:00,2026-11-20T13:00:00+01:00\r\n")
        #expect(
            try export("json") == """
                {"version":1,"timeZone":"Europe/Berlin","from":"2026-11-20","to":"2026-11-20",\
                "busy":[
                {"start":"2026-11-20T12:00:00+01:00","end":"2026-11-20T13:00:00+01:00"}]}

                """)
        let ics = try export("ics")
        #expect(ics.contains("DTSTART:20261120T110000Z\r\nDTEND:20261120T120000Z\r\n"))
        #expect(!ics.lowercased().contains("lunch") && !ics.contains("X-KEPT"))
    }
}

extension AgendaProcess.Result {
    /// The id in a table's only row.
    fileprivate var id: String {
        output.components(separatedBy: "confirmed,").last?.components(separatedBy: ",").first ?? ""
    }
}
