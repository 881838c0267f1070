import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Editing files")
struct FileEditingTests {
    private static let team = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//example.org//Other//EN\r
        X-ODD:kept\r
        BEGIN:VEVENT\r
        UID:a\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261120T120000Z\r
        SUMMARY:Lunch\r
        X-COLOUR;X-P=1:a long value that is folded by its program in a way of its own, wh\r
         ich stays\r
        END:VEVENT\r
        BEGIN:VTODO\r
        UID:todo\r
        END:VTODO\r
        BEGIN:VEVENT\r
        UID:b\r
        DTSTART:20261120T140000Z\r
        SUMMARY:Tea\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private func bench(_ path: String, _ kind: CalendarSource.Kind = .file) async throws -> Bench {
        let bench = try Bench()
        var source = CalendarSource(name: "team", kind: kind, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return bench
    }

    private func event(_ bench: Bench, _ uid: String) async throws -> AgendaEvent {
        try #require(
            try await bench.provider().timeline().nodes[120].events.first { $0.uid == uid })
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: path), encoding: .utf8)
    }

    @Test("an edit changes its lines alone, and an undo gives back the file byte for byte")
    func edit() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.team, to: "team.ics")
        let bench = try await bench(path)
        let lunch = try await event(bench, "a")
        _ = try await bench.editor.edit(lunch, scope: .all) { $0.event.summary = "Brunch" }
        let expected = Self.team.replacing("SUMMARY:Lunch", with: "SUMMARY:Brunch")
            .replacing("DTSTAMP:20260101T000000Z", with: "DTSTAMP:20261120T120000Z")
            .replacing("ich stays\r\n", with: "ich stays\r\nLAST-MODIFIED:20261120T120000Z\r\n")
        #expect(try text(path) == expected)
        #expect(try await bench.lines() == ["2026-11-20 Brunch", "2026-11-20 Tea"])
        _ = try await bench.editor.undo()
        #expect(try text(path) == Self.team)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["team.ics"])
    }

    @Test("a file that another program has changed is not overwritten")
    func changed() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Self.team, to: "team.ics")
        let bench = try await bench(path)
        let lunch = try await event(bench, "a")
        await #expect(throws: AgendaError.self) {
            try await bench.editor.edit(lunch, scope: .all) {
                $0.event.summary = "Brunch"
                // Between the reading and the writing.
                try? Data("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n".utf8).write(
                    to: URL(filePath: path))
            }
        }
        #expect(try text(path) == "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        #expect(try bench.store.history().isEmpty)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["team.ics"])
    }

    @Test("in a folder each event is a file, which comes and goes with it")
    func folder() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:A"), to: "a.ics")
        let bench = try await bench(folder.path, .folder)
        let berlin = CivilDateTime(try Make.date("2026-11-20"), hour: 15, minute: 0)
        var new = Event(uid: "new@example.org", start: .zoned(berlin, tzid: "Europe/Berlin"))
        new.summary = "New"
        try await bench.editor.add(new, to: "team")
        let file = folder.path + "/new@example.org.ics"
        let written = try text(file)
        #expect(written.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
        #expect(try await bench.lines() == ["2026-11-20 A", "2026-11-20 New"])
        try await bench.editor.delete(try await event(bench, "new@example.org"), scope: .all)
        #expect(!FileManager.default.fileExists(atPath: file))
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-20 A", "2026-11-20 New"])
        _ = try await bench.editor.undo()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.ics"])
    }

    /// A folder with one series at three in the afternoon of a zone that no one else knows.
    private func hall(_ folder: TemporaryFolder, lineEnd: String = "\r\n") throws -> String {
        let text = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//example.org//Other//EN
            X-ODD:kept
            BEGIN:VTIMEZONE
            TZID:Our hall
            X-ODD:kept
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0300
            TZOFFSETTO:+0300
            END:STANDARD
            END:VTIMEZONE
            BEGIN:VEVENT
            UID:a
            DTSTART;TZID=Our hall:20261119T150000
            RRULE:FREQ=DAILY;COUNT=3
            SUMMARY:A
            END:VEVENT
            END:VCALENDAR

            """.replacing("\n", with: lineEnd)
        try folder.write(text, to: "a.ics")
        return text
    }

    @Test(
        "a file that went with its event comes back byte for byte, zones and unknown lines included",
        arguments: ["\r\n", "\n"])
    func deletedFile(lineEnd: String) async throws {
        let folder = try TemporaryFolder()
        let original = try hall(folder, lineEnd: lineEnd)
        let bench = try await bench(folder.path, .folder)
        let start = try await event(bench, "a").span
        try await bench.editor.delete(try await event(bench, "a"), scope: .all)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        _ = try await bench.editor.undo()
        #expect(try text(folder.path + "/a.ics") == original)
        #expect(try await event(bench, "a").span == start)
        _ = try await bench.editor.redo()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        _ = try await bench.editor.undo()
        #expect(try text(folder.path + "/a.ics") == original)
    }

    @Test("where the file is there again without its event, the event comes back with its zone")
    func deletedEvent() async throws {
        let folder = try TemporaryFolder()
        _ = try hall(folder)
        let bench = try await bench(folder.path, .folder)
        let start = try await event(bench, "a").span
        try await bench.editor.delete(try await event(bench, "a"), scope: .all)
        try folder.write(
            Make.calendar("UID:b\r\nDTSTART:20261120T120000Z\r\nSUMMARY:B"), to: "a.ics")
        _ = try await bench.editor.undo()
        #expect(try await event(bench, "a").span == start)
        #expect(try text(folder.path + "/a.ics").contains("UID:b\r\n"))
    }

    @Test("the later part of a series takes the zone that its file defines along")
    func splitZone() async throws {
        let folder = try TemporaryFolder()
        _ = try hall(folder)
        let bench = try await bench(folder.path, .folder)
        let start = try await event(bench, "a").span
        _ = try await bench.editor.edit(try await event(bench, "a"), scope: .future) {
            $0.event.summary = "B"
        }
        let later = try #require(try await bench.provider().timeline().nodes[120].events.first)
        #expect(later.summary == "B")
        #expect(later.span == start)
        let file = try #require(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0 != "a.ics" }
        )
        #expect(
            try text(folder.path + "/" + file).contains(
                "BEGIN:VTIMEZONE\r\nTZID:Our hall\r\nX-ODD:kept\r\n"))
    }

    @Test("an empty folder that may be edited is a source")
    func emptyFolder() async throws {
        let folder = try TemporaryFolder()
        await #expect(throws: AgendaError.self) {
            try await Bench().add(folder.path, kind: .folder)
        }
        let bench = try await bench(folder.path, .folder)
        var event = Event(uid: "a", start: .date(try Make.date("2026-11-20")))
        event.summary = "A"
        try await bench.editor.add(event, to: "team")
        #expect(try await bench.lines() == ["2026-11-20 A"])
    }

    @Test("dividing a series in a folder gives a second file")
    func split() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Make.calendar(
                "UID:a\r\nDTSTART:20261119T120000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\nSUMMARY:A"),
            to: "a.ics")
        let bench = try await bench(folder.path, .folder)
        _ = try await bench.editor.edit(try await event(bench, "a"), scope: .future) {
            $0.event.summary = "B"
        }
        #expect(try await bench.lines() == ["2026-11-19 A", "2026-11-20 B", "2026-11-21 B"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        _ = try await bench.editor.undo()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.ics"])
        #expect(try await bench.lines() == ["2026-11-19 A", "2026-11-20 A", "2026-11-21 A"])
    }

    @Test("a link stays one, and a file keeps its rights")
    func link() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.team, to: "real.txt")
        try await folder.shell("chmod 640 real.txt && ln -s real.txt team.ics")
        let bench = try await bench(folder.path + "/team.ics")
        _ = try await bench.editor.edit(try await event(bench, "a"), scope: .all) {
            $0.event.summary = "Brunch"
        }
        #expect(try text(folder.path + "/real.txt").contains("Brunch"))
        let state = try await TemporaryFolder.shell(
            "cd '\(folder.path)' && stat -c %a real.txt && readlink team.ics")
        #expect(state == "640\nreal.txt\n")
    }

    @Test("a read-only calendar is not edited")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Self.team, to: "team.ics"), name: "team")
        let lunch = try await event(bench, "a")
        await #expect(throws: AgendaError.self) {
            try await bench.editor.edit(lunch, scope: .all) { $0.event.summary = "Brunch" }
        }
        await #expect(throws: AgendaError.self) {
            try await bench.editor.delete(lunch, scope: .all)
        }
        #expect(try text(folder.path + "/team.ics") == Self.team)
    }

    @Test("a change that was noted but not written is forgotten by the next undo")
    func interrupted() async throws {
        let folder = try TemporaryFolder()
        let bench = try await bench(try folder.write(Self.team, to: "team.ics"))
        let lunch = try await event(bench, "a")
        _ = try await bench.editor.edit(lunch, scope: .all) { $0.event.summary = "Brunch" }
        let dry = try await bench.editor.edit(
            try await event(bench, "a"), scope: .all, commits: false
        ) { $0.event.summary = "Never" }
        let source = try #require(try bench.store.sources().first)
        _ = try bench.store.journal(dry, of: [source])
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-20 Tea"])
    }
}
