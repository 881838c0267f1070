import CalendarFiles
import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// What changes of VJOURNALs do to their texts. Now is 2026-11-20 12:00Z.
@Suite("Changes of journal entries")
struct JournalEditTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    private func journal(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VJOURNAL", "UID:\(uid)", "DTSTAMP:20261101T080000Z"] + lines
            + ["END:VJOURNAL", ""]).joined(separator: "\r\n")
    }

    private func calendar(_ components: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(components.joined())END:VCALENDAR\r\n"
    }

    /// A file with this content as a source.
    private func add(_ text: String, name: String = "a", writable: Bool = true) async throws {
        let path = try folder.write(text, to: name + ".ics")
        var source = CalendarSource(name: name, kind: .file, location: path)
        source.isWritable = writable
        _ = try await bench.importer.addSource(source)
    }

    private func addFolder(_ name: String, _ files: [String: String] = [:]) async throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/" + name, withIntermediateDirectories: true)
        for (file, text) in files { _ = try folder.write(text, to: "\(name)/\(file)") }
        var source = CalendarSource(
            name: name, kind: .folder, location: folder.path + "/" + name)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func text(_ name: String = "a.ics") -> String? {
        (try? FileContent.read(path: folder.path + "/" + name)).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func entry(_ uid: String, _ instance: OccurrencePoint? = nil) async throws
        -> AgendaEvent
    {
        let id = OccurrenceID(journal: uid, recurrenceID: instance).description
        return try #require(try await bench.provider().journals(named: id).first)
    }

    private func day(_ text: String) throws -> CalendarTime { .date(try Make.date(text)) }

    /// Values of a new entry.
    private func new(_ uid: String, on time: CalendarTime?) -> Event {
        var event = Event(uid: uid, start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        event.todo?.journal = Journal.Own()
        event.setTodoTimes(start: time, due: nil)
        event.summary = uid
        return event
    }

    private static let keep = [
        "SUMMARY:keep", "DTSTART;VALUE=DATE:20261120", "DESCRIPTION;ALTREP=\"cid:1\":one",
        "DESCRIPTION;LANGUAGE=fr:deux", "X-MINE;A=b:c", "CONTACT:Kim", "STATUS:DRAFT",
    ]

    private func keep() -> String {
        (["BEGIN:VJOURNAL", "UID:keep", "DTSTAMP:20261101T080000Z"] + Self.keep
            + ["END:VJOURNAL", ""]).joined(separator: "\r\n")
    }

    @Test("what is asked for changes, the first text alone, and all else stays byte for byte")
    func edit() async throws {
        let event =
            "BEGIN:VEVENT\r\nUID:keep\r\nDTSTART:20261120T110000Z\r\nSUMMARY:One\r\nEND:VEVENT\r\n"
        let before = calendar(event, keep(), journal("other", "SUMMARY:other", "DESCRIPTION:"))
        try await add(before)
        let change = try await bench.editor.edit(try await entry("keep"), scope: .all) {
            $0.event.summary = "Diary"
            $0.event.details = "eins"
        }
        #expect(change.kind == .edit && change.summary == "Diary")
        // RFC 5545 3.8.7.2, 3.8.7.3: both times say when; 3.8.7.4: no SEQUENCE, since it is when it was.
        let after = before.replacing(
            keep(),
            with: keep().replacing("20261101T080000Z", with: "20261120T120000Z")
                .replacing("SUMMARY:keep", with: "SUMMARY:Diary")
                .replacing("DESCRIPTION;ALTREP=\"cid:1\":one", with: "DESCRIPTION:eins")
                .replacing(
                    "STATUS:DRAFT\r\n",
                    with: "STATUS:DRAFT\r\nLAST-MODIFIED:20261120T120000Z\r\n"))
        #expect(text() == after)
        #expect(try await entry("keep").journal?.descriptions == ["eins", "deux"])
        _ = try await bench.editor.undo()
        #expect(text() == before)
        _ = try await bench.editor.redo()
        #expect(text() == after)
        try await bench.editor.edit(try await entry("keep"), scope: .all) {
            $0.event.details = nil
        }
        #expect(try await entry("keep").journal?.descriptions == ["deux"])
    }

    @Test(
        "status, categories, link and class; what a status of no journal entry says stays",
        arguments: ["STATUS:DRAFT", "STATUS:COMPLETED", "X-NONE:1"])
    func values(status: String) async throws {
        try await add(calendar(journal("a", "SUMMARY:a", status)))
        try await bench.editor.edit(try await entry("a"), scope: .all) {
            $0.event.categories = ["home", "garden"]
            $0.event.url = "https://example.org/"
            $0.event.classification = "PRIVATE"
        }
        let written = try #require(text())
        #expect(written.contains("CATEGORIES:home,garden\r\n") && written.contains(status))
        #expect(
            written.contains("URL:https://example.org/\r\n")
                && written.contains("CLASS:PRIVATE\r\n"))
        #expect(!written.contains("DTSTART") && !written.contains("SEQUENCE"))
        try await bench.editor.edit(try await entry("a"), scope: .all) {
            $0.event.todo?.journal?.status = .final
        }
        let final = try #require(text())
        #expect(final.contains("STATUS:FINAL\r\n") && final.contains("SEQUENCE:1\r\n"))
    }

    @Test(
        "the start: a day, times in any form, and none",
        arguments: [
            "DTSTART;VALUE=DATE:20261120", "DTSTART:20261120T080000Z", "DTSTART:20261120T080000",
            "DTSTART;TZID=Europe/Berlin:20261120T080000", "X-NONE:1",
        ])
    func starts(line: String) async throws {
        try await add(calendar(journal("a", "SUMMARY:a", line)))
        for (time, written) in [
            (try day("2026-12-24"), "DTSTART;VALUE=DATE:20261224"),
            (
                CalendarTime.zoned(
                    CivilDateTime(try Make.date("2026-12-24"), secondOfDay: 3_600),
                    tzid: "America/New_York"), "DTSTART;TZID=America/New_York:20261224T010000"
            ), (nil, ""),
        ] as [(CalendarTime?, String)] {
            try await bench.editor.edit(try await entry("a"), scope: .all) {
                $0.event.setTodoTimes(start: time, due: nil)
            }
            let now = try #require(text())
            let component = try #require(now.components(separatedBy: "BEGIN:VJOURNAL").last)
            #expect(component.contains("DTSTART") == (time != nil), "\(now)")
            #expect(written.isEmpty || now.contains(written + "\r\n"), "\(now)")
            // RFC 5545 3.2.19: a zone that is named is defined.
            if time?.tzid != nil { #expect(now.contains("TZID:America/New_York")) }
            #expect(
                try await entry("a").journal?.start.map { bench.zone.date(of: $0).iso }
                    == (time == nil ? nil : "2026-12-24"))
        }
    }

    @Test("in a folder each has a file, which goes with it and comes back byte for byte")
    func files() async throws {
        try await addFolder("team", ["x.ics": calendar(keep())])
        let change = try await bench.editor.delete(try await entry("keep"), scope: .all)
        #expect(change.kind == .delete && change.summary == "keep" && text("team/x.ics") == nil)
        _ = try await bench.editor.undo()
        #expect(text("team/x.ics") == calendar(keep()))
        let id = try await bench.editor.add(
            new("fresh", on: try day("2026-11-21")), to: "team")
        #expect(id.isJournal && id == OccurrenceID(journal: "fresh", recurrenceID: nil))
        let written = try #require(text("team/fresh.ics"))
        #expect(written.contains("BEGIN:VJOURNAL\r\nUID:fresh\r\n"))
        #expect(!written.contains("VTODO") && !written.contains("DUE"))
        await #expect(throws: AgendaError.self) {
            try await bench.editor.add(new("fresh", on: nil), to: "team")
        }
        _ = try await bench.editor.undo()
        #expect(text("team/fresh.ics") == nil)
    }

    @Test("an undo keeps what another program changed besides, and refuses what changed since")
    func merged() async throws {
        try await addFolder("team", ["x.ics": calendar(keep())])
        let edit = try await bench.editor.edit(try await entry("keep"), scope: .all) {
            $0.event.summary = "Diary"
        }
        let mine = try #require(text("team/x.ics"))
        _ = try folder.write(mine.replacing("fr:deux", with: "fr:trois"), to: "team/x.ics")
        _ = try await bench.editor.undo()
        let undone = try #require(text("team/x.ics"))
        #expect(undone.contains("SUMMARY:keep\r\n") && undone.contains("fr:trois\r\n"))
        _ = try await bench.editor.redo()
        _ = try folder.write(
            try #require(text("team/x.ics")).replacing("SUMMARY:Diary", with: "SUMMARY:Theirs"),
            to: "team/x.ics")
        await #expect(throws: AgendaError.self) { try await bench.editor.undo(edit.id) }
        #expect(text("team/x.ics")?.contains("SUMMARY:Theirs") == true)
    }

    @Test("of a series one instance, it and all later ones, and all of it")
    func series() async throws {
        let weekly = journal(
            "w", "SUMMARY:w", "DTSTART;VALUE=DATE:20261106", "RRULE:FREQ=WEEKLY;COUNT=5",
            "DESCRIPTION:one", "DESCRIPTION:two")
        try await add(calendar(weekly))
        func shown() async throws -> [String] {
            try await bench.provider().journals(
                on: Make.date("2026-11-01")..<Make.date("2026-12-31")
            ).map { "\(bench.zone.date(of: try #require($0.point)).iso) \($0.summary ?? "")" }
        }
        let second = OccurrencePoint.date(try Make.date("2026-11-13"))
        try await bench.editor.edit(try await entry("w", second), scope: .this) {
            $0.event.summary = "this"
        }
        #expect(
            try #require(text()).components(separatedBy: "DESCRIPTION:two").count == 3)
        let third = OccurrencePoint.date(try Make.date("2026-11-20"))
        try await bench.editor.delete(try await entry("w", third), scope: .this)
        let fourth = OccurrencePoint.date(try Make.date("2026-11-27"))
        try await bench.editor.edit(try await entry("w", fourth), scope: .future) {
            $0.event.summary = "later"
        }
        #expect(
            try await shown() == [
                "2026-11-06 w", "2026-11-13 this", "2026-11-27 later", "2026-12-04 later",
            ])
        try await bench.editor.edit(try await entry("w", second), scope: .all) {
            $0.event.start = .date(try Make.date("2026-11-14"))
        }
        #expect(
            try await shown() == [
                "2026-11-07 w", "2026-11-14 this", "2026-11-27 later", "2026-12-04 later",
            ])
        for _ in 0..<4 { _ = try await bench.editor.undo() }
        #expect(text() == calendar(weekly))
    }

    @Test("in the local calendar, beside an event and a to-do of its UID")
    func local() async throws {
        let start = try day("2026-11-20")
        var todo = new("x", on: nil)
        todo.todo?.journal = nil
        var event = Event(uid: "x", start: start)
        event.summary = "x"
        try await bench.editor.add(event)
        try await bench.editor.add(todo)
        try await bench.editor.add(new("x", on: start))
        let source = try bench.store.localCalendar()
        let name = ResourceRecord.localHref(SeriesName(.journal, uid: "x")!)
        #expect(name.hasPrefix("journal-"))
        #expect(try bench.store.hrefs(holding: "x", in: source).count == 3)
        try await bench.editor.edit(try await entry("x"), scope: .all) {
            $0.event.details = "text"
        }
        #expect(try await entry("x").journal?.descriptions == ["text"])
        #expect(try await bench.lines() == ["2026-11-20 x"])
        #expect(try await bench.provider().todos().count == 1)
        try await bench.editor.delete(try await entry("x"), scope: .all)
        #expect(try bench.store.hrefs(holding: "x", in: source).count == 2)
        _ = try await bench.editor.undo()
        #expect(try await entry("x").journal?.descriptions == ["text"])
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await entry("x").journal?.descriptions == ["text"])
    }

    @Test("a device puts one into the local calendar, under the name of its own, and removes it")
    func device() async throws {
        let source = try bench.store.localCalendar()
        let body = Array(calendar(keep()).utf8)
        let name = try #require(CalendarEditor.ownHref(of: body))
        let put = try await bench.editor.put(body, at: name, in: source, if: .absent, by: "phone")
        #expect((put.change.kind, put.change.summary) == (.add, "keep"))
        #expect(try await entry("keep").journal?.descriptions == ["one", "deux"])
        try await bench.editor.remove(name, from: source, if: .digest(put.digest), by: "phone")
        #expect(try bench.store.hrefs(holding: "keep", in: source).isEmpty)
    }

    @Test("the backup has them: a store that is made anew brings them back")
    func backup() async throws {
        try await bench.editor.add(new("x", on: try day("2026-11-20")))
        try await bench.editor.add(new("y", on: nil))
        try await bench.editor.delete(try await entry("y"), scope: .all)
        try await bench.editor.add(new("z", on: nil))
        let kept = StoreBackup(storePath: folder.path + "/agenda.db")
        let saved = try #require(kept.content(of: kept.newest))
        #expect(
            saved.components.map { $0.firstMatch(of: /UID:(.)/)?.output.1 ?? "" }.sorted()
                == ["x", "z"])
        let other = try Bench()
        try await other.importer.restore(saved)
        #expect(
            try await other.provider().journals(
                on: Make.date("2026-11-20")..<Make.date("2026-11-21")
            ).map(\.uid) == ["x"])
    }

    @Test("moves to another calendar and back, as one change")
    func moves() async throws {
        try await add(calendar(keep()))
        try await addFolder("team")
        let change = try await bench.editor.move(try await entry("keep"), to: "team")
        #expect(change.kind == .move && text()?.contains("VJOURNAL") == false)
        #expect(text("team/keep.ics")?.contains(keep()) == true)
        _ = try await bench.editor.move(try await entry("keep"), to: nil)
        #expect(text("team/keep.ics") == nil)
        #expect(try await entry("keep").journal?.descriptions == ["one", "deux"])
        for _ in 0..<2 { _ = try await bench.editor.undo() }
        #expect(text() == calendar(keep()))
    }

    @Test("a read-only calendar is not changed")
    func readOnly() async throws {
        try await add(calendar(keep()), writable: false)
        let shown = try await entry("keep")
        await #expect(throws: AgendaError(.readOnly, place: "a")) {
            try await bench.editor.edit(shown, scope: .all) { $0.event.summary = "x" }
        }
        await #expect(throws: AgendaError(.readOnly, place: "a")) {
            try await bench.editor.delete(shown, scope: .all)
        }
        #expect(text() == calendar(keep()))
    }
}
