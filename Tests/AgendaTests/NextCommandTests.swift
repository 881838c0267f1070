import Foundation
import Testing

@testable import AgendaKit

@Suite("agenda next")
struct NextCommandTests {
    private static let standUp = """
        UID:standup
        DTSTART;TZID=Europe/Berlin:20261120T121130
        DTEND;TZID=Europe/Berlin:20261120T123000
        SUMMARY:Stand-up
        LOCATION:Room Elbe
        CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example.org/elbe
        """
    private static let review = """
        UID:review
        DTSTART;TZID=Europe/Berlin:20261123T090000
        DTEND;TZID=Europe/Berlin:20261123T100000
        SUMMARY:Review
        DESCRIPTION:Join: https://zoom.us/j/1?pwd=a.1\\nSee you
        ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org
        """
    private static let trip = """
        UID:trip
        DTSTART;VALUE=DATE:20261119
        DTEND;VALUE=DATE:20261122
        SUMMARY:Trip
        """

    private func agenda(_ events: String...) -> AgendaProcess {
        var agenda = AgendaProcess()
        agenda.input =
            "BEGIN:VCALENDAR\n"
            + events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined() + "END:VCALENDAR\n"
        return agenda
    }

    @Test("where only whole days follow, the option that shows them is named")
    func onlyWholeDays() throws {
        #expect(
            try agenda(Self.trip).run("next", "-", "--days", "3").complaints
                == "agenda: only events of whole days until 2026-11-22: show them with --all-day\n")
        #expect(
            try agenda().run("next", "-", "--days", "3").complaints
                == "agenda: no events until 2026-11-22: look further with --days\n")
    }

    private var all: AgendaProcess { agenda(Self.standUp, Self.review, Self.trip) }

    @Test("one line: how long until it starts or ends, times, place, link")
    func text() throws {
        #expect(
            try all.run("next", "-").output
                == "in 12 min: Stand-up 12:11-12:30 @ Room Elbe https://video.example.org/elbe\n")
        let running = ["next", "-", "--time-zone", "UTC", "--now", "2026-11-20T11:23:30Z"]
        #expect(
            try all.run(running).output
                == "now, 7 min left: Stand-up 11:11-11:30 @ Room Elbe "
                + "https://video.example.org/elbe\n")
        #expect(
            try agenda(Self.review).run("next", "-").output
                == "in 2 d 21 h: Review Mon 2026-11-23 09:00-10:00 https://zoom.us/j/1?pwd=a.1\n")
        #expect(
            try agenda(Self.trip).run("next", "-", "--all-day").output
                == "now, 1 d 12 h left: Trip Thu 2026-11-19 - Sat 2026-11-21\n")
    }

    @Test("a narrow terminal: place, link, times give way in turn, then the title; not the minutes")
    func narrow() throws {
        func line(_ columns: Int, _ event: String) throws -> String {
            var process = agenda(event)
            process.environment = ["COLUMNS": "\(columns)"]
            return try process.run("next", "-").output
        }
        // 11 and 8 cells, 12 for the times, 12 for the place, 31 for the link.
        #expect(
            try line(66, Self.standUp)
                == "in 12 min: Stand-up 12:11-12:30 https://video.example.org/elbe\n")
        #expect(
            try line(50, Self.standUp) == "in 12 min: Stand-up https://video.example.org/elbe\n")
        #expect(try line(49, Self.standUp) == "in 12 min: Stand-up 12:11-12:30 @ Room Elbe\n")
        #expect(
            try line(30, Self.standUp.replacing("Stand-up", with: "Stand-up of all who are here"))
                == "in 12 min: Stand-up of all wh…\n")
    }

    @Test("--ids: the short id stands first, and takes its room; the other forms stay as they are")
    func ids() throws {
        let id = try agenda(Self.standUp).run("list", "-", "--format", "{id}").output.prefix(4)
        var process = agenda(Self.standUp)
        // 6 cells more than the line has without it.
        process.environment = ["COLUMNS": "72"]
        #expect(
            try process.run("next", "-", "--ids").output
                == "\(id)  in 12 min: Stand-up 12:11-12:30 https://video.example.org/elbe\n")
        #expect(
            try all.run("next", "-", "--ids", "--json").output
                == all.run("next", "-", "--json").output)
    }

    @Test("nothing is no output and no failure, and a note unless --quiet; JSON says null")
    func nothing() throws {
        let result = try agenda(Self.trip).run("next", "-")
        #expect(
            result
                == AgendaProcess.Result(
                    output: "",
                    complaints:
                        "agenda: only events of whole days until 2026-11-26: show them with --all-day\n",
                    status: 0))
        let quiet = try agenda(Self.trip).run("next", "-", "--quiet")
        #expect(quiet == AgendaProcess.Result(output: "", complaints: "", status: 0))
        #expect(try agenda(Self.review).run("next", "-", "--days", "3", "-q").output.isEmpty)
        let json = try agenda(Self.trip).run("next", "-", "--json")
        #expect(
            json.output
                == #"{"version":1,"timeZone":"Europe/Berlin","event":null,"next":null}"# + "\n")
        #expect(json.complaints.isEmpty)
    }

    @Test("what the reader has declined is not next, by option or environment")
    func declined() throws {
        let events = agenda(Self.review)
        #expect(try events.run("next", "-", "-q", "--me", "Kim@example.org").output.isEmpty)
        #expect(try !events.run("next", "-", "-q", "--me", "lena@example.org").output.isEmpty)
        var withMe = events
        withMe.environment = ["AGENDA_ME": "lena@example.org, mailto:kim@example.org"]
        #expect(try withMe.run("next", "-", "-q").output.isEmpty)
        #expect(try events.run("next", "-", "--me", "").status == 64)
    }

    @Test("JSON: the event with its minutes and link, and the one after it")
    func json() throws {
        let result = try all.run("next", "-", "--json")
        let end = #","alsoIn":[],"organizer":null,"participantCount":"#
        let parts = result.output.components(separatedBy: end)
        try #require(parts.count == 3)
        #expect(
            parts[0].hasPrefix(
                #"{"version":1,"timeZone":"Europe/Berlin","event":{"id":""#
                    + OccurrenceID(uid: "standup", recurrenceID: nil).description))
        #expect(
            parts[1].hasPrefix(
                #"0,"sequence":0,"running":false,"minutesToStart":12,"minutesLeft":null,"#
                    + #""joinLink":"https://video.example.org/elbe"},"next":{"id":""#))
        #expect(
            parts[2]
                == #"1,"sequence":0,"running":false,"minutesToStart":4140,"minutesLeft":null,"#
                + #""joinLink":"https://zoom.us/j/1?pwd=a.1"}}"# + "\n")
        let line = try all.run([
            "next", "-", "--jsonl", "--time-zone", "UTC", "--now", "2026-11-20T11:23:30Z",
        ])
        #expect(line.output.hasPrefix(#"{"id":""#))
        #expect(
            line.output.hasSuffix(
                #","running":true,"minutesToStart":null,"minutesLeft":7,"#
                    + #""joinLink":"https://video.example.org/elbe"}"# + "\n"))
    }

    @Test("--format has minutes, state and link; elsewhere these are refused")
    func format() throws {
        #expect(
            try all.run("next", "-", "--format", "{minutes}|{state}|{join}|{summary}|{time}").output
                == "12|upcoming|https://video.example.org/elbe|Stand-up|12:11-12:30\n")
        #expect(try all.run("next", "-", "--format", "{minutes}").output == "12\n")
        let refused = try all.run("list", "-", "--format", "{minutes}")
        #expect(refused.status == 64)
        #expect(
            refused.complaints
                == "--format: only agenda next has the field {minutes}\n")
        #expect(try all.run("next", "-", "--tsv").output.split(separator: "\n").count == 2)
    }

    @Test("links and titles from strangers cannot reach the terminal")
    func unsafe() throws {
        let evil = agenda(
            "UID:a\nDTSTART:20261120T120000Z\nDTEND:20261120T130000Z\nSUMMARY:A\u{1B}[2J\n"
                + "CONFERENCE;VALUE=URI:https://example.org/\u{1B}[2J")
        let output = try evil.run("next", "-").output
        #expect(!output.contains("\u{1B}"))
        #expect(output.hasPrefix("in 1 h: A"))
    }
}
