import Foundation
import Testing

@Suite("agenda review")
struct ReviewCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["XDG_DATA_HOME": folder.path])
        _ = try output("add", "Tea 2026-11-23 10:00-11:00", "--quiet")
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// What the assistant hears of a call.
    private func call(_ tool: String, _ arguments: [String: Any]) throws -> String {
        let request: [String: Any] = [
            "jsonrpc": "2.0", "id": 1, "method": "tools/call",
            "params": ["name": tool, "arguments": arguments],
        ]
        var assistant = agenda
        assistant.input = String(
            decoding: try JSONSerialization.data(withJSONObject: request), as: UTF8.self)
        let done = try assistant.run(["mcp", "--review"] + AgendaProcess.pinned)
        #expect(done.status == 0 && done.complaints.isEmpty, "\(done.complaints)")
        return done.output
    }

    private func id(_ title: String) throws -> String {
        let lines = try output("list", "--days", "30", "--format", "{id} {summary}\\n")
        let line = try #require(lines.split(separator: "\n").first { $0.hasSuffix(" " + title) })
        return String(line.prefix(12))
    }

    private let times = ["list", "--days", "30", "--format", "{start} {summary}\\n"]

    private func listed() throws -> String { try agenda.run(times + AgendaProcess.pinned).output }

    @Test(
        "what an assistant proposes waits with what it overlaps and both zones, and is then a change like others"
    )
    func accept() throws {
        let before = try listed()
        let heard = try call(
            "add_event",
            [
                "summary": "Call Kim", "start": "2026-11-23T04:30", "for": "30m",
                "time_zone": "America/New_York",
            ])
        #expect(heard.contains("Proposed as number 1") && heard.contains("Would add Call Kim"))
        #expect(try listed() == before)
        let shown = try output("review")
        #expect(shown.hasPrefix("1  Would add Call Kim"))
        #expect(shown.contains("In its own zone: Mon 2026-11-23 04:30-05:00 (America/New_York)"))
        #expect(shown.contains("Overlaps Tea, Mon 2026-11-23 10:00-11:00"))
        _ = try output("review", "accept", "1", "--set", "summary=Call Kim Lee")
        #expect(try listed().contains("Call Kim Lee"))
        #expect(try output("review") == "No changes wait\n")
        #expect(try output("undo").hasPrefix("Undone: added Call Kim Lee"))
        #expect(try listed() == before)
        #expect(try agenda.run(["review", "accept", "1"] + AgendaProcess.pinned).status == 1)
    }

    @Test("a proposal for an event that was changed since is stale; one that is refused is gone")
    func stale() throws {
        let id = try id("Tea")
        _ = try call("edit_event", ["id": id, "start": "2026-11-23T14:00"])
        _ = try call("delete_event", ["id": id])
        #expect(!(try output("review")).contains("has changed since"))
        _ = try output("edit", id, "--location", "Cafe", "--quiet")
        let shown = try output("review")
        #expect(shown.components(separatedBy: "The event has changed since").count == 3)
        let json = try output("review", "--json")
        #expect(json.components(separatedBy: #""stale":true"#).count == 3)
        let refused = try agenda.run(["review", "accept", "2"] + AgendaProcess.pinned)
        #expect(refused.status == 1 && refused.complaints.contains("has changed since"))
        #expect(try listed().contains("Tea"))
        #expect(try output("review", "accept", "1", "--stale").hasPrefix("Changed Tea"))
        #expect(try listed().contains("2026-11-23T14:00"))
        #expect(try output("review", "refuse", "--all") == "Refused 2\n")
        #expect(try output("review") == "No changes wait\n")
        // Nothing can be proposed that a tool would refuse.
        #expect(
            try call("edit_event", ["id": "ffffffffffff", "start": "10:00"]).contains(
                #""isError":true"#))
        #expect(try output("review") == "No changes wait\n")
    }

    @Test("what is undone is the person's to say")
    func tools() throws {
        var assistant = agenda
        assistant.input = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let tools = try assistant.run(["mcp", "--review"] + AgendaProcess.pinned).output
        #expect(tools.contains(#""name":"add_event""#) && !tools.contains(#""name":"undo""#))
        #expect(
            try agenda.run(["mcp", "--review", "--allow-edits"] + AgendaProcess.pinned).status == 64
        )
    }
}
