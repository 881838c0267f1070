import Foundation
import TestServers
import Testing

@testable import agenda

@Suite("Synchronisation under agenda ui", .timeLimit(.minutes(30)))
struct UISyncTests {
    private func resource(_ uid: String, _ title: String) -> String {
        calendar("UID:\(uid)\nDTSTART:20261120T150000Z\nSUMMARY:\(title)")
    }

    @Test("what a synchronisation brings is shown at once, and the cursor stays on its event")
    func arrives() throws {
        let server = try CalendarServer([
            "home": .init("Home", items: ["a.ics": resource("a", "One")])
        ])
        let desk = try OnlineDesk()
        let added = try desk.run(
            "account", "add", server.url.absoluteString, "--name", "work", "--user", "anna",
            "--password-command", "echo x", "--all")
        #expect(added.status == 0, "\(added)")
        #expect(try desk.run("sync").status == 0)
        let ui = try UISession(environment: desk.command.environment)
        try ui.wait(for: "> 16:00        One")
        server.change {
            $0.calendars["home"] = .init(
                "Home",
                items: [
                    "a.ics": resource("a", "One, moved").replacing("T150000Z", with: "T160000Z"),
                    "b.ics": resource("b", "New"),
                ])
        }
        #expect(try desk.run("sync", "--verify").status == 0)
        try ui.wait(for: "> 17:00        One, moved")
        try ui.wait(for: "  16:00        New")
        // Its details are shown while it is deleted on the server.
        ui.type("\r")
        try ui.wait(for: "uid")
        server.change { $0.calendars["home"]?.items["a.ics"] = nil }
        #expect(try desk.run("sync", "--verify").status == 0)
        try ui.wait(for: "One, moved: is no longer there")
        try ui.wait(for: "> 16:00        New")
        ui.quit()
    }
}
