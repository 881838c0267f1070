import Foundation
import ICalendar
import Synchronization
import Testing

@testable import AgendaKit

/// A large file that is imported in parts comes to the same as one that is imported whole.
@Suite("Import in parts", .timeLimit(.minutes(30)))
struct PartsImportTests {
    /// Small enough that the tests' files come in dozens of parts.
    private static let sizes = LargeFileLimits(minimal: 1, part: 4_096)

    private static func bench(
        _ path: String? = nil, _ progress: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Bench {
        let bench = try Bench(path: path, progress: progress)
        await bench.importer.use(sizes)
        return bench
    }

    @Test("whatever people have done to the file", arguments: [1, 2, 3])
    func sameAsWhole(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        var random = MergePropertyTests.Seeded(state: seed)
        var file = EventFile(count: 400)
        for step in 0..<60 {
            let edit = EventFile.Edit.allCases.randomElement(using: &random) ?? .change
            file.apply(edit, step: step, using: &random)
        }
        let path = try folder.write(file.text, to: "a.ics")
        let bench = try await Self.bench()
        let report = try await bench.add(path)
        #expect(report.resourcesRead == 1)
        let whole = try Bench()
        let expected = try await whole.add(path)
        #expect(report.componentsAdded == expected.componentsAdded)
        try await Self.expectSame(bench, whole)
        // The next refresh has nothing to do, and one after a change does what it always does.
        #expect(try await bench.importer.refresh().componentsParsed == 0)
        file.summaries[200] = "Changed"
        try folder.write(file.text, to: "a.ics", age: 30)
        #expect(try await bench.importer.refresh().componentsParsed <= 2)
    }

    @Test("zones behind the events, and a calendar's properties at the file's end")
    func zonesAtTheEnd() async throws {
        let folder = try TemporaryFolder()
        let events = (0..<300).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART;TZID=Ours:20261120T120000\r\n"
                + "SUMMARY:\($0)\r\nEND:VEVENT\r\n"
        }
        let text =
            "BEGIN:VCALENDAR\r\n" + events.joined() + Make.timeZone(offset: "+0700")
            + "X-WR-CALNAME:Far away\r\nEND:VCALENDAR\r\n"
        let bench = try await Self.bench()
        try await bench.add(try folder.write(text, to: "a.ics"))
        #expect(try bench.store.sources().map(\.name) == ["Far away"])
        let event = try #require(
            try await bench.provider().timeline().nodes[120].events.first)
        // 12:00 at +07:00.
        #expect(
            event.span
                == .instants(
                    try Make.instant("20261120T050000Z")..<Make.instant("20261120T050000Z")))
        #expect(try await bench.lines().count == 300)
    }

    @Test("a file that ends in the middle has all that is whole, and says so")
    func cutOff() async throws {
        let folder = try TemporaryFolder()
        let text = EventFile(count: 200).text.dropLast(60)
        let path = try folder.write(String(text), to: "a.ics")
        let (bench, whole) = (try await Self.bench(), try Bench())
        try await bench.add(path)
        try await whole.add(path)
        try await Self.expectSame(bench, whole)
        #expect(try !bench.store.diagnostics().isEmpty)
    }

    @Test(
        "what cannot be scanned as it is comes whole", arguments: [String.Encoding.utf16, .ascii])
    func otherForms(encoding: String.Encoding) async throws {
        let folder = try TemporaryFolder()
        var text = EventFile(count: 100).text
        if encoding == .ascii { text = text.replacing("\r\n", with: "\r") }
        let path = folder.path + "/a.ics"
        try #require(text.data(using: encoding)).write(to: URL(filePath: path))
        let (bench, whole) = (try await Self.bench(), try Bench())
        try await bench.add(path)
        try await whole.add(path)
        try await Self.expectSame(bench, whole)
        #expect(try await bench.lines().count > 100)
    }

    @Test("what is no calendar is refused")
    func noCalendar() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "hello\n", count: 5_000), to: "a.ics")
        let bench = try await Self.bench()
        await #expect(throws: AgendaError.self) { try await bench.add(path) }
        #expect(try bench.store.sources().isEmpty)
    }

    @Test("what is no calendar among a folder's files is told, once")
    func noCalendarInFolder() async throws {
        let folder = try TemporaryFolder()
        try folder.write(EventFile(count: 20).text, to: "a.ics")
        try folder.write(String(repeating: "\0", count: 50_000), to: "zeros.ics")
        let bench = try await Self.bench()
        try await bench.add(folder.path, kind: .folder)
        #expect(
            try bench.store.diagnostics().map(\.diagnostic.reason) == [.fault(.notICalendar)]
        )
        #expect(try bench.store.sources().map(\.eventCount) == [20])
        #expect(try await bench.importer.refresh().componentsAdded == 0)
        #expect(try bench.store.diagnostics().count == 1)
    }

    @Test("an interrupted import shows what it has, says so, and goes on")
    func resuming() async throws {
        let folder = try TemporaryFolder()
        var file = EventFile(count: 400)
        var random = MergePropertyTests.Seeded(state: 7)
        file.apply(.override, step: 0, using: &random)
        let path = try folder.write(file.text, to: "a.ics")
        let bench = try await Self.bench()
        var source = CalendarSource(name: "a", kind: .file, location: path)
        source = try bench.store.insert(source)
        let first = try await bench.importer.interrupted(path, source)
        #expect(0 < first && first < 400)
        #expect(
            try bench.store.diagnostics().map(\.diagnostic.reason) == [.fault(.partlyImported)])
        #expect(try bench.store.sources().first?.status != .ok)

        let report = try await bench.importer.refresh()
        #expect(report.componentsAdded > 0)
        let whole = try Bench()
        let expected = try await whole.add(path, name: "a")
        #expect(first + report.componentsAdded == expected.componentsAdded)
        #expect(report.componentsParsed < expected.componentsParsed)
        try await Self.expectSame(bench, whole)
    }

    @Test("when the file changed meanwhile, nothing of the first content stays")
    func changedMeanwhile() async throws {
        let folder = try TemporaryFolder()
        var file = EventFile(count: 400)
        let path = try folder.write(file.text, to: "a.ics")
        let bench = try await Self.bench()
        let source = try bench.store.insert(CalendarSource(name: "a", kind: .file, location: path))
        _ = try await bench.importer.interrupted(path, source)
        for index in 0..<400 { file.summaries[index] = "Other \(index)" }
        try folder.write(file.text, to: "a.ics", age: 30)
        _ = try await bench.importer.refresh()
        let whole = try Bench()
        try await whole.add(path, name: "a")
        try await Self.expectSame(bench, whole)
    }

    @Test("progress grows to the file's size")
    func progress() async throws {
        let folder = try TemporaryFolder()
        let file = EventFile(count: 300)
        let path = try folder.write(file.text, to: "a.ics")
        let seen = Seen()
        let bench = try await Self.bench { seen.note($0) }
        try await bench.add(path)
        let told = seen.all
        #expect(told.count > 5)
        #expect(told.map(\.bytesDone) == told.map(\.bytesDone).sorted())
        #expect(told.last?.bytesDone == file.text.utf8.count)
        #expect(told.last?.byteCount == file.text.utf8.count)
        #expect(told.last?.eventCount == 300)
        #expect(told.last?.path == path)
    }

    private static func expectSame(_ bench: Bench, _ whole: Bench) async throws {
        let (found, wanted) = (
            try await bench.provider().timeline(), try await whole.provider().timeline()
        )
        #expect(found.nodes == wanted.nodes)
        #expect(try bench.store.componentRows() == whole.store.componentRows())
        func lines(_ store: EventStore) throws -> [String] {
            try store.diagnostics().map { "\($0.diagnostic)" }.sorted()
        }
        #expect(try lines(bench.store) == lines(whole.store))
    }
}

