import ICalendar
import Testing

@testable import AgendaKit

/// What who follows the timeline is told of to-dos. Today is 2026-11-20, node 120.
@Suite("To-dos in timeline updates")
struct ItemChangesTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench()
    }

    private func write(_ components: String...) throws -> String {
        try folder.write(
            "BEGIN:VCALENDAR\r\n\(components.joined())END:VCALENDAR\r\n", to: "a.ics")
    }

    private func todo(_ uid: String, due: String, _ more: String = "") -> String {
        "BEGIN:VTODO\r\nUID:\(uid)\r\nDUE;VALUE=DATE:\(due)\r\nSUMMARY:\(uid)\r\n\(more)END:VTODO\r\n"
    }

    private func lines(_ update: TimelineUpdate?) -> [String] {
        (update?.itemChanges ?? []).map {
            "\($0.kind) \($0.nodes) \($0.item.summary ?? "")"
        }
    }

    @Test("what was added, done, put off and removed, with the nodes of its days")
    func changes() async throws {
        let path = try write(
            todo("late", due: "20261118"), todo("stays", due: "20261121"),
            todo("goes", due: "20261122"))
        try await bench.add(path)
        let provider = bench.provider()
        let first = try #require(try await provider.update(after: nil))
        #expect(first.itemChanges.isEmpty)
        #expect(first.timeline.items.map(\.summary) == ["late", "stays", "goes"])
        _ = try write(
            todo("late", due: "20261118", "STATUS:COMPLETED\r\n"), todo("stays", due: "20261121"),
            todo("new", due: "20261119"))
        _ = try await bench.importer.refresh()
        let second = try #require(try await provider.update(after: first.timeline))
        // What is overdue stands on today, too: node 120.
        #expect(
            lines(second) == ["changed [118] late", "added [119, 120] new", "removed [122] goes"])
        #expect(second.changes.isEmpty)
    }

    @Test("a change of an event alone tells nothing, and reads no to-do again")
    func eventsAlone() async throws {
        let event =
            "BEGIN:VEVENT\r\nUID:e\r\nDTSTART:20261120T110000Z\r\nSUMMARY:One\r\nEND:VEVENT\r\n"
        try await bench.add(try write(todo("stays", due: "20261121"), event))
        let provider = bench.provider()
        var first = try #require(try await provider.update(after: nil))
        _ = try write(todo("stays", due: "20261121"), event.replacing("One", with: "Two"))
        _ = try await bench.importer.refresh()
        // Were they read again, this one would be told as removed.
        var item = try #require(first.timeline.items.first)
        item.id = OccurrenceID(uid: "only here", kind: .todo, recurrenceID: nil)
        first.timeline.items.append(item)
        let second = try #require(try await provider.update(after: first.timeline))
        #expect(second.changes.map(\.event.summary) == ["Two"])
        #expect(second.itemChanges.isEmpty)
        #expect(second.timeline.items == first.timeline.items)
    }

    @Test("midnight makes what was due overdue; what was done then is not")
    func midnight() async throws {
        try await bench.add(
            try write(
                todo("open", due: "20261120"), todo("done", due: "20261120", "STATUS:COMPLETED\r\n")
            ))
        let today = try #require(try await bench.provider().update(after: nil)).timeline
        #expect(today.items.map { today.indices(of: $0) } == [[120], [120]])
        let tomorrow = EventProvider(
            store: bench.store, clock: FixedClock(now: try Make.instant("20261121T120000Z")),
            zone: bench.zone)
        #expect(lines(try await tomorrow.update(after: today)) == ["changed [119, 120] open"])
    }
}
