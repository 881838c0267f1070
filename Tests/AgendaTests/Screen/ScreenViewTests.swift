import ICalendar
import Testing

@testable import AgendaScreen
@testable import AgendaKit
@testable import agenda

@Suite("The model of the screen: small terminals, boxes, and what is typed on another day")
struct ScreenViewTests {
    /// Friday, 2026-11-20, in Berlin.
    private let bench: ScreenBench

    init() throws {
        bench = try ScreenBench()
    }

    @Test(
        "a narrow week is the day, a narrow month has the list of its day: both mark the selected event"
    )
    func narrow() throws {
        var model = try bench.model()
        model.size = (40, 12)
        for letter in ["w", "m"] {
            _ = model.take(.text(letter))
            model.go(to: bench.today)
            for (index, title) in ["One", "Two", "Three"].enumerated() {
                model.cursor.index = index
                model.keepVisible()
                let marked = bench.rows(model).filter {
                    ($0.hasPrefix("> ") || $0.contains("│>")) && $0.contains(":15")
                }
                #expect(marked.count == 1 && marked.first?.contains(title) == true, "\(letter)")
            }
        }
    }

    @Test(
        "a month on few rows shows all weeks, on fewer those around the selected day",
        arguments: [24, 16, 9])
    func fewRows(_ rows: Int) throws {
        var model = try bench.model()
        model.size = (80, rows)
        _ = model.take(.text("m"))
        // November 2026: Sunday the 1st, Monday the 30th.
        for day in -19...10 {
            model.go(to: bench.today + day)
            let shown = bench.rows(model)
            let number = (bench.today + day).yearMonthDay.day
            #expect(shown.contains { $0.contains("│>\(number)") || $0.contains("│>[\(number)]") })
            if rows == 24 {
                #expect(shown.contains { $0.contains("│1 ") || $0.contains("│>1 ") })
                #expect(shown.contains { $0.contains("│30 ") || $0.contains("│>30 ") })
            }
        }
    }

    @Test("keys stay in sight on a narrow screen: how to get help, and the help itself")
    func narrowHelp() throws {
        var model = try bench.model()
        model.size = (40, 24)
        #expect(bench.rows(model).last == "/ search  ? help  q quit")
        let help = model.helpLines.joined(separator: " ").split(separator: " ")
        #expect(model.helpLines.allSatisfy { $0.count <= 40 })
        #expect(help.suffix(12).contains("mouse") && help.contains("to-do"))
    }

    @Test("a day in a box is known by its first events, and whole once it is selected")
    func heads() throws {
        for number in 0..<100 {
            try bench.add(bench.event("n\(number)", "N\(number)", 8, 12))
        }
        let read = DayHeads.Wish(
            dates: (bench.today - 19)..<(bench.today + 11), whole: bench.today..<bench.today,
            count: 64)
        var cut = try bench.model(known: 0..<1)
        _ = cut.take(.text("m"))
        cut.know(bench.heads(read, read.dates), wish: read)
        #expect(cut.days.events(on: bench.today + 8).count == 64)
        #expect(cut.days.count(on: bench.today + 8) == 100)
        cut.go(to: bench.today + 8)
        #expect(!cut.awaitsDays)
        let more = bench.rows(cut).compactMap { $0.split(separator: "│").dropFirst(5).first }
            .first { $0.hasPrefix("+") }
        // The box has one line, which counts.
        #expect(more?.hasPrefix("+100 more") == true)
        _ = cut.take(.text("l"))
        #expect(cut.awaitsDays)
        let missing = cut.missing()
        let (wish, dates) = try #require(missing)
        #expect(dates.contains(bench.today + 8))
        cut.know(bench.heads(wish, dates), wish: wish)
        #expect(cut.days.events(on: bench.today + 8).count == 100 && !cut.awaitsDays)
        // What was known before is kept, days that are next to it are added.
        #expect(cut.days.events(on: bench.today).count == 3)
    }

    @Test("words of a new event are read for the selected day")
    func addingElsewhere() throws {
        var model = try bench.model()
        model.go(to: bench.today + 3)
        for key: Key in [.text("c"), .text("T")] { _ = model.take(key) }
        #expect(bench.rows(model).suffix(2) == ["event T on 2026-11-23", "Add: T"])
        _ = model.take(.backspace)
        #expect(
            bench.rows(model).suffix(2) == [
                "On 2026-11-23, unless the words say when; Tab: a to-do; Esc leaves", "Add:",
            ])
        _ = model.take(.escape)
        model.go(to: bench.today)
        for key: Key in [.text("c"), .text("T")] { _ = model.take(key) }
        #expect(bench.rows(model).suffix(2) == ["event T", "Add: T"])
    }
}
