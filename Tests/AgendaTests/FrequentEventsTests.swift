import Foundation
import Testing

@Suite("Events that repeat very often, and those that share a UID")
struct FrequentEventsTests {
    private let agenda = AgendaProcess()

    @Test("today shows each ten minutes of a series that is years old")
    func today() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "tick.ics",
            calendar(
                "UID:1\nDTSTART:20200101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=10\nSUMMARY:Tick"))
        let result = try agenda.run("list", file, "--days", "1", "--tsv")
        #expect(result.output.split(separator: "\n").filter { $0.contains("Tick") }.count == 144)
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
    }

    @Test("what a long list leaves out is said, with status 3, and lies far from today")
    func omitted() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "tick.ics",
            calendar("UID:1\nDTSTART:20200101T000000Z\nRRULE:FREQ=MINUTELY\nSUMMARY:Tick"))
        let result = try agenda.run(
            "list", file, "--from", "2026-01-01", "--to", "2026-12-31", "--jsonl")
        #expect(result.status == 3)
        #expect(result.complaints.hasPrefix("tick: 'Tick' repeats too often; only 2026-1"))
        #expect(result.complaints.split(separator: "\n").count == 1)
        let today = result.output.split(separator: "\n").filter {
            $0.contains("\"start\":\"2026-11-20T") || $0.contains("\"start\": \"2026-11-20T")
        }
        #expect(today.count == 1_440)
        let quiet = try agenda.run(
            "list", file, "--from", "2026-01-01", "--to", "2026-12-31", "--jsonl", "--quiet")
        #expect(quiet.complaints.isEmpty)
        #expect(quiet.status == 3)
    }

    @Test("events that share a UID are listed, merged, and found by their ids")
    func shared() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "show.ics",
            calendar(
                "UID:show\nDTSTART:20261120T190000Z\nSUMMARY:One",
                "UID:show\nDTSTART:20261121T190000Z\nSUMMARY:Two"))
        let list = try agenda.run("list", file, "--format", "{summary} {id}")
        let lines = list.output.split(separator: "\n").map { $0.split(separator: " ") }
        #expect(lines.map { $0.first ?? "" } == ["One", "Two"])
        for line in lines {
            let shown = try agenda.run("show", String(line[1]), file)
            #expect(shown.output.contains(line[0]))
        }
        let merged = try agenda.run(["merge", file])
        #expect(merged.output.components(separatedBy: "BEGIN:VEVENT").count == 3)
    }

    @Test("an answer to an invitation beside its event takes nothing from it")
    func reply() throws {
        let folder = try ScratchFolder()
        let event = try folder.write(
            "event.ics",
            calendar(
                "UID:1\nDTSTART:20261120T130000Z\nDTEND:20261120T140000Z\nSUMMARY:Lunch\n"
                    + "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:kim@example.org"))
        let answer = calendar(
            "UID:1\nDTSTART:20261120T130000Z\nSEQUENCE:0\n"
                + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:kim@example.org"
        ).replacing("VERSION:2.0", with: "METHOD:REPLY").replacing("20260101", with: "20260601")
        let reply = try folder.write("reply.ics", answer)
        for paths in [[event, reply], [reply, event]] {
            let result = try agenda.run(["list"] + paths + AgendaProcess.pinned)
            #expect(result.output == "Today, Fri 2026-11-20\n  14:00-15:00  Lunch  [event]\n")
            #expect(result.status == 0)
        }
    }
}
