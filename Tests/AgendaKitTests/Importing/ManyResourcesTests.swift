import ICalendar
import Testing

@testable import AgendaKit

/// A folder with many new files, imported in batches, comes to the same as one that is imported at once.
@Suite("Import of many files")
struct ManyResourcesTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() async throws {
        folder = try TemporaryFolder()
        bench = try Bench()
        await bench.importer.use(LargeFileLimits(resources: 3))
    }

    private func write(_ name: String) throws {
        try folder.write(
            Make.calendar("UID:\(name)\r\nDTSTART:20261120T120000Z\r\nSUMMARY:\(name)"),
            to: "\(name).ics")
    }

    @Test("all of them are there, each read and counted once")
    func all() async throws {
        for name in ["a", "b", "c", "d", "e", "f", "g"] { try write(name) }
        let before = try bench.store.revision()
        let report = try await bench.add(folder.path, kind: .folder)
        #expect(
            [report.resourcesRead, report.componentsAdded, report.resourcesUnchanged] == [7, 7, 0])
        // One for each batch at least.
        let commits = try bench.store.revision() - before
        #expect(commits >= 3)
        #expect(
            try await bench.lines()
                == ["a", "b", "c", "d", "e", "f", "g"].map { "2026-11-20 \($0)" })
        #expect(try await bench.importer.refresh().componentsParsed == 0)
    }

    @Test("what changed or went meanwhile is found, too, and what cannot be read is told once")
    func others() async throws {
        for name in ["a", "b", "c"] { try write(name) }
        try await bench.add(folder.path, kind: .folder)
        try await folder.shell("rm a.ics; sed -i s/SUMMARY:b/SUMMARY:B/ b.ics; mkfifo h.ics")
        for name in ["d", "e", "f", "g"] { try write(name) }
        let report = try await bench.importer.refresh()
        #expect(
            [report.componentsAdded, report.componentsRemoved, report.resourcesRemoved] == [
                5, 1, 1,
            ])
        #expect(
            try await bench.lines() == ["B", "c", "d", "e", "f", "g"].map { "2026-11-20 \($0)" })
        #expect(try bench.store.diagnostics().count == 1)
    }
}
