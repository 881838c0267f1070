import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Files that cannot be read")
struct UnreadableFileTests {
    private let lunch = "UID:lunch\r\nDTSTART:20261120T120000Z\r\nSUMMARY:Lunch"
    private let dinner = "UID:dinner\r\nDTSTART:20261121T190000Z\r\nSUMMARY:Dinner"

    /// Fails as an exhausted system does.
    private struct FailingReader: SourceReader {
        var watch: SourceWatch? { nil }
        func list(_ request: ListingRequest) -> SourceListing { SourceListing(resources: []) }
        func open(_ resource: ListedResource) throws(AgendaError) -> any OpenResource {
            throw AgendaError(.cannotRead(cause: "Too many open files"), place: resource.place)
        }
    }

    private func record(_ bench: Bench) throws -> ResourceRecord {
        let source = try #require(try bench.store.sources().first)
        return try #require(try bench.store.resources(of: source).first)
    }

    @Test("a version that was not read is not known, and failing again is nothing new")
    func unread() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let path = try folder.write(Make.calendar(lunch), to: "a.ics")
        try await bench.add(path)
        try folder.write(Make.calendar(dinner), to: "a.ics")
        let resource = try #require(try FileReader(path: path).list().resources.first)
        func outcome(_ record: ResourceRecord) async -> RefreshResult.Change? {
            await ResourceImport(
                resource: resource, sourceID: record.sourceID, record: record,
                stored: StoredComponents(), rebuilds: false
            ).run(
                FailingReader(),
                ImportContext(
                    zones: SystemZones.database,
                    horizon: Horizon.days(around: bench.clock.now.utc.date),
                    key: bench.store.digestKey))
        }
        guard case .broken(let noted, let diagnostics) = await outcome(try record(bench)) else {
            Issue.record("it is not told")
            return
        }
        #expect(noted.version != resource.version)
        #expect(diagnostics.map(\.reason) == [.value("Too many open files", .cannotRead)])
        #expect(await outcome(noted) == nil)
    }

    @Test("a disk's read error keeps the last good events, and the file is read once it can be")
    func readError() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try folder.write(Make.calendar(lunch), to: "a.ics")
        try await bench.add(folder.path, kind: .folder)
        // Reading the first page of a process fails with EIO (proc_pid_mem(5)).
        try await folder.shell("mv a.ics b; ln -s /proc/self/mem a.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(
            try bench.store.diagnostics().map(\.diagnostic.reason)
                == [.value("Input/output error", .cannotRead)])
        let revision = try bench.store.revision()
        _ = try await bench.importer.refresh()
        #expect(try bench.store.revision() == revision)
        try await folder.shell("rm a.ics; mv b a.ics")
        _ = try await bench.importer.refresh()
        #expect(try bench.store.diagnostics().isEmpty)
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
    }

    @Test("a pipe in a file's place keeps its events; beside it others are read")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try folder.write(Make.calendar(lunch), to: "a.ics")
        try await bench.add(folder.path, kind: .folder)
        try await folder.shell("rm a.ics; mkfifo a.ics b.ics")
        try folder.write(Make.calendar(dinner), to: "c.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch", "2026-11-21 Dinner"])
        #expect(try bench.store.sources().map(\.status) == [.partial])
        #expect(
            try bench.store.diagnostics().map(\.path)
                == [folder.path + "/a.ics", folder.path + "/b.ics"])
        try await folder.shell("rm a.ics b.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-21 Dinner"])
        #expect(try bench.store.sources().map(\.status) == [.ok])
    }

    @Test("a source that is one file and becomes a pipe keeps its events")
    func fileBecomesPipe() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await bench.add(try folder.write(Make.calendar(lunch), to: "a.ics"))
        try await folder.shell("rm a.ics; mkfifo a.ics")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try bench.store.sources().map(\.status) == [.failed])
    }

    @Test("a linked folder whose disk is missing keeps its events; one that is deleted does not")
    func missingDisk() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        try await folder.shell("mkdir -p disk/team home; ln -s ../disk/team home/team")
        try folder.write(Make.calendar(lunch), to: "disk/team/a.ics")
        try await bench.add(folder.path + "/home", kind: .folder)
        try await folder.shell("mv disk away")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == ["2026-11-20 Lunch"])
        #expect(try bench.store.sources().map(\.status) == [.partial])
        try await folder.shell("rm home/team")
        _ = try await bench.importer.refresh()
        #expect(try await bench.lines() == [])
        #expect(try bench.store.sources().map(\.status) == [.ok])
    }
}
