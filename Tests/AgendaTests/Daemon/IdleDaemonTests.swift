import Foundation
import Testing

@Suite("A daemon with nothing to do", .timeLimit(.minutes(30)))
struct IdleDaemonTests {
    /// Outside of the folder for temporary files, in which other tests work: every name that appears in a folder on the way
    /// to a watched file is looked at.
    private let folder = "/var/tmp/agenda-idle-\(UUID().uuidString)"

    @Test("sleeps, although a file, the state of feeds and the notes of reminders are watched")
    func sleeps() async throws {
        try FileManager.default.createDirectory(
            atPath: folder + "/run", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = [
            "AGENDA_DATABASE": folder + "/agenda.db", "XDG_RUNTIME_DIR": folder + "/run",
        ]
        try Data(calendar("UID:a\nDTSTART:20261121T090000Z\nSUMMARY:One").utf8)
            .write(to: URL(filePath: folder + "/a.ics"))
        let added = try AgendaProcess(environment: environment)
            .run(["source", "add", folder + "/a.ics"])
        #expect(added.status == 0, "\(added)")
        let daemon = try RunningAgenda("exec \"$0\" daemon", environment: environment)
        try await daemon.wait(for: "daemon: started: process ")
        let words = daemon.said.split { !$0.isNumber }
        let process = try #require(words.first.flatMap { Int($0) })

        // Something else on the machine may touch a folder on the way: one quiet stretch of ten is enough. A thread that
        // wakes every second or two is in each.
        var counts: [Int] = []
        while counts.count < 10, counts.last != 0 {
            let before = try ContextSwitches.count(of: process)
            try await Task.sleep(for: .seconds(3))
            counts.append(try ContextSwitches.count(of: process) - before)
        }
        print("idle daemon: wake-ups in stretches of 3 s: \(counts)")
        #expect(counts.last == 0, "\(counts)")

        // It still sees what happens.
        try Data(calendar("UID:a\nDTSTART:20261121T090000Z\nSUMMARY:Two").utf8)
            .write(to: URL(filePath: folder + "/a.ics"))
        try await daemon.wait(for: "1 event added")
        #expect(try await daemon.end(SIGTERM) == 0)
    }
}
