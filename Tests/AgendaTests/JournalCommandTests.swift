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

    @Test("they are listed on their day, and what is no edit of them takes none")
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
        let copied = try run("copy", diary, "--calendar", "local")
        #expect(
            copied.status == 1
                && copied.complaints
                    == "\(diary): is a journal entry: use 'agenda edit' or 'agenda delete'\n"
        )
        let ended = try run("edit", diary, "--end", "tomorrow")
        #expect(
            ended.status == 64 && ended.complaints == "--end: a journal entry has no such value\n")
        #expect(try run("edit", diary, "--status", "done").status == 64)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("they are changed and deleted by id or words, and undo takes it back")
    func changed() throws {
        let path = try add()
        func text() throws -> String {
            try String(contentsOf: URL(filePath: path), encoding: .utf8)
        }
        // The definition of a zone that an edit needs stays in the file.
        let all = try text()
        let before = all[try #require(all.firstRange(of: "BEGIN:VJOURNAL")).lowerBound...]
        let edit = try run(
            "edit", "diary", "--description", "eins", "--start", "2026-11-19 18:30", "--status",
            "final", "--category", "home")
        #expect(
            edit.output == """
                Changed Diary, Fri 2026-11-20
                  -start: 2026-11-20
                  +start: 2026-11-19 18:30
                  +zone: Europe/Berlin
                  +status: final
                  +category: home
                  -description: one
                  +description: eins

                """, "\(edit.complaints)")
        #expect(try text().contains("DESCRIPTION:eins\r\nDESCRIPTION:two\r\n"))
        #expect(try text().contains("DTSTART;TZID=Europe/Berlin:20261119T183000\r\n"))
        #expect(try run("list", "--from", "2026-11-19", "--days", "1").output.contains("18:30"))
        #expect(try run("undo").output == "Undone: edited Diary\n")
        #expect(try text().hasSuffix(before))
        #expect(try run("delete", try id("idea")).output == "Deleted Idea\n")
        #expect(try !text().contains("UID:idea"))
        #expect(try run("undo").status == 0)
        #expect(try text().hasSuffix(before))
        #expect(try run("source", "set", "notes", "--no-writable").status == 0)
        let refused = try run("delete", "Diary")
        #expect(
            refused.status == 1
                && refused.complaints.hasPrefix(
                    "Diary: the journal entry belongs to notes, which is read-only")
        )
    }

    @Test("a new one is about today, another day or none, and is there again from the backup")
    func made() throws {
        let added = try run(
            "add", "--journal", "Met", "Kim", "--description", "She likes the plan.", "--category",
            "work")
        #expect(added.status == 0 && added.complaints == "Added Met Kim, Fri 2026-11-20\n")
        let id = added.output.filter { !$0.isNewline }
        #expect(try run("add", "--journal", "Slept well", "--start", "2026-11-02").status == 0)
        #expect(try run("add", "--journal", "Idea", "--start", "none").complaints == "Added Idea\n")
        #expect(try run("add", "--journal", "Talk yesterday 9:30", "--every", "week").status == 0)
        #expect(try run("add", "--journal", "Talk today 9:30-10:30").status == 64)
        func shown() throws -> String {
            try run("list", "--from", "2026-11-02", "--days", "20").output
        }
        let list = try shown()
        #expect(
            list.contains("✎ Met Kim") && list.contains("✎ Slept well")
                && list.contains("09:30        ✎ Talk"), "\(list)")
        let details = try run("show", id).output
        #expect(details.contains("She likes the plan.") && details.contains("work"))
        #expect(try run("refresh", "--rebuild", "--quiet").status == 0)
        #expect(try shown() == list)
        #expect(try run("doctor").status == 0)
        for name in ["agenda.db", "agenda.db-wal", "agenda.db-shm"] {
            try? FileManager.default.removeItem(atPath: folder.file(name))
        }
        #expect(try shown() == list)
        #expect(try run("search", "idea").output.contains("✎"))
        let series = try run("delete", "Talk")
        #expect(
            series.status == 64
                && series.complaints
                    == "Talk: the journal entry repeats: give --scope this, future or all\n"
        )
        #expect(try run("delete", "Talk", "--scope", "all").status == 0)
        #expect(try !shown().contains("Talk"))
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
