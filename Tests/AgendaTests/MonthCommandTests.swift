import Testing
@testable import AgendaActions

@testable import agenda

@Suite("agenda month")
struct MonthCommandTests {
    private func agenda(_ columns: String) -> AgendaProcess {
        var agenda = AgendaProcess()
        agenda.environment = ["COLUMNS": columns]
        agenda.input = calendar(
            "UID:a\nDTSTART:20261120T143000Z\nDTEND:20261120T144500Z\nSUMMARY:Stand-up\n"
                + "LOCATION:Room Elbe",
            "UID:b\nDTSTART;VALUE=DATE:20261121\nDTEND;VALUE=DATE:20261123\nSUMMARY:Ski",
            "UID:c\nDTSTART:20261124T080000Z\nDTEND:20261124T090000Z\n"
                + "SUMMARY:A title that is too long for what is left beside the weeks",
            "UID:d\nDTSTART:20261125T170000Z\nDTEND:20261125T180000Z\nSTATUS:CANCELLED\n"
                + "SUMMARY:Choir",
            "UID:e\nDTSTART:20261126T090000Z\nDTEND:20261126T100000Z\n"
                + "SUMMARY:每周例会，讨论下个季度的计划和预算以及其他事项")
        return agenda
    }

    @Test("a month's name that is nearer behind than ahead: the year is said, and the other one")
    func otherYear() throws {
        let october = try agenda("80").run("month", "october", "-")
        #expect(october.output.contains("October 2027"))
        #expect(
            october.complaints
                == "this is 2027-10, the next one; the last one: agenda month 2026-10\n")
        for month in ["december", "march", "2027-10", "+11"] {
            #expect(try agenda("80").run("month", month, "-").complaints.isEmpty, "\(month)")
        }
    }

    private let weeks = """
               November 2026
         Mo  Tu  We  Th  Fr  Sa  Su
                                  1
          2   3   4   5   6   7   8
          9  10  11  12  13  14  15
         16  17  18  19 [20*]21* 22*
         23  24* 25  26* 27  28  29
         30
        """
    private let list = """
        Today, Fri 2026-11-20
          15:30-15:45  Stand-up @ Room Elbe
        Tomorrow, Sat 2026-11-21
          ↦            Ski
        Sun 2026-11-22
          ⇥            Ski
        Tue 2026-11-24
          09:00-10:00  A title that is too long for what is left beside the weeks
        Wed 2026-11-25
          18:00-19:00  CANCELLED Choir
        Thu 2026-11-26
          10:00-11:00  每周例会，讨论下个季度的计划和预算以及其他事项
        """

    /// Two columns, the second one from column 32 on.
    private func beside(_ list: String) -> String {
        var left = weeks.split(separator: "\n").map(String.init)
        return list.split(separator: "\n").map { line in
            let first = left.isEmpty ? "" : left.removeFirst()
            return first + String(repeating: " ", count: 31 - first.count) + line + "\n"
        }.joined()
    }

    @Test("on a narrow terminal the list stands below the weeks")
    func narrow() throws {
        // 25 cells of 40 are left behind the time.
        let cut = list.replacing(" for what is left beside the weeks", with: "…")
            .replacing("的计划和预算以及其他事项", with: "的…")
        let result = try agenda("40").run("month", "-", "--list")
        #expect(result.output == weeks + "\n\n" + cut + "\n")
        #expect(result.complaints.isEmpty && result.status == 0)
        #expect(
            try agenda("79").run("month", "2026-11", "-", "--list").output
                == weeks + "\n\n" + list + "\n")
        #expect(try agenda("79").run("month", "-").output == weeks + "\n")
    }

    /// 80 columns: ten cells a box.
    @Test("from 80 columns on each day is a box with titles, broken between words")
    func boxes() throws {
        let output = try agenda("80").run("month", "-").output
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines[0] == String(repeating: " ", count: 32) + "November 2026")
        #expect(
            lines[1] == "┌" + Array(repeating: "──────────", count: 7).joined(separator: "┬") + "┐")
        #expect(
            lines[2]
                == "│Monday    │Tuesday   │Wednesday │Thursday  │Friday    │Saturday  │Sunday    │")
        // The weeks of 1, 2, 9: a rule, a date, an empty line each.
        #expect(
            lines[13...15]
                == [
                    "│16        │17        │18        │19        │[20]      │21        │22        │",
                    "│          │          │          │          │15:30     │↦ Ski     │⇥ Ski     │",
                    "│          │          │          │          │Stand-up  │          │          │",
                ])
        #expect(
            Array(lines[17...19]) == [
                "│23        │24        │25        │26        │27        │28        │29        │",
                "│          │09:00 A   │18:00     │10:00 每周│          │          │          │",
                "│          │title tha…│CANCELLED…│例会，讨… │          │          │          │",
            ])
        #expect(lines.dropLast().allSatisfy { DisplayWidth.cells(of: $0) <= 80 })
        // Two days of a month with nothing else in it.
        let empty = try agenda("80").run("month", "2027-02", "-").output
        #expect(empty.split(separator: "\n").count == 3 + 4 * 3 + 1)
    }

    @Test("what a box has no room for is counted; today, colours and ASCII")
    func fullBox() throws {
        var agenda = AgendaProcess(environment: ["COLUMNS": "120", "LC_ALL": "POSIX"])
        agenda.input =
            "BEGIN:VCALENDAR\n"
            + (10...17).map {
                "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20261120T\($0)0000Z\nSUMMARY:E\($0)\nEND:VEVENT\n"
            }.joined() + "END:VCALENDAR\n"
        let output = try agenda.run("month", "-", "--weeks").output
        #expect(output.contains("|11:00 E10 "))
        #expect(output.contains("|15:00 E14 "))
        #expect(!output.contains("E15"))
        #expect(output.contains("|+3 more "))
        #expect(output.contains("\n47 |16 "))
        #expect(output.utf8.allSatisfy { $0 < 0x80 })
        let colored = try agenda.run("month", "-", "--color", "always").output
        #expect(colored.contains("|\u{1B}[7m20\u{1B}[0m  "))
        #expect(!colored.contains("[20]"))
    }

    @Test("agenda week: columns where there is room, else the list; --list always")
    func week() throws {
        let output = try agenda("120").run("week", "-").output
        let lines = output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasSuffix(" 2026-11-16 - 2026-11-22"))
        #expect(lines[4].hasPrefix("│2026-11-16      │2026-11-17      │"))
        #expect(lines[4].contains("│[2026-11-20]    │2026-11-21      │"))
        #expect(lines[5].contains("│15:30 Stand-up  │↦ Ski           │⇥ Ski           │"))
        let list = "Today, Fri 2026-11-20\n  15:30-15:45  Stand-up @ Room Elbe\n"
        #expect(try agenda("120").run("week", "-", "--list").output.hasPrefix(list))
        #expect(try agenda("79").run("week", "-").output.hasPrefix(list))
        #expect(try agenda("").run("week", "-").output.hasPrefix(list))
        #expect(
            try agenda("120").run("next", "week", "-").output.contains("2026-11-23 - 2026-11-29"))
        #expect(try agenda("120").run("week", "next", "-", "--jsonl").output.contains("Choir"))
    }

    @Test("names and the first day of a week are the locale's")
    func locales() throws {
        func head(_ locale: String) throws -> [String] {
            var agenda = agenda("40")
            agenda.environment["LC_ALL"] = locale
            return try agenda.run("month", "2026-03", "-", "--quiet").output
                .split(separator: "\n").prefix(3).map(String.init)
        }
        #expect(
            try head("en_US.UTF-8") == [
                "         March 2026", " Su  Mo  Tu  We  Th  Fr  Sa", "  1   2   3   4   5   6   7",
            ])
        #expect(
            try head("de_DE.UTF-8") == [
                "         März 2026", " Mo  Di  Mi  Do  Fr  Sa  So",
                String(repeating: " ", count: 26) + "1",
            ])
        #expect(
            try head("zh_CN.UTF-8") == [
                "         2026年3月", " 一  二  三  四  五  六  日", String(repeating: " ", count: 26) + "1",
            ])
    }

    @Test("from 80 columns on it stands beside them, cut where it must be")
    func wide() throws {
        // 49 columns are left of 80, and a wide character takes two.
        let cut = list.replacing("what is left beside the weeks", with: "what…")
            .replacing("的计划和预算以及其他事项", with: "的计划和预…")
        for columns in ["80", "0", "wide", ""] {
            #expect(try agenda(columns).run("month", "-", "--list").output == beside(cut))
        }
        #expect(
            try agenda("120").run("month", "november", "-", "--list").output == beside(list))
    }

    @Test("colours mark days instead of signs")
    func colors() throws {
        let lines = try agenda("40").run("month", "-", "--color", "always").output
            .split(separator: "\n")
        #expect(lines[0] == "       \u{1B}[1mNovember 2026\u{1B}[0m")
        #expect(
            lines[5]
                == " 16  17  18  19  \u{1B}[4;7m20\u{1B}[0m  \u{1B}[4m21\u{1B}[0m  "
                + "\u{1B}[4m22\u{1B}[0m")
        let wide = try agenda("80").run("month", "-", "--list", "--color", "always").output
            .split(separator: "\n")
        #expect(
            wide[4]
                == "  9  10  11  12  13  14  15    \u{1B}[1mSun 2026-11-22\u{1B}[0m")
    }

    @Test("ASCII, other first days, week numbers, other months")
    func options() throws {
        var ascii = agenda("40")
        ascii.environment["LC_ALL"] = "POSIX"
        let output = try ascii.run(
            "month", "-", "--week-start", "sunday", "--weeks", "--list"
        ).output
        #expect(
            output.hasPrefix(
                """
                          November 2026
                    Su  Mo  Tu  We  Th  Fr  Sa
                45   1   2   3   4   5   6   7
                46   8   9  10  11  12  13  14
                47  15  16  17  18  19 [20*]21*
                48  22* 23  24* 25  26* 27  28
                49  29  30

                Today, Fri 2026-11-20
                """))
        #expect(output.utf8.allSatisfy { $0 < 0x80 })
        #expect(
            try agenda("40").run("month", "feb", "-", "--week-start", "monday", "--list").output
                == """
                       February 2027
                 Mo  Tu  We  Th  Fr  Sa  Su
                  1   2   3   4   5   6   7
                  8   9  10  11  12  13  14
                 15  16  17  18  19  20  21
                 22  23  24  25  26  27  28

                No events from 2027-02-01 to 2027-02-28

                """)
        #expect(
            try agenda("40").run("month", "foo")
                == AgendaProcess.Result(
                    output: "",
                    complaints:
                        "month foo: neither a month nor a file: use 2026-12, december or +1\n",
                    status: 64))
        #expect(try agenda("40").run("month", "-", "--week-start", "tuesday").status == 64)
    }

    @Test("JSON: weeks with their days and how many events each has, and the events")
    func json() throws {
        let output = try agenda("40").run("month", "-", "--json").output
        func days(_ numbers: ClosedRange<Int>, _ counts: [Int]) -> String {
            zip(numbers, counts).map { day, count in
                let digits = day < 10 ? "0\(day)" : "\(day)"
                return #"{"date":"2026-11-\#(digits)","events":\#(count),"today":\#(day == 20)}"#
            }.joined(separator: ",")
        }
        let none = [0, 0, 0, 0, 0, 0, 0]
        #expect(
            output.hasPrefix(
                """
                {"version":1,"timeZone":"Europe/Berlin","month":"2026-11","weekStart":"monday",\
                "weeks":[
                [null,null,null,null,null,null,\(days(1...1, none))],
                [\(days(2...8, none))],
                [\(days(9...15, none))],
                [\(days(16...22, [0, 0, 0, 0, 1, 1, 1]))],
                [\(days(23...29, [0, 1, 0, 1, 0, 0, 0]))],
                [\(days(30...30, none)),null,null,null,null,null,null]],"events":[
                {"id":"
                """))
        #expect(output.split(separator: "\n").count == 12)
        #expect(
            try agenda("40").run("month", "-", "--format", "{date} {summary}").output
                .hasPrefix("2026-11-20 Stand-up\n"))
    }
}
