import GRDB
import ICalendar
import Testing

@testable import AgendaKit

/// One importer lives long, as while watching; what it keeps must never show.
@Suite("Incremental import", .timeLimit(.minutes(30)))
struct IncrementalImportTests {
    @Test("of thousands of events only the one that changed is parsed, and written")
    func oneOfMany() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        var file = EventFile(count: 2_000)
        try await bench.add(try folder.write(file.text, to: "a.ics"))
        for round in 0..<3 {
            file.summaries[1_000 + round] = "Changed"
            try folder.write(file.text, to: "a.ics")
            let report = try await bench.importer.refresh()
            #expect(report.componentsParsed == 1)
            #expect(report.componentsAdded == 1)
            #expect(report.componentsRemoved == 1)
        }
        try await expectFresh(bench, folder)
    }

    @Test("what is kept is dropped when another program rebuilds")
    func rebuiltElsewhere() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let (bench, other) = (try Bench(path: path), try Bench(path: path))
        var file = EventFile(count: 600)
        try await bench.add(try folder.write(file.text, to: "a.ics"))
        func change(_ summary: String) async throws -> ImportReport {
            file.summaries[300] = summary
            try folder.write(file.text, to: "a.ics")
            return try await bench.importer.refresh()
        }
        _ = try await change("First")
        #expect(try await change("Second").componentsParsed == 1)
        // The file is the same, and so is its row; its components have other numbers.
        _ = try await other.importer.refresh(rebuild: true)
        #expect(try await change("Third").componentsParsed == 1)
        try await expectFresh(bench, folder)
    }

    @Test("a file whose digest a schema step cleared is read again, though it has not changed")
    func cleared() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try folder.write(EventFile(count: 3).text, to: "a.ics"))
        let shown = try await bench.lines()
        // What is derived is no longer what the text says.
        try bench.store.write { database in
            try database.execute(
                sql: """
                    UPDATE event SET summary = 'Other';
                    UPDATE resource SET digest = x'', version = x'';
                    """)
            return ((), .nothing)
        }
        #expect(try await bench.lines() != shown)
        #expect(try await bench.importer.refresh().componentsParsed == 3)
        #expect(try await bench.lines() == shown)
    }

    @Test("a rebuild keeps what is stored of a file that no longer reads")
    func unreadableRebuild() async throws {
        let (folder, bench) = (try TemporaryFolder(), try Bench())
        try await bench.add(try folder.write(EventFile(count: 3).text, to: "a.ics"))
        let shown = try await bench.lines()
        try #require(!shown.isEmpty)
        try folder.write("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMM", to: "a.ics")
        _ = try await bench.importer.refresh(rebuild: true)
        #expect(try await bench.lines() == shown)
        #expect(try bench.store.diagnostics().contains { $0.diagnostic.severity == .error })
    }

    @Test(
        "after each of many edits the store shows what a fresh import would", arguments: [1, 3, 5])
    func edits(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/agenda.db"
        let bench = try Bench(path: path)
        var random = MergePropertyTests.Seeded(state: seed)
        var file = EventFile(count: 300)
        try await bench.add(try folder.write(file.text, to: "a.ics"))
        var last = try await bench.provider().update(after: nil)
        for step in 0..<15 {
            let edit = EventFile.Edit.allCases.randomElement(using: &random) ?? .change
            file.apply(edit, step: step, using: &random)
            // A half-written file must keep the last good events.
            if Int.random(in: 0..<5, using: &random) == 0 {
                let half = file.text.prefix(Int.random(in: 20..<9_000, using: &random))
                try folder.write(String(half), to: "a.ics")
                let before = try await bench.lines()
                _ = try await bench.importer.refresh()
                #expect(try await bench.lines() == before, "step \(step): half a file")
            }
            try folder.write(file.text, to: "a.ics")
            // Another program may import first, or rebuild before or after.
            let other = try Bench(path: path).importer
            let turn = Int.random(in: 0..<8, using: &random)
            if turn < 2 { _ = try await other.refresh(rebuild: turn == 1) }
            _ = try await bench.importer.refresh()
            if turn == 2 { _ = try await other.refresh(rebuild: true) }
            try await expectFresh(bench, folder, "step \(step): \(edit)")
            // A reader that follows sees the same.
            last = try await bench.provider().update(after: last?.timeline) ?? last
            #expect(last?.timeline.nodes == (try await bench.provider().timeline().nodes))
        }
    }

    /// Compares days, components and diagnostics with those of an import into an empty store.
    private func expectFresh(
        _ bench: Bench, _ folder: TemporaryFolder, _ comment: Comment? = nil
    ) async throws {
        let fresh = try Bench()
        for source in try bench.store.sources() {
            try await fresh.add(try #require(source.location), name: source.name)
        }
        let (found, wanted) = (
            try await bench.provider().timeline(), try await fresh.provider().timeline()
        )
        #expect(found.nodes == wanted.nodes, comment)
        let isSame = try bench.store.componentRows() == fresh.store.componentRows()
        #expect(isSame, comment)
        func lines(_ store: EventStore) throws -> [String] {
            try store.diagnostics().map { "\($0.diagnostic)" }.sorted()
        }
        let (has, wants) = (try lines(bench.store), try lines(fresh.store))
        #expect(
            Set(has).symmetricDifference(wants).isEmpty && has.count == wants.count, comment)
    }
}
