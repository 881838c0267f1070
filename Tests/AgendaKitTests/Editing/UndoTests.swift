import ICalendar
import Testing

@testable import AgendaKit

@Suite("Undo and the journal")
struct UndoTests {
    private func lunch(_ uid: String) throws -> Event {
        var event = Event(uid: uid, start: .date(try Make.date("2026-11-20")))
        event.summary = uid
        return event
    }

    private func rename(_ bench: Bench, _ uid: String, to title: String) async throws {
        let event = try #require(
            try await bench.provider().timeline().nodes[120].events.first { $0.uid == uid })
        _ = try await bench.editor.edit(event, scope: .all) { $0.event.summary = title }
    }

    @Test("what was undone alone and redone is as old as it was")
    func order() {
        let kinds: [(EventChange.Kind, reverts: Int64?)] = [
            (.add, nil), (.edit, nil), (.undo, 1), (.redo, 3),
        ]
        let changes = kinds.enumerated().map { index, part in
            var change = EventChange(part.0, at: Instant(secondsSinceEpoch: 0), calendar: "a")
            (change.id, change.reverts) = (Int64(index + 1), part.reverts)
            return change
        }
        #expect(ChangeHistory(Array(changes.prefix(3))).own == [2])
        #expect(ChangeHistory(changes).own == [1, 2])
    }

    @Test("a deleted event comes back whole, and goes again")
    func delete() async throws {
        let bench = try Bench()
        let kim = Participant(address: "mailto:kim@example.org")
        try await bench.editor.add(try lunch("a"), participants: [kim])
        let event = try #require(try await bench.provider().timeline().nodes[120].events.first)
        try await bench.editor.delete(event, scope: .all)
        #expect(try await bench.lines().isEmpty)
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-20 a"])
        let details = try bench.store.details(
            of: event.id.description, clock: bench.clock, zone: bench.zone)
        #expect(details.participants == [kim])
        _ = try await bench.editor.redo()
        #expect(try await bench.lines().isEmpty)
    }

    @Test("the last hundred changes can be taken back, one after the other")
    func hundred() async throws {
        let bench = try Bench()
        try await bench.editor.add(try lunch("a"))
        for number in 1...100 { try await rename(bench, "a", to: "\(number)") }
        for _ in 1...100 { _ = try await bench.editor.undo() }
        #expect(try await bench.lines() == ["2026-11-20 a"])
    }

    @Test("an earlier change can be taken back alone, unless a later one builds on it")
    func single() async throws {
        let bench = try Bench()
        try await bench.editor.add(try lunch("a"))
        try await bench.editor.add(try lunch("b"))
        try await rename(bench, "a", to: "a2")
        let ids = try bench.store.history().map(\.id)
        await #expect(throws: AgendaError.self) { try await bench.editor.undo(ids[2]) }
        _ = try await bench.editor.undo(ids[1])
        #expect(try await bench.lines() == ["2026-11-20 a2"])
        _ = try await bench.editor.undo()
        #expect(try await bench.lines() == ["2026-11-20 a"])
        _ = try await bench.editor.redo()
        _ = try await bench.editor.redo()
        #expect(try await bench.lines() == ["2026-11-20 a2", "2026-11-20 b"])
        await #expect(throws: AgendaError.self) { try await bench.editor.redo() }
    }

    @Test("a new change ends what could be made again")
    func branch() async throws {
        let bench = try Bench()
        try await bench.editor.add(try lunch("a"))
        _ = try await bench.editor.undo()
        try await bench.editor.add(try lunch("b"))
        await #expect(throws: AgendaError.self) { try await bench.editor.redo() }
        #expect(try bench.store.history().map(\.isUndone) == [false, false, true])
    }

    @Test("each operation names the one before it on the same event")
    func dependencies() async throws {
        let bench = try Bench()
        try await bench.editor.add(try lunch("a"))
        try await bench.editor.add(try lunch("b"))
        try await rename(bench, "a", to: "a2")
        let operations = try bench.store.history().reversed().flatMap(\.operations)
        try #require(operations.map(\.uid) == ["a", "b", "a"])
        #expect(
            operations.map(\.dependencies) == [[], [], [operations[0].identifier]])
    }
}
