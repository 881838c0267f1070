import Foundation
import Testing

/// Runs the daemon's single round with a clock of the test's own, and the daemon itself by the machine's.
@Suite("Reminders of the daemon", .timeLimit(.minutes(30)))
struct ReminderCommandTests {
    let folder: ScratchFolder
    let environment: [String: String]
    /// Goes off at 12:45Z, which is 13:45 in Berlin.
    static let meeting = """
        UID:meet
        DTSTART:20261120T130000Z
        DTEND:20261120T140000Z
        SUMMARY:Meet
        LOCATION:Room Elbe
        BEGIN:VALARM
        ACTION:DISPLAY
        TRIGGER:-PT15M
        END:VALARM
        """
    static let line = "reminder: 14:00-15:00 Meet @ Room Elbe\n"

    init() throws {
        folder = try ScratchFolder()
        // A folder without notify-send.
        environment = ["AGENDA_DATABASE": folder.file("agenda.db"), "PATH": "/nonexistent"]
        try write(Self.meeting)
        #expect(try agenda("source", "add", folder.file("a.ics")).status == 0)
    }

    func write(_ events: String...) throws {
        let bodies = events.map { "BEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n\($0)\nEND:VEVENT\n" }
        _ = try folder.write(
            "a.ics", "BEGIN:VCALENDAR\nVERSION:2.0\n" + bodies.joined() + "END:VCALENDAR\n")
    }

    func agenda(_ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess(environment: environment).run(arguments)
    }

    /// One round of the daemon at a time of 2026-11-20 in UTC, or at any.
    private func look(
        _ time: String, _ options: String..., path: String = "/nonexistent"
    ) throws -> AgendaProcess.Result {
        let now = time.contains("T") ? time : "2026-11-20T\(time)Z"
        return try AgendaProcess(environment: environment.merging(["PATH": path]) { $1 }).run(
            ["daemon", "--once", "--quiet", "--now", now, "--time-zone", "Europe/Berlin"] + options)
    }

    private func said(_ time: String, _ options: String...) throws -> String {
        let result = try look(time)
        #expect(result.status == 0 && result.output == "", "\(result)")
        return result.complaints
    }

    @Test("without a program for notices each is told in a line, once")
    func line() throws {
        #expect(try said("12:44:59") == "")
        #expect(try said("12:45:00") == Self.line)
        for time in ["12:45:00", "12:45:01", "13:30:00", "14:30:00"] {
            #expect(try said(time) == "")
        }
    }

    @Test(
        "a clock that jumps over it, an hour or a day, forth and back, brings it once",
        arguments: [["12:44:00", "13:44:00", "12:45:00", "12:44:00", "13:44:00", "12:45:00"]])
    func hour(times: [String]) throws {
        let told = try times.map { try said($0) }
        #expect(told == ["", Self.line, "", "", "", ""])
        for day in ["2026-11-19", "2026-11-21", "2026-11-20", "2026-12-20", "2026-11-20"] {
            #expect(try said("\(day)T12:45:00Z") == "")
        }
    }

    @Test("a day's jump over an event that is over brings nothing; back, it comes")
    func day() throws {
        #expect(try said("2026-11-19T12:45:00Z") == "")
        #expect(try said("2026-11-21T12:45:00Z") == "")
        #expect(try said("12:45:00") == Self.line)
        #expect(try said("2026-11-21T12:45:00Z") == "")
        #expect(try said("12:45:00") == "")
    }

