import AgendaService
import AgendaSync
import Foundation
import Testing

/// What somebody else has done to the folder of a node.
extension NodeTests {
    @Test(
        "a database that is damaged, gone or another one at a node is as it was after the next request",
        arguments: ["damaged", "gone", "another"])
    func foreignDatabase(what: String) async throws {
        let (one, two) = (try node("one"), try node("two"))
        let name = "nora-\(what)"
        let nora = try await user(name, at: one)
        #expect(await put("Tea", "tea", at: one, nora.device, of: name).status == 201)
        let path = "\(one.folder)/\(nora.user.id)/service.db"
        if what == "damaged" {
            for end in ["", "-wal"] {
                try Data(repeating: 0x41, count: 4_096).write(to: URL(filePath: path + end))
            }
        } else {
            for end in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: path + end)
            }
        }
        if what == "another" {
            _ = try RoomDatabase.open(path: path, as: .service)
        }
        _ = await one.ask("GET", "/v1/agenda", fields: nora.token)
        _ = await put("Cake", "cake", at: one, nora.device, of: name)
        for node in [two, one] {
            let read = await node.ask("GET", "/dav/c/\(name)/calendar/tea.ics", fields: nora.device)
            #expect(read.status == 200, "\(read.text)")
        }
        let pie = await put("Pie", "pie", at: one, nora.device, of: name)
        #expect(pie.status == 201, "\(pie.text)")
    }
}
