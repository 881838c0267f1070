import Foundation
import Testing

@testable import AgendaService

@Suite("The store that a service follows")
struct LiveStoreTests {
    @Test("one that is removed is made again of its backup, and is not empty")
    func removed() async throws {
        let bench = try ServiceBench()
        _ = try await bench.add("Lunch tomorrow 12:30")
        let before = bench.service.live.present.name
        let following = Task { await bench.service.follow { _ in } }
        let backup = bench.folder.appending(path: "agenda.backup/local.ics").path
        while !FileManager.default.fileExists(atPath: backup) {
            try await Task.sleep(for: .milliseconds(20))
        }
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(at: bench.folder.appending(path: "agenda.db" + end))
        }
        while bench.service.live.present.name == before {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await bench.summaries() == ["Lunch"])
        following.cancel()
        await following.value
    }

    @Test("one of many people is made again of its backup when it is opened")
    func missing() async throws {
        let bench = try PeopleBench()
        let kim = try await bench.seat("kim", event: "Own")
        #expect(await bench.titles(token: kim.token) == ["Own"])
        await bench.people.open.end(kim.user.id)
        let store = bench.people.table.folder(of: kim.user) + "/agenda.db"
        for end in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: store + end)
        }
        #expect(!FileManager.default.fileExists(atPath: store))
        #expect(await bench.titles(token: kim.token) == ["Own"])
    }
}
