import ICalendar
import Testing

@testable import AgendaKit

@Suite("Events without a UID")
struct UnnamedEventTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(zone: "UTC", now: "20261125T060000Z", path: folder.path + "/agenda.db")
    }

    private static let daily = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//p//EN\r
        BEGIN:VEVENT\r
        DTSTAMP:20260101T000000Z\r
        DTSTART:20261126T100000Z\r
        DTEND:20261126T110000Z\r
        RRULE:FREQ=DAILY;COUNT=3\r
        SUMMARY:No name\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private static let job = """
        BEGIN:VCALENDAR
        VERSION:2.0
        BEGIN:VTODO
        DTSTAMP:20260101T000000Z
        DTSTART;VALUE=DATE:20261123
        DUE;VALUE=DATE:20261124
        RRULE:FREQ=DAILY
        SUMMARY:Job
        END:VTODO
        END:VCALENDAR

        """

    /// Adds a writable source as a user does, with a note in the history.
    private func add(_ text: String, inFolder: Bool) async throws -> String {
        let path = try folder.write(text, to: inFolder ? "team/a.ics" : "team.ics")
        var source = CalendarSource(
            name: "team", kind: inFolder ? .folder : .file,
            location: inFolder ? folder.path + "/team" : path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source, isUndoable: true)
        return path
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try FileContent.read(path: path), as: UTF8.self)
    }

    private func second() async throws -> AgendaEvent {
        let timeline = try await bench.provider().timeline()
        return try #require(timeline[try Make.date("2026-11-27")]?.events.first)
    }

    private func lines() async throws -> [String] {
        try await bench.provider().timeline().nodes.flatMap { node in
            node.events.map { "\(node.date.iso) \($0.summary ?? "") \($0.location ?? "")" }
        }
    }

    @Test(
        "one day is edited alone, its UID is written, and undo gives back the file byte for byte",
        arguments: [false, true])
    func this(inFolder: Bool) async throws {
        if inFolder { try await folder.shell("mkdir team") }
        let path = try await add(Self.daily, inFolder: inFolder)
        try await bench.editor.edit(try await second(), scope: .this) {
            $0.event.location = "Here"
        }
        #expect(
            try await lines() == [
                "2026-11-26 No name ", "2026-11-27 No name Here", "2026-11-28 No name ",
            ])
        let written = try text(path)
        #expect(written.ranges(of: "UID:agenda-").count == 2)
        let undo = try await bench.editor.undo()
        #expect(undo.kind == .undo && undo.source == nil)
        #expect(try text(path) == Self.daily)
        #expect(try bench.store.sources().map(\.name).contains("team"))
    }

    @Test(
        "every scope, a deletion and what follows hold, and each undo takes back one change",
        arguments: [RecurrenceScope.this, .future, .all])
    func scopes(scope: RecurrenceScope) async throws {
        let path = try await add(Self.daily, inFolder: false)
        try await bench.editor.edit(try await second(), scope: scope) { $0.event.summary = "New" }
        let expected: [String] =
            switch scope {
            case .this: ["No name", "New", "No name"]
            case .future: ["No name", "New", "New"]
            case .all: ["New", "New", "New"]
            }
        #expect(try await lines().map { $0.dropFirst(11).dropLast() } == expected.map { $0[...] })
        let changed = try text(path)
        try await bench.editor.delete(try await second(), scope: .this)
        #expect(try await lines().count == 2)
        _ = try await bench.editor.undo()
        #expect(try text(path) == changed)
        _ = try await bench.editor.undo()
        #expect(try text(path) == Self.daily)
        _ = try await bench.editor.redo()
        #expect(try text(path) == changed)
    }

    @Test("a change of nothing writes nothing, not even the UID")
    func nothing() async throws {
        let path = try await add(Self.daily, inFolder: false)
        let change = try await bench.editor.edit(try await second(), scope: .all) { _ in }
        #expect(change.operations.isEmpty)
        #expect(try text(path) == Self.daily)
    }

    @Test("a to-do that repeats goes on after the day that was done")
    func todo() async throws {
        let path = try await add(Self.job, inFolder: false)
        func next() async throws -> AgendaEvent {
            try #require(try await bench.provider().todos().first { !$0.isClosed }).occurrence
        }
        let first = try await next()
        try await bench.editor.setStatus(.completed, of: first)
        #expect(try await next().recurrenceID == .date(try Make.date("2026-11-24")))
        try await bench.editor.setStatus(.completed, of: try await next())
        #expect(try await next().recurrenceID == .date(try Make.date("2026-11-25")))
        _ = try await bench.editor.undo()
        _ = try await bench.editor.undo()
        #expect(try text(path) == Self.job)
    }
}
