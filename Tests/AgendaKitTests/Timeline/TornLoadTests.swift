import Foundation
import ICalendar
import Testing

@testable import AgendaKit

@Suite("Loads beside a writer")
struct TornLoadTests {
    /// Where the build put the programs: beside the test bundle.
    private static var products: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    @Test("1,000 loads beside a hot writer in another process show each event once")
    func hotWriter() async throws {
        let folder = try TemporaryFolder()
        let (database, file) = (folder.path + "/agenda.db", folder.path + "/hot.ics")
        let writer = Process()
        writer.executableURL = Self.products.appending(path: "HotWriter")
        writer.arguments = [database, file, "20261120T120000"]
        let (input, output) = (Pipe(), Pipe())
        writer.standardInput = input
        writer.standardOutput = output
        try writer.run()
        defer {
            try? input.fileHandleForWriting.close()
            writer.waitUntilExit()
        }
        #expect(output.fileHandleForReading.readData(ofLength: 6) == Data("ready\n".utf8))

        let bench = try Bench(path: database)
        let provider = bench.provider()
        var revisions: Set<Int64> = []
        var torn: [[String]] = []
        for _ in 0..<1_000 {
            let timeline = try await provider.timeline()
            revisions.insert(timeline.revision)
            let seen = timeline.nodes.flatMap { node in
                node.events.map { "\($0.uid) \(node.index)" }
            }
            if ![["first 20", "second 470"], ["second 20", "first 470"]].contains(seen) {
                torn.append(seen)
            }
        }
        #expect(torn.isEmpty)
        // Else the writer was not hot, and the test has shown nothing.
        #expect(revisions.count > 20)
    }

    @Test("slices that are read without the check do tear beside such a writer")
    func control() async throws {
        let bench = try Bench(path: try TemporaryFolder().path + "/agenda.db")
        let window = NodeWindow(timelineAround: bench.clock.now.utc.date, zone: bench.zone)
        let reader = SliceReader(
            window: window, filter: EventFilter(), zones: SystemZones.database,
            focus: window.firstDate)
        func event(_ day: Int) throws -> Event {
            Event(uid: "moving", start: .date(window.firstDate + day))
        }
        _ = try await bench.editor.add(try event(20))
        let before = try await bench.store.readAsync { try reader.read([0..<61], $0)[0] }
        let shown = try #require(before.nodes[20].events.first)
        try await bench.editor.delete(shown, scope: .all)
        _ = try await bench.editor.add(try event(470))
        let after = try await bench.store.readAsync { try reader.read([427..<488], $0)[0] }
        // Seen twice, and the revisions tell.
        #expect(after.nodes[43].events.count == 1)
        #expect(before.revision < after.revision)
    }
}
