import Foundation
import Testing

// What the configuration file says, and what is written elsewhere.
extension ReminderCommandTests {
    /// Runs with a configuration file.
    private func configured(
        _ text: String, _ arguments: [String]
    ) throws -> AgendaProcess.Result {
        try FileManager.default.createDirectory(
            atPath: folder.file("config/agenda"), withIntermediateDirectories: true)
        _ = try folder.write("config/agenda/config.toml", text)
        return try AgendaProcess(
            environment: environment.merging(["XDG_CONFIG_HOME": folder.file("config")]) { $1 }
        ).run(arguments)
    }

    @Test("dismissing writes to the calendar when asked to, and says where it cannot")
    func written() throws {
        func file() throws -> String {
            try String(contentsOfFile: folder.file("a.ics"), encoding: .utf8)
        }
        let before = try file()
        let id = try #require(try entries("12:46:00").first?["id"] as? String)
        let dismissed = "Dismissed Meet\n"
        let now = ["--now", "2026-11-20T12:46:00Z", "--time-zone", "Europe/Berlin"]
        let refused = try alarms("12:46:00", "dismiss", id, "--write")
        #expect(
            refused
                == .init(
                    output: dismissed,
                    complaints:
                        "a: this calendar is read-only: to allow edits, run 'agenda source set a "
                        + "--writable': dismissed here alone\n", status: 3), "\(refused)")
        // Where nobody has asked, nothing is said.
        let quiet = try configured("acknowledge = true\n", ["alarms", "dismiss", id] + now)
        #expect(quiet == .init(output: dismissed, complaints: "", status: 0))
        #expect(try file() == before)

        #expect(try agenda("source", "set", "a", "--writable").status == 0)
        let not = ["alarms", "dismiss", id, "--no-write"] + now
        #expect(try configured("acknowledge = true\n", not).status == 0)
        #expect(try file() == before)
        let written = try configured("acknowledge = true\n", ["alarms", "dismiss", id] + now)
        #expect(written == .init(output: dismissed, complaints: "", status: 0), "\(written)")
        #expect(
            try file().contains(
                "TRIGGER:-PT15M\nACKNOWLEDGED:20261120T124600Z\nEND:VALARM\n"))
        #expect(try agenda("undo").status == 0)
        #expect(!(try file().contains("ACKNOWLEDGED")))
    }

    @Test("the configuration file says how the daemon reminds; options win")
    func configuration() throws {
        let now = ["--now", "2026-11-20T12:45:00Z", "--time-zone", "Europe/Berlin"]
        func look(_ text: String, _ options: String...) throws -> AgendaProcess.Result {
            try configured(text, ["daemon", "--once", "--quiet"] + now + options)
        }
        #expect(try look("reminders = false\n").complaints == "")
        let command = "reminder-command = \"/bin/cat >>'\(folder.file("shown"))'\"\n"
        #expect(try look(command) == .init(output: "", complaints: "", status: 0))
        #expect(
            try String(contentsOfFile: folder.file("shown"), encoding: .utf8)
                == "Meet\n14:00-15:00\nRoom Elbe\n")
        try write(Self.meeting.replacingOccurrences(of: "T130000Z", with: "T125900Z"))
        let failed = try look(command, "--exec", "exit 3")
        #expect(failed.complaints.contains("--exec: the command failed"))
        #expect(try look("reminder-late = 'soon'\n").status == 64)
        let set = try configured("", ["config", "reminders", "false"])
        #expect(set.status == 0)
        #expect(
            try String(contentsOfFile: folder.file("config/agenda/config.toml"), encoding: .utf8)
                == "reminders = false\n")
        let bad = try configured("", ["config", "acknowledge", "perhaps"])
        #expect(bad.status == 64)
        #expect(bad.complaints == "config acknowledge perhaps: write true or false\n")
    }

    @Test("status says when the next reminder is shown")
    func status() async throws {
        try write(soon(3_600))
        let daemon = try RunningAgenda("exec \"$0\" daemon", environment: environment)
        try await daemon.wait(for: "daemon: started")
        var text = ""
        for _ in 0..<1_200 where !text.contains("  reminders: next ") {
            text = try agenda("status").output
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(text.contains("  reminders: next "), "\(text)")
        let json = try JSONSerialization.jsonObject(
            with: Data(try agenda("status", "--json").output.utf8))
        let due = try #require((json as? [String: Any])?["reminderDue"] as? String)
        let start = try #require(Self.starts(in: soon(3_600)))
        let instant = try #require(try? Date(due, strategy: .iso8601))
        #expect(abs(instant.timeIntervalSince(start)) < 300, "\(due)")
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    /// When an event of ``soon(_:)`` begins.
    private static func starts(in event: String) -> Date? {
        let text = event.split(separator: "\n").first { $0.hasPrefix("DTSTART:") }?.dropFirst(8)
        return text.flatMap {
            try? Date(
                String($0),
                strategy: .iso8601.year().month().day().dateSeparator(.omitted)
                    .timeZone(separator: .omitted).time(includingFractionalSeconds: false)
                    .timeSeparator(.omitted))
        }
    }
}
