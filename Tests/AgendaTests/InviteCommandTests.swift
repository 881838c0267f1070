import Foundation
import Testing

@testable import AgendaActions
@testable import agenda

/// An invitation to an hour on a Friday, as Outlook writes it.
func invitation(
    _ method: String = "REQUEST", attendee: String = "kim@example.org", sequence: Int = 0
) -> String {
    calendar(
        """
        UID:budget
        ORGANIZER;CN=Bea:mailto:bea@example.org
        ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Kim:mailto:\(attendee)
        ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bo@example.org
        SUMMARY:Budget
        DTSTART:20261127T090000Z
        DTEND:20261127T100000Z
        SEQUENCE:\(sequence)
        """
    ).replacing("VERSION", with: "METHOD:\(method)\nVERSION")
}

@Suite("agenda invite")
struct InviteCommandTests {
    func desk(_ variables: [String: String] = [:]) throws -> StoreProcess {
        var agenda = try StoreProcess()
        agenda.process.environment.merge(["AGENDA_ME": "kim@example.org"]) { $1 }
        agenda.process.environment.merge(variables) { $1 }
        return agenda
    }

    /// A program in the place of sendmail, which keeps what it gets.
    func sendmail(_ agenda: inout StoreProcess, status: Int = 0) throws {
        let path = try agenda.folder.write(
            "sendmail",
            "#!/bin/sh\necho \"$*\" >'\(agenda.folder.path)/sent'\n"
                + "cat >>'\(agenda.folder.path)/sent'\nexit \(status)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        agenda.process.environment["PATH"] = agenda.folder.path + ":/usr/bin:/bin"
    }

    @Test("a message is told and changes nothing: what it is, what it changes, what it overlaps")
    func look() throws {
        let agenda = try desk()
        try agenda("add", "Dentist 2026-11-27 10:30-11:30", "--quiet")
        let path = try agenda.folder.write("mail.ics", invitation())
        #expect(
            try agenda("invite", path) == """
                Invitation from Bea <bea@example.org>
                  Fri 2026-11-27 10:00-11:00  Budget
                New, would go to local:
                  +summary: Budget
                  +start: 2026-11-27 09:00
                  +end: 2026-11-27 10:00
                  +zone: UTC
                  +attendee: kim@example.org, bo@example.org
                  +status: confirmed
                  +busy: yes
                Overlaps Dentist, Fri 2026-11-27 10:30-11:30
                Answer with accept, decline or tentative behind the file

                """)
        #expect(try agenda("list", "--days", "9", "--format", "{summary}") == "Dentist\n")
        // Nor is a database made only to look.
        let other = try desk()
        _ = try other("invite", path)
        #expect(!FileManager.default.fileExists(atPath: other.folder.file("agenda.db")))
    }

