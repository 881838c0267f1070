import GRDB
import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a change costs does not grow with what is there")
struct OwnCalendarCostTests {
    /// A store with own events, and a change for each.
    private func bench(events: Int) async throws -> Bench {
        let bench = try Bench()
        for number in 0..<events {
            let start = CalendarTime.utc(try Make.instant("20261121T100000Z"))
            _ = try await bench.editor.add(Event(uid: "e\(number)", start: start))
        }
        return bench
    }

    @Test("a refresh reads no resources of the local calendar, and those of all others")
    func base() async throws {
        let bench = try await bench(events: 3)
        let folder = try TemporaryFolder()
        try await bench.add(
            try folder.write(Make.calendar("UID:a\r\nDTSTART:20261121T080000Z"), to: "a.ics"))
        let base = try bench.store.importBase()
        #expect(base.sources.map(\.source.kind) == [.local, .file])
        #expect(base.sources.map(\.resources.count) == [0, 1])
        #expect(try bench.store.importBase(of: []).sources.map(\.resources.count) == [0, 0])
    }

    @Test("a source that is added and removed renews no digest of other changes")
    func digests() async throws {
        func written(events: Int) async throws -> Int {
            let bench = try await bench(events: events)
            let folder = try TemporaryFolder()
            let path = try folder.write(
                Make.calendar("UID:a\r\nDTSTART:20261121T080000Z"), to: "a.ics")
            let source = CalendarSource(name: "a", kind: .file, location: path)
            func count() throws -> Int { try bench.store.read { $0.totalChangesCount } }
            let before = try count()
            _ = try bench.store.apply(
                SourceOperation(before: nil, after: source), as: .add, at: bench.clock.now,
                by: .edit)
            _ = try bench.store.apply(
                SourceOperation(before: source, after: nil), as: .delete, at: bench.clock.now,
                by: .edit)
            _ = try bench.store.apply(
                SourceOperation(before: nil, after: source), as: .undo, at: bench.clock.now,
                by: .edit)
            let damaged = try bench.store.read { try EditDigestTable.fetchDamaged($0) }
            #expect(damaged.isEmpty)
            return try count() - before
        }
        #expect(try await written(events: 30) == written(events: 3))
    }

    /// A store whose first change has so many operations, and two later changes of one event.
    private func bench(importing count: Int) async throws -> Bench {
        let bench = try Bench()
        let local = try bench.store.localCalendar()
        var change = EventChange(.add, at: bench.clock.now, calendar: local.name)
        for number in 0..<count {
            change.add(
                EventOperation(
                    uid: "i\(number)", calendar: local.name, href: "i\(number)", before: nil,
                    after: Array("BEGIN:VEVENT\r\nUID:i\(number)\r\nEND:VEVENT\r\n".utf8)))
        }
        _ = try bench.store.journal(change, of: [local])
        var event = Event(uid: "e", start: .utc(try Make.instant("20261121T100000Z")))
        event.summary = "e"
        let id = try await bench.editor.add(event)
        for title in ["first", "second"] {
            let found = try bench.store.details(
                of: id.description, clock: bench.clock, zone: bench.zone)
            try await bench.editor.edit(found.occurrence, scope: .all) {
                $0.event.summary = title
            }
        }
        return bench
    }

    @Test(
        "the history reads no operations of changes that are not asked for, and neither do undo and redo"
    )
    func undo() async throws {
        func steps(importing count: Int) async throws -> [Int] {
            let bench = try await bench(importing: count)
            let editor = bench.editor
            return [
                try await bench.store.steps { _ = try await editor.undo() },
                try await bench.store.steps { _ = try await editor.redo() },
                try await bench.store.steps {
                    _ = try bench.store.history(last: 3)
                },
                try await bench.store.steps {
                    // The title has changed since.
                    await #expect(throws: AgendaError.self) { try await editor.undo(3) }
                },
                try await bench.store.steps {
                    _ = try bench.store.sequence(ofDeleted: "e")
                },
            ]
        }
        let few = try await steps(importing: 10)
        let many = try await steps(importing: 1_000)
        for (few, many) in zip(few, many) { #expect(abs(few - many) < 50) }
    }
}
