import ICalendar
import Testing
@testable import AgendaScreen
@testable import TerminalOutput

@testable import AgendaKit
@testable import agenda

@Suite("The model of the screen")
struct ScreenModelTests {
    /// Friday, 2026-11-20, in Berlin.
    private let bench: ScreenBench

    init() throws {
        bench = try ScreenBench()
    }

    // MARK: Keys

    /// Where the cursor is: the day's index in the timeline, 120 being today, and the event.
    private func place(_ model: ScreenModel) -> String {
        "\(model.cursor.date - bench.today + 120).\(model.cursor.index)"
    }

    /// From today's second event. Today has three events, tomorrow none, the day after one, the 23rd two.
    private static let keys: [(Key, String)] = [
        (.text("j"), "121.0"), (.text("k"), "119.0"), (.right, "121.0"), (.left, "119.0"),
        (.text("n"), "120.2"), (.text("p"), "120.0"), (.down, "120.2"), (.up, "120.0"),
        (.wheel(3), "123.0"), (.wheel(-3), "120.0"), (.text("t"), "120.0"),
        (.home, "0.0"), (.end, "487.0"), (.pageDown, "123.1"), (.pageUp, "120.0"),
        (.click(column: 40, row: 3), "120.2"), (.click(column: 40, row: 0), "120.0"),
        // The month: two rows above the weeks, four cells a day; Monday the 23rd, Sunday the 1st.
        (.click(column: 1, row: 6), "123.0"), (.click(column: 25, row: 2), "101.0"),
        (.click(column: 1, row: 2), "120.1"), (.other, "120.1"), (.tab, "120.1"),
        (.text("z"), "120.1"), (.escape, "120.1"), (.paste("jj"), "120.1"),
    ]

    @Test("each key of the days", arguments: keys)
    func days(_ key: Key, _ expected: String) throws {
        var model = try bench.model()
        model.cursor.index = 1
        let requests = model.take(key)
        #expect(requests.isEmpty)
        #expect(place(model) == expected)
        #expect(bench.mode(model) == "days")
    }

    @Test(
        "each letter that opens something, and Escape, which goes back",
        arguments: [
            ("c", "adding"), ("g", "going"), ("/", "searching"), ("?", "help"), ("x", "deleting"),
            ("M", "shifting"),
        ])
    func opening(_ letter: String, _ mode: String) throws {
        var model = try bench.model()
        #expect(model.take(.text(letter)).isEmpty)
        #expect(bench.mode(model) == mode)
        #expect(model.take(.escape).isEmpty)
        #expect(bench.mode(model) == "days")
        #expect(place(model) == "120.0")
    }

    private static let asking: [(Key, String)] = [
        (.text("q"), "quit"), (.control("c"), "quit"), (.control("z"), "suspend"),
        (.control("l"), "redraw"), (.text("u"), "undo"), (.text("U"), "redo"),
        (.text("e"), "edit One"), (.enter, "details One"),
    ]

    @Test("what keys ask for", arguments: asking)
    func requests(_ key: Key, _ expected: String) throws {
        var model = try bench.model()
        #expect(model.take(key).map(bench.name) == [expected])
    }

    @Test("views: their keys, their arrows, and pages of a week and a month")
    func views() throws {
        var model = try bench.model()
        _ = model.take(.text("w"))
        #expect(model.shownDates.lowerBound.iso == "2026-11-16")
        _ = model.take(.pageDown)
        #expect(place(model) == "127.-1")
        _ = model.take(.pageUp)
        _ = model.take(.text("d"))
        #expect(model.shownDates == bench.today..<(bench.today + 1))
        _ = model.take(.pageDown)
        #expect(place(model) == "121.-1")
        _ = model.take(.pageUp)
        _ = model.take(.text("m"))
        #expect(model.shownDates.count == 30)
        _ = model.take(.down)
        #expect(place(model) == "127.0")
        _ = model.take(.up)
        _ = model.take(.pageDown)
        #expect(model.cursor.date.iso == "2026-12-01")
        _ = model.take(.pageUp)
        #expect(model.cursor.date.iso == "2026-11-01")
        _ = model.take(.text("l"))
        #expect(model.view == .list)
    }

