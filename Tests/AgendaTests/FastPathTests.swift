import Foundation
import Testing

@testable import agenda

@Suite("Commands that need no parser")
struct FastPathTests {
    @Test(
        "plain ones are read without it",
        arguments: [
            [], ["list"], ["timeline"], ["--json"], ["timeline", "--tsv"],
            ["list", "--database", "a.db", "--now", "2026-11-20T12:00:00Z", "--jsonl"],
            ["next"], ["next", "--quiet", "--json"], ["next", "--format", "{minutes} {summary}"],
        ])
    func plain(_ arguments: [String]) {
        #expect(FastPath(arguments) != nil)
    }

    @Test(
        "all else, also what may be wrong, is left to it",
        arguments: [
            ["show"], ["a.ics"], ["list", "a.ics"], ["--help"], ["--version"],
            ["list", "--days", "3"], ["--now"], ["--now", "--json"], ["--json", "--tsv"],
            ["--now", "a", "--now", "b"],
            ["--database=a.db"], ["-q"], ["--", "list"], [""],
            ["next", "a.ics"], ["next", "--all-day"], ["next", "--format", "{nope}"],
            ["next", "--format"], ["list", "--format", "{summary}"], ["list", "--quiet"],
        ])
    func others(_ arguments: [String]) {
        #expect(FastPath(arguments) == nil)
    }

    @Test("one that has imported much leaves no long log for the next one to read")
    func log() throws {
        let folder = try ScratchFolder()
        var agenda = AgendaProcess()
        agenda.environment = ["XDG_DATA_HOME": folder.path]
        func calendar(_ count: Int) -> String {
            let text = String(repeating: "long ", count: 400)
            let events = (0..<count).map {
                "BEGIN:VEVENT\r\nUID:\($0)\r\nDTSTART:20261120T100000Z\r\nSUMMARY:e\r\nDESCRIPTION:\(text)\r\nEND:VEVENT\r\n"
            }
            return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n\(events.joined())END:VCALENDAR\r\n"
        }
        _ = try agenda.run(["source", "add", try folder.write("a.ics", calendar(1))])
        _ = try folder.write("a.ics", calendar(1_000))
        let listed = try agenda.run(["list", "--now", "2026-11-20T12:00:00+01:00"])
        // A line for the day.
        #expect(listed.output.split(separator: "\n").count == 1_001)
        let log = folder.path + "/agenda/agenda.db-wal"
        let size = try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
        #expect((size ?? 0) < 1 << 20)
    }
}
