import ICalendar
import Testing

@testable import AgendaScreen
@testable import AgendaKit
@testable import TerminalOutput
@testable import agenda

// Adding and moving.
extension ScreenHoursTests {
    @Test("c takes the cursor's day and hour as words, behind what is typed")
    func adding() throws {
        var model = try shown("w")
        take([.right, .text("c"), .text("T")], &model)
        #expect(
            bench.rows(model).suffix(2) == [
                "event T 2026-11-21 10:00 on 2026-11-21", "Add: T 2026-11-21 10:00",
            ])
    }

    @Test(
        "arrows with Shift and Alt show an event where it would be; Enter moves it, Escape does not"
    )
    func moving() throws {
        var model = try shown("w")
        #expect(take([.shifted(.down, isFine: false)], &model).isEmpty)
        #expect(bench.mode(model) == "shifting")
        #expect(
            bench.rows(model).last
                == "One: Fri 2026-11-20 10:30-10:45: Enter moves it, Esc leaves it")
        #expect(
            bench.rows(model)[6]
                == "10:30 │         │         │         │         │>One     │         │")
        #expect(
            row("10:00", model)
                == "10:00 │         │         │         │         │         │         │")
        take([.shifted(.down, isFine: true), .right], &model)
        #expect(
            bench.rows(model).last
                == "One: Sat 2026-11-21 10:45-11:00: Enter moves it, Esc leaves it")
        #expect(take([.escape], &model).isEmpty)
        #expect(place(model) == "One 0 10:00")
        #expect(take([.enter], &model) == ["details One"])
        take([.escape, .text("M")], &model)
        #expect(
            take([.left, .up, .enter], &model)
                == ["move One Thu 2026-11-19 09:30-09:45 all"])
        #expect(bench.mode(model) == "days")
        // What is where it was is not changed.
        take([.text("t"), .text("p"), .text("n"), .text("M")], &model)
        #expect(take([.up, .down, .enter], &model).isEmpty)
    }

    @Test("of one that repeats it is asked what is meant; whole days are moved by days")
    func movingOthers() throws {
        bench.add(try days("Fair", 2..<4))
        for (answer, scope) in [("t", "this"), ("f", "future"), ("a", "all")] {
            var model = try shown("w")
            model.go(to: bench.today + 3)
            take([.text("p")], &model)
            #expect(take([.text("M"), .right, .enter], &model).isEmpty)
            #expect(bench.mode(model) == "days" && model.selected?.summary == "Stand-up")
            take([.text("M"), .right], &model)
            #expect(
                bench.rows(model).last
                    == "Tue 2026-11-24 09:30-09:45: Move this (t), this and later (f), or all (a)?")
            #expect(
                take([.text(answer)], &model) == [
                    "move Stand-up Tue 2026-11-24 09:30-09:45 \(scope)"
                ])
        }
        var model = try shown("w")
        model.go(to: bench.today + 2)
        model.cursor.index = 0
        #expect(model.selected?.summary == "Fair")
        #expect(
            take([.text("M"), .down, .left, .enter], &model)
                == ["move Fair Sat 2026-11-21 - Sun 2026-11-22 all"])
    }

    @Test("days keep the time of day when clocks change, hours are as long as they are")
    func shifts() throws {
        func moved(_ shift: Shift, _ time: String) throws -> String {
            let start = try #require(Instant(rfc3339: time))
            let span = shift.moved(.instants(start..<(start + 3_600)), in: bench.zone)
            return TimeText(
                zone: bench.zone, style: TextStyle(isUTF8: true, isColored: false)
            ).when(span)
        }
        #expect(
            try moved(Shift(days: 1), "2026-10-24T12:00:00+02:00") == "Sun 2026-10-25 12:00-13:00")
        #expect(
            try moved(Shift(minutes: 60), "2026-10-25T02:00:00+02:00")
                == "Sun 2026-10-25 02:00-03:00 (CET)")
        #expect(
            try moved(Shift(minutes: 30), "2026-03-29T01:30:00+01:00")
                == "Sun 2026-03-29 03:00-04:00")
    }
}
