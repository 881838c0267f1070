import Foundation
import Testing

@testable import agenda

extension InviteCommandTests {
    private static let stranger = "sent by eve@example.com, who is not named in it"

    private func mail(
        _ agenda: StoreProcess, _ text: String, _ head: String = "From: Eve <eve@example.com>"
    ) throws
        -> String
    {
        try agenda.folder.write("mail.eml", head + "\nContent-Type: text/calendar\n\n" + text)
    }

    @Test(
        "a mail of somebody whom it does not name is told, and changes nothing unless trusted: status 3"
    )
    func otherSender() throws {
        let agenda = try desk()
        let path = try mail(agenda, invitation())
        let look = try agenda("invite", path)
        #expect(look.contains("\n  \(Self.stranger)\n"))
        #expect(
            look.hasSuffix(
                """
                Answer with accept, decline or tentative behind the file
                Give --trust-sender with it, if you know who sent it

                """))
        for verb in ["accept", "decline", "store"] {
            let refused = try agenda.failure("invite", path, verb)
            #expect(refused.status == 3 && refused.output.isEmpty)
            #expect(
                refused.complaints
                    == "Budget: \(Self.stranger): to take it all the same, give --trust-sender\n")
        }
        #expect(try agenda.failure("invite", path, "store", "--dry-run").status == 3)
        let json = try agenda.failure("invite", path, "store", "--json")
        #expect(json.status == 3 && json.output.contains("\"senderNamed\":false"))
        #expect(json.output.contains("\"done\":false"))
        #expect(try agenda("list", "--days", "9", "--format", "{summary}").isEmpty)
        #expect(
            try agenda("invite", path, "store", "--trust-sender")
                == "Fri 2026-11-27 10:00-11:00  Budget: added  [local]\n")
        // What is here is not cancelled either.
        _ = try mail(agenda, invitation("CANCEL", sequence: 1))
        #expect(try agenda.failure("invite", path, "store").status == 3)
        #expect(try agenda("show", "budget").contains("cancelled") == false)
        _ = try mail(
            agenda, invitation("CANCEL", sequence: 1),
            "From: Calendar <noreply@example.com>\nReply-To: Kim <k@example.org>, Bea <bea@example.org>"
        )
        #expect(try agenda("invite", path, "store").contains("Budget: cancelled"))
    }

    @Test("on a terminal a new event of such a sender is asked about, and one that is here is not")
    func asked() throws {
        let agenda = try desk()
        let path = try mail(agenda, invitation())
        for (answer, status) in [("n\n", 3), ("y\n", 0)] as [(String, Int32)] {
            let session = try TerminalSession(
                ["invite", path, "store"], environment: agenda.process.environment)
            try session.wait(for: Self.stranger)
            try session.wait(for: "Take it from eve@example.com? [y/N] ")
            session.type(answer)
            #expect(session.end() == status)
            #expect(
                try agenda("list", "--days", "9", "--format", "{summary}")
                    == (status == 0 ? "Budget\n" : ""))
        }
        _ = try mail(agenda, invitation("CANCEL", sequence: 1))
        let session = try TerminalSession(
            ["invite", path, "store"], environment: agenda.process.environment)
        #expect(session.end() == 3)
    }

    @Test(
        "a stranger's invitation with the UID of one's own event takes nothing over, nor does its import"
    )
    func ownEvent() throws {
        let agenda = try desk()
        try agenda("add", "My own talk 2026-12-02 10:00-11:00 @ Hall 3", "--quiet")
        let exported = try agenda("export", "--format", "ics")
        let uid = try #require(exported.split(separator: "\r\n").first { $0.hasPrefix("UID:") })
        let before = try agenda("show", "talk")
        for method in ["REQUEST", "CANCEL", "PUBLISH"] {
            let text = invitation(method, sequence: 99).replacing("UID:budget", with: uid)
            let path = try agenda.folder.write("mail.ics", text)
            for verb in [[], ["store"]] + (method == "REQUEST" ? [["decline"], ["accept"]] : []) {
                let refused = try agenda.process.run(
                    ["invite", path] + verb + AgendaProcess.pinned)
                #expect(refused.status == 1)
                #expect(refused.complaints.contains(": this event is your own: change it with"))
            }
            let imported = try agenda.failure("import", path)
            #expect(imported.status == 3)
            #expect(
                imported.complaints.contains("not imported: ")
                    && imported.complaints.contains("your own"))
        }
        #expect(try agenda("show", "talk") == before)
        // One's own export comes back as before.
        try agenda("edit", "talk", "--location", "Hall 4", "--quiet")
        let path = try agenda.folder.write("export.ics", exported)
        #expect(try agenda("import", path).contains("Newer here"))
    }

    @Test("an event is answered in the calendar that has it, whole days without an hour's shift")
    func elsewhere() throws {
        let agenda = try desk()
        let days = invitation()
            .replacing("DTSTART:20261127T090000Z", with: "DTSTART;VALUE=DATE:20261127")
            .replacing("DTEND:20261127T100000Z", with: "DTEND;VALUE=DATE:20261128")
        let team = try agenda.folder.write(
            "team.ics", days.replacing("METHOD:REQUEST\n", with: ""))
        try agenda("source", "add", team, "--name", "team", "--writable", "--quiet")
        let path = try agenda.folder.write("mail.ics", days)
        #expect(
            try agenda("invite", path, "tentative", "--reply", "none").hasPrefix(
                "Fri 2026-11-27  Budget: tentative  [team]\n"))
        let text = try String(contentsOfFile: team, encoding: .utf8)
        #expect(
            text.contains("ATTENDEE;PARTSTAT=TENTATIVE;CN=Kim:mailto:kim@example.org\n"))
        #expect(text.contains("DTSTART;VALUE=DATE:20261127\n"))
    }
}
