import Foundation
import Testing

/// What is written of a to-do's days, for the programs of phones that read it. At noon of Friday, 2026-11-20, in Berlin.
@Suite("The days of a to-do as written")
struct TodoDatesTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
        _ = try folder.write("home.ics", "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR\n")
        try run("source", "add", folder.file("home.ics"), "--writable")
    }

    @discardableResult
    private func run(_ arguments: String...) throws -> String {
        let result = try agenda.run(arguments + AgendaProcess.pinned)
        #expect(result.status == 0, "\(arguments): \(result.complaints)")
        return result.output
    }

    /// `DTSTART`, `DUE` and `RRULE` in the file.
    private func written() throws -> [String] {
        let text = try String(contentsOfFile: folder.file("home.ics"), encoding: .utf8)
        let todos = text.firstRange(of: "BEGIN:VTODO").map { text[$0.lowerBound...] } ?? ""
        return todos.split(whereSeparator: \.isNewline).map(String.init).filter {
            ["DTSTART", "DUE", "RRULE"].contains(where: $0.hasPrefix)
        }.sorted()
    }

    @Test(
        "a to-do that gets a day is due on it, and begins on none",
        arguments: [
            (["--due", "2026-11-27"], ["DUE;VALUE=DATE:20261127"]),
            (["--due", "2026-11-27 15:00"], ["DUE;TZID=Europe/Berlin:20261127T150000"]),
            (["--due", "2026-11-27", "--start", "2026-11-27"], ["DUE;VALUE=DATE:20261127"]),
            (
                ["--due", "2026-11-27 15:00", "--start", "2026-11-27 14:00"],
                [
                    "DTSTART;TZID=Europe/Berlin:20261127T140000",
                    "DUE;TZID=Europe/Berlin:20261127T150000",
                ]
            ),
            (
                ["--due", "2026-11-27 15:00", "--every", "week"],
                [
                    "DTSTART;TZID=Europe/Berlin:20261127T000000",
                    "DUE;TZID=Europe/Berlin:20261127T150000", "RRULE:FREQ=WEEKLY",
                ]
            ),
        ])
    func edited(_ options: [String], _ expected: [String]) throws {
        try run("todo", "add", "Buy milk", "--calendar", "home", "--quiet")
        #expect(try written() == [])
        let result = try agenda.run(["todo", "edit", "milk"] + options + AgendaProcess.pinned)
        #expect(result.status == 0, "\(result.complaints)")
        #expect(try written() == expected)
    }

    @Test(
        "words with a repetition: DTSTART is before DUE, or there is none",
        arguments: [
            ("Pay rent tomorrow every month", ["DUE;VALUE=DATE:20261121", "RRULE:FREQ=MONTHLY"]),
            (
                "Report friday 17:00 every week",
                [
                    "DTSTART;TZID=Europe/Berlin:20261120T000000",
                    "DUE;TZID=Europe/Berlin:20261120T170000", "RRULE:FREQ=WEEKLY",
                ]
            ),
        ])
    func repeating(_ words: String, _ expected: [String]) throws {
        try run("todo", "add", words, "--calendar", "home", "--quiet")
        #expect(try written() == expected)
        // The day that is shown is the one that was said, the next one a period later.
        let done = try agenda.run(
            ["todo", "done"] + [String(words.prefix(6))] + AgendaProcess.pinned)
        #expect(done.status == 0 && done.complaints.hasPrefix("Next: "), "\(done.complaints)")
    }

    @Test("a series that another program wrote with DTSTART and DUE at once moves with DUE")
    func foreign() throws {
        _ = try folder.write(
            "home.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VTODO
            UID:a
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DUE;TZID=Europe/Berlin:20261123T090000
            RRULE:FREQ=WEEKLY
            SUMMARY:Plants
            END:VTODO
            END:VCALENDAR

            """)
        try run("todo", "edit", "plants", "--due", "2026-11-24 18:00", "--scope", "all")
        #expect(
            try written() == [
                "DTSTART;TZID=Europe/Berlin:20261124T000000",
                "DUE;TZID=Europe/Berlin:20261124T180000", "RRULE:FREQ=WEEKLY",
            ])
        // One instance earlier than the day on which its series begins.
        try run("todo", "edit", "plants", "--due", "2026-11-23 08:00", "--scope", "this")
        #expect(
            try run("todo", "list", "--format", "{due}") == "2026-11-23T08:00:00+01:00\n")
        try run("todo", "done", "plants")
        #expect(
            try run("todo", "list", "--format", "{due}") == "2026-12-01T18:00:00+01:00\n")
    }

    @Test("a deadline that the file's start does not fit is shown as it stands, in every list")
    func deadlines() throws {
        _ = try folder.write(
            "home.ics",
            """
            BEGIN:VCALENDAR
            VERSION:2.0
            BEGIN:VTODO
            UID:1
            DTSTAMP:20260101T000000Z
            DTSTART;TZID=Europe/Berlin:20261120T120000
            DUE;VALUE=DATE:20261127
            SUMMARY:Report
            END:VTODO
            BEGIN:VTODO
            UID:2
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20261201
            DUE;VALUE=DATE:20261127
            SUMMARY:Early
            END:VTODO
            BEGIN:VTODO
            UID:3
            DTSTAMP:20260101T000000Z
            DTSTART;VALUE=DATE:20261120
            DUE:20261127T151500Z
            SUMMARY:Timed
            END:VTODO
            END:VCALENDAR

            """)
        #expect(
            try run("todo", "list", "--due", "2026-11-27", "--format", "{due} {summary}") == """
                2026-11-27T16:15:00+01:00 Timed
                2026-11-27 Early
                2026-11-27 Report

                """)
        #expect(
            try run("list", "--from", "2026-11-27", "--days", "2") == """
                Fri 2026-11-27
                  all day      ☐ Early
                  all day      ☐ Report
                  16:15        ☐ Timed

                """)
        let doctor = try agenda.run(["doctor"] + AgendaProcess.pinned)
        #expect(
            !doctor.output.contains("DTEND") && doctor.output.contains("DUE"), "\(doctor.output)")
        // A change beside them leaves both lines; a new deadline takes the start that did not fit along.
        try run("todo", "edit", "report", "--location", "Desk")
        #expect(try written().filter { $0.hasSuffix(":20261120T120000") }.count == 1)
        try run("todo", "edit", "early", "--due", "2026-12-24")
        #expect(try !written().contains { $0.hasSuffix("20261201") })
    }
}
