import Foundation
import Testing

@testable import agenda

/// Friday, 2026-11-20, 12:00 in Berlin.
@Suite("agenda add: words, and what is unclear about them")
struct AddCommandTests {
    private let folder: ScratchFolder
    private let agenda: AgendaProcess

    init() throws {
        folder = try ScratchFolder()
        agenda = AgendaProcess(environment: ["AGENDA_DATABASE": folder.file("agenda.db")])
    }

    private func add(_ words: String...) throws -> AgendaProcess.Result {
        try agenda.run(["add"] + words + AgendaProcess.pinned)
    }

    @Test(
        "what is added is said with weekday and date",
        arguments: [
            (["Party fri 20:00"], "Added Party, Fri 2026-11-20 20:00-21:00\n"),
            (["Party dec 24 6pm for 3h"], "Added Party, Thu 2026-12-24 18:00-21:00\n"),
            (["Trip", "friday", "to", "monday"], "Added Trip, Fri 2026-11-20 - Mon 2026-11-23\n"),
            (["Call monday 15:00 Tokyo"], "Added Call, Mon 2026-11-23 07:00-08:00\n"),
            (
                ["Board every 2nd tuesday 17:00"],
                "Added Board, Tue 2026-12-08 17:00-18:00, every month on the 2nd Tuesday\n"
            ),
            (["\"Call Friday\" tomorrow 10:00"], "Added Call Friday, Sat 2026-11-21 10:00-11:00\n"),
            // When an option says the day, all words are title.
            (
                ["Discuss friday 12:30 slot", "--start", "monday 9:00"],
                "Added Discuss friday 12:30 slot, Mon 2026-11-23 09:00-10:00\n"
            ),
        ])
    func says(_ words: [String], _ expected: String) throws {
        let result = try agenda.run(["add"] + words + AgendaProcess.pinned)
        #expect(result.complaints == expected)
        #expect(result.status == 0)
    }

    @Test("a start that clocks skip is said to be another time")
    func skipped() throws {
        let note = "02:30 does not exist on Sun 2027-03-28 in Europe/Berlin: 03:30 is used\n"
        let added = try add("Boat 2027-03-28 02:30-04:00")
        #expect(added.complaints.hasSuffix(note))
        let plain = try add("Boat 2027-03-28 03:30-04:00")
        #expect(!plain.complaints.contains("exist"))
    }

    @Test(
        "what is unclear or over is refused without a terminal, with what was understood",
        arguments: [
            (
                "Party 9:00",
                "understood: Party, today 09:00-10:00\n"
                    + "9:00: already over (Fri 2026-11-20 09:00): give a later day, "
                    + "or the date with --start\n"
            ),
            (
                "Call today 10:00 Tokyo",
                "understood: Call, Fri 2026-11-20 02:00-03:00\n"
                    + "today 10:00: already over (Fri 2026-11-20 10:00 Asia/Tokyo): give a later day, "
                    + "or the date with --start\n"
            ),
            (
                "Sun cream 20:00",
                "understood: Sun cream, today 20:00-21:00\n"
                    + "Sun: could be a day: write it next to the time, "
                    + "or put the title in quotes\n"
            ),
            (
                "Party tomorrow at 3",
                "tomorrow at 3: could be 03:00 or 15:00: say which\n"
            ),
            (
                "Party tomorrow evening",
                "tomorrow evening: not an exact time: write 9:30, or put the title in quotes\n"
            ),
        ])
    func refuses(_ words: String, _ expected: String) throws {
        let result = try add(words)
        #expect(result == .init(output: "", complaints: expected, status: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a day that an option names may be over")
    func past() throws {
        #expect(
            try add("Done", "--start", "2026-11-19T10:00").complaints
                == "Added Done, Thu 2026-11-19 10:00-11:00\n")
        #expect(try add("Done", "--start", "10:00").status == 64)
    }

    @Test("a series starts on the first day of its rule, and that is said")
    func firstDay() throws {
        let result = try add("Standup tomorrow 9:30", "--every", "weekday")
        #expect(
            result.complaints == """
                Added Standup, Mon 2026-11-23 09:30-10:30
                It starts on the first day of its repetition, not on Sat 2026-11-21

                """)
        let moved = try add(
            "Board", "--start", "2026-11-24T17:00", "--every", "FREQ=MONTHLY;BYDAY=2TU")
        #expect(moved.complaints.hasPrefix("Added Board, Tue 2026-12-08 17:00-18:00\n"))
    }

    @Test("an end counts from the start")
    func ends() throws {
        #expect(
            try add("Trip", "--start", "friday", "--end", "monday").complaints
                == "Added Trip, Fri 2026-11-20 - Mon 2026-11-23\n")
        #expect(
            try add("Trip", "--start", "2026-12-24", "--end", "monday").complaints
                == "Added Trip, Thu 2026-12-24 - Mon 2026-12-28\n")
        _ = try add("Tea", "--start", "2026-12-27T15:00")
        let list = try agenda.run(
            "list", "--from", "2026-12-24", "--to", "+3d", "--format", "{date} {summary}")
        #expect(list.output.hasSuffix("2026-12-27 Tea\n"))
        #expect(try agenda.run("list", "--from", "2026-12-24", "--to", "+3d").status == 0)
    }

    @Test(
        "--every takes words",
        arguments: [
            ("weekly", "FREQ=WEEKLY"), ("2 weeks", "FREQ=WEEKLY;INTERVAL=2"),
            ("monday,thursday", "FREQ=WEEKLY;BYDAY=MO,TH"),
            ("last friday", "FREQ=MONTHLY;BYDAY=-1FR"),
        ])
    func every(_ words: String, _ rule: String) throws {
        let id = try add("Yoga tomorrow 9:00", "--every", words).output.dropLast()
        #expect(try agenda.run("show", String(id)).output.contains(rule))
    }

    @Test("German and Chinese are understood where the locale is")
    func locales() throws {
        var other = agenda
        other.environment["LC_TIME"] = "de_DE.UTF-8"
        #expect(
            try other.run("add", "Essen nächsten Freitag 19 Uhr").complaints
                == "Added Essen, Fr 2026-11-27 19:00-20:00\n")
        other.environment["LC_TIME"] = "zh_CN.UTF-8"
        #expect(
            try other.run("add", "明天下午三点半开会").complaints
                == "Added 开会, 周六 2026-11-21 15:30-16:30\n")
    }
}
