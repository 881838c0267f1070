import Foundation
import Testing

/// At noon of Friday, 2026-11-20, in Berlin.
@Suite("Weekdays and amounts as options")
struct WeekdayOptionTests {
    private let agenda: StoreProcess

    init() throws {
        agenda = try StoreProcess()
        try agenda("add", "Review", "--start", "2026-11-16T10:00", "--every", "week")
        try agenda("add", "Lunch", "--start", "2026-11-27T12:30")
        try agenda("add", "Walk", "--start", "2026-12-11T18:00")
    }

    private func start(_ arguments: String...) throws -> String {
        let result = try agenda.process.run(arguments + ["--dry-run"] + AgendaProcess.pinned)
        guard result.status == 0 else { return result.complaints }
        let line = result.output.split(separator: "\n").last { $0.hasPrefix("  +start: ") }
        return String(try #require(line, "\(result)").dropFirst(10))
    }

    @Test("edit moves an instance to the weekday that is meant, or asks which")
    func edits() throws {
        #expect(try start("edit", "lunch", "--start", "thursday") == "2026-11-26 12:30")
        #expect(
            try start("edit", "walk", "--start", "saturday")
                == "--start saturday: could be Sat 2026-11-21 or Sat 2026-12-12: say which\n")
        #expect(try start("edit", "walk", "--start", "friday 9:00") == "2026-12-11 09:00")
        #expect(
            try start("edit", "review", "2026-12-07", "--scope", "this", "--start", "friday 9:00")
                == "--start friday 9:00: could be Fri 2026-12-04 or Fri 2026-12-11: say which\n")
        // Of a series, the days before would go.
        #expect(
            try start("edit", "review", "--scope", "all", "--start", "tuesday 10:00")
                == "--start tuesday 10:00: could be Tue 2026-11-17 or Tue 2026-11-24: say which\n")
    }

    @Test("a weekday that is over is no day on which to add or to do something")
    func over() throws {
        for (arguments, option) in [
            (["add", "Tea", "--start", "friday 9:00"], "--start"),
            (["todo", "add", "Tax", "--due", "friday 9:00"], "--due"),
        ] {
            let result = try agenda.process.run(arguments + AgendaProcess.pinned)
            #expect(result.status == 64 && result.output.isEmpty, "\(arguments)")
            let sentence =
                "friday 9:00: already over (Fri 2026-11-20 09:00): give a later day, or the date with \(option)\n"
            #expect(result.complaints.hasSuffix(sentence), "\(result.complaints)")
        }
        // A date is meant as it is written.
        try agenda("add", "Tea", "--start", "2026-11-20 9:00")
        try agenda("todo", "add", "Tax", "--due", "friday 15:00")
        let result = try agenda.failure("todo", "edit", "tax", "--due", "friday 9:00")
        #expect(
            result.status == 64 && result.complaints.hasPrefix("--due friday 9:00: already over"))
    }

    @Test("copy and a proposal go to the weekday that is meant, or ask which")
    func copies() throws {
        #expect(try start("copy", "lunch", "--to", "friday 9:00") == "2026-11-27 09:00")
        #expect(
            try start("copy", "lunch", "--to", "saturday")
                == "--to saturday: could be Sat 2026-11-21 or Sat 2026-11-28: say which\n")
        let path = try agenda.folder.write(
            "mail.ics",
            """
            BEGIN:VCALENDAR
            METHOD:REQUEST
            BEGIN:VEVENT
            UID:budget
            DTSTAMP:20261119T080000Z
            DTSTART:20261201T090000Z
            DTEND:20261201T100000Z
            SUMMARY:Budget
            ORGANIZER:mailto:bea@example.org
            ATTENDEE:mailto:kim@example.org
            END:VEVENT
            END:VCALENDAR

            """)
        let propose = ["invite", path, "--me", "kim@example.org", "--propose"]
        let unclear = try agenda.process.run(propose + ["thursday"] + AgendaProcess.pinned)
        #expect(
            unclear.status == 64
                && unclear.complaints
                    == "--propose thursday: could be Thu 2026-11-26 or Thu 2026-12-03: say which\n"
        )
        let told = try agenda.process.run(propose + ["friday 9:00"] + AgendaProcess.pinned)
        #expect(told.status == 0 && told.complaints.contains("\nProposed: Fri 2026-12-04 09:00\n"))
        let made = try agenda.process.run(propose + ["2026-12-03"] + AgendaProcess.pinned)
        #expect(made.complaints.contains("\nProposed: Thu 2026-12-03 10:00\n"))
    }

    @Test("an amount that counts from a to-do, or from today, asks which if both are to come")
    func amounts() throws {
        try agenda("todo", "add", "Tax", "--due", "2026-11-27 15:00")
        #expect(
            try agenda.failure("todo", "edit", "tax", "--due", "+1d").complaints
                == "--due +1d: could be Sat 2026-11-21 or Sat 2026-11-28: say which\n")
        try agenda("todo", "edit", "tax", "--due", "-1d")
        #expect(try agenda("todo").contains("Thu 2026-11-26 15:00  Tax"))
        try agenda("todo", "edit", "tax", "--due", "+2h")
        #expect(try agenda("todo").contains("Thu 2026-11-26 17:00  Tax"))
        // What is overdue is put off from today.
        try agenda("todo", "add", "Bill", "--due", "2026-11-10")
        try agenda("todo", "edit", "bill", "--due", "+1d")
        #expect(try agenda("todo").contains("Sat 2026-11-21        Bill"))
    }

    @Test("lengths are understood in the reader's language by every command")
    func languages() throws {
        var german = agenda
        german.process.environment["LC_TIME"] = "de_DE.UTF-8"
        try german("edit", "lunch", "--for", "45 Minuten", "--alarm", "2 Stunden", "--quiet")
        #expect(try german("show", "lunch").contains("12:30-13:15"))
        #expect(try german("free", "--for", "2 Stunden", "--days", "1").contains("12:00-17:00"))
        var chinese = agenda
        chinese.process.environment["LC_ALL"] = "zh_CN.UTF-8"
        try chinese("edit", "lunch", "--for", "30分钟", "--alarm", "1小时", "--quiet")
        #expect(try chinese("show", "lunch").contains("12:30-13:00"))
    }

    @Test("after an edit of this day and all after it, only what overlaps these is told")
    func overlaps() throws {
        try agenda("add", "Call", "--start", "2026-11-23T10:30")
        try agenda("add", "Visit", "--start", "2026-12-14T10:30")
        let result = try agenda.process.run(
            ["edit", "review", "2026-12-07", "--scope", "future", "--for", "2h"]
                + AgendaProcess.pinned)
        let told = (result.output + result.complaints).split(separator: "\n").filter {
            $0.hasPrefix("Overlaps")
        }
        #expect(told == ["Overlaps Visit, Mon 2026-12-14 10:30-11:30"])
    }
}