    @Test(
        "an answer changes the calendar, and standard output has the reply alone; undo takes it back"
    )
    func accept() throws {
        var agenda = try desk()
        agenda.process.input = invitation()
        let result = try agenda.process.run("invite", "accept", "--comment", "See you")
        #expect(result.status == 0)
        #expect(
            result.complaints == """
                Fri 2026-11-27 10:00-11:00  Budget: accepted  [local]
                Reply for bea@example.org on standard output: send it

                """)
        #expect(
            result.output
                == """
                BEGIN:VCALENDAR
                VERSION:2.0
                PRODID:-//agenda//agenda//EN
                METHOD:REPLY
                BEGIN:VEVENT
                UID:budget
                SEQUENCE:0
                DTSTAMP:20261120T110000Z
                ORGANIZER;CN=Bea:mailto:bea@example.org
                ATTENDEE;CN=Kim;PARTSTAT=ACCEPTED:mailto:kim@example.org
                COMMENT:See you
                SUMMARY:Budget
                DTSTART:20261127T090000Z
                DTEND:20261127T100000Z
                END:VEVENT
                END:VCALENDAR

                """.replacing("\n", with: "\r\n"))
        #expect(try agenda("show", "budget").contains("Kim <kim@example.org>, accepted"))
        agenda.process.input = nil
        try agenda("undo")
        #expect(try agenda("list", "--days", "9", "--format", "{summary}").isEmpty)
    }

    @Test(
        "a mail from a pipe is answered by mail, with its Message-ID; declined events stay, and do not block"
    )
    func mail() throws {
        var agenda = try desk()
        try sendmail(&agenda)
        let encoded = Data(invitation().utf8).base64EncodedString(options: .lineLength76Characters)
        agenda.process.input = """
            From: Bea <bea@example.org>
            Message-ID: <1@example.org>
            MIME-Version: 1.0
            Content-Type: multipart/alternative; boundary=b

            --b
            Content-Type: text/calendar; method=REQUEST
            Content-Transfer-Encoding: base64

            \(encoded)
            --b--
            """
        #expect(
            try agenda("invite", "-", "decline", "--reply", "sendmail") == """
                Fri 2026-11-27 10:00-11:00  Budget: declined  [local]
                Reply sent to bea@example.org

                """)
        let sent = try String(contentsOfFile: agenda.folder.file("sent"), encoding: .utf8)
        #expect(
            sent.hasPrefix(
                """
                -t
                From: kim@example.org\r
                To: bea@example.org\r
                Subject: Declined: Budget\r
                Date: Fri, 20 Nov 2026 11:00:00 +0000\r
                In-Reply-To: <1@example.org>\r

                """))
        #expect(sent.contains("\r\nContent-Type: text/calendar; charset=utf-8; method=REPLY\r\n"))
        #expect(try agenda("next").isEmpty)
        #expect(try agenda("list", "--days", "9", "--format", "{summary}") == "Budget\n")
    }

    @Test(
        "a mail that cannot be sent is said; the calendar keeps the answer, and the command may be repeated"
    )
    func failingMail() throws {
        var agenda = try desk()
        let path = try agenda.folder.write("mail.ics", invitation())
        try sendmail(&agenda, status: 75)
        let failed = try agenda.failure("invite", path, "accept", "--reply", "sendmail")
        #expect(failed.status == 1)
        #expect(
            failed.complaints
                == "sendmail failed (75): your calendar has the change, but nothing was sent: repeat the command\n"
        )
        #expect(try agenda("show", "budget").contains("Kim <kim@example.org>, accepted"))
        try sendmail(&agenda)
        _ = try agenda("invite", path, "accept", "--reply", "sendmail")
        #expect(FileManager.default.fileExists(atPath: agenda.folder.file("sent")))
        // An address that would name further recipients goes to no program.
        let evil = invitation().replacing(
            "mailto:bea@example.org", with: "mailto:bea@example.org%2Ceve@example.com")
        let other = try agenda.folder.write("evil.ics", evil.replacing("UID:budget", with: "UID:e"))
        let refused = try agenda.failure("invite", other, "accept", "--reply", "sendmail")
        #expect(refused.status == 1)
        #expect(
            refused.complaints.hasPrefix("Budget: the event has no organizer to write to: "))
    }

    @Test(
        "a dry run and --reply none make no reply, and what makes no sense is said with its remedy")
    func options() throws {
        let agenda = try desk()
        let path = try agenda.folder.write("mail.ics", invitation())
        #expect(
            try agenda("invite", path, "tentative", "--propose", "15:00", "--dry-run")
                .hasSuffix("Proposal for bea@example.org would be made\n"))
        #expect(try agenda("list", "--days", "9", "--format", "{summary}").isEmpty)
        #expect(
            try agenda("invite", path, "accept", "--reply", "none") == """
                Fri 2026-11-27 10:00-11:00  Budget: accepted  [local]
                Reply for bea@example.org was not sent

                """)
        #expect(try agenda("invite", path, "accept", "--reply", "none", "--quiet").isEmpty)
        for (arguments, status, complaint) in [
            ([path, "maybe"], 64, "'maybe' is none of accept, decline, tentative, store"),
            ([path, "store", "--comment", "x"], 64, "--comment needs an answer"),
            ([path, "--on", "friday"], 64, "--on needs an answer"),
            (
                [path, "accept", "--propose", "15:00"], 64,
                "--propose cannot be combined with accept"
            ),
            ([agenda.folder.file("none")], 1, "cannot be read (No such file or directory)"),
            (["--send"], 64, "--send needs an event"),
            (
                [path, "accept", "--on", "2026-11-28"], 1,
                "the event does not take place on 2026-11-28"
            ),
        ] as [([String], Int32, String)] {
            let failed = try agenda.process.run(["invite"] + arguments + AgendaProcess.pinned)
            #expect(failed.status == status, "\(arguments)")
            #expect(failed.complaints.contains(complaint), "\(failed.complaints)")
            #expect(failed.output.isEmpty)
        }
        let empty = try agenda.folder.write("empty.eml", "Subject: x\n\nhello\n")
        #expect(
            try agenda.failure("invite", empty).complaints
                == "\(empty): the mail brings no calendar: give one with an invitation, or its .ics attachment\n"
        )
    }

    @Test("a proposed day keeps the time, a time keeps the day, and --on names one of a series")
    func proposals() throws {
        let agenda = try desk()
        let path = try agenda.folder.write("mail.ics", invitation())
        func start(_ arguments: String...) throws -> String {
            let reply = try agenda.process.run(["invite"] + arguments + AgendaProcess.pinned)
            #expect(reply.status == 0, "\(reply.complaints)")
            return reply.output.split(separator: "\r\n").filter {
                $0.hasPrefix("DTSTART") || $0.hasPrefix("METHOD") || $0.hasPrefix("RECURRENCE")
            }.joined(separator: " ")
        }
        #expect(try start(path, "--propose", "15:00") == "METHOD:COUNTER DTSTART:20261127T140000Z")
        #expect(
            try start(path, "decline", "--propose", "2026-11-30")
                == "METHOD:COUNTER DTSTART:20261130T090000Z")
        let series = try agenda.folder.write(
            "series.ics",
            invitation().replacing("UID:budget", with: "UID:s\nRRULE:FREQ=DAILY;COUNT=9"))
        #expect(
            try start(series, "decline", "--on", "2026-11-28")
                == "METHOD:REPLY RECURRENCE-ID:20261128T090000Z DTSTART:20261128T090000Z")
        #expect(
            try start(series, "tentative", "--on", "2026-11-28", "--propose", "12:00")
                == "METHOD:COUNTER DTSTART:20261128T110000Z RECURRENCE-ID:20261128T090000Z")
    }

    @Test("the JSON has what the text says, and the reply")
    func json() throws {
        let agenda = try desk()
        let path = try agenda.folder.write("mail.ics", invitation())
        let text = try agenda("invite", path, "accept", "--json")
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(json["version"] as? Int == 1)
        #expect(json["method"] as? String == "request")
        #expect(json["outcome"] as? String == "added")
        #expect(json["done"] as? Bool == true)
        #expect(json["delivery"] as? String == "stdout")
        #expect(json["start"] as? String == "2026-11-27T10:00:00+01:00")
        let message = try #require((json["messages"] as? [[String: Any]])?.first)
        #expect(message["to"] as? [String] == ["bea@example.org"])
        #expect((message["text"] as? String)?.contains("PARTSTAT=ACCEPTED") == true)
    }

    @Test(
        "one's own event is sent to its attendees, their replies are noted, and its cancellation is sent"
    )
    func organizer() throws {
        var agenda = try desk()
        try agenda("add", "Lunch 2026-11-27 12:00-13:00", "--attendee", "bo@example.org", "--quiet")
        try sendmail(&agenda)
        #expect(
            try agenda("invite", "--send", "lunch", "--reply", "sendmail") == """
                Fri 2026-11-27 12:00-13:00  Lunch  [local]
                Invitation sent to bo@example.org

                """)
        let sent = try String(contentsOfFile: agenda.folder.file("sent"), encoding: .utf8)
        #expect(sent.contains("\r\nSubject: Invitation: Lunch\r\n"))
        let request = try agenda("invite", "--send", "lunch", "--quiet")
        let lines = request.split(separator: "\r\n").map(String.init)
        #expect(lines.contains("METHOD:REQUEST"))
        #expect(lines.contains("ORGANIZER:mailto:kim@example.org"))
        #expect(lines.contains("ATTENDEE;RSVP=TRUE:mailto:bo@example.org"))
        let uid = try #require(lines.first { $0.hasPrefix("UID:") })
        agenda.process.input =
            calendar(
                """
                \(uid)
                ORGANIZER:mailto:kim@example.org
                ATTENDEE;PARTSTAT=DECLINED;CN=Bo:mailto:Bo@Example.org
                COMMENT:Ill
                """
            ).replacing("VERSION", with: "METHOD:REPLY\nVERSION")
        #expect(
            try agenda("invite") == """
                Reply from Bo <bo@example.org>
                  Fri 2026-11-27 12:00-13:00  Lunch
                  Bo <bo@example.org>: declined: Ill
                Changes in local:
                  -bo@example.org: not answered
                  +bo@example.org: declined
                Take it with store behind the file

                """)
        #expect(
            try agenda("invite", "store") == """
                Bo <bo@example.org>: declined: Ill
                Fri 2026-11-27 12:00-13:00  Lunch: updated  [local]

                """)
        agenda.process.input = nil
        try agenda("edit", "lunch", "--status", "cancelled", "--quiet")
        let cancel = try agenda("invite", "--send", "lunch", "--quiet")
        #expect(cancel.contains("METHOD:CANCEL\r\n"))
        #expect(cancel.contains("STATUS:CANCELLED\r\n") && cancel.contains("SEQUENCE:1\r\n"))
    }
}
