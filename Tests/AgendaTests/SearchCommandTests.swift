import Testing

@testable import agenda

@Suite("agenda search")
struct SearchCommandTests {
    private let file = calendar(
        "UID:1\nDTSTART:20261127T083000Z\nDTEND:20261127T084500Z\nSUMMARY:Stand-up\nLOCATION:Room",
        "UID:2\nDTSTART;VALUE=DATE:20261001\nSUMMARY:Stand\nSTATUS:TENTATIVE",
        "UID:3\nDTSTART:20261123T083000Z\nRRULE:FREQ=DAILY\nSUMMARY:Coffee stand\nCATEGORIES:Fun")

    @Test("each event is a line, what comes next first")
    func text() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("team.ics", file)
        let result = try AgendaProcess().run("search", "stand", "--path", path)
        #expect(
            result.output == """
                Mon 2026-11-23  09:30        Coffee stand ⟳
                Fri 2026-11-27  09:30-09:45  Stand-up @ Room
                Thu 2026-10-01  all day      TENTATIVE Stand

                """)
        #expect(result.complaints == "")
        #expect(result.status == 0)
    }

    @Test("in a store, as JSON, on a day, with filters and a limit")
    func stored() throws {
        let folder = try ScratchFolder()
        let path = try folder.write("team.ics", file)
        let agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        _ = try agenda.run("source", "add", path)
        let json = try agenda.run("search", "STAND", "up", "--json", "--category", "none")
        #expect(
            json.output
                == #"{"version":1,"timeZone":"Europe/Berlin","query":"STAND up","events":[]}"#
                + "\n")
        #expect(json.complaints == "No event matches 'STAND up'\n")
        #expect(json.status == 0)
        let day = try agenda.run(
            "search", "coffee", "--on", "2026-12-01", "--format", "{date} {summary}")
        #expect(day.output == "2026-12-01 Coffee stand\n")
        let limited = try agenda.run("search", "stand", "--limit", "1", "--format", "{summary}")
        #expect(limited.output == "Coffee stand\n")
        #expect(limited.complaints == "More than 1 events match: add a word, or --limit 10\n")
        let tentative = try agenda.run(
            "list", "--from", "2026-10-01", "--status", "tentative", "--tsv")
        #expect(tentative.output.split(separator: "\n").count == 2)
    }

    @Test(
        "what makes no sense is said in a line",
        arguments: [
            (["search"], "search: say what to find: give words of a title, place or name\n"),
            (
                ["search", "\"*\""],
                "search '\"*\"': there is no word in it: give part of a title or name\n"
            ),
            (
                ["search", "a", "--limit", "0"],
                "--limit must be a number from 1 to 1000000000, not '0'\n"
            ),
            (
                ["search", "a", "--on", "today", "--days", "3"],
                "--on cannot be combined with --from, --to or --days\n"
            ),
            (
                ["search", "a", "--status", "gone"],
                "--status must be confirmed, tentative or cancelled, not 'gone'\n"
            ),
        ])
    func usage(_ arguments: [String], _ line: String) throws {
        let result = try AgendaProcess().run(
            arguments + ["--path", "Samples/folder"] + AgendaProcess.pinned)
        #expect(result.complaints == line)
        #expect(result.status == 64)
    }
}