    @Test("at the ends of the timeline the keys stay on its days")
    func ends() throws {
        var model = try bench.model()
        for keys: [Key] in [
            [.home, .text("k"), .up, .pageUp], [.end, .text("j"), .down, .pageDown],
        ] {
            for view in ["l", "w", "d", "m"] {
                _ = model.take(.text(view))
                for key in keys {
                    _ = model.take(key)
                    #expect(model.dates.contains(model.cursor.date))
                    #expect(model.frame().rows.count == 24)
                }
            }
        }
    }

    @Test("a line: words are understood as they are typed; Tab makes a to-do of them")
    func adding() throws {
        var model = try bench.model()
        for key: Key in [.text("c"), .text("T"), .text("e"), .paste("a")] { _ = model.take(key) }
        #expect(bench.rows(model).suffix(2) == ["event Tea", "Add: Tea"])
        _ = model.take(.tab)
        #expect(bench.rows(model).suffix(2) == ["to-do Tea", "Add to-do: Tea"])
        #expect(model.take(.enter).map(bench.name) == ["add to-do Tea"])
        #expect(bench.mode(model) == "days")
        // What is unclear takes a second Enter.
        for key: Key in [.text("c"), .text("?")] { _ = model.take(key) }
        #expect(model.take(.enter).isEmpty)
        #expect(bench.rows(model).suffix(2) == ["Enter adds it like this: event ?", "Add: ?"])
        #expect(model.take(.enter).map(bench.name) == ["add event ?"])
    }

    @Test("deleting: a y for a single event, t, f or a for one that repeats; all else keeps it")
    func deleting() throws {
        for (answer, expected) in [("y", ["delete One all"]), ("n", []), ("x", [])] {
            var model = try bench.model()
            _ = model.take(.delete)
            #expect(model.take(.text(answer)).map(bench.name) == expected)
            #expect(bench.mode(model) == "days")
        }
        let expected = ["t": "this", "f": "future", "A": "all"]
        for answer in ["t", "f", "A", "y", "x"] {
            var model = try bench.model()
            model.go(to: bench.today + 3)
            _ = model.take(.text("x"))
            let requests = model.take(.text(answer)).map(bench.name)
            #expect(requests == (expected[answer].map { ["delete Stand-up \($0)"] } ?? []))
        }
    }

    @Test("nothing can be changed where it is only read")
    func readOnly() throws {
        for letter in ["c", "e", "M", "x", "u", "U"] {
            var model = try bench.model(isReadOnly: true)
            #expect(model.take(.text(letter)).isEmpty)
            #expect(bench.mode(model) == "days")
            #expect(bench.rows(model).last == "Only for reading: nothing can be changed here")
        }
    }

    // MARK: Sizes

    @Test(
        "any size in any state has a whole frame with the state's mark",
        arguments: [
            ("", "> 10:00"), ("\r", "Esc back"), ("?", "Keys"), ("c", "Add:"), ("g", "Go to:"),
            ("/", "Search:"), ("x", "Delete it?"), ("w", "┼"), ("d", "┼"), ("m", ""),
        ])
    func sizes(_ key: String, _ mark: String) throws {
        var model = try bench.model()
        if !key.isEmpty { _ = model.take(key == "\r" ? .enter : .text(key)) }
        for (columns, rows) in [(80, 24), (20, 3), (200, 60), (40, 12), (79, 5), (80, 24)] {
            model.size = (columns, rows)
            model.keepVisible()
            let frame = model.frame()
            #expect(frame.rows.count == rows)
            #expect(frame.rows.allSatisfy { $0.cells.count <= columns })
            if columns >= 40, rows >= 12 {
                #expect(bench.rows(model).contains { $0.contains(mark) }, "\(columns) x \(rows)")
            }
        }
    }

