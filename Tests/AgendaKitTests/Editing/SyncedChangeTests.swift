import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a synchronisation brought, as a change")
struct SyncedChangeTests {
    private let bench: Bench
    private let folder: TemporaryFolder

    private static func text(_ uid: String, _ summary: String, _ more: String = "") -> String {
        Make.calendar("UID:\(uid)\r\nDTSTART:20261120T140000Z\r\nSUMMARY:\(summary)\(more)")
    }

    init() async throws {
        (bench, folder) = (try Bench(), try TemporaryFolder())
        for name in ["a", "b"] { try folder.write(Self.text(name, name), to: name + ".ics") }
        var source = CalendarSource(name: "Work", kind: .folder, location: folder.path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
    }

    private func read(_ name: String) -> String? {
        try? String(contentsOf: URL(filePath: "\(folder.path)/\(name)"), encoding: .utf8)
    }

    private func file(_ name: String, _ before: String?, _ after: String?) -> SyncedFile {
        SyncedFile(
            identifier: EventIdentifier.random(), calendar: "Work", href: name,
            before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) })
    }

    /// Puts files in place as a synchronisation does, and notes them.
    @discardableResult
    private func sync(
        _ changes: [(name: String, text: String?)], isAsked: Bool = true
    ) async throws -> Int64 {
        let files = changes.map { file($0.name, read($0.name), $0.text) }
        for (name, text) in changes {
            if let text {
                try folder.write(text, to: name, age: 0)
            } else {
                try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            }
        }
        let change = try await bench.editor.note(files, of: "account", isAsked: isAsked)
        _ = try await bench.importer.refresh()
        return try #require(change?.id)
    }

    private func rename(_ uid: String, to summary: String) async throws {
        let event = try #require(
            try await bench.provider().timeline().nodes.flatMap(\.events).first { $0.uid == uid })
        try await bench.editor.edit(event, scope: .all) { $0.event.summary = summary }
    }

    private func reason(_ body: () async throws -> EventChange) async throws -> AgendaError.Reason?
    {
        do {
            _ = try await body()
            return nil
        } catch let error as AgendaError {
            return error.reason
        }
    }

    @Test("is undone by its number as a whole, byte for byte, and made again")
    func whole() async throws {
        let before = (read("a.ics"), read("b.ics"))
        let new = Self.text("a", "New", "\r\nX-ODD:1").replacing(
            "VERSION", with: "X-OWN:1\r\nVERSION")
        let id = try await sync([("a.ics", new), ("b.ics", nil), ("c.ics", Self.text("c", "c"))])
        let change = try #require(try bench.store.history().first)
        #expect(change.kind == .sync && change.isSynced && change.summary == "account")
        #expect(change.operations.map(\.uid) == ["a", "b", "c"])
        #expect(try await bench.lines() == ["2026-11-20 New", "2026-11-20 c"])
        #expect(try await reason { try await bench.editor.undo() } == .nothingToUndo)
        _ = try await bench.editor.undo(id)
        #expect(read("a.ics") == before.0 && read("b.ics") == before.1 && read("c.ics") == nil)
        #expect(try await bench.lines() == ["2026-11-20 a", "2026-11-20 b"])
        #expect(try bench.store.history().map(\.isSynced) == [true, true])
        _ = try await bench.editor.redo()
        #expect(read("a.ics") == new && read("b.ics") == nil)
        #expect(read("c.ics") == Self.text("c", "c"))
    }

    @Test("keeps what was edited here since")
    func edited() async throws {
        try await sync([("a.ics", Self.text("a", "a", "\r\nLOCATION:There")), ("b.ics", nil)])
        try await rename("a", to: "Mine")
        let id = try #require(try bench.store.history().last?.id)
        _ = try await bench.editor.undo(id)
        #expect(read("a.ics")?.contains("SUMMARY:Mine\r\n") == true)
        #expect(read("a.ics")?.contains("LOCATION") == false)
        #expect(read("b.ics") == Self.text("b", "b"))
    }

    @Test("is undone as a whole or not at all")
    func clash() async throws {
        let id = try await sync([("a.ics", Self.text("a", "New")), ("b.ics", nil)])
        try await rename("a", to: "Mine")
        let edit = try #require(try bench.store.history().first?.id)
        #expect(
            try await reason { try await bench.editor.undo(id) }
                == .changedSince(properties: ["SUMMARY"], by: edit))
        #expect(read("b.ics") == nil)
    }

    @Test(
        "is passed over by undo, whoever asked for it, and ends no redo", arguments: [true, false])
    func passedOver(isAsked: Bool) async throws {
        try await rename("a", to: "Mine")
        try await rename("a", to: "Mine again")
        _ = try await bench.editor.undo()
        let id = try await sync([("b.ics", Self.text("b", "Theirs"))], isAsked: isAsked)
        #expect(try bench.store.undoableCount() == 1)
        _ = try await bench.editor.redo()
        #expect(try await bench.lines() == ["2026-11-20 Mine again", "2026-11-20 Theirs"])
        for _ in 0..<2 { _ = try await bench.editor.undo() }
        #expect(try await bench.lines() == ["2026-11-20 Theirs", "2026-11-20 a"])
        await #expect(throws: AgendaError.self) { try await bench.editor.undo() }
        _ = try await bench.editor.undo(id)
        #expect(try await bench.lines() == ["2026-11-20 a", "2026-11-20 b"])
        _ = try await bench.editor.redo()
        #expect(try await bench.lines() == ["2026-11-20 Theirs", "2026-11-20 a"])
    }

    @Test("one's own change below a synchronisation is taken back, and what that brought stays")
    func below() async throws {
        var event = Event(uid: "own", start: .date(try Make.date("2026-11-21")))
        event.summary = "My mistake"
        try await bench.editor.add(event, to: "Work")
        try await sync([("c.ics", Self.text("c", "Theirs")), ("b.ics", nil)])
        #expect(try await bench.editor.undo().summary == "My mistake")
        #expect(try await bench.lines() == ["2026-11-20 Theirs", "2026-11-20 a"])
        #expect(read("c.ics") == Self.text("c", "Theirs"))
    }

    @Test(
        "a calendar's name from its server is undone by its number alone",
        arguments: [EventChange.Kind.sync, .backgroundSync])
    func settings(_ kind: EventChange.Kind) async throws {
        try await rename("a", to: "Mine")
        var settings = SourceSettings()
        (settings.name, settings.color) = ("Office", "#ff0000")
        try await bench.importer.updateSource(named: "Work", settings, as: kind)
        let id = try #require(try bench.store.history().first?.id)
        #expect(try await bench.editor.undo().summary == "Mine")
        #expect(try bench.store.sources().map(\.name) == ["Office"])
        #expect(try await reason { try await bench.editor.undo() } == .nothingToUndo)
        _ = try await bench.editor.undo(id)
        #expect(try bench.store.sources().map(\.name) == ["Work"])
    }

    @Test("an edit that is not in its calendar takes no calendar along")
    func notMade() async throws {
        let other = try TemporaryFolder()
        try other.write(Self.text("x", "x"), to: "x.ics")
        var source = CalendarSource(name: "Home", kind: .folder, location: other.path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source, isUndoable: true)
        let before = try #require(read("a.ics"))
        try await rename("a", to: "Mine")
        try folder.write(before, to: "a.ics")
        #expect(try await reason { try await bench.editor.undo() } == .notMade)
        #expect(try bench.store.sources().map(\.name).sorted() == ["Home", "Work"])
    }

    @Test("an event that it took away is not taken for one that was never added")
    func takenAway() async throws {
        var event = Event(uid: "own", start: .date(try Make.date("2026-11-21")))
        event.summary = "Own"
        try await rename("a", to: "Mine")
        try await bench.editor.add(event, to: "Work")
        let id = try await sync([("own.ics", nil)], isAsked: false)
        #expect(
            try await reason { try await bench.editor.undo() }
                == .changedSince(properties: [], by: id))
        // What was done before it stands.
        #expect(try await bench.lines() == ["2026-11-20 Mine", "2026-11-20 b"])
    }

    @Test("what is no change of an event that can be taken back is not noted")
    func left() async throws {
        let (old, new) = (Self.text("a", "a"), Self.text("a", "New"))
        let rewritten = old.replacing("SUMMARY:a\r\n", with: "").replacing(
            "UID:a", with: "SUMMARY:a\r\nUID:a")
        #expect(rewritten != old)
        let two = Make.calendar(
            "UID:a\r\nDTSTART:20261120T140000Z", "UID:b\r\nDTSTART:20261120T140000Z")
        let large = Self.text("a", String(repeating: "x", count: 9 << 20))
        for (before, after) in [(old, rewritten), (old, two), (two, old), (old, large)] {
            #expect(
                try await bench.editor.note([file("a.ics", before, after)], of: "", isAsked: true)
                    == nil)
        }
        var other = SourceSettings()
        other.isWritable = false
        try await bench.importer.updateSource(named: "Work", other)
        #expect(
            try await bench.editor.note([file("a.ics", old, new)], of: "", isAsked: true) == nil)
        #expect(try bench.store.history().filter { $0.source == nil }.isEmpty)
    }

    @Test("what was noted is not noted again")
    func once() async throws {
        let files = [file("a.ics", Self.text("a", "a"), Self.text("a", "New"))]
        #expect(try await bench.editor.note(files, of: "account", isAsked: true) != nil)
        #expect(try await bench.editor.note(files, of: "account", isAsked: true) == nil)
        let more = files + [file("b.ics", Self.text("b", "b"), nil)]
        let change = try await bench.editor.note(more, of: "account", isAsked: true)
        #expect(change?.operations.map(\.uid) == ["b"])
    }

    @Test("pushes out no change of a person, and is forgotten after 30 days")
    func forgotten() async throws {
        try await rename("a", to: "Mine")
        let source = try #require(try bench.store.sources().first)
        func note(_ days: Int) throws {
            var change = EventChange(
                .backgroundSync, at: bench.clock.now + days * 86_400, calendar: source.name)
            change.operations = [
                EventOperation(uid: "a", calendar: "Work", href: "a.ics", before: nil, after: nil)
            ]
            _ = try bench.store.journal(change, of: [source])
        }
        for _ in 0..<1_001 { try note(0) }
        #expect(try bench.store.history().filter { $0.kind == .backgroundSync }.count == 1_000)
        try note(31)
        #expect(try bench.store.history().map(\.kind) == [.backgroundSync, .edit])
    }

    @Test("a text comes back in the place of the present one, or of none; an undo takes it back")
    func restore() async throws {
        let old = Self.text("a", "Once", "\r\nLOCATION:There")
        let change = try await bench.editor.restore(Array(old.utf8), to: "Work")
        #expect(change.kind == .edit && change.summary == "Once")
        #expect(read("a.ics") == old)
        #expect(try await bench.lines() == ["2026-11-20 Once", "2026-11-20 b"])
        #expect(
            try await bench.editor.restore(Array(old.utf8), to: "Work").operations.isEmpty)
        _ = try await bench.editor.undo()
        #expect(read("a.ics") == Self.text("a", "a"))
        let gone = Self.text("c", "Gone")
        #expect(try await bench.editor.restore(Array(gone.utf8), to: "Work").kind == .add)
        #expect(read("c.ics") == gone)
        _ = try await bench.editor.undo()
        #expect(read("c.ics") == nil)
        let two = Make.calendar(
            "UID:a\r\nDTSTART:20261120T140000Z", "UID:b\r\nDTSTART:20261120T140000Z")
        for text in [two, "no calendar"] {
            await #expect(throws: AgendaError.self) {
                try await bench.editor.restore(Array(text.utf8), to: "Work")
            }
        }
    }
}
