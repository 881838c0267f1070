import AgendaActions
import ICalendar
import Testing

@testable import AgendaScreen
@testable import AgendaKit
@testable import TerminalOutput
@testable import agenda

@Suite("The model of the screen: week and day with their hours")
struct ScreenHoursTests {
    /// Friday, 2026-11-20, in Berlin.
    let bench: ScreenBench

    init() throws {
        bench = try ScreenBench()
    }

    /// An event from a time of a day on, counted from today.
    private func event(
        _ title: String, _ day: Int, _ minute: Int, lasting minutes: Int, at place: String? = nil
    ) throws -> AgendaEvent {
        var event = try bench.event(title, title, day, 0)
        let start = bench.zone.instant(of: CivilDateTime(bench.today + day) + minute * 60)
        event.span = .instants(start..<(start + minutes * 60))
        event.content.location = place
        return event
    }

    func days(_ title: String, _ days: Range<Int>) throws -> AgendaEvent {
        var event = try bench.event(title, title, 0, 0)
        event.span = .dates((bench.today + days.lowerBound)..<(bench.today + days.upperBound))
        return event
    }

    func shown(_ view: String, _ size: (columns: Int, rows: Int) = (80, 24)) throws
        -> ScreenModel
    {
        var model = try bench.model()
        model.size = size
        _ = model.take(.text(view))
        return model
    }

    /// The row of the grid that begins with a time.
    func row(_ time: String, _ model: ScreenModel) -> String? {
        bench.rows(model).first { $0.hasPrefix(time) }
    }

    /// The selected event, the day counted from today, and the cursor's time.
    func place(_ model: ScreenModel) -> String {
        let clock = model.hours.moment.map { ClockFormat.hours24.text(bench.zone.wallTime(at: $0)) }
        return
            "\(model.selected?.summary ?? "-") \(model.cursor.date - bench.today) \(clock ?? "-")"
    }

    @discardableResult
    func take(_ keys: [Key], _ model: inout ScreenModel) -> [String] {
        keys.flatMap { model.take($0) }.map(bench.name)
    }

    // MARK: What is shown