    @Test("read again, built anew and moved elsewhere: only a new time reminds again")
    func again() throws {
        #expect(try said("12:45:00") == Self.line)
        try write(Self.meeting + "\nDESCRIPTION:New")
        #expect(try said("12:46:00") == "")
        #expect(try agenda("refresh", "--rebuild", "--quiet").status == 0)
        #expect(try said("12:46:00") == "")
        for name in ["agenda.db", "agenda.db-wal", "agenda.db-shm"] {
            try? FileManager.default.removeItem(atPath: folder.file(name))
        }
        let restored = try said("12:47:00")
        #expect(!restored.contains("reminder"))
        try write(Self.meeting.replacingOccurrences(of: "T130000Z", with: "T133000Z"))
        #expect(try said("13:14:59") == "")
        #expect(
            try said("13:15:00") == Self.line.replacingOccurrences(of: "14:00-", with: "14:30-"))
        #expect(try said("13:15:00") == "")
    }

    @Test("what was missed comes as one notice")
    func missed() throws {
        try write(
            Self.meeting,
            Self.meeting.replacingOccurrences(of: "meet", with: "tea")
                .replacingOccurrences(of: "Meet", with: "Tea")
                .replacingOccurrences(of: "T130000Z", with: "T130500Z")
                .replacingOccurrences(of: "T140000Z", with: "T150000Z"))
        #expect(
            try said("13:10:00")
                == "reminder: 2 reminders were missed: 14:00-15:00 Meet; 14:05-16:00 Tea\n")
        #expect(try said("13:10:00") == "")
    }

    @Test("of an event that is over only as long as --late says")
    func late() throws {
        try write(Self.meeting.replacingOccurrences(of: "T140000Z", with: "T130500Z"))
        let options = ["--late", "20m"]
        #expect(try look("13:06:00", options[0], options[1]).complaints == "")
        #expect(
            try said("13:06:00") == Self.line.replacingOccurrences(of: "15:00", with: "14:05"))
        let bad = try look("13:06:00", "--late", "soon")
        #expect(bad.status == 64)
        #expect(
            bad.complaints == "--late: expected a duration such as 30m, 1h or 1d, got 'soon'\n")
    }

    @Test(
        "--exec finds the text in variables and on standard input, and the shell reads none of it")
    func command() throws {
        let title = #"`touch pwned` $(touch pwned); "quoted" 'it' \\ %s"#
        try write(
            Self.meeting.replacingOccurrences(of: "Meet", with: title).replacingOccurrences(
                of: "Room Elbe", with: #"https://meet.google.com/abc-defg-hij"#))
        let shown = title.replacingOccurrences(of: #"\\"#, with: #"\"#)
        let file = folder.file("shown")
        let script = """
            cd '\(folder.path)'; { cat; printf '%s|' "$AGENDA_TITLE" "$AGENDA_TIME" "$AGENDA_PLACE" \
            "$AGENDA_LINK" "$AGENDA_CALENDAR" "$AGENDA_COUNT"; } >>shown
            """
        let result = try look("12:45:00", "--exec", script, path: "/usr/bin:/bin")
        #expect(result == .init(output: "", complaints: "", status: 0))
        let link = "https://meet.google.com/abc-defg-hij"
        #expect(
            try String(contentsOfFile: file, encoding: .utf8)
                == "\(shown)\n14:00-15:00\n\(link)\n\(shown)|14:00-15:00|\(link)|\(link)|a|1|")
        #expect(!FileManager.default.fileExists(atPath: folder.file("pwned")))
        _ = try look("12:45:00", "--exec", script, path: "/usr/bin:/bin")
        #expect(try String(contentsOfFile: file, encoding: .utf8).count(where: { $0 == "|" }) == 6)
    }

    @Test("a command that fails is said to, and the reminder told")
    func failing() throws {
        let failed = "--exec: the command failed, so the reminder is told here\n"
        #expect(try look("12:45:00", "--exec", "exit 3").complaints == failed + Self.line)
        #expect(try look("12:45:00", "--exec", "exit 3").complaints == "")
        let empty = try look("12:45:00", "--exec", " ")
        #expect(empty.status == 64)
    }

    @Test("notify-send gets the title as it is, after --, and the rest as escaped markup")
    func notifySend() throws {
        try write(
            Self.meeting.replacingOccurrences(of: "Meet", with: "--help <b>")
                .replacingOccurrences(of: "Room Elbe", with: "A & <B>"))
        let program = try folder.write(
            "notify-send", "#!/bin/sh\nprintf '%s\\n' \"$@\" >>'\(folder.file("shown"))'\n")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: program)
        let result = try look("12:45:00", path: folder.path)
        #expect(result == .init(output: "", complaints: "", status: 0))
        #expect(
            try String(contentsOfFile: folder.file("shown"), encoding: .utf8) == """
                --app-name=agenda
                --icon=x-office-calendar
                --
                --help <b>
                14:00-15:00
                A &amp; &lt;B&gt;

                """)
        // One that cannot show anything, as without a desktop.
        try write(
            Self.meeting.replacingOccurrences(of: "T130000Z", with: "T131000Z"))
        _ = try folder.write("notify-send", "#!/bin/sh\nexit 1\n")
        #expect(
            try look("12:55:00", path: folder.path).complaints
                == Self.line.replacingOccurrences(of: "14:00-", with: "14:10-"))
    }

    @Test("killed between the note and the notice, it is not shown again, and that is said once")
    func crash() throws {
        let killed = try look("12:45:00", "--exec", "kill -9 $PPID", path: "/usr/bin:/bin")
        #expect(killed.status == 9)
        #expect(
            try said("12:45:10")
                == "reminder: Meet: may not have been shown, because the daemon ended meanwhile\n")
        #expect(try said("12:45:20") == "")
    }

    @Test("where nothing can be noted it is shown all the same, with the reason")
    func unreadable() throws {
        let path = folder.file("agenda.db-alarms")
        try Data("broken".utf8).write(to: URL(filePath: path))
        let result = try look("12:45:00")
        #expect(result.status == 3)
        let reason =
            "reminders: \(path): this is no list of alarms: move it away; alarms that still matter "
            + "are then shown again\n"
        #expect(result.complaints.contains(reason) && result.complaints.contains(Self.line))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "broken")
    }

    @Test("--no-reminders shows none")
    func none() throws {
        #expect(try look("12:45:00", "--no-reminders").complaints == "")
        #expect(try said("12:45:00") == Self.line)
    }

    /// `agenda alarms …` at a time of 2026-11-20 in UTC, without the ids.
    func alarms(_ time: String, _ arguments: String...) throws -> AgendaProcess.Result {
        try AgendaProcess(environment: environment).run(
            ["alarms"] + arguments
                + ["--now", "2026-11-20T\(time)Z", "--time-zone", "Europe/Berlin"])
    }

    private func listed(_ time: String) throws -> [Substring] {
        try alarms(time, "list").output.split(separator: "\n").map { $0.dropFirst(6) }
    }

    func entries(_ time: String) throws -> [[String: Any]] {
        let result = try alarms(time, "--json")
        #expect(result.status == 0 && result.complaints == "", "\(result)")
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        let document = try #require(json as? [String: Any])
        #expect(document["version"] as? Int == 1)
        return try #require(document["alarms"] as? [[String: Any]])
    }

    @Test("alarms are listed, snoozed and dismissed by their ids")
    func alarms() throws {
        let event = "Meet  Fri 2026-11-20 14:00-15:00"
        #expect(try listed("12:00:00") == ["Fri 2026-11-20 13:45  coming  \(event)"])
        let entry = try #require(try entries("12:00:00").first)
        #expect(Set(entry.keys) == ["id", "at", "state", "event", "todo"])
        #expect(entry["at"] as? String == "2026-11-20T13:45:00+01:00")
        #expect(entry["state"] as? String == "coming")
        #expect((entry["event"] as? [String: Any])?["summary"] as? String == "Meet")
        let id = try #require(entry["id"] as? String)
        #expect(id.count == 12)

        #expect(try said("12:45:00") == Self.line)
        #expect(try listed("12:46:00") == ["Fri 2026-11-20 13:45  shown  \(event)"])
        let snoozed = try alarms("12:46:00", "snooze", String(id.prefix(4)), "5m")
        #expect(
            snoozed
                == .init(
                    output: "Snoozed until Fri 2026-11-20 13:51: Meet\n", complaints: "", status: 0
                ))
        #expect(try listed("12:46:00") == ["Fri 2026-11-20 13:51  snoozed  \(event)"])
        #expect(try entries("12:46:00").first?["at"] as? String == "2026-11-20T13:51:00+01:00")
        #expect(try said("12:50:59") == "")
        #expect(try said("12:51:00") == Self.line)
        #expect(try said("12:51:00") == "")
        _ = try alarms("12:52:00", "snooze", id, "1h")
        #expect(
            try alarms("12:53:00", "dismiss", id)
                == .init(output: "Dismissed Meet\n", complaints: "", status: 0))
        #expect(try listed("12:53:00") == ["Fri 2026-11-20 13:45  dismissed  \(event)"])
        #expect(try said("13:52:00") == "")

        let missing = try alarms("12:00:00", "dismiss", "zzz")
        #expect(missing.status == 1)
        #expect(missing.complaints == "zzz: no such alarm: see 'agenda alarms'\n")
        let bad = try alarms("12:00:00", "snooze", id, "never")
        #expect(bad.status == 64)
        #expect(bad.complaints == "expected a duration such as 5m or 1h, got 'never'\n")
    }

    @Test("a file that cannot be read hides no alarm, and none of them stops being dismissed")
    func besideBroken() throws {
        let broken = try folder.write(
            "b.ics", "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:b\n")
        #expect(try agenda("source", "add", broken).status != 0)
        let list = try alarms("12:00:00", "list")
        #expect(list.status == 3)
        let id = try #require(list.output.split(separator: " ").first)
        #expect(list.output.contains("Meet"))
        let dismissed = try alarms("12:50:00", "dismiss", String(id))
        #expect(
            dismissed.status == 0 && dismissed.output + dismissed.complaints == "Dismissed Meet\n")
    }

    @Test("a calendar reminds of events without alarms, as source set says")
    func remind() throws {
        try write("UID:tea\nDTSTART:20261120T150000Z\nDTEND:20261120T160000Z\nSUMMARY:Tea")
        #expect(try said("14:50:00") == "")
        let set = try agenda("source", "set", "a", "--remind", "10m")
        #expect(
            set == .init(output: "Changed a\n  +remind: 10m\n", complaints: "", status: 0))
        #expect(try said("14:49:59") == "")
        #expect(try said("14:50:00") == "reminder: 16:00-17:00 Tea\n")
        #expect(try agenda("source", "list").output.contains("reminds 10m before"))
        #expect(try agenda("source", "set", "a", "--remind", "none").status == 0)
        #expect(!(try agenda("source", "list").output.contains("reminds")))
        let bad = try agenda("source", "set", "a", "--remind", "5w")
        #expect(bad.status == 64)
        #expect(
            bad.complaints
                == "--remind: expected none, or a duration up to 4w such as 10m, got '5w'\n")
    }

    /// An event that begins so many seconds from now, with an alarm at its start.
    func soon(_ seconds: Double, _ summary: String = "Soon") -> String {
        let start = Date(timeIntervalSinceNow: seconds).formatted(
            .iso8601.year().month().day().dateSeparator(.omitted).time(
                includingFractionalSeconds: false
            )
            .timeSeparator(.omitted))
        return "UID:\(summary)\nDTSTART:\(start)Z\nDURATION:PT1H\nSUMMARY:\(summary)\n"
            + "BEGIN:VALARM\nACTION:AUDIO\nTRIGGER:PT0S\nEND:VALARM"
    }

    @Test("the daemon shows it on time, and once", arguments: [false, true])
    func running(isStopped: Bool) async throws {
        let daemon = try RunningAgenda("exec \"$0\" daemon", environment: environment)
        try await daemon.wait(for: "daemon: started")
        // One that is to be stopped before must have read it.
        let (event, begin) = (soon(isStopped ? 15 : 2), ContinuousClock.now)
        try write(event)
        try await daemon.wait(for: "1 event added")
        if isStopped {
            try await daemon.stop(outside: folder.file("agenda.db"))
            try await Task.sleep(until: begin + .milliseconds(15_500))
            #expect(!daemon.said.contains("reminder: "))
            try daemon.send(SIGCONT)
        }
        try await daemon.wait(for: " Soon\n")
        // Read again, it is not shown again; one that is read after it is.
        try daemon.send(SIGHUP)
        try write(event, soon(0, "Last"))
        try await daemon.wait(for: " Last\n")
        #expect(daemon.said.components(separatedBy: " Soon\n").count == 2, "\(daemon.said)")
        #expect(try await daemon.end(SIGTERM) == 0)
    }

    @Test("a snooze by another process wakes the daemon at its end")
    func snoozedWhileRunning() async throws {
        let daemon = try RunningAgenda("exec \"$0\" daemon", environment: environment)
        try await daemon.wait(for: "daemon: started")
        try write(soon(3))
        try await daemon.wait(for: " Soon\n")
        let list = try agenda("alarms", "list").output
        let id = String(list.prefix(4))
        #expect(try agenda("alarms", "snooze", id, "PT3S").status == 0)
        for _ in 0..<1_200 where daemon.said.components(separatedBy: " Soon\n").count < 3 {
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(daemon.said.components(separatedBy: " Soon\n").count == 3, "\(daemon.said)")
        #expect(try await daemon.end(SIGTERM) == 0)
    }
}
