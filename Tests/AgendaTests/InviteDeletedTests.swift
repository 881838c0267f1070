import Foundation
import TestServers
import Testing

@Suite("Who hears of a deleted event")
struct InviteDeletedTests {
    private let agenda: StoreProcess

    init() throws {
        var agenda = try StoreProcess()
        agenda.process.environment["AGENDA_ME"] = "kim@example.org"
        self.agenda = agenda
    }

    private func run(_ arguments: String...) throws -> AgendaProcess.Result {
        try agenda.process.run(arguments + AgendaProcess.pinned)
    }

    /// An event of one's own to which others were invited; its id.
    private func invited(_ further: String...) throws -> String {
        let added = try agenda.process.run(
            [
                "add", "Lunch 2026-11-27 12:00-13:00", "--attendee", "bo@example.org", "--attendee",
                "kim@example.org", "--quiet",
            ] + further + AgendaProcess.pinned)
        _ = try agenda("invite", "--send", "lunch", "--reply", "none")
        return added.output.trimmingCharacters(in: .newlines)
    }

    private func lines(_ message: String) -> [String] {
        message.split(separator: "\r\n").map(String.init)
    }

    @Test("delete tells who does not know yet, and invite --send cancels what is deleted")
    func cancelled() throws {
        let id = try invited()
        #expect(
            try run("delete", "lunch")
                == .init(
                    output: "Deleted Lunch, Fri 2026-11-27 12:00-13:00\n",
                    complaints:
                        "bo@example.org: not told yet: use 'agenda invite --send \(id)'\n",
                    status: 0))
        let history = try agenda("history", "--json")
        for name in [id, String(id.prefix(6)), "lunch"] {
            let sent = try run("invite", "--send", name)
            #expect(
                sent.complaints == """
                    Fri 2026-11-27 12:00-13:00  Lunch  [local]
                    Cancellation for bo@example.org on standard output: send it

                    """)
            // RFC 5546 3.2.5
            #expect(
                Set(lines(sent.output)).isSuperset(of: [
                    "METHOD:CANCEL", "STATUS:CANCELLED", "SEQUENCE:1", "SUMMARY:Lunch",
                    "DTSTAMP:20261120T110000Z", "ORGANIZER:mailto:kim@example.org",
                    "ATTENDEE:mailto:bo@example.org", "BEGIN:VTIMEZONE", "TZID:Europe/Berlin",
                    "DTSTART;TZID=Europe/Berlin:20261127T120000",
                ]), "\(sent.output)")
        }
        let dry = try run("invite", "--send", "lunch", "--dry-run")
        #expect(dry.output.hasSuffix("Cancellation for bo@example.org would be made\n"))
        #expect(try agenda("history", "--json") == history)
        #expect(try agenda("list", "--days", "9", "--format", "{summary}").isEmpty)
    }

    @Test("nothing is said of an event to which nobody was invited, nor by a dry run")
    func silent() throws {
        try agenda(
            "add", "Tea 2026-11-27 12:00-13:00", "--attendee", "bo@example.org", "--quiet")
        #expect(try run("delete", "tea").complaints == "")
        let refused = try run("invite", "--send", "tea")
        #expect(refused.status == 1)
        #expect(refused.complaints.contains("you do not organize this event"))
        _ = try invited()
        #expect(try run("delete", "lunch", "--dry-run").complaints == "")
        #expect(try run("delete", "lunch", "--quiet").complaints == "")
        #expect(try run("invite", "--send", "breakfast").status == 1)
    }

    @Test("one day of a series is no deleted event: its attendees get the series without it")
    func oneDay() throws {
        let id = try invited("--every", "week")
        let told = try run("delete", "lunch", "2026-12-04", "--scope", "this")
        #expect(
            told.complaints == "bo@example.org: not told yet: use 'agenda invite --send \(id)'\n")
        let sent = lines(try run("invite", "--send", id).output)
        #expect(sent.contains("METHOD:REQUEST") && sent.contains("SEQUENCE:1"))
        #expect(sent.contains("EXDATE;TZID=Europe/Berlin:20261204T120000"))
        // All of it is then cancelled with a higher number.
        #expect(try run("delete", id, "--scope", "all").status == 0)
        let cancelled = lines(try run("invite", "--send", id).output)
        #expect(cancelled.contains("METHOD:CANCEL") && cancelled.contains("SEQUENCE:2"))
    }

    @Test("an event that is there again, and one with the same words, are sent themselves")
    func stored() throws {
        _ = try invited()
        try agenda("delete", "lunch", "--quiet")
        #expect(lines(try run("invite", "--send", "lunch").output).contains("SEQUENCE:1"))
        try agenda("undo")
        // Newer than the cancellation (RFC 5546 2.1.5), and no newer with each message.
        for _ in 0..<2 {
            let sent = lines(try run("invite", "--send", "lunch").output)
            #expect(sent.contains("METHOD:REQUEST") && sent.contains("SEQUENCE:1"))
        }
        try agenda("delete", "lunch", "--quiet")
        try agenda(
            "add", "Lunch 2026-11-28 12:00-13:00", "--attendee", "cy@example.org", "--quiet")
        let sent = lines(try run("invite", "--send", "lunch").output)
        #expect(sent.contains("METHOD:REQUEST"))
        #expect(sent.contains { $0.hasSuffix("mailto:cy@example.org") })
    }

    @Test("several deleted events match: they are listed with their ids")
    func several() throws {
        let first = try invited()
        try agenda("delete", first, "--quiet")
        let second = try invited()
        try agenda("delete", second, "--quiet")
        let refused = try run("invite", "--send", "lunch")
        #expect(refused.status == 64 && refused.output == "")
        #expect(
            refused.complaints == """
                lunch: 2 deleted events match: give an id
                  \(second)  Lunch  [local]
                  \(first)  Lunch  [local]

                """)
        #expect(try run("invite", "--send", first).status == 0)
    }

    @Test("the file's own zone goes along, although the file is gone with the event")
    func zones() throws {
        let folder = agenda.folder.file("team")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let zone = """
            BEGIN:VTIMEZONE
            TZID:Ours
            BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0500
            TZOFFSETTO:+0500
            END:STANDARD
            END:VTIMEZONE
            """
        let event = calendar(
            """
            UID:1
            DTSTAMP:20261101T000000Z
            DTSTART;TZID=Ours:20261127T160000
            DURATION:PT1H
            SUMMARY:Call
            SEQUENCE:4
            ORGANIZER:mailto:kim@example.org
            ATTENDEE:mailto:bo@example.org
            """)
        _ = try agenda.folder.write(
            "team/1.ics", event.replacing("BEGIN:VEVENT", with: zone + "\nBEGIN:VEVENT"))
        try agenda("source", "add", folder, "--writable", "--quiet")
        try agenda("delete", "call", "--quiet")
        #expect(!FileManager.default.fileExists(atPath: folder + "/1.ics"))
        let sent = try run("invite", "--send", "call")
        #expect(sent.complaints.hasPrefix("Fri 2026-11-27 12:00-13:00  Call  [team]\n"))
        let text = lines(sent.output)
        #expect(
            Set(text).isSuperset(of: [
                "TZID:Ours", "TZOFFSETTO:+0500", "SEQUENCE:5",
                "DTSTART;TZID=Ours:20261127T160000",
            ]), "\(sent.output)")
    }

    @Test("a server that schedules is told to write even to those whom it has, and cancels itself")
    func server() throws {
        let server = try CalendarServer(["home": .init("Home")])
        server.change { $0.schedules = ["mailto:kim@example.org"] }
        let desk = try OnlineDesk()
        func run(_ arguments: String...) throws -> AgendaProcess.Result {
            try desk.command.run(arguments + AgendaProcess.pinned)
        }
        let added = try run(
            "account", "add", server.url.absoluteString, "--name", "work", "--all")
        try #require(added.status == 0, "\(added.complaints)")
        _ = try run("sync")
        _ = try run(
            "add", "Lunch 2026-11-27 12:00-13:00", "--attendee", "bo@example.org", "--calendar",
            "Home")
        _ = try run("sync")
        let told = "The server of Home tells the others: see 'agenda sync'\n"
        #expect(try run("invite", "--send", "lunch").output.hasSuffix(told))
        _ = try run("sync")
        // RFC 6638 7.2
        let stored = server.state.calendars["home"]?.items.values.joined() ?? ""
        #expect(
            stored.replacing("\r\n ", with: "").contains(
                "ATTENDEE;SCHEDULE-FORCE-SEND=REQUEST:mailto:bo@example.org"), "\(stored)")
        #expect(try run("delete", "lunch").complaints == told)
        let again = try run("invite", "--send", "lunch")
        #expect(again.output.hasSuffix(told) && !again.output.contains("METHOD"))
    }
}