    @Test("80 columns: seven days from 9:00 on, the selected event, and what is above")
    func week() throws {
        let rows = bench.rows(try shown("w"))
        let free = String(repeating: "│         ", count: 7)
        #expect(
            rows.prefix(8) == [
                "Nov   │ Mon 16  │ Tue 17  │ Wed 18  │ Thu 19  │>[Fri 20]│ Sat 21  │ Sun 22",
                String(("      " + free).reversed().drop { $0 == " " }.reversed()),
                "──────┼─────────┼─────────┼─────────┼─────────┼─────────┼─────────┼───────↑1",
                "09:00 │         │         │         │         │         │         │",
                "      │         │         │         │         │         │         │",
                "10:00 │         │         │         │         │>One     │         │",
                "      │         │         │         │         │         │         │",
                "11:00 │         │         │         │         │▌Two     │         │",
            ])
        #expect(rows[21] == "18:00 │         │         │         │         │         │         │")
        #expect(
            rows[22]
                == "──────┴─────────┴─────────┴─────────┴─────────┴─────────┴─────────┴─────────")
        #expect(rows[23] == "Fri 2026-11-20  10:00-10:15  One")
    }

    @Test("events that overlap stand side by side where there is room, and are counted elsewhere")
    func overlap() throws {
        bench.add(try event("Long", 0, 600, lasting: 120, at: "Room 4"))
        var narrow = try shown("w")
        _ = narrow.take(.text("n"))
        #expect(
            row("10:00", narrow)
                == "10:00 │         │         │         │         │>Long +1 │         │")
        #expect(row("11:00", narrow)?.contains("│>4    +1 │") == true)
        let wide = bench.rows(try shown("w", (120, 24)))
        #expect(wide.contains { $0.contains("│▌Long  >One    │") })
        #expect(wide.contains { $0.contains("│▌@ Room        │") })
        let day = bench.rows(try shown("d"))
        #expect(day[0] == "      │>[Today, Fri 2026-11-20]")
        let half = "▌10:00-12:00  Long @ Room 4"
        #expect(
            day[5].hasPrefix(
                "10:00 │" + half + String(repeating: " ", count: 9) + ">10:00-10:15  One"))
    }

    @Test("an event over midnight is on both days, one of several days above the hours")
    func midnight() throws {
        bench.add(try event("Night", 0, 22 * 60, lasting: 240))
        bench.add(try days("Fair", -2..<2))
        bench.add(try days("Feast", 0..<1))
        var model = try shown("d", (80, 60))
        #expect(bench.rows(model)[1].hasPrefix("      │>↔ Fair  "))
        #expect(bench.rows(model)[2] == "      │▌Feast")
        #expect(row("22:00", model) == "22:00 │▌22:00 ↦  Night")
        #expect(row("23:00", model) == "23:00 │▌")
        _ = model.take(.text("j"))
        #expect(row("00:00", model) == "00:00 │▌⇥ 02:00  Night")
        #expect(row("01:00", model) == "01:00 │▌")
        #expect(row("02:00", model) == "02:00 │")
        _ = model.take(.text("w"))
        let rows = bench.rows(model)
        #expect(
            rows[1] == "      │         │         │>Fair" + String(repeating: " ", count: 34) + "│")
        #expect(rows[2] == "      │         │         │         │         │▌Feast   │         │")
        #expect(row("22:00", model)?.contains("│▌↦ Night │") == true)
        #expect(row("00:00", model)?.contains("│▌⇥ Night │") == true)
    }

    @Test("the time that it is has its mark and its line; without it on the screen there are none")
    func now() throws {
        var model = try bench.model()
        model.now = bench.zone.instant(of: CivilDateTime(bench.today) + 13 * 3_600 + 600)
        _ = model.take(.text("w"))
        #expect(
            row("13:00", model)
                == "13:00▸│         │         │         │         │>13:00   │         │")
        // Where the cursor is not.
        _ = model.take(.down)
        #expect(
            row("13:00", model)
                == "13:00▸│         │         │         │         │─────────│         │")
        #expect(model.secondsToNextRow == 1_200)
        _ = model.take(.pageDown)
        #expect(
            row("13:00", model)
                == "13:00 │         │         │         │         │         │         │")
        #expect(model.secondsToNextRow == nil)
        // An evening is scrolled to.
        model.now = bench.zone.instant(of: CivilDateTime(bench.today) + 22 * 3_600)
        take([.text("l"), .text("t"), .text("d")], &model)
        #expect(row("22:00", model)?.hasPrefix("22:00▸│>22:00") == true)
    }

    @Test("2026-10-25: the hour that clocks show twice is there twice, and is told apart in words")
    func longDay() throws {
        var model = try bench.model()
        model.go(to: bench.today - 26)
        _ = model.take(.text("w"))
        take(Array(repeating: .up, count: 13), &model)
        #expect(place(model) == "- -26 02:30")
        let rows = bench.rows(model)
        let elsewhere = String(repeating: "╱╱╱╱╱╱╱╱╱│", count: 6)
        #expect(rows.contains { $0.hasPrefix("02:30²│" + elsewhere + ">02:30") })
        #expect(model.wordsOfCursor == " 2026-10-25T02:30:00+01:00")
        take([.up, .up], &model)
        #expect(model.wordsOfCursor == " 2026-10-25 02:30")
        #expect(row("02:30 ", model)?.contains("│>02:30") == true)
    }

    @Test("2027-03-28: the hour that clocks skip has no time, and the cursor passes over it")
    func shortDay() throws {
        var model = try bench.model()
        model.go(to: bench.today + 128)
        _ = model.take(.text("d"))
        take(Array(repeating: .up, count: 12), &model)
        #expect(place(model) == "- 128 03:00")
        take([.up], &model)
        #expect(place(model) == "- 128 01:30")
        #expect(row("02:00", model) == "02:00 │" + String(repeating: "╱", count: 73))
        // From another day it comes after the gap.
        take([.text("k"), .down, .down, .text("j")], &model)
        #expect(place(model) == "- 128 03:30")
    }

    @Test("wide characters keep their columns, and ASCII is enough")
    func characters() throws {
        bench.add(try event("与北京团队的季度计划会议", 1, 600, lasting: 30))
        #expect(
            row("10:00", try shown("w"))
                == "10:00 │         │         │         │         │>One     │▌与北京… │")
        var model = try bench.model()
        model.style.isUTF8 = false
        _ = model.take(.text("w"))
        let rows = bench.rows(model)
        #expect(
            rows[2]
                == "------+---------+---------+---------+---------+---------+---------+-------^1")
        #expect(rows[7] == "11:00 |         |         |         |         |[Two     |         |")
        #expect(rows.joined().utf8.allSatisfy { $0 < 0x80 })
    }

    @Test(
        "colours: blocks have those of their calendars, the line of now is red, what is selected in reverse"
    )
    func colours() throws {
        bench.add(try event("Red", 0, 660, lasting: 15))
        var model = try bench.model()
        model.style.isColored = true
        model.now = bench.zone.instant(of: CivilDateTime(bench.today) + 13 * 3_600)
        _ = model.take(.text("w"))
        func looks(_ time: String) -> Set<String> {
            let row = model.frame().rows.first { $0.cells.prefix(5).map(\.text).joined() == time }
            return Set(row?.cells.map(\.look) ?? [])
        }
        #expect(looks("11:00").contains { $0.hasPrefix("38;5;") })
        #expect(looks("13:00").isSuperset(of: ["31", "7"]))
    }

    @Test(
        "with fewer columns there are fewer days of the week, then one",
        arguments: [(70, 6), (50, 4), (40, 1), (20, 1)])
    func narrow(_ columns: Int, _ count: Int) throws {
        var model = try shown("w", (columns, 20))
        for day in -4...2 {
            model.go(to: bench.today + day)
            #expect(model.hourDates.count == count)
            #expect(model.hourDates.contains(model.cursor.date))
            #expect(model.frame().rows.allSatisfy { $0.cells.count <= columns })
        }
    }

    @Test("forty events a day are all counted, and each can be selected")
    func many() throws {
        for number in 0..<37 {
            bench.add(try event("N\(number)", 0, 540 + number * 15, lasting: 45))
        }
        var model = try shown("d")
        model.hours.moment = nil
        model.cursor.index = -1
        var seen: Set<String> = []
        while model.cursor.date == bench.today {
            if let title = model.selected?.summary {
                seen.insert(title)
                #expect(bench.rows(model).last?.hasSuffix(title) == true)
            }
            _ = model.take(.text("n"))
        }
        #expect(seen.count == 40)
    }

    // MARK: The cursor

    @Test("arrows go through hours and events, and n and p through events alone")
    func arrows() throws {
        bench.add(try event("Long", 0, 600, lasting: 120))
        var model = try shown("w")
        #expect(place(model) == "One 0 10:00")
        take([.left], &model)
        #expect(place(model) == "Long 0 10:00")
        take([.right, .right], &model)
        #expect(place(model) == "- 1 10:00")
        take([.left], &model)
        #expect(place(model) == "One 0 10:00")
        model.cursor.index = 1
        // Down stops where another one begins beside it, then at its end.
        take([.down], &model)
        #expect(place(model) == "Two 0 11:00")
        take([.down], &model)
        #expect(place(model) == "Long 0 11:30")
        take([.down], &model)
        #expect(place(model) == "Three 0 12:00")
        take([.down], &model)
        #expect(place(model) == "- 0 12:30")
        take([.text("n")], &model)
        #expect(place(model) == "Off 2 08:00")
        take([.text("p"), .text("p")], &model)
        #expect(place(model) == "Two 0 11:00")
        take([.text("j")], &model)
        #expect(place(model) == "- 1 11:00")
        #expect(take([.enter], &model).isEmpty)
        take([.text("p")], &model)
        #expect(take([.enter], &model) == ["details Three"])
    }

    @Test("up from midnight is the band of whole days; c there is for the day")
    func band() throws {
        bench.add(try days("Fair", 0..<2))
        var model = try shown("d", (80, 60))
        #expect(place(model) == "Fair 0 -")
        take([.down], &model)
        #expect(place(model) == "- 0 00:00")
        take([.up], &model)
        #expect(place(model) == "Fair 0 -")
        take([.text("j"), .text("j")], &model)
        #expect(place(model) == "- 2 -")
        #expect(model.wordsOfCursor == " 2026-11-22")
        take([.text("l")], &model)
        #expect(model.selected?.summary == "Off")
    }

    @Test("a click selects a day, an hour or an event; the wheel scrolls")
    func mouse() throws {
        var model = try shown("w")
        take([.click(column: 10, row: 0)], &model)
        #expect(place(model) == "- -4 10:00")
        take([.click(column: 50, row: 7)], &model)
        #expect(place(model) == "Two 0 11:00")
        take([.click(column: 20, row: 10)], &model)
        #expect(place(model) == "- -3 12:30")
        take([.wheel(3)], &model)
        #expect(bench.rows(model)[4].hasPrefix("11:00"))
        #expect(place(model) == "- -3 12:30")
    }

    @Test("a change moves the cursor along with its event, and keeps it on its hour")
    func news() throws {
        var model = try shown("w")
        bench.change(&model, [try bench.event("one", "One", 1, 15)])
        #expect(place(model) == "One 1 15:00")
        take([.down, .down], &model)
        #expect(place(model) == "- 1 16:00")
        bench.change(&model, [try event("New", 1, 960, lasting: 30)])
        #expect(place(model) == "New 1 16:00")
        bench.change(&model, [], gone: ["New"])
        #expect(place(model) == "- 1 16:00")
    }

    @Test("d, which once deleted, shows the day and says so once")
    func day() throws {
        var model = try bench.model()
        take([.text("d")], &model)
        #expect(bench.rows(model).last == "d shows the day: Delete or x deletes the event")
        #expect(bench.mode(model) == "days" && model.view == .day)
        take([.text("l"), .text("d")], &model)
        #expect(bench.rows(model).last == "Fri 2026-11-20  10:00-10:15  One")
    }
}
