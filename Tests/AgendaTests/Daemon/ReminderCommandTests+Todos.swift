import Foundation
import Testing

// Reminders of to-dos, and what is snoozed in a calendar.
extension ReminderCommandTests {
    private func writeTodo(_ lines: String) throws {
        _ = try folder.write(
            "a.ics",
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:rent\nDTSTAMP:20260101T000000Z\n"
                + "SUMMARY:Pay rent\nLOCATION:Bank\n\(lines)\nBEGIN:VALARM\nACTION:DISPLAY\n"
                + "DESCRIPTION:x\nTRIGGER:-PT15M\nEND:VALARM\nEND:VTODO\nEND:VCALENDAR\n")
    }

    private func told(_ time: String) throws -> String {
        let result = try AgendaProcess(environment: environment).run([
            "daemon", "--once", "--quiet", "--now", "2026-11-20T\(time)Z", "--time-zone",
            "Europe/Berlin",
        ])
        #expect(result.status == 0 && result.output == "", "\(result)")
        return result.complaints
    }

    @Test("a to-do is reminded of before it is due, listed, snoozed, and quiet when it is done")
    func todo() throws {
        try writeTodo("DUE:20261120T130000Z")
        #expect(try told("12:44:59") == "")
        #expect(try told("12:45:00") == "reminder: due 14:00 Pay rent @ Bank\n")
        #expect(try told("12:45:01") == "")
        let entry = try #require(try entries("12:46:00").first)
        #expect(entry["at"] as? String == "2026-11-20T13:45:00+01:00")
        #expect(entry["state"] as? String == "shown")
        let todo = try #require(entry["todo"] as? [String: Any])
        #expect(todo["due"] as? String == "2026-11-20T14:00:00+01:00")
        #expect(todo["status"] as? String == "needs-action")
        let id = try #require(entry["id"] as? String)
        #expect(
            try alarms("12:46:00", "snooze", id, "10m").output
                == "Snoozed until Fri 2026-11-20 13:56: Pay rent\n")
        #expect(
            try alarms("12:46:00", "list").output.dropFirst(6)
                == "Fri 2026-11-20 13:56  snoozed  ☐ Pay rent  due Fri 2026-11-20 14:00\n")
        #expect(try told("12:56:00") == "reminder: due 14:00 Pay rent @ Bank\n")
        _ = try alarms("12:57:00", "snooze", id, "10m")
        #expect(try agenda("source", "set", "a", "--writable").status == 0)
        let done = try agenda("todo", "done", try #require(todo["id"] as? String))
        #expect(done.status == 0, "\(done)")
        #expect(try told("13:07:00") == "")
        #expect(try entries("13:07:00").isEmpty)
    }

    @Test("an overdue to-do is told of once when the daemon starts; killed, with its title")
    func overdue() throws {
        try writeTodo("DUE:20261118T130000Z")
        #expect(try told("12:45:00") == "reminder: due Wed 2026-11-18 14:00 Pay rent @ Bank\n")
        #expect(try told("12:46:00") == "")
        try writeTodo("DUE;VALUE=DATE:20261120")
        let killed = try AgendaProcess(environment: environment.merging(["PATH": "/bin"]) { $1 })
            .run([
                "daemon", "--once", "--quiet", "--exec", "kill -9 $PPID", "--now",
                "2026-11-20T12:45:00Z", "--time-zone", "Europe/Berlin",
            ])
        #expect(killed.status == 9)
        #expect(try told("12:46:00").contains("reminder: Pay rent: may not have been shown"))
    }

    @Test("a snooze is written when asked to, for the phones, and rings once")
    func snoozeWritten() throws {
        func file() throws -> String {
            try String(contentsOfFile: folder.file("a.ics"), encoding: .utf8)
        }
        let id = try #require(try entries("12:46:00").first?["id"] as? String)
        let refused = try alarms("12:46:00", "snooze", id, "5m", "--write")
        #expect(refused.status == 3)
        #expect(refused.complaints.hasSuffix("--writable': snoozed here alone\n"), "\(refused)")
        #expect(try agenda("source", "set", "a", "--writable").status == 0)
        let written = try alarms("12:46:00", "snooze", id, "5m", "--write")
        #expect(
            written
                == .init(
                    output: "Snoozed until Fri 2026-11-20 13:51: Meet\n", complaints: "", status: 0),
            "\(written)")
        #expect(try file().contains("ACKNOWLEDGED:20261120T124600Z\n"))
        #expect(try file().contains("TRIGGER;VALUE=DATE-TIME:20261120T125100Z\n"))
        #expect(try file().contains("RELATED-TO;RELTYPE=SNOOZE:"))
        #expect(
            try alarms("12:46:30", "list").output.dropFirst(6)
                == "Fri 2026-11-20 13:51  snoozed  Meet  Fri 2026-11-20 14:00-15:00\n")
        #expect(try told("12:50:59") == "")
        #expect(try told("12:51:00") == Self.line)
        #expect(try told("12:51:30") == "")
        #expect(try agenda("undo").status == 0)
        #expect(!(try file().contains("SNOOZE")))
    }

    @Test("an alias of the daemon keeps its name, and reads the same options")
    func alias() throws {
        try FileManager.default.createDirectory(
            atPath: folder.file("config/agenda"), withIntermediateDirectories: true)
        _ = try folder.write(
            "config/agenda/config.toml", "[aliases]\nkeep = \"daemon --quiet --once\"\n")
        let result = try AgendaProcess(
            environment: environment.merging(["XDG_CONFIG_HOME": folder.file("config")]) { $1 }
        ).run(["keep", "--now", "2026-11-20T12:45:00Z", "--time-zone", "Europe/Berlin"])
        #expect(result == .init(output: "", complaints: Self.line, status: 0), "\(result)")
    }
}