extension Importer {
    /// Begins to import a file in parts and stops after the first transaction, as a process that is
    /// killed does; gives how many components are stored.
    fileprivate func interrupted(_ path: String, _ source: CalendarSource) async throws -> Int {
        let reader = FileReader(path: path)
        let listed = try reader.list().resources[0]
        var refresh = Refresh(store)
        let surveyed = try await survey(listed, reader, &refresh)
        let survey = try #require(surveyed)
        var record = ResourceRecord(
            sourceID: source.id, href: "", version: .unknown, digest: survey.digest.inverted,
            zonesDigest: survey.zones.digest(key: store.digestKey))
        let horizon = Horizon.days(around: clock.now.utc.date)
        try store.moveHorizon(to: horizon, zones: zones)
        record.id = try store.beginParts(record)
        let batches = ImportBatches(
            reader, listed, survey: survey,
            preparation: ImportContext(zones: zones, horizon: horizon, key: store.digestKey),
            record: record, stored: SortedDigests(), length: partSizes.part)
        let batch = try #require(try await batches.next().get())
        var report = ImportReport()
        #expect(try store.write(batch, of: record, horizon, by: nil, &report))
        return report.componentsAdded
    }
}

/// What was told, from whichever thread.
private final class Seen: Sendable {
    private let progress = Mutex<[ImportProgress]>([])

    func note(_ step: ImportProgress) { progress.withLock { $0.append(step) } }

    var all: [ImportProgress] { progress.withLock { $0 } }
}
