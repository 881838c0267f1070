import Foundation
import ICalendar
import Testing

@testable import AgendaKit

/// Files as four programs write them, at noon of 2026-11-20 in UTC.
@Suite("To-dos as other programs write them")
struct TodoDialectTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "AgendaTests/Fixtures/Todos")

    /// `completed 2026-11-04T09:00Z Water the plants`, the time in UTC; a date as itself.
    private func lines(_ names: String...) async throws -> [String] {
        let bench = try Bench()
        for name in names { try await bench.add(Self.folder.appending(path: name + ".ics").path) }
        return try await bench.provider().todos().map(Self.line)
    }

    static func line(_ item: TodoItem) -> String {
        let due =
            switch item.due {
            case .date(let date)?: date.iso
            case .instant(let instant)?: CalendarTime.utc(instant).icalendar
            case .floating(let wall)?: CalendarTime.floating(wall).icalendar
            case nil: "-"
            }
        return "\(item.status.rawValue.lowercased()) \(due) \(item.occurrence.summary ?? "")"
    }

    @Test("Thunderbird's overrides close their instances, and the next one after them is open")
    func thunderbird() async throws {
        // 10:00 in Berlin is 09:00Z. The 3rd was left out, but the 4th was done.
        #expect(
            try await lines("thunderbird") == [
                "completed 20261101T090000Z Water the plants",
                "completed 20261102T090000Z Water the plants",
                "completed 20261104T090000Z Water the plants",
                "needs-action 20261105T090000Z Water the plants",
            ])
    }

    @Test("tasks.org has moved the start: that is the next instance; a subtask names its parent")
    func tasksOrg() async throws {
        let bench = try Bench()
        try await bench.add(Self.folder.appending(path: "tasks-org.ics").path)
        let items = try await bench.provider().todos()
        #expect(
            items.map(Self.line) == [
                "needs-action 2026-11-23 Take out the bins", "needs-action - Buy bin bags",
            ])
        #expect(items[0].start == .date(try Make.date("2026-11-21")) && items[0].priority == 1)
        #expect(items[0].occurrence.isRecurring && items[0].occurrence.categories == ["home"])
        #expect(items[1].parent == items[0].occurrence.uid && items[0].parent == nil)
    }

    @Test("Apple leaves a copy of what is done, and moves the series on")
    func apple() async throws {
        #expect(
            try await lines("apple-reminders") == [
                "completed 20261117T170000Z Call grandma",
                "needs-action 20261124T170000Z Call grandma",
            ])
    }

    @Test("a series that Nextcloud has completed is done as a whole; its part is begun")
    func nextcloud() async throws {
        #expect(
            try await lines("nextcloud-tasks") == [
                "completed 2026-11-18 Pay the gas bill", "in-process - Read the meter",
            ])
    }

    @Test("the same file twice shows each to-do once")
    func copies() async throws {
        let folder = try TemporaryFolder()
        let source = Self.folder.appending(path: "thunderbird.ics")
        let text = try String(contentsOf: source, encoding: .utf8)
        let bench = try Bench()
        try await bench.add(try folder.write(text, to: "a.ics"), name: "a")
        try await bench.add(try folder.write(text, to: "b.ics"), name: "b")
        let items = try await bench.provider().todos()
        #expect(items.count == 4)
        #expect(items.allSatisfy { $0.occurrence.calendar == "a" && $0.occurrence.alsoIn == ["b"] })
    }

    @Test("what is due on days: each instance with its state, and under today what is overdue")
    func days() async throws {
        let bench = try Bench()
        try await bench.add(Self.folder.appending(path: "thunderbird.ics").path)
        let provider = bench.provider()
        let past = try await provider.todos(
            dueOn: try Make.date("2026-11-03")..<Make.date("2026-11-06"))
        #expect(
            past.map(Self.line) == [
                "needs-action 20261103T090000Z Water the plants",
                "completed 20261104T090000Z Water the plants",
                "needs-action 20261105T090000Z Water the plants",
            ])
        let today = try await provider.todos(
            dueOn: try Make.date("2026-11-20")..<Make.date("2026-11-21"))
        #expect(
            today.map(Self.line) == [
                "needs-action 20261105T090000Z Water the plants",
                "needs-action 20261120T090000Z Water the plants",
            ])
    }

    @Test("an id names the next instance, one with a day that instance")
    func ids() async throws {
        let bench = try Bench()
        try await bench.add(Self.folder.appending(path: "thunderbird.ics").path)
        let provider = bench.provider()
        let whole = OccurrenceID(uid: "plants@thunderbird", kind: .todo, recurrenceID: nil)
            .description
        let open = try await provider.todos(named: whole).filter { !$0.isClosed }
        #expect(open.map(Self.line) == ["needs-action 20261105T090000Z Water the plants"])
        #expect(
            try await provider.todos(named: whole + "-20261104").map(Self.line) == [
                "completed 20261104T090000Z Water the plants"
            ])
        #expect(try await provider.todos(named: "no id").isEmpty)
    }

    @Test(
        "programs that write no status: COMPLETED, or 100 per cent, say that it is done",
        arguments: [
            ("COMPLETED:20261119T100000Z", "completed"), ("PERCENT-COMPLETE:100", "completed"),
            ("PERCENT-COMPLETE:30", "in-process"), ("PERCENT-COMPLETE:0", "needs-action"),
            ("STATUS:CANCELLED\r\nPERCENT-COMPLETE:30", "cancelled"),
        ])
    func states(_ lines: String, _ expected: String) async throws {
        let folder = try TemporaryFolder()
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTODO\r\nUID:a\r\n\(lines)\r\n"
            + "SUMMARY:A\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"
        let bench = try Bench()
        try await bench.add(try folder.write(text, to: "a.ics"))
        #expect(try await bench.provider().todos().map(Self.line) == ["\(expected) - A"])
    }

    @Test("subtasks stand below their parent, also in a circle or without one, each once")
    func nesting() throws {
        func item(_ uid: String, _ parent: String?) -> TodoItem {
            let day = CivilDate(daysSinceEpoch: 0)
            let event = AgendaEvent(
                id: OccurrenceID(uid: uid, kind: .todo, recurrenceID: nil), uid: uid,
                span: .dates(day..<day + 1), calendar: "a")
            return TodoItem(
                event, TodoPart(status: .needsAction, priority: 0, parent: parent))
        }
        let items = [
            item("leaf", "child"), item("root", nil), item("child", "root"), item("one", "two"),
            item("two", "one"), item("self", "self"), item("lost", "gone"),
        ]
        let nested = TodoItem.nested(items).map { "\($0.depth)\($0.item.occurrence.uid)" }
        #expect(nested == ["0root", "1child", "2leaf", "0self", "0lost", "0one", "1two"])
    }
}
