import Foundation
import Testing

@testable import AgendaKit

@Suite("agenda list")
struct ListCommandTests {
    private let agenda = AgendaProcess()

    @Test("the family's week")
    func home() throws {
        let result = try agenda.run("list", "Samples/home.ics")
        #expect(
            result.output == """
                Today, Fri 2026-11-20
                  all day      Paper bin ⟳
                  07:00-07:05  Vitamin D ☀️ ⟳
                Tomorrow, Sat 2026-11-21
                  07:00-07:05  Vitamin D ☀️ ⟳
                  18:00-24:00  Housewarming at the Öztürks’ 🏡 @ Am Mühlgraben 17
                  21:45 ↦      Anna: night shift ⟳ @ St. Hedwig clinic, ward 3
                Sun 2026-11-22
                  ⇥ 06:15      Anna: night shift ⟳ @ St. Hedwig clinic, ward 3
                  07:00-07:05  Vitamin D ☀️ ⟳
                Mon 2026-11-23
                  07:00-07:05  Vitamin D ☀️ ⟳
                  10:10-10:50  Physiotherapy ⟳
                  12:30-13:15  School lunch ⟳ @ Astrid-Lindgren-Grundschule, Mensa
                  20:00        Put the bins out ⟳
                Tue 2026-11-24
                  all day      Rubbish day 🗑️ ⟳
                  07:00-07:05  Vitamin D ☀️ ⟳
                  08:15-09:00  Dentist, the whole family ⟳ @ Dr. Özlem Yıldız, Lindenstraße 4, \
                2nd floor
                  12:30-13:15  School lunch ⟳ @ Astrid-Lindgren-Grundschule, Mensa
                Wed 2026-11-25
                  07:00-07:05  Vitamin D ☀️ ⟳
                  16:00-17:15  Jonas: swimming ⟳ @ Stadtbad
                  19:30-21:00  Parents’ evening @ Astrid-Lindgren-Grundschule, room 12
                Thu 2026-11-26
                  07:00-07:05  Vitamin D ☀️ ⟳
                  10:10-10:50  Physiotherapy ⟳
                  12:30-13:15  School lunch ⟳ @ Astrid-Lindgren-Grundschule, Mensa
                  19:00-20:30  CANCELLED Choir rehearsal

                """)
        #expect(result.complaints.isEmpty)
        #expect(result.status == 0)
    }

    @Test(
        "the reader's language is spoken, also by what is said beside the list",
        arguments: [
            (
                "de_DE.UTF-8",
                "agenda: noch keine Kalender: einen mit 'agenda source add PATH' hinzufügen oder einen mit 'agenda list PATH' ansehen\n",
                "Keine Termine von 2026-11-20 bis 2026-11-26\n"
            ),
            (
                "zh_CN.UTF-8",
                "agenda: 还没有日历: agenda source add PATH，或 agenda list PATH\n",
                "2026-11-20 到 2026-11-26 没有日程\n"
            ),
        ])
    func language(locale: String, hint: String, output: String) throws {
        let folder = try ScratchFolder()
        var agenda = agenda
        agenda.environment = ["LC_ALL": locale, "AGENDA_DATABASE": folder.file("agenda.db")]
        let result = try agenda.run(["list", "--now", "2026-11-20T12:00:00+01:00"])
        #expect(result.complaints == hint)
        #expect(result.output == output)
    }

    @Test("the team's week, as it is in New York, in ASCII")
    func team() throws {
        var agenda = agenda
        agenda.environment = ["LC_ALL": "POSIX"]
        let result = try agenda.run([
            "list", "Samples/team.ics", "--now", "2026-11-20T12:00:00+01:00", "--time-zone",
            "America/New_York",
        ])
        #expect(
            result.output == """
                Today, Fri 2026-11-20
                  03:30-03:45  Stand-up (R) @ Room Elbe
                Mon 2026-11-23
                  03:30-03:45  Stand-up (R) @ Room Elbe
                  08:00-09:00  Handover call Kathmandu?Berlin
                Thu 2026-11-26
                  04:00-04:30  Stand-up (moved to Thursday, with demo) (R) @ Room Elbe
                  10:30-12:00  Retrospective (new slot) (R) @ Room Havel

                """)
    }

    @Test(
        "the locale's codeset decides about ASCII, in POSIX's order of the variables",
        arguments: [
            (["LANG": "de_DE.UTF-8"], true), (["LANG": "de_DE.utf8@euro"], true),
            (["LANG": "de_DE"], false), (["LANG": "tr_TR.ISO-8859-9"], false),
            (["LANG": ""], false),
            (["LANG": "C.UTF-8", "LC_CTYPE": "C"], false),
            (["LANG": "C", "LC_CTYPE": "POSIX", "LC_ALL": "ja_JP.UTF-8"], true),
        ])
    func locales(_ environment: [String: String], _ isUTF8: Bool) throws {
        var agenda = agenda
        agenda.environment = environment
        let output = try agenda.run("list", "Samples/team.ics", "--days", "1").output
        // The words before the date are the locale's, where the system has it.
        #expect(
            output.hasSuffix(
                " 2026-11-20\n  09:30-09:45  Stand-up \(isUTF8 ? "⟳" : "(R)") @ Room Elbe\n"))
    }

    @Test(
        "the zone of TZ is used: names, with a colon, POSIX descriptions, and none is UTC",
        arguments: [
            ("Europe/Berlin", "09:30-09:45"), (":Europe/Berlin", "09:30-09:45"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "09:30-09:45"), ("", "08:30-08:45"),
            ("Asia/Kathmandu", "14:15-14:30"), ("/usr/share/zoneinfo/Asia/Dubai", "12:30-12:45"),
        ])
    func zones(_ zone: String, _ time: String) throws {
        var agenda = agenda
        agenda.environment = ["TZ": zone]
        let result = try agenda.run([
            "list", "Samples/team.ics", "--days", "1", "--now", "2026-11-20T12:00:00+01:00",
            "--format", "{time}",
        ])
        #expect(result.output == time + "\n")
    }

    @Test("the list is the default command, and takes paths and options directly")
    func defaultCommand() throws {
        let list = try agenda.run("list", "Samples/team.ics")
        #expect(try agenda.run("Samples/team.ics") == list)
    }

    @Test("with several calendars each line names its own, and who else has it")
    func severalCalendars() throws {
        let result = try agenda.run(
            "list", "Samples/home.ics", "Samples/folder", "--from", "2026-11-24", "--days", "1")
        #expect(
            result.output == """
                Tue 2026-11-24
                  all day      Rubbish day 🗑️ ⟳  [Home]
                  07:00-07:05  Vitamin D ☀️ ⟳  [Home]
                  08:15-09:00  Dentist, the whole family ⟳ @ Dr. Özlem Yıldız, Lindenstraße 4, \
                2nd floor  [Home +folder]
                  12:30-13:15  School lunch ⟳ @ Astrid-Lindgren-Grundschule, Mensa  [Home]

                """)
    }

    @Test("the same file twice is one calendar")
    func sameFileTwice() throws {
        let once = try agenda.run("list", "Samples/team.ics")
        #expect(try agenda.run("list", "Samples/team.ics", "./Samples/../Samples/team.ics") == once)
    }

    @Test("days without events are a sentence, and nothing with --quiet")
    func empty() throws {
        let arguments = ["list", "Samples/team.ics", "--from", "2020-01-01", "--to", "2020-01-03"]
        let result = try agenda.run(arguments)
        #expect(result.output == "No events from 2020-01-01 to 2020-01-03\n")
        #expect(result.status == 0)
        #expect(try agenda.run(arguments + ["--quiet"]).output.isEmpty)
    }

    @Test("--calendar and --not-calendar choose, whatever the case of the name")
    func calendars() throws {
        let all = ["Samples/home.ics", "Samples/team.ics", "--jsonl"] + AgendaProcess.pinned
        let both = try agenda.run(["list"] + all).output.split(separator: "\n").count
        let team = try agenda.run(["list", "--calendar", "team"] + all).output
        let home = try agenda.run(["list", "--not-calendar", "TEAM"] + all).output
        #expect(team.split(separator: "\n").allSatisfy { $0.contains(#""calendar":"Team""#) })
        #expect(home.split(separator: "\n").allSatisfy { $0.contains(#""calendar":"Home""#) })
        #expect(
            both == team.split(separator: "\n").count + home.split(separator: "\n").count)
        // Scripts leave the local calendar out before there is one; another name is a slip.
        let others = try agenda.run(["list", "--not-calendar", "local"] + all)
        #expect(others.status == 0 && others.output.split(separator: "\n").count == both)
        #expect(try agenda.run(["list", "--not-calendar", "work"] + all).status == 64)
        #expect(try agenda.run(["list", "--calendar", "local"] + all).status == 64)
    }

    @Test("a closed pipe ends quietly, a full disk does not")
    func badOutput() throws {
        // 0.5 MB, more than a pipe holds.
        let timeline = "timeline Samples Samples/company.ics --json --now 2026-11-20T12:00:00Z"
        let closed = try agenda.shell("{ \"$0\" \(timeline); echo $? >&2; } | true")
        #expect(closed == AgendaProcess.Result(output: "", complaints: "0\n", status: 0))
        let full = try agenda.shell("\"$0\" \(timeline) > /dev/full")
        #expect(
            full
                == AgendaProcess.Result(
                    output: "", complaints: "standard output: No space left on device\n",
                    status: 1))
    }
}
