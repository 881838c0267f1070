import Foundation
import Testing

@Suite("agenda mirror")
struct MirrorCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["XDG_DATA_HOME": folder.path])
        func event(_ uid: String, _ hour: String) -> String {
            """
            BEGIN:VEVENT\r
            UID:\(uid)\r
            DTSTAMP:20261101T000000Z\r
            DTSTART:20261123T\(hour)0000Z\r
            DTEND:20261123T\(hour)3000Z\r
            SUMMARY:Secret \(uid)\r
            END:VEVENT\r

            """
        }
        func calendar(_ events: String) -> String {
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n" + events
                + "END:VCALENDAR\r\n"
        }
        let home = try folder.write("home.ics", calendar(event("a", "09") + event("b", "11")))
        try FileManager.default.createDirectory(
            atPath: folder.file("work"), withIntermediateDirectories: false)
        _ = try folder.write("work/own.ics", calendar(event("own", "15")))
        _ = try output("source", "add", home)
        _ = try output("source", "add", folder.file("work"), "--writable")
    }

    private func run(_ arguments: [String]) throws -> AgendaProcess.Result {
        try agenda.run(arguments + AgendaProcess.pinned)
    }

    private func output(_ arguments: String...) throws -> String {
        let result = try run(arguments)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// How many blocks are in the folder.
    private var blocks: Int {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.file("work"))
                .count { $0.hasPrefix("agm-") }
        }
    }

    @Test("a mirror is made, followed, taken back, and ended")
    func life() throws {
        #expect(try run(["mirror"]).complaints.contains("agenda mirror add"))
        #expect(try run(["mirror", "add", "home", "--to", "work"]).status == 64)
        #expect(
            try output("mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine")
                == "Mine: 2 added, 0 changed, 0 removed\n")
        #expect(try blocks == 2)
        let listed = try output("mirror")
        #expect(
            listed == "Mine\n  home in work, 90 days, busy times alone\n  2 blocks, nothing to do\n"
        )
        let again = try run(["mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine"])
        #expect(again.status == 1)
        #expect(
            again.complaints == "Mine: another mirror has this name: choose another with --name\n")
        let history = try output("history")
        #expect(history.contains("mirrored Mine: 2 added  [work]"))
        let number = try #require(history.firstMatch(of: /(\d+) +\S+ \S+ +mirrored/)?.output.1)
        _ = try output("undo", "--only", String(number))
        #expect(try blocks == 0)
        #expect(try output("mirror").contains("paused"))
        #expect(try output("refresh", "--quiet").isEmpty)
        #expect(try blocks == 0)
        _ = try output("mirror", "run", "mine", "--yes")
        #expect(try blocks == 2)
        _ = try output("mirror", "set", "mine", "--show", "title", "--quiet")
        #expect(try output("list", "2026-11-23", "--calendar", "work").contains("Secret a"))
        #expect(try output("mirror", "remove", "mine") == "Removed mine and 2 of its blocks\n")
        #expect(try blocks == 0)
        #expect(try output("list", "2026-11-23", "--calendar", "work").contains("Secret own"))
    }

    @Test("another machine takes its settings, and writes nothing until it takes the mirror")
    func join() throws {
        _ = try output("mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine")
        let settings = try folder.write("mirror.json", try output("mirror", "export", "Mine"))
        let other = AgendaProcess(environment: ["XDG_DATA_HOME": folder.file("other")])
        func there(_ arguments: String...) throws -> AgendaProcess.Result {
            try other.run(arguments + AgendaProcess.pinned)
        }
        #expect(try there("source", "add", folder.file("home.ics")).status == 0)
        #expect(try there("source", "add", folder.file("work"), "--writable").status == 0)
        let joined = try there("mirror", "join", settings)
        #expect(joined.status == 0 && joined.output.contains("runs on another machine"))
        let taken = try there("mirror", "take", "Mine")
        #expect(taken.output == "Mine: 0 added, 1 changed, 0 removed\n", "\(taken)")
        let former = try run(["mirror", "run"])
        #expect(former.status == 3 && former.complaints.contains("another machine has taken it"))
        #expect(try run(["mirror", "run"]).output.contains("runs on another machine"))
    }

    /// The days and hours of a calendar from 20 November 2026 to 8 April 2027.
    private func times(_ calendar: String) throws -> [String] {
        try output(
            "list", "--from", "2026-11-20", "--days", "140", "--calendar", calendar, "--format",
            "{start}"
        ).split(separator: "\n").map { String($0.prefix(16)) }
    }

    // ridafkih/keeper.sh 368: each instance became an event of its own, and moved and deleted ones stayed.
    @Test(
        "a weekly event is one weekly block, and its moved and deleted days are right",
        arguments: ["Europe/Berlin", "W. Europe Standard Time"])
    func weekly(zone: String) throws {
        // From the summer on, at half past nine on Mondays: 16 November is left out by day, 30 November by its time in UTC; 7 December
        // is moved to Tuesday afternoon, 14 December is called off, 21 December differs in words alone.
        let at = ";TZID=\(zone):"
        let weekly = try folder.write(
            "weekly.ics",
            """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            PRODID:-//test//EN\r
            BEGIN:VEVENT\r
            UID:weekly\r
            DTSTAMP:20260901T000000Z\r
            DTSTART\(at)20260907T093000\r
            DTEND\(at)20260907T100000\r
            RRULE:FREQ=WEEKLY;BYDAY=MO\r
            EXDATE;VALUE=DATE:20261116\r
            EXDATE:20261130T083000Z\r
            SUMMARY:Secret\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            UID:weekly\r
            DTSTAMP:20260901T000000Z\r
            RECURRENCE-ID:20261207T083000Z\r
            DTSTART\(at)20261208T140000\r
            DTEND\(at)20261208T150000\r
            SUMMARY:Secret\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            UID:weekly\r
            DTSTAMP:20260901T000000Z\r
            RECURRENCE-ID\(at)20261214T093000\r
            DTSTART\(at)20261214T093000\r
            DTEND\(at)20261214T100000\r
            STATUS:CANCELLED\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            UID:weekly\r
            DTSTAMP:20260901T000000Z\r
            RECURRENCE-ID:20261221T083000Z\r
            DTSTART:20261221T083000Z\r
            DTEND:20261221T090000Z\r
            SUMMARY:Secret guest\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            UID:days\r
            DTSTAMP:20260901T000000Z\r
            DTSTART;VALUE=DATE:20261121\r
            RRULE:FREQ=WEEKLY;COUNT=4\r
            EXDATE;VALUE=DATE:20261128\r
            SUMMARY:Secret days\r
            END:VEVENT\r
            END:VCALENDAR\r

            """)
        _ = try output("source", "add", weekly)
        #expect(
            try output("mirror", "add", "weekly", "--to", "work", "--busy", "--name", "W")
                == "W: 2 added, 0 changed, 0 removed\n")
        let texts = try FileManager.default.contentsOfDirectory(atPath: folder.file("work"))
            .filter { $0.hasPrefix("agm-") }
            .map { try String(contentsOfFile: folder.file("work/" + $0), encoding: .utf8) }
        let text = try #require(texts.first { $0.contains("BYDAY=MO\r\n") })
        #expect(text.components(separatedBy: "BEGIN:VEVENT").count == 3)
        for line in [
            "DTSTART;TZID=Europe/Berlin:20260907T093000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
            "EXDATE;TZID=Europe/Berlin:20261116T093000",
            "EXDATE;TZID=Europe/Berlin:20261130T093000",
            "EXDATE;TZID=Europe/Berlin:20261214T093000",
            "RECURRENCE-ID;TZID=Europe/Berlin:20261207T093000",
            "DTSTART;TZID=Europe/Berlin:20261208T140000",
        ] {
            #expect(text.contains(line + "\r\n"), "\(line)")
        }
        let all = try texts.joined()
        #expect(!all.contains("Secret") && !all.contains("W. Europe"))
        let found = try times("work")
        // 3 whole days, and 20 Mondays from 23 November to 5 April without 30 November, the 7th moved and the 14th of December; and
        // the folder's own event.
        #expect(found.count == 3 + 18 + 1)
        for time in [
            "2026-11-21", "2026-12-05", "2026-12-12", "2026-11-23T09:30", "2026-12-08T14:00",
            "2026-12-21T09:30", "2027-03-22T09:30", "2027-03-29T09:30", "2027-04-05T09:30",
        ] {
            #expect(found.contains { $0.hasPrefix(time) }, "\(time)")
        }
        for day in ["2026-11-28", "2026-11-30", "2026-12-07", "2026-12-14"] {
            #expect(!found.contains { $0.hasPrefix(day) }, "\(day)")
        }
    }

    @Test(
        "in our own lists a block stands behind its event, and doctor counts blocks that nobody here knows"
    )
    func lists() throws {
        func shown() throws -> String {
            try output("list", "2026-11-23", "--format", "{start} {summary} {calendar}")
        }
        let before = try shown()
        // Also one that stands for a time, and for no event as a whole.
        _ = try output(
            "mirror", "add", "home", "--to", "work", "--busy", "--flat", "--name", "Flat")
        #expect(try shown() == before)
        #expect(try !output("conflicts").contains("Busy"))
        let flat = try output(
            "list", "2026-11-23", "--calendar", "work", "--format", "{id} {summary}")
        let id = try #require(flat.split(separator: "\n").first { $0.hasSuffix("Busy") })
        #expect(try output("show", String(id.prefix { $0 != " " })).contains("Secret"))
        _ = try output("mirror", "remove", "Flat")
        #expect(try shown() == before)
        _ = try output("mirror", "add", "home", "--to", "work", "--busy", "--name", "Mine")
        #expect(try shown() == before)
        #expect(try output("list", "2026-11-23").contains("Secret a  [home +work]"))
        #expect(try output("list", "2026-11-23", "--calendar", "work").contains("Busy"))
        #expect(try output("doctor") == "No problems in 2 calendars\n")
        // Blocks that stay without their mirror are events like others.
        _ = try output("mirror", "remove", "Mine", "--keep")
        #expect(try shown().components(separatedBy: "Busy").count == 3)
        let doctor = try run(["doctor"])
        #expect(doctor.status == 3 && doctor.output.contains("work: 2 blocks of mirrors"))
    }
}
