import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

/// What the store tells of VJOURNALs. Today is 2026-11-20.
@Suite("Journal entries in a store")
struct StoredJournalTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    private func journal(_ uid: String, _ lines: String...) -> String {
        (["BEGIN:VJOURNAL", "UID:\(uid)", "DTSTAMP:20261101T080000Z", "SUMMARY:\(uid)"] + lines
            + ["END:VJOURNAL", ""]).joined(separator: "\r\n")
    }

    private func calendar(_ components: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(components.joined())END:VCALENDAR\r\n"
    }

    private func add(_ components: String..., name: String = "a", writable: Bool = false)
        async throws -> String
    {
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(components.joined())END:VCALENDAR\r\n"
        let path = try folder.write(text, to: name + ".ics")
        var source = CalendarSource(name: name, kind: .file, location: path)
        source.isWritable = writable
        _ = try await bench.importer.addSource(source)
        return path
    }

    private func days(_ first: String, _ last: String) throws -> Range<CivilDate> {
        try Make.date(first)..<(try Make.date(last) + 1)
    }

    private func lines(_ entries: [AgendaEvent]) -> [String] {
        entries.map { entry in
            [
                entry.point.map { bench.zone.date(of: $0).iso }, entry.summary, entry.calendar,
            ].compactMap(\.self).joined(separator: " ")
        }
    }

    @Test("on their days by start; those without a day are only found by words and ids")
    func days() async throws {
        _ = try await add(
            journal("evening", "DTSTART:20261120T230000Z"),
            journal("day", "DTSTART;VALUE=DATE:20261120", "DESCRIPTION:wrote a letter"),
            journal("other", "DTSTART;VALUE=DATE:20261125"), journal("idea", "DESCRIPTION:a letter")
        )
        let provider = bench.provider()
        // 23:00Z is midnight in Berlin.
        #expect(
            lines(try await provider.journals(on: days("2026-11-20", "2026-11-21")))
                == ["2026-11-20 day a", "2026-11-21 evening a"])
        let words = try #require(SearchQuery("letter"))
        #expect(
            lines(try await provider.journals(matching: words)) == ["2026-11-20 day a", "idea a"])
        let id = OccurrenceID(journal: "idea", recurrenceID: nil).description
        #expect(lines(try await provider.journals(named: id)) == ["idea a"])
        #expect(lines(try await provider.journals(named: String(id.prefix(5)))) == ["idea a"])
        #expect(try await provider.journals(named: "0123456789ab").isEmpty)
        var filter = EventFilter()
        filter.hiddenCalendars = ["a"]
        #expect(
            try await bench.provider(filter: filter).journals(on: days("2026-11-20", "2026-11-20"))
                .isEmpty)
    }

    @Test("instances of a rule, one that is changed, one that is left out")
    func recurring() async throws {
        _ = try await add(
            journal(
                "weekly", "DTSTART;VALUE=DATE:20261106", "RRULE:FREQ=WEEKLY;COUNT=4",
                "EXDATE;VALUE=DATE:20261113"),
            journal("weekly", "RECURRENCE-ID;VALUE=DATE:20261120", "DTSTART;VALUE=DATE:20261121")
                .replacing("SUMMARY:weekly", with: "SUMMARY:moved"))
        let found = try await bench.provider().journals(on: days("2026-11-01", "2026-11-30"))
        // Fridays: the 6th, 13th (left out), 20th (moved to the 21st), 27th.
        #expect(
            lines(found) == ["2026-11-06 weekly a", "2026-11-21 moved a", "2026-11-27 weekly a"])
        let id = try #require(found.last?.id)
        #expect(
            lines(try await bench.provider().journals(named: id.description)) == [
                "2026-11-27 weekly a"
            ])
    }

    @Test("of copies in several calendars the newest is shown, with the names of the others")
    func copies() async throws {
        let day = "DTSTART;VALUE=DATE:20261120"
        _ = try await add(journal("x", day, "SEQUENCE:1"), name: "old")
        _ = try await add(
            journal("x", day, "SEQUENCE:2").replacing("SUMMARY:x", with: "SUMMARY:newer"),
            name: "new")
        let found = try await bench.provider().journals(on: days("2026-11-20", "2026-11-20"))
        #expect(lines(found) == ["2026-11-20 newer new"])
        #expect(found.first?.alsoIn == ["old"])
    }

    @Test(
        "a copy is not shown on its day if the newest is on another one",
        arguments: [("a,b", "a\\,b"), ("a", "a")])
    func movedCopy(older: String, newer: String) async throws {
        _ = try await add(journal(older, "DTSTART;VALUE=DATE:20261120", "SEQUENCE:1"), name: "old")
        _ = try await add(
            journal(newer, "DTSTART;VALUE=DATE:20261225", "SEQUENCE:2")
                .replacing("SUMMARY:\(newer)", with: "SUMMARY:moved"), name: "new")
        let provider = bench.provider()
        #expect(try await provider.journals(on: days("2026-11-20", "2026-11-20")).isEmpty)
        #expect(
            lines(try await provider.journals(on: days("2026-12-25", "2026-12-25")))
                == ["2026-12-25 moved new"])
    }

    @Test("they are no events: not listed, not busy, in no conflict, next or count")
    func notEvents() async throws {
        _ = try await add(journal("now", "DTSTART:20261120T110000Z"))
        #expect(try await bench.lines().isEmpty)
        #expect(try bench.store.sources().map(\.eventCount) == [0])
        #expect(
            try await bench.provider().next(within: 7, countingWholeDays: true) == nil)
        #expect(try await bench.provider().todos().isEmpty)
    }

    @Test("an edit of an event keeps the file's journal entries byte for byte")
    func untouched() async throws {
        let entry = journal(
            "keep", "DTSTART;VALUE=DATE:20261120", "DESCRIPTION:one", "DESCRIPTION:two",
            "X-MINE;A=b:c", "STATUS:DRAFT")
        let event =
            "BEGIN:VEVENT\r\nUID:e\r\nDTSTART:20261120T110000Z\r\nSUMMARY:One\r\nEND:VEVENT\r\n"
        let todo = "BEGIN:VTODO\r\nUID:t\r\nSUMMARY:Do\r\nEND:VTODO\r\n"
        let path = try await add(entry, event, todo, writable: true)
        func text() throws -> String {
            String(decoding: try FileContent.read(path: path), as: UTF8.self)
        }
        let provider = bench.provider()
        let shown = try #require(try await provider.timeline().occurrences.first)
        try await bench.editor.edit(shown, scope: .all) { $0.event.summary = "Two" }
        #expect(try text().contains(entry) && text().contains("SUMMARY:Two"))
        let open = try #require(try await provider.todos().first)
        try await bench.editor.setStatus(.completed, of: open.occurrence)
        #expect(try text().contains(entry) && text().contains("STATUS:COMPLETED"))
        try await bench.editor.delete(shown, scope: .all)
        #expect(try text().contains(entry) && !text().contains("BEGIN:VEVENT"))
        #expect(
            lines(try await provider.journals(on: days("2026-11-20", "2026-11-20")))
                == ["2026-11-20 keep a"])
    }

    @Test("a store of an earlier version shows those that it has, without reading a file again")
    func earlier() async throws {
        let path = try await add(journal("old", "DTSTART;VALUE=DATE:20261120"))
        try bench.store.close()
        try await DatabaseQueue(path: folder.path + "/agenda.db").write { database in
            try database.execute(
                sql: """
                    DROP INDEX component_journal;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%journal entries'
                        OR identifier LIKE '%packed texts';
                    PRAGMA user_version = 17;
                    """)
        }
        try FileManager.default.removeItem(atPath: path)
        let again = try Bench(path: folder.path + "/agenda.db")
        #expect(
            lines(try await again.provider().journals(on: days("2026-11-20", "2026-11-20")))
                == ["2026-11-20 old a"])
    }

    @Test("who follows the timeline is told of them")
    func live() async throws {
        let path = try await add(journal("stays", "DTSTART;VALUE=DATE:20261120"))
        let provider = bench.provider()
        let first = try #require(try await provider.update(after: nil))
        #expect(first.timeline.items.count == 1)
        _ = try folder.write(
            calendar(
                journal("stays", "DTSTART;VALUE=DATE:20261120"),
                journal("new", "DTSTART;VALUE=DATE:20261121")), to: "a.ics")
        _ = try await bench.importer.refresh()
        let second = try #require(try await provider.update(after: first.timeline))
        #expect(
            second.itemChanges.map { "\($0.kind) \($0.nodes) \($0.item.uid)" } == [
                "added [121] new"
            ])
        #expect(path.hasSuffix("a.ics"))
    }
}