    // MARK: News

    @Test("the selected event stays selected when others come before it and when it moves")
    func follows() throws {
        var model = try bench.model()
        model.move(byEvents: 1)
        #expect(model.selected?.summary == "Two")
        let early = try bench.event("zero", "Zero", 0, 6)
        bench.change(&model, [early])
        #expect(model.selected?.summary == "Two" && place(model) == "120.2")
        #expect(bench.rows(model).last?.hasPrefix("added    Fri 2026-11-20  06:00") == true)
        bench.change(&model, [try bench.event("two", "Two", 1, 9)])
        #expect(model.selected?.summary == "Two" && place(model) == "121.0")
        #expect(bench.rows(model).last?.hasPrefix("changed  Sat 2026-11-21  09:00") == true)
    }

    @Test(
        "an event that was added is selected, whether the days or the word of it come first",
        arguments: [0, 2, 3], [true, false])
    func added(day: Int, daysFirst: Bool) throws {
        var model = try bench.model()
        let new = try bench.event("new", "New", day, 18)
        let date = bench.today + day
        if !daysFirst { model.expect(new.id, on: date) }
        bench.change(&model, [new])
        if daysFirst { model.expect(new.id, on: date) }
        #expect(model.selected?.summary == "New" && model.cursor.date == date)
        // From then on it is followed as any other.
        bench.change(&model, [try bench.event("new", "New", 1, 9)])
        #expect(model.selected?.summary == "New" && place(model) == "121.0")
    }

    @Test("what is told of a change has no colours")
    func colours() throws {
        var model = try bench.model()
        model.style.isColored = true
        bench.change(&model, [try bench.event("zero", "Zero", 0, 6)])
        #expect(bench.rows(model).last == "added    Fri 2026-11-20  06:00-06:15  Zero")
    }

    @Test("an event that vanishes under the cursor leaves the next one selected, and is told")
    func vanishes() throws {
        var model = try bench.model()
        model.move(byEvents: 2)
        bench.change(&model, [], gone: ["three"])
        #expect(model.selected?.summary == "Two")
        #expect(bench.rows(model).last?.hasPrefix("removed  Fri 2026-11-20") == true)
        bench.change(&model, [], gone: ["one", "two"])
        #expect(model.selected == nil && place(model) == "120.0")
        #expect(model.take(.enter).isEmpty && model.take(.delete).isEmpty)
        #expect(model.take(.text("e")).isEmpty && model.take(.text("x")).isEmpty)
    }

    @Test("one that vanishes while its details or the question to delete it are shown leaves them")
    func vanishesInUse() throws {
        for key: Key in [.enter, .text("x"), .text("M")] {
            let bench = try ScreenBench()
            var model = try bench.model()
            _ = model.take(key)
            bench.change(&model, [], gone: ["two"])
            #expect(bench.mode(model) != "days")
            bench.change(&model, [], gone: ["one"])
            #expect(bench.mode(model) == "days")
            #expect(bench.rows(model).last == "One: is no longer there")
            // The answer that was meant for the question deletes nothing.
            #expect(model.take(.text("y")).isEmpty)
        }
    }

    @Test("details follow their event, also one that was read anew with all others")
    func details() throws {
        var model = try bench.model()
        _ = model.take(.enter)
        let requests = bench.change(&model, [try bench.event("one", "One again", 0, 10)])
        #expect(requests.map(bench.name) == ["details One again"])
        #expect(bench.change(&model, [], isWhole: true).map(bench.name) == ["details One again"])
        bench.change(&model, [], gone: ["one"], isWhole: true)
        #expect(bench.mode(model) == "days")
    }

    @Test("what a key led to stays on the last line although changes come; the next key clears it")
    func message() throws {
        var model = try bench.model()
        model.say("Deleted Lunch")
        bench.change(&model, [try bench.event("zero", "Zero", 0, 6)])
        #expect(bench.rows(model).last == "Deleted Lunch")
        _ = model.take(.text("j"))
        #expect(bench.rows(model).last?.hasPrefix("j/k day") == true)
    }

