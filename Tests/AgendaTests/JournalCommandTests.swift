import Foundation
import Testing

/// What commands do with VJOURNALs beyond what `OutputTests` compares.
@Suite("Journal entries on the command line")
struct JournalCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
    }

    private func run(_ arguments: String...) throws -> AgendaProcess.Result {
        try agenda.run(arguments + AgendaProcess.pinned)
    }

    private func add() throws -> String {
        let path = try folder.write(
            "notes.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VJOURNAL
            UID:diary
            DTSTAMP:20261101T080000Z
            DTSTART;VALUE=DATE:20261120
            SUMMARY:Diary
            DESCRIPTION:one
            DESCRIPTION:two
            END:VJOURNAL
            BEGIN:VJOURNAL
            UID:idea
            DTSTAMP:20261101T080000Z
            SUMMARY:Idea
            END:VJOURNAL
            END:VCALENDAR

            """.replacing("\n", with: "\r\n"))
        #expect(try run("source", "add", path, "--writable", "--quiet").status == 0)
        return path
    }

    /// The id that JSON has of the entry which a search for a word finds.
    private func id(_ word: String) throws -> String {
        let found = try run("search", word, "--json").output
        return try #require(found.firstMatch(of: /"journals":\[\n{"id":"([0-9a-f]+)"/)).output.1
            .description
    }

    @Test("they are listed on their day, and none of a command for events takes one")
    func shown() throws {
        let path = try add()
        let before = try Data(contentsOf: URL(filePath: path))
        #expect(
            try run("list", "--days", "1").output == """
                Today, Fri 2026-11-20
                  all day      ✎ Diary

                """)
        #expect(try run("week").output.contains("✎ Diary"))
        #expect(try run("month", "--list").output.contains("✎ Diary"))
        #expect(try run("list", "--jsonl").output == "")
        #expect(try run("list", "--tsv").output.split(separator: "\n").count == 1)
        #expect(try !run("list", "--json", "--from", "2026-12-01").output.contains("journals"))
        #expect(try !run("next").output.contains("Diary"))
        let (diary, idea) = (try id("diary"), try id("idea"))
        #expect(try run("show", idea).output.hasPrefix("✎ Idea\n"))
        for command in [
            ["delete", diary], ["edit", diary, "--summary", "x"],
            ["copy", diary, "--calendar", "local"],
        ] {
            let refused = try agenda.run(command + AgendaProcess.pinned)
            #expect(refused.status == 1)
            #expect(
                refused.complaints
                    == "\(diary): is a journal entry, which is only shown: change it with the "
                    + "program that wrote it to notes\n"
            )
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("an export has them; of some days those on them")
    func exported() throws {
        _ = try add()
        let all = try run("export", "--format", "ics").output
        #expect(all.contains("UID:diary") && all.contains("UID:idea"))
        #expect(all.contains("DESCRIPTION:one\r\nDESCRIPTION:two\r\n"))
        let day = try run("export", "--format", "ics", "--days", "1").output
        #expect(day.contains("UID:diary") && !day.contains("UID:idea"))
        let other = try run("export", "--format", "ics", "--from", "2026-12-01", "--days", "1")
        #expect(!other.output.contains("VJOURNAL"))
        let json = try run("export", "--format", "json", "--days", "1").output
        #expect(json.contains("\"descriptions\":[\"one\",\"two\"]"))
    }
}
