import CalendarMerge
import Foundation
import GRDB
import ICalendar
import Testing

@testable import AgendaKit

/// To-dos are stored, expanded and changed as events are.
@Suite("To-dos")
struct TodoTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    /// Six evenings in Berlin, where the clocks go forward on the 28th: without the 27th, and with another
    /// hour on the 29th.
    private static let master = """
        BEGIN:VTODO\r
        UID:water\r
        DTSTAMP:20261101T080000Z\r
        LAST-MODIFIED:20261101T080000Z\r
        DTSTART;TZID=Europe/Berlin:20270326T180000\r
        DUE;TZID=Europe/Berlin:20270326T200000\r
        RRULE:FREQ=DAILY;COUNT=6\r
        EXDATE;TZID=Europe/Berlin:20270327T180000\r
        SUMMARY:Water the plants\r
        X-APPLE-SORT-ORDER;X-P="a;b":a long value that its program has folded in a way of\r
           its own\r
        RELATED-TO:garden\r
        BEGIN:VALARM\r
        ACTION:DISPLAY\r
        TRIGGER:-PT15M\r
        X-MOZ-LASTACK:20261102T080000Z\r
        END:VALARM\r
        END:VTODO\r

        """
    private static let override = """
        BEGIN:VTODO\r
        UID:water\r
        DTSTAMP:20261102T080000Z\r
        RECURRENCE-ID;TZID=Europe/Berlin:20270329T180000\r
        DTSTART;TZID=Europe/Berlin:20270329T190000\r
        DUE;TZID=Europe/Berlin:20270329T213000\r
        SUMMARY:Water and feed\r
        X-OWN:1\r
        END:VTODO\r

        """
    private static let event = """
        BEGIN:VEVENT\r
        UID:lunch\r
        DTSTAMP:20261101T080000Z\r
        DTSTART:20261120T110000Z\r
        SUMMARY:Lunch\r
        END:VEVENT\r

        """
    private static let zone = """
        BEGIN:VTIMEZONE\r
        TZID:Europe/Berlin\r
        BEGIN:STANDARD\r
        DTSTART:19961027T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:19810329T020000\r
        TZOFFSETFROM:+0100\r
        TZOFFSETTO:+0200\r
        RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r

        """
    /// As stated by hand: 18:00 to 20:00 is 17:00Z to 19:00Z until the clocks change, then 16:00Z to 18:00Z.
    private static let evenings = [
        "20270326T170000Z 20270326T190000Z Water the plants",
        "20270328T160000Z 20270328T180000Z Water the plants",
        "20270329T170000Z 20270329T193000Z Water and feed",
        "20270330T160000Z 20270330T180000Z Water the plants",
        "20270331T160000Z 20270331T180000Z Water the plants",
    ]

    /// With the zone's definition, which an edit would add to a file that lacks it.
    private static func calendar(_ components: String...) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(zone)\(components.joined())END:VCALENDAR\r\n"
    }

    private func add(_ text: String, _ bench: Bench? = nil) async throws -> String {
        let path = try folder.write(text, to: "team.ics")
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await (bench ?? self.bench).importer.addSource(source)
        return path
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileContent.read(path: path), as: UTF8.self)
    }

    /// The occurrences of to-dos on some days, each once.
    private func todos(
        from date: String = "2027-03-26", days: Int = 6, on bench: Bench? = nil
    ) throws -> [AgendaEvent] {
        let bench = bench ?? self.bench
        let first = try Make.date(date)
        let reader = SliceReader(
            window: NodeWindow(firstDate: first, count: days, zone: bench.zone),
            filter: EventFilter(), zones: SystemZones.database, focus: first, kind: .todo)
        let slices = try bench.store.read { try reader.read([0..<days], $0) }
        var seen: Set<OccurrenceID> = []
        return slices.flatMap(\.nodes).flatMap(\.events).filter { seen.insert($0.id).inserted }
    }

    private func line(_ todo: AgendaEvent) -> String {
        let (start, end) =
            switch todo.span {
            case .instants(let range):
                (CalendarTime.utc(range.lowerBound), CalendarTime.utc(range.upperBound))
            case .floating(let range):
                (CalendarTime.floating(range.lowerBound), CalendarTime.floating(range.upperBound))
            case .dates(let range):
                (CalendarTime.date(range.lowerBound), CalendarTime.date(range.upperBound))
            }
        return "\(start.icalendar) \(end.icalendar) \(todo.summary ?? "")"
    }

    private func lines(_ bench: Bench? = nil) throws -> [String] {
        try todos(on: bench).map(line)
    }

    private func berlin(_ text: String) throws -> CalendarTime {
        try #require(CalendarTime(icalendar: text, tzid: "Europe/Berlin"))
    }

    @Test("a recurring to-do has its occurrences stored, with its rule, exception and override")
    func occurrences() async throws {
        _ = try await add(Self.calendar(Self.event, Self.master, Self.override))
        #expect(try lines() == Self.evenings)
        #expect(try todos().allSatisfy { $0.id.kind == .todo && $0.isRecurring })
        // They are stored, and stay so where the stored days move on.
        let count = """
            SELECT SUM(1 + IFNULL(length(more), 0) / 4) FROM occurrence WHERE bucket % 128 >= 32
            """
        #expect(try bench.store.read { try Int.fetchOne($0, sql: count) } == 5)
        try bench.store.moveHorizon(
            to: Horizon.days(around: try Make.date("2026-11-21")), zones: SystemZones.database)
        #expect(try bench.store.read { try Int.fetchOne($0, sql: count) } == 5)
        #expect(try lines() == Self.evenings)
    }

    @Test("days that are not stored are expanded when they are asked for")
    func farAway() async throws {
        let endless = Self.master.replacing(";COUNT=6", with: "")
        _ = try await add(Self.calendar(endless))
        // Summer time again, 18:00 is 16:00Z.
        let found = try todos(from: "2035-07-01", days: 2).map(line)
        #expect(
            found == [
                "20350701T160000Z 20350701T180000Z Water the plants",
                "20350702T160000Z 20350702T180000Z Water the plants",
            ])
    }

    @Test("a changed series keeps every other byte of the file; undo and redo")
    func wholeSeries() async throws {
        let before = Self.calendar(Self.event, Self.master, Self.override)
        let path = try await add(before)
        let first = try #require(try todos().first)
        try await bench.editor.edit(first, scope: .all) { $0.event.summary = "Water" }
        let expected = Self.calendar(
            Self.event,
            Self.master.replacing("SUMMARY:Water the plants", with: "SUMMARY:Water")
                .replacing("20261101T080000Z", with: "20261120T120000Z"),
            Self.override)
        #expect(try text(path) == expected)
        #expect(
            try lines() == Self.evenings.map { $0.replacing("Water the plants", with: "Water") })
        _ = try await bench.editor.undo()
        #expect(try text(path) == before)
        #expect(try lines() == Self.evenings)
        _ = try await bench.editor.redo()
        #expect(try text(path) == expected)
    }

    @Test("one instance: another due time, then done, then gone")
    func oneInstance() async throws {
        let before = Self.calendar(Self.master, Self.override)
        let path = try await add(before)
        let due = try berlin("20270330T210000")
        try await bench.editor.edit(try todos()[3], scope: .this) { $0.event.end = .time(due) }
        var expected = Self.evenings
        expected[3] = "20270330T160000Z 20270330T190000Z Water the plants"
        #expect(try lines() == expected)
        var written = try text(path)
        #expect(written.contains("RECURRENCE-ID;TZID=Europe/Berlin:20270330T180000\r\n"))
        #expect(written.contains("DUE;TZID=Europe/Berlin:20270330T210000\r\n"))
        #expect(!written.contains("DTEND") && written.contains(Self.master + Self.override))
        // As Thunderbird completes one instance.
        let now = bench.clock.now
        try await bench.editor.edit(try todos()[3], scope: .this) { draft in
            draft.event.todo?.status = .completed
            draft.event.todo?.completed = now
            draft.event.todo?.percent = 100
        }
        written = try text(path)
        #expect(
            written.contains(
                "STATUS:COMPLETED\r\nCOMPLETED:20261120T120000Z\r\nPERCENT-COMPLETE:100\r\n"))
        #expect(written.components(separatedBy: "STATUS:").count == 2)
        try await bench.editor.delete(try todos()[3], scope: .this)
        expected.remove(at: 3)
        #expect(try lines() == expected)
        written = try text(path)
        #expect(written.contains("EXDATE;TZID=Europe/Berlin:20270330T180000\r\n"))
        #expect(!written.contains("COMPLETED"))
        for _ in 1...3 { _ = try await bench.editor.undo() }
        #expect(try text(path) == before)
        for _ in 1...3 { _ = try await bench.editor.redo() }
        #expect(try text(path) == written)
        #expect(try lines() == expected)
    }

    @Test("an instance and all later ones become a to-do of their own")
    func future() async throws {
        let before = Self.calendar(Self.master, Self.override)
        let path = try await add(before)
        let start = try berlin("20270330T170000")
        try await bench.editor.edit(try todos()[3], scope: .future) { draft in
            (draft.event.start, draft.event.summary) = (start, "Water more")
        }
        // One hour earlier, due as before: 15:00Z to 18:00Z.
        let expected =
            Self.evenings.prefix(3) + [
                "20270330T150000Z 20270330T180000Z Water more",
                "20270331T150000Z 20270331T180000Z Water more",
            ]
        #expect(try lines() == Array(expected))
        try #require(Set(try todos().map(\.uid)).count == 2)
        let written = try text(path)
        #expect(written.components(separatedBy: "BEGIN:VTODO").count == 4)
        #expect(written.components(separatedBy: "X-MOZ-LASTACK:20261102T080000Z").count == 3)
        _ = try await bench.editor.undo()
        #expect(try text(path) == before)
        _ = try await bench.editor.redo()
        #expect(try lines() == Array(expected))
        try await bench.editor.delete(try todos()[4], scope: .future)
        #expect(try lines() == Array(expected.dropLast()))
    }

    @Test(
        "moved into the local calendar it keeps its text, also in the backup and what is restored")
    func local() async throws {
        let path = try await add(Self.calendar(Self.event, Self.master, Self.override))
        let first = try #require(try todos().first)
        try await bench.editor.move(first, to: nil)
        #expect(try text(path) == Self.calendar(Self.event))
        #expect(try lines() == Self.evenings)
        try await bench.editor.edit(try todos()[4], scope: .this) { $0.event.summary = "Last" }
        _ = try await bench.editor.undo()
        // An event with the same UID is another entry.
        var event = Event(uid: "water", start: .utc(bench.clock.now))
        event.summary = "Event"
        try await bench.editor.add(event)
        #expect(try lines() == Self.evenings)
        let backup = StoreBackup(storePath: folder.path + "/agenda.db")
        let content = try #require(backup.content(of: backup.newest))
        #expect(content.components.filter { $0.contains("VTODO") } == [Self.master, Self.override])
        let restored = try Bench()
        try await restored.importer.restore(content)
        #expect(try lines(restored) == Self.evenings)
        #expect(try await restored.lines() == ["2026-11-20 Event"])
        let exported = try restored.store.mergeSources().filter { $0.name == "local" }
            .flatMap(\.resources).map { String(decoding: $0.bytes, as: UTF8.self) }
        #expect(exported.contains(Self.master + Self.override))
        try await bench.editor.delete(try #require(try todos().first), scope: .all)
        #expect(try lines().isEmpty)
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-20 Event"])
    }

    @Test("an event and a to-do of one UID in one file do not mix")
    func sameUID() async throws {
        let event = Self.event.replacing("UID:lunch", with: "UID:water")
        let path = try await add(Self.calendar(event, Self.master, Self.override))
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try lines() == Self.evenings)
        let lunch = try #require(try await bench.provider().timeline().nodes[120].events.first)
        try await bench.editor.edit(lunch, scope: .all) { $0.event.summary = "Tea" }
        #expect(try text(path).contains(Self.master + Self.override))
        try await bench.editor.delete(try #require(try todos().first), scope: .all)
        #expect(try lines().isEmpty)
        #expect(try await bench.lines() == ["2026-11-20 Tea"])
        _ = try await bench.editor.undo()
        let tea = try #require(try await bench.provider().timeline().nodes[120].events.first)
        try await bench.editor.delete(tea, scope: .all)
        #expect(try text(path) == Self.calendar(Self.master, Self.override))
        #expect(try lines() == Self.evenings)
    }

    @Test("without DTSTART it stands at DUE, and recurs from there; without both on no day")
    func withoutStart() async throws {
        func todo(_ lines: String) -> String {
            "BEGIN:VTODO\r\nDTSTAMP:20261101T080000Z\r\n\(lines)\r\nEND:VTODO\r\n"
        }
        let path = try await add(
            Self.calendar(
                todo("UID:a\r\nDUE;TZID=Europe/Berlin:20270327T090000\r\nRRULE:FREQ=DAILY;COUNT=3"),
                // The day on which it is due belongs to it.
                todo("UID:b\r\nDUE;VALUE=DATE:20270330\r\nSUMMARY:Day"),
                todo(
                    "UID:c\r\nDTSTART;VALUE=DATE:20270329\r\nDUE;VALUE=DATE:20270331\r\nSUMMARY:Days"
                ),
                todo("UID:d\r\nDTSTART:20270331T080000Z\r\nDURATION:PT30M\r\nSUMMARY:Half"),
                todo("UID:e\r\nSUMMARY:Some day")))
        // 09:00 is 08:00Z before the change, 07:00Z after it.
        let expected = [
            "20270327T080000Z 20270327T080000Z ", "20270328T070000Z 20270328T070000Z ",
            "20270329 20270401 Days", "20270329T070000Z 20270329T070000Z ",
            "20270330 20270331 Day", "20270331T080000Z 20270331T083000Z Half",
        ]
        #expect(try lines() == expected)
        let due = try berlin("20270329T110000")
        let last = try #require(try todos().first { $0.uid == "a" && line($0) == expected[3] })
        try await bench.editor.edit(last, scope: .this) { $0.event.start = due }
        #expect(try lines().contains("20270329T090000Z 20270329T090000Z "))
        #expect(try text(path).contains("DUE;TZID=Europe/Berlin:20270329T110000\r\n"))
        // It is found by its name, as it is on no day.
        let open = AgendaEvent(
            id: OccurrenceID(uid: "e", kind: .todo, recurrenceID: nil), uid: "e",
            span: .instants(bench.clock.now..<bench.clock.now), calendar: "team")
        try await bench.editor.edit(open, scope: .all) { $0.event.summary = "One day" }
        #expect(try text(path).contains("UID:e\r\nSUMMARY:One day\r\n"))
        #expect(!(try text(path).contains("DTSTART:1970")))
        try await bench.editor.edit(open, scope: .all) { draft in
            draft.event.todo?.anchor = .due
            draft.event.start = due
        }
        #expect(try lines().contains("20270329T090000Z 20270329T090000Z One day"))
    }

    @Test("what is asked for events knows nothing of to-dos; what is wrong with one is reported")
    func events() async throws {
        let broken = Self.master.replacing("UID:water", with: "UID:bad")
            .replacing("20270326T180000", with: "20270399T180000")
        _ = try await add(Self.calendar(Self.event, Self.master, Self.override, broken))
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        let source = try #require(try bench.store.sources().first)
        // Its start, and an exception that does not fit what is left.
        #expect(source.eventCount == 1 && source.diagnosticCount == 2)
        let contents = try #require(try bench.store.contents(in: bench.zone)[source.id])
        #expect(contents.todoCount == 3)
        #expect(contents.lastDay == (try Make.date("2026-11-20")))
        let days = try Make.date("2027-03-26")..<Make.date("2027-04-01")
        #expect(try await bench.provider().days(days).nodes.flatMap(\.events).isEmpty)
        #expect(throws: AgendaError.self) {
            try bench.store.details(
                of: OccurrenceID(uid: "water", recurrenceID: nil).description, clock: bench.clock,
                zone: bench.zone)
        }
    }

    @Test("a store of the schema before to-dos reads the files that have some again")
    func oldStore() async throws {
        _ = try await add(Self.calendar(Self.event, Self.master, Self.override))
        try bench.store.close()
        let path = folder.path + "/agenda.db"
        try await DatabaseQueue(path: path).write { database in
            try database.execute(
                sql: """
                    DELETE FROM series WHERE uid = 'water';
                    DROP TABLE todo;
                    DELETE FROM grdb_migrations WHERE identifier LIKE '%to-dos';
                    PRAGMA user_version = 13
                    """)
        }
        let bench = try Bench(path: path)
        #expect(try lines(bench).isEmpty)
        _ = try await bench.importer.refresh()
        #expect(try lines(bench) == Self.evenings)
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
    }
}
