import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("A timeline that is read while the sources are looked at")
struct RefreshingTimelineTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        folder = try TemporaryFolder()
        bench = try Bench(path: folder.path + "/agenda.db")
    }

    /// Writes an event into the calendar folder.
    private func write(_ summary: String, to name: String) throws {
        try folder.write(
            Make.calendar(
                "UID:\(name)\r\nDTSTART:20261120T090000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:\(summary)"),
            to: "calendars/\(name).ics")
    }

    /// The folder with two events, imported.
    private func addFolder() async throws {
        try await folder.shell("mkdir calendars")
        try write("Stand-up", to: "a")
        try write("Lunch", to: "b")
        try await bench.add(folder.path + "/calendars", kind: .folder)
    }

    private func timeline(
        of store: EventStore? = nil, sliceLength: Int = NodeWindow.sliceLength
    ) async throws -> Timeline {
        let other =
            try store ?? EventStore.open(path: folder.path + "/agenda.db", createsMissing: false)
        let provider = EventProvider(
            store: bench.store, clock: bench.clock, zone: bench.zone, sliceLength: sliceLength)
        return try await provider.timeline(
            refreshing: Importer(store: other, clock: bench.clock))
    }

    @Test("is what a timeline after a refresh is", arguments: [1, 61, 488])
    func unchanged(_ sliceLength: Int) async throws {
        try await addFolder()
        let expected = try await bench.provider().timeline()
        let timeline = try await timeline(sliceLength: sliceLength)
        try #require(timeline.nodes == expected.nodes)
        #expect(timeline.revision == expected.revision)
        #expect(timeline.nodes[121].events.map(\.summary) == ["Lunch", "Stand-up"])
    }

    @Test("shows what changed just before, on each day")
    func changed() async throws {
        try await addFolder()
        for number in 0..<10 {
            try write("Stand-up \(number)", to: "a")
            if number == 5 { try folder.remove("calendars/b.ics") }
            let timeline = try await timeline()
            let expected = ["Stand-up \(number)"] + (number < 5 ? ["Lunch"] : [])
            for node in timeline.nodes[120...] {
                #expect(Set(node.events.map(\.summary)) == Set(expected))
            }
            #expect(timeline.revision == (try bench.store.revision()))
        }
    }

    @Test("needs no second connection")
    func oneConnection() async throws {
        try await addFolder()
        try write("Sit-down", to: "a")
        let timeline = try await timeline(of: bench.store)
        #expect(timeline.nodes[121].events.map(\.summary) == ["Lunch", "Sit-down"])
    }

    @Test("shows one revision while another process keeps importing")
    func beside() async throws {
        try await addFolder()
        let (path, clock) = (folder.path, bench.clock)
        let writer = Task {
            let store = try EventStore.open(path: path + "/agenda.db", createsMissing: false)
            let importer = Importer(store: store, clock: clock)
            for number in 0..<20 {
                let text = Make.calendar(
                    "UID:a\r\nDTSTART:20261120T090000Z\r\nRRULE:FREQ=DAILY\r\nSUMMARY:\(number)")
                try Data(text.utf8).write(
                    to: URL(filePath: path + "/calendars/a.ics"), options: .atomic)
                // On a busy machine one of the two may not get its turn in time.
                _ = try? await importer.refresh()
            }
        }
        for _ in 0..<20 {
            guard let timeline = try? await timeline() else { continue }
            let shown = timeline.nodes[120...].map { $0.events.map(\.summary) }
            #expect(Set(shown).count == 1)
            #expect(shown[0].count == 2)
        }
        try await writer.value
    }

    @Test("fails as the refresh does")
    func failing() async throws {
        try await addFolder()
        let other = folder.path + "/other.db"
        let store = try EventStore.open(path: other, createsMissing: true)
        try await folder.shell(": > other.db; : > other.db-wal")
        await #expect(throws: AgendaError.self) { try await timeline(of: store) }
    }
}
