import Foundation
import TestServers
import Testing

@Suite("Invitations and the server that schedules")
struct InviteOnlineTests {
    private func desk(schedules: [String]?) throws -> (CalendarServer, OnlineDesk) {
        let server = try CalendarServer(["home": .init("Home")])
        server.change { $0.schedules = schedules }
        let desk = try OnlineDesk()
        _ = try desk.folder.write("mail.ics", invitation(attendee: "anna@example.org"))
        let added = try desk.command.run(
            ["account", "add", server.url.absoluteString, "--name", "work", "--all"]
                + AgendaProcess.pinned)
        try #require(added.status == 0, "\(added.complaints)")
        _ = try desk.command.run(["sync"] + AgendaProcess.pinned)
        return (server, desk)
    }

    private func answer(_ desk: OnlineDesk, _ further: String...) throws -> AgendaProcess.Result {
        try desk.command.run(
            ["invite", desk.folder.file("mail.ics"), "accept", "--calendar", "Home"] + further
                + AgendaProcess.pinned)
    }

    private func sent(_ server: CalendarServer) -> String {
        server.state.calendars["home"]?.items.values.joined() ?? ""
    }

    @Test("it names the person, gets the answer with the event, and no reply is made")
    func automatic() throws {
        let (server, desk) = try desk(schedules: ["urn:uuid:1", "mailto:anna@example.org"])
        let result = try answer(desk)
        #expect(result.status == 0)
        #expect(
            result.output == """
                Fri 2026-11-27 10:00-11:00  Budget: accepted  [Home]
                The server of Home tells the others: see 'agenda sync'

                """, "\(result.complaints)")
        _ = try desk.command.run(["sync"] + AgendaProcess.pinned)
        #expect(
            sent(server).contains("ATTENDEE;PARTSTAT=ACCEPTED;CN=Kim:mailto:anna@example.org"))
        #expect(!sent(server).contains("SCHEDULE-AGENT"))
    }

    @Test("a reply that is made all the same tells the server to make none: one of the two")
    func instead() throws {
        let (server, desk) = try desk(schedules: ["mailto:anna@example.org"])
        #expect(try answer(desk, "--reply", "stdout").output.contains("METHOD:REPLY\r\n"))
        _ = try desk.command.run(["sync"] + AgendaProcess.pinned)
        #expect(
            sent(server).contains("ORGANIZER;CN=Bea;SCHEDULE-AGENT=CLIENT:mailto:bea@example.org"))
    }

    @Test("one that does not schedule leaves the reply to us")
    func manual() throws {
        let (server, desk) = try desk(schedules: nil)
        #expect(try answer(desk).complaints.hasPrefix("Budget: your address is unknown: "))
        #expect(try answer(desk, "--me", "anna@example.org").output.contains("METHOD:REPLY\r\n"))
        _ = try desk.command.run(["sync"] + AgendaProcess.pinned)
        #expect(!sent(server).contains("SCHEDULE-AGENT"))
        // It was asked once, not with each synchronisation.
        #expect(server.log.filter { $0.hasPrefix("OPTIONS") }.count == 1)
    }
}
