import Foundation
import Testing

@Suite("Several processes on one database", .timeLimit(.minutes(30)))
struct SeveralProcessesTests {
    private let folder: ScratchFolder
    private let process: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        process = AgendaProcess(environment: [
            "AGENDA_DATABASE": folder.file("agenda.db"), "SCRATCH": folder.path,
        ])
    }

    /// Runs commands at the same time, and gives what each has printed and said, and its status.
    private func atOnce(_ arguments: [String]) async throws -> [(output: String, status: Int32)] {
        let running = try arguments.map {
            try RunningAgenda(
                "exec \"$0\" \($0) \(now)",
                environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        }
        var results: [(String, Int32)] = []
        for command in running {
            let status = try await command.status()
            results.append((command.text + command.said, status))
        }
        return results
    }

    private var now: String { AgendaProcess.pinned.joined(separator: " ") }

    @Test("all begin with no database at all, and none is in another's way")
    func beginning() async throws {
        let path = try folder.write(
            "a.ics", calendar("UID:a\nDTSTART:20261121T090000Z\nSUMMARY:Source"))
        let adds = (1...6).map { "add 'Local \($0)' --start 2026-11-22 --quiet" }
        let lists = (1...3).map { _ in "list --quiet" }
        let results = try await atOnce(adds + lists + ["source add '\(path)' --quiet"])
        #expect(results.allSatisfy { $0.status == 0 }, "\(results)")
        #expect(results.suffix(1).allSatisfy { $0.output == "" }, "\(results)")
        let list = try process.run("list", "--format", "{summary}")
        #expect(
            list.output.split(separator: "\n").map(String.init).sorted()
                == (1...6).map { "Local \($0)" } + ["Source"])
        // A store that is made of the backup has them, too.
        try FileManager.default.removeItem(atPath: folder.file("agenda.db"))
        #expect(
            try process.run("list", "--format", "{summary}").output.split(separator: "\n").sorted()
                == list.output.split(separator: "\n").sorted())
    }

    @Test("of refreshes at the same time one imports")
    func refreshes() async throws {
        let events = (1...3_000).map { "UID:\($0)\nDTSTART:20261121T090000Z\nSUMMARY:E\($0)" }
        let path = try folder.write("a.ics", calendar(events[0]))
        #expect(try process.run("source", "add", path).status == 0)
        let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
        _ = try folder.write("a.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n\(body)END:VCALENDAR\n")
        let results = try await atOnce(Array(repeating: "refresh", count: 5))
        #expect(results.allSatisfy { $0.status == 0 }, "\(results)")
        let sentences = results.map { $0.output.split(separator: ": ").last.map(String.init) ?? "" }
        #expect(
            sentences.sorted() == Array(repeating: "0 events added, 0 removed\n", count: 4)
                + ["3000 events added, 1 removed\n"])
    }
}
