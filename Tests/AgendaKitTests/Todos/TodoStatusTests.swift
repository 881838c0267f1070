import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// What completing writes, and what taking it back leaves.
@Suite("Done and undone")
struct TodoStatusTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    private static let weekly = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VTODO\r
        UID:bins\r
        DTSTAMP:20261101T080000Z\r
        LAST-MODIFIED:20261101T080000Z\r
        SEQUENCE:2\r
        DTSTART;VALUE=DATE:20261116\r
        DUE;VALUE=DATE:20261116\r
        RRULE:FREQ=WEEKLY;COUNT=3\r
        SUMMARY:Take out the bins\r
        RELATED-TO;RELTYPE=SIBLING:other\r
        X-APPLE-SORT-ORDER:7\r
        END:VTODO\r
        END:VCALENDAR\r

        """

    private func add(_ text: String) async throws -> String {
        let path = try folder.write(text, to: "team.ics")
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        return path
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileContent.read(path: path), as: UTF8.self)
    }

    private func todos() async throws -> [TodoItem] { try await bench.provider().todos() }

    private func next() async throws -> AgendaEvent? {
        try await todos().first { !$0.isClosed }?.occurrence
    }

    private func lines() async throws -> [String] { try await todos().map(TodoDialectTests.line) }

    @Test("an instance that is done gets an override that says so, and keeps what nobody knows")
    func override() async throws {
        let path = try await add(Self.weekly)
        try await bench.editor.setStatus(.completed, of: try #require(try await next()))
        // DTSTAMP and LAST-MODIFIED are the time of the change, noon of the 20th; SEQUENCE is one more.
        let expected = [
            "UID:bins", "DTSTAMP:20261120T120000Z", "LAST-MODIFIED:20261120T120000Z", "SEQUENCE:3",
            "DTSTART;VALUE=DATE:20261116", "DUE;VALUE=DATE:20261116", "SUMMARY:Take out the bins",
            "RELATED-TO;RELTYPE=SIBLING:other", "X-APPLE-SORT-ORDER:7",
            "RECURRENCE-ID;VALUE=DATE:20261116", "STATUS:COMPLETED", "COMPLETED:20261120T120000Z",
            "PERCENT-COMPLETE:100",
        ]
        let text = try text(path)
        let master = Self.weekly.replacing("END:VCALENDAR\r\n", with: "")
        #expect(text.hasPrefix(master))
        let override = text.dropFirst(master.count).split(separator: "\r\n").map(String.init)
        #expect(Set(override) == Set(expected + ["BEGIN:VTODO", "END:VTODO", "END:VCALENDAR"]))
        #expect(
            try await lines() == [
                "completed 2026-11-16 Take out the bins",
                "needs-action 2026-11-23 Take out the bins",
            ])
    }

    @Test("taking it back leaves the file as it was, to the byte; so does undo")
    func reopening() async throws {
        let path = try await add(Self.weekly)
        try await bench.editor.setStatus(.completed, of: try #require(try await next()))
        let done = try #require(try await todos().first { $0.isClosed }?.occurrence)
        try await bench.editor.setStatus(.needsAction, of: done)
        #expect(try text(path) == Self.weekly)
        try await bench.editor.setStatus(.cancelled, of: try #require(try await next()))
        #expect(try text(path).contains("STATUS:CANCELLED"))
        _ = try await bench.editor.undo()
        #expect(try text(path) == Self.weekly)
    }

    @Test("an override that says more than that it is done stays, open again")
    func changedInstance() async throws {
        let path = try await add(Self.weekly)
        let first = try #require(try await next())
        try await bench.editor.edit(first, scope: .this) { $0.event.summary = "Paper only" }
        try await bench.editor.setStatus(.completed, of: first)
        try await bench.editor.setStatus(.needsAction, of: first)
        let text = try text(path)
        #expect(text.contains("SUMMARY:Paper only\r\n"))
        #expect(!text.contains("COMPLETED") && !text.contains("PERCENT-COMPLETE"))
        #expect(try await next()?.summary == "Paper only")
    }

    @Test("an override with a property that nobody here knows stays, too")
    func unknownProperty() async throws {
        let override = """
            BEGIN:VTODO\r
            UID:bins\r
            DTSTAMP:20261101T080000Z\r
            LAST-MODIFIED:20261101T080000Z\r
            SEQUENCE:2\r
            RECURRENCE-ID;VALUE=DATE:20261116\r
            DTSTART;VALUE=DATE:20261116\r
            DUE;VALUE=DATE:20261116\r
            SUMMARY:Take out the bins\r
            RELATED-TO;RELTYPE=SIBLING:other\r
            X-APPLE-SORT-ORDER:7\r
            X-PHOTO:bins.jpg\r
            STATUS:COMPLETED\r
            COMPLETED:20261116T080000Z\r
            PERCENT-COMPLETE:100\r
            END:VTODO\r

            """
        let path = try await add(
            Self.weekly.replacing("END:VCALENDAR", with: override + "END:VCALENDAR"))
        let done = try #require(try await todos().first { $0.isClosed }?.occurrence)
        try await bench.editor.setStatus(.needsAction, of: done)
        let text = try text(path)
        #expect(text.contains("X-PHOTO:bins.jpg\r\n") && !text.contains("COMPLETED"))
        #expect(try await lines() == ["needs-action 2026-11-16 Take out the bins"])
    }

    @Test("after the last instance the series has nothing open")
    func last() async throws {
        _ = try await add(Self.weekly)
        for date in ["2026-11-16", "2026-11-23", "2026-11-30"] {
            let todo = try #require(try await next())
            #expect(todo.recurrenceID == .date(try Make.date(date)))
            try await bench.editor.setStatus(.completed, of: todo)
        }
        #expect(try await next() == nil)
        #expect(
            try await lines() == [
                "completed 2026-11-16 Take out the bins",
                "completed 2026-11-23 Take out the bins",
                "completed 2026-11-30 Take out the bins",
            ])
    }

    @Test("what was done ahead of time does not hide what is open before it")
    func ahead() async throws {
        _ = try await add(Self.weekly)
        var later = try #require(try await next())
        later.recurrenceID = .date(try Make.date("2026-11-30"))
        try await bench.editor.setStatus(.completed, of: later)
        #expect(try await next()?.recurrenceID == .date(try Make.date("2026-11-16")))
    }

    @Test("an instance that was put off is not lost when a later one is done")
    func postponed() async throws {
        _ = try await add(Self.weekly)
        let first = try #require(try await next())
        let later = CalendarTime.date(try Make.date("2026-12-03"))
        try await bench.editor.edit(first, scope: .this) { draft in
            draft.event.setTodoTimes(start: later, due: later)
        }
        #expect(try await lines() == ["needs-action 2026-12-03 Take out the bins"])
        var second = first
        second.recurrenceID = .date(try Make.date("2026-11-23"))
        try await bench.editor.setStatus(.completed, of: second)
        let bench = try Bench(now: "20261124T120000Z", path: folder.path + "/agenda.db")
        #expect(
            try await bench.provider().todos().map(TodoDialectTests.line) == [
                "completed 2026-11-23 Take out the bins",
                "needs-action 2026-11-30 Take out the bins",
                "needs-action 2026-12-03 Take out the bins",
            ])
    }

    @Test("a single one: done, done again, begun, cancelled, open")
    func single() async throws {
        let local = Event.todo(uid: "milk", summary: "Buy milk")
        try await bench.editor.add(local)
        func status(_ status: Todo.Status) async throws -> TodoItem {
            let todo = try #require(try await todos().first)
            try await bench.editor.setStatus(status, of: todo.occurrence)
            return try #require(try await todos().first)
        }
        let done = try await status(.completed)
        #expect(done.status == .completed && done.percent == 100)
        #expect(done.completed == bench.clock.now)
        let change = try await bench.editor.setStatus(.completed, of: done.occurrence)
        #expect(change.operations.isEmpty)
        #expect(try await status(.inProcess).status == .inProcess)
        let cancelled = try await status(.cancelled)
        #expect(cancelled.status == .cancelled && cancelled.completed == nil)
        let open = try await status(.needsAction)
        #expect(open.status == .needsAction && open.percent == nil && open.completed == nil)
    }

    @Test("a new parent replaces the old one and leaves other relations")
    func parent() async throws {
        let path = try await add(Self.weekly)
        let todo = try #require(try await next())
        for (uid, expected) in [("home", "home"), ("house", "house"), (nil, nil)]
            as [(String?, String?)]
        {
            try await bench.editor.edit(todo, scope: .all) { $0.event.todo?.parent = uid }
            #expect(try await todos().first?.parent == expected)
            let relations = try text(path).split(separator: "\r\n").filter {
                $0.hasPrefix("RELATED-TO")
            }
            let own = expected.map { ["RELATED-TO:\($0)"] } ?? []
            #expect(relations.map(String.init) == ["RELATED-TO;RELTYPE=SIBLING:other"] + own)
        }
    }
}

extension Event {
    /// A to-do on no day.
    fileprivate static func todo(uid: String, summary: String) -> Event {
        var event = Event(uid: uid, start: .date(CivilDate(daysSinceEpoch: 0)))
        event.todo = Todo()
        event.todo?.anchor = .undated
        event.summary = summary
        return event
    }
}
