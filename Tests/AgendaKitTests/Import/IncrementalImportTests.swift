import ICalendar
import Testing

@testable import AgendaKit

/// One importer lives long, as while watching; what it keeps must never show.
@Suite("Incremental import", .timeLimit(.minutes(5)))
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
        // A smaller file first, so that the rebuild gives the larger one's components other numbers.
        var (small, large) = (EventFile(count: 10), EventFile(count: 600))
        small.prefix = "small"
        try await bench.add(try folder.write(small.text, to: "a.ics"))
        try await bench.add(try folder.write(large.text, to: "b.ics"))
        func change(_ summary: String) async throws -> ImportReport {
            large.summaries[300] = summary
            try folder.write(large.text, to: "b.ics")
            return try await bench.importer.refresh()
        }
        _ = try await change("First")
        #expect(try await change("Second").componentsParsed == 1)
        small.summaries[3] = "Other"
        try folder.write(small.text, to: "a.ics")
        _ = try await other.importer.refresh(rebuild: true)
        #expect(try await change("Third").componentsParsed == 1)
        try await expectFresh(bench, folder)
        #expect(try bench.store.danglingCount() == 0)
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
            switch Int.random(in: 0..<8, using: &random) {
            case 0: _ = try await Bench(path: path).importer.refresh()
            case 1: _ = try await Bench(path: path).importer.refresh(rebuild: true)
            default: break
            }
            _ = try await bench.importer.refresh()
            try await expectFresh(bench, folder, "step \(step): \(edit)")
            // A reader that follows sees the same.
            last = try await bench.provider().update(after: last?.timeline) ?? last
            #expect(last?.timeline.nodes == (try await bench.provider().timeline().nodes))
        }
        #expect(try bench.store.danglingCount() == 0)
    }

    /// Compares days and diagnostics with those of an import into an empty store.
    private func expectFresh(
        _ bench: Bench, _ folder: TemporaryFolder, _ comment: Comment? = nil
    ) async throws {
        let fresh = try Bench()
        for source in try bench.store.sources() {
            try await fresh.add(try #require(source.path), name: source.name)
        }
        let (found, wanted) = (
            try await bench.provider().timeline(), try await fresh.provider().timeline()
        )
        #expect(found.nodes == wanted.nodes, comment)
        func lines(_ store: EventStore) throws -> [String] {
            try store.diagnostics().map { "\($0.diagnostic)" }.sorted()
        }
        let (has, wants) = (try lines(bench.store), try lines(fresh.store))
        #expect(
            Set(has).symmetricDifference(wants).isEmpty && has.count == wants.count, comment)
    }
}
