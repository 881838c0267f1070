import Foundation
import TestServers
import Testing

/// The address of a feed is often the only key to it: `…/private-SECRET/basic.ics`, `…?token=SECRET`.
@Suite("A feed's address")
struct FeedSecretTests {
    @Test(
        "does not leave the machine beyond its host",
        arguments: ["/ical/private-S3CRET/basic.ics", "/ok?token=S3CRET", "/S3CRET.ics"])
    func secret(path: String) throws {
        let server = try LoopbackServer { _ in
            .ok(
                """
                BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\nBEGIN:VEVENT\r\nUID:f\r\nDTSTAMP:20261101T000000Z\r
                DTSTART:20261121T100000Z\r\nSUMMARY:Fed\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n
                """)
        }
        let desk = try OnlineDesk()
        let address = server.url(path).absoluteString
        let added = try desk.run("source", "add", address)
        #expect(added.status == 0, "\(added.complaints)")
        let id = try desk.run("list", "--format", "{id}").output.prefix(12)
        let tools = [
            ("list_calendars", "{}"), ("list_events", "{}"), ("next_event", "{}"),
            ("history", "{}"), ("search_events", #"{"text":"fed"}"#),
            ("show_event", #"{"id":"\#(id)"}"#), ("conflicts", "{}"),
            // It may be changed neither way: the answer says where it belongs.
            ("edit_event", #"{"id":"\#(id)","summary":"Mine"}"#),
            ("delete_event", #"{"id":"\#(id)"}"#),
        ]
        let lines = tools.enumerated().map { index, call in
            let (tool, arguments) = call
            return
                #"{"jsonrpc":"2.0","id":\#(index),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        }
        let assistant = AgendaProcess(
            environment: desk.command.environment, input: lines.joined(separator: "\n"))
        for options in [[], ["--allow-edits"], ["--review"]] {
            let told = try assistant.run(["mcp"] + options + AgendaProcess.pinned)
            #expect(told.output.contains("Fed"))
            #expect(!told.output.contains("S3CRET") && !told.complaints.contains("S3CRET"))
            // Its host and its state are there.
            #expect(told.output.contains(#"\"host\":\"127.0.0.1\""#), "\(told.output)")
        }
        #expect(try desk.run("review").output == "No changes wait\n")
        // What commands say of it to others: lists, problems, changes, exports.
        for words in [
            ["list", "--json"], ["status", "--json"], ["history", "--json"], ["doctor"],
            ["daemon", "--once"], ["export", "--format", "ics"], ["export", "--format", "json"],
        ] {
            let done = try desk.command.run(words + AgendaProcess.pinned)
            #expect(!(done.output + done.complaints).contains("S3CRET"), "\(words)")
        }
        // The owner may look.
        #expect(try desk.run("source", "list", "--json").output.contains("S3CRET"))
    }
}
