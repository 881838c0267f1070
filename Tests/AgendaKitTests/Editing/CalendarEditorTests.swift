import ICalendar
import Testing

@testable import AgendaKit

/// What was done with calendars, in order.
private actor CallLog {
    private(set) var lines: [String] = []

    func note(_ line: String) { lines.append(line) }
}

/// A calendar of another kind: behind an actor, which it must wait for.
private struct WatchedCalendar: WritableCalendar {
    private var file: FileCalendar
    private let store: EventStore
    private let log: CallLog
    private let refuses: Bool

    init(_ source: CalendarSource, _ bench: Bench, _ log: CallLog, refuses: Bool) {
        file = FileCalendar(source, bench.importer.context)
        (store, self.log, self.refuses) = (bench.store, log, refuses)
    }

    var source: CalendarSource { file.source }
    var outcome: [ExpectedText] { file.outcome }

    nonisolated(nonsending) mutating func read(
        _ name: SeriesName, href: String?
    ) async throws(AgendaError) -> EventTexts {
        await log.note("read \(name.uid)")
        return try file.read(name, href: href)
    }

    nonisolated(nonsending) mutating func prepare(
        _ operation: inout EventOperation
    ) async throws(AgendaError) {
        await log.note("prepare \(operation.uid)")
        try file.prepare(&operation)
    }

    nonisolated(nonsending) func commit() async throws(AgendaError) {
        await log.note("commit with \(try store.history().count) noted")
        if refuses { throw AgendaError(.refused("refused")) }
        try file.commit()
    }
}

@Suite("One editor for calendars of every kind")
struct CalendarEditorTests {
    private let folder: TemporaryFolder
    private let bench: Bench
    private let event: AgendaEvent

    init() async throws {
        folder = try TemporaryFolder()
        bench = try Bench()
        let path = try folder.write(
            Make.calendar("UID:a\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"), to: "team.ics")
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        event = try #require(try await bench.provider().timeline().nodes[120].events.first)
    }

    @Test("an edit reads once, prepares, is noted, and commits", arguments: [false, true])
    func order(refuses: Bool) async throws {
        let (bench, log) = (bench, CallLog())
        let editor = CalendarEditor(bench.importer) {
            WatchedCalendar($0, bench, log, refuses: refuses)
        }
        var draft = try await editor.draft(of: event, scope: .all)
        draft.event.summary = "Brunch"
        let changed = draft
        if refuses {
            await #expect(throws: AgendaError.self) { try await editor.edit(changed) }
        } else {
            try await editor.edit(changed)
        }
        #expect(await log.lines == ["read a", "prepare a", "commit with 1 noted"])
        // What was refused is not noted any more.
        #expect(try bench.store.history().count == (refuses ? 0 : 1))
        #expect(try await bench.lines() == ["2026-11-20 \(refuses ? "Lunch" : "Brunch")"])
    }

    @Test("a draft is refused when its event was changed since", arguments: [nil, "team"])
    func outdated(calendar: String?) async throws {
        let editor = bench.editor
        if calendar == nil { try await editor.move(event, to: nil) }
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        #expect(event.calendar == calendar ?? "local")
        let draft = try await editor.draft(of: event, scope: .all)
        try await editor.edit(event, scope: .all) { $0.event.summary = "First" }
        let count = try bench.store.history().count
        var second = draft
        second.event.summary = "Second"
        let late = second
        await #expect(throws: AgendaError.self) { try await editor.edit(late) }
        #expect(try await bench.lines() == ["2026-11-20 First"])
        #expect(try bench.store.history().count == count)
    }

    @Test("a draft that no editor gave is refused")
    func foreignDraft() async throws {
        let draft = EventDraft(event: Event(uid: "a", start: .date(try Make.date("2026-11-20"))))
        let editor = bench.editor
        await #expect(throws: AgendaError.self) { try await editor.edit(draft) }
        await #expect(throws: AgendaError.self) { try await editor.move(draft, to: nil) }
        await #expect(throws: AgendaError.self) { try await editor.copy(draft, to: nil) }
    }
}