    // MARK: Days that are not known

    @Test("days far away have their lines before their events are read, and ask for them")
    func unknown() throws {
        var model = try bench.model(known: 0..<1)
        let missing = model.missing()
        let (wish, asked) = try #require(missing)
        #expect(asked.contains(bench.today + 3))
        #expect(model.missing() == nil)
        #expect(model.awaitsDays)
        let rows = bench.rows(model).map { $0.dropFirst(31) }
        #expect(rows[6] == "Mon 2026-11-23" && rows[7] == "" && rows[8] == "")
        model.know(bench.heads(wish, asked), wish: wish)
        #expect(!model.awaitsDays)
        while let (wish, asked) = model.missing() {
            model.know(bench.heads(wish, asked), wish: wish)
        }
        #expect(bench.rows(model)[7].hasSuffix("  09:30-09:45  Stand-up ⟳"))
    }

    @Test("days of an earlier state are not taken, and asked for again")
    func outdated() throws {
        var model = try bench.model(known: 0..<1)
        let missing = model.missing()
        let (wish, asked) = try #require(missing)
        var old = bench.heads(wish, asked)
        old.timeline.revision = -1
        model.know(old, wish: wish)
        #expect(model.awaitsDays)
        #expect(model.missing()?.read == asked)
    }

    // MARK: To-dos

    @Test("a to-do has its box on its day; x ticks it, and opens it again")
    func todos() throws {
        let open = try bench.todo("pay", "Pay rent", due: 0)
        var model = try bench.model(todos: [open])
        #expect(bench.rows(model)[1].hasSuffix("> all day      ☐ Pay rent"))
        #expect(model.take(.text("x")).map(bench.name) == ["COMPLETED Pay rent"])
        #expect(model.take(.enter).map(bench.name) == ["details Pay rent"])
        #expect(model.take(.text("x")).map(bench.name) == ["COMPLETED Pay rent"])
        #expect(bench.mode(model) == "details")
        var done = open
        done.status = .completed
        bench.change(&model, [], todos: [done])
        _ = model.take(.escape)
        #expect(bench.rows(model)[1].hasSuffix("> all day      ☑ Pay rent"))
        #expect(model.take(.text("x")).map(bench.name) == ["NEEDS-ACTION Pay rent"])
        #expect(model.take(.delete).isEmpty)
        #expect(model.take(.text("y")).map(bench.name) == ["delete Pay rent all"])
    }

    @Test("what is overdue stands on today too; done, it leaves the cursor there")
    func overdue() throws {
        let late = try bench.todo("late", "Late", due: -2)
        var model = try bench.model(todos: [late])
        #expect(bench.rows(model)[1].hasSuffix("  all day      ☐ Late"))
        #expect(bench.rows(model)[3].hasSuffix("☐ Late (due Wed 2026-11-18)"))
        #expect(model.days.count(on: bench.today) == 4)
        #expect(model.days.count(on: bench.today - 2) == 1)
        var done = late
        done.status = .completed
        bench.change(&model, [], todos: [done])
        #expect(model.cursor.date == bench.today && model.selected?.summary == "One")
        // Its details end when it is deleted.
        model.go(to: bench.today - 2)
        _ = model.take(.enter)
        bench.change(&model, [], todos: [])
        #expect(bench.mode(model) == "days")
    }

    @Test("x asks to delete an event, which cannot be ticked; a to-do is not moved by keys")
    func kinds() throws {
        var model = try bench.model(todos: [try bench.todo("pay", "Pay rent", due: 1)])
        #expect(model.take(.text("x")).isEmpty)
        #expect(bench.rows(model).last == "One: Delete it? [y/N]")
        _ = model.take(.escape)
        model.go(to: bench.today + 1)
        #expect(model.take(.text("M")).isEmpty && bench.mode(model) == "days")
        #expect(
            bench.rows(model).last == "Only an event can be moved by keys: e edits the to-do")
    }
}
