import Foundation
import Testing

@testable import AgendaKit
import CalendarFiles

/// A large file whose version is new, or was too young to be trusted, and whose content is what is stored.
@Suite("Large files that were touched", .timeLimit(.minutes(30)))
struct TouchedFileTests {
    private let folder: TemporaryFolder
    private let bench: Bench

    init() throws {
        (folder, bench) = (try TemporaryFolder(), try Bench())
    }

    /// More than two megabytes in 40 events, and a number of bytes that is none of 8.
    private func text(_ last: String) -> String {
        let details = String(repeating: "word ", count: 12_000)
        let events = (0..<40).map {
            "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261120T120000Z\r\n"
                + "SUMMARY:\($0 == 39 ? last : "Event")\r\nDESCRIPTION:\(details)\r\nEND:VEVENT\r\n"
        }
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
        return text.utf8.count % 8 == 0 ? text + "\r\n" : text
    }

    /// What the importer keeps in memory of the only file.
    private func kept() async throws -> StoredComponents? {
        let revision = try bench.store.revision()
        let base = try bench.store.importBase()
        let record = try #require(base.sources.flatMap(\.resources).first)
        return await bench.importer.cache.components(of: record, at: revision)
    }

    @Test("is not looked up in the store, and its version is noted once it is old enough")
    func young() async throws {
        let path = try folder.write(text("Last"), to: "a.ics")
        #expect(text("Last").utf8.count > 2 << 20)
        try await bench.add(path)
        let revision = try bench.store.revision()
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let touched = try await bench.importer.refresh()
        #expect(touched.componentsParsed == 0)
        #expect(try await kept() == nil)
        try await Task.sleep(for: .nanoseconds(FileStamp.settlingNanoseconds))
        _ = try await bench.importer.refresh()
        #expect(try bench.store.revision() == revision)
        let settled = try await bench.importer.refresh()
        #expect(settled.resourcesRead == 0)
        #expect(settled.resourcesUnchanged == 1)
    }

    @Test("is imported when a change has kept its size and its time")
    func changed() async throws {
        let path = try folder.write(text("Last"), to: "a.ics")
        let time = try #require(
            try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
        try await bench.add(path)
        try folder.write(text("Late"), to: "a.ics")
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        let report = try await bench.importer.refresh()
        #expect(report.componentsParsed == 1)
        #expect(try await bench.lines().filter { $0 == "2026-11-20 Late" }.count == 1)
    }
}
