import AgendaJSON
import ICalendar
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import AgendaKit
@testable import agenda

@Suite("The list for people")
struct TextListTests {
    private let zone = SystemZones.database.rules(named: "Europe/Berlin")

    private func list(
        _ events: [(Int, AgendaEvent)], utf8: Bool = true, color: Bool = false,
        namesCalendars: Bool = true
    ) throws -> String {
        let timeline = try timeline(events)
        let style = TextStyle(isUTF8: utf8, isColored: color)
        let list = TextList(style: style, namesCalendars: namesCalendars)
        return String(decoding: list.text(timeline).bytes, as: UTF8.self)
    }

    /// Three days from Friday, 2026-11-20, with events on the days of these indices.
    private func timeline(_ events: [(Int, AgendaEvent)]) throws -> Timeline {
        let zone = try #require(zone)
        let today = try #require(CivilDate(iso: "2026-11-20"))
        var nodes = (0..<3).map { Node(index: $0, date: today + $0) }
        for (index, event) in events { nodes[index].events.append(event) }
        return Timeline(revision: 1, zone: zone, today: today, nodes: nodes)
    }

    private func event(
        _ start: String, _ end: String, _ summary: String? = "Stand-up",
        _ change: (inout AgendaEvent) -> Void = { _ in }
    ) throws -> AgendaEvent {
        let zone = try #require(zone)
        let span: Span
        if let first = CivilDate(iso: start), let last = CivilDate(iso: end) {
            span = .dates(first..<last)
        } else {
            let from = try #require(CivilDateTime(iso: start))
            let to = try #require(CivilDateTime(iso: end))
            span = .instants(zone.instant(of: from)..<zone.instant(of: to))
        }
        let id = OccurrenceID(uid: "a", recurrenceID: nil)
        var event = AgendaEvent(id: id, uid: "a", span: span, calendar: "team")
        event.content.summary = summary
        change(&event)
        return event
    }

    @Test("a line has the time first, then title, mark, place and calendars")
    func line() throws {
        let event = try event("2026-11-20T09:30", "2026-11-20T09:45") {
            $0.isRecurring = true
            $0.content.location = "Room 4\nHouse B"
            $0.content.alsoIn = ["home"]
        }
        #expect(
            try list([(0, event)]) == """
                Today, Fri 2026-11-20
                  09:30-09:45  Stand-up ⟳ @ Room 4, House B  [team +home]

                """)
        #expect(
            try list([(0, event)], utf8: false, namesCalendars: false) == """
                Today, Fri 2026-11-20
                  09:30-09:45  Stand-up (R) @ Room 4, House B  [+home]

                """)
    }

    @Test("only days with events have a header")
    func headers() throws {
        let event = try event("2026-11-22", "2026-11-23", "Rest")
        #expect(
            try list([(2, event)], namesCalendars: false) == """
                Sun 2026-11-22
                  all day      Rest

                """)
    }

    @Test("a long list, whose halves are written at the same time, is its days one after the other")
    func halves() throws {
        let days = ["2026-11-20", "2026-11-21", "2026-11-22"]
        let events = try days.enumerated().flatMap { index, day in
            try (0..<900).map { number in
                (index, try event("\(day)T09:30", "\(day)T09:45", "Event \(number)"))
            }
        }
        let timeline = try timeline(events)
        let list = TextList(style: TextStyle(isUTF8: true, isColored: false))
        let single = try days.map { day in
            let date = try #require(CivilDate(iso: day))
            return list.text(timeline.days(date..<date + 1)).bytes
        }
        #expect(list.text(timeline).bytes == Array(single.joined()))
        #expect(single.allSatisfy { $0.count > 20_000 })
    }

    @Test("arrows say that an event of several days begins, goes on, ends")
    func arrows() throws {
        let days = try event("2026-11-20", "2026-11-23", "Ski")
        let hours = try event("2026-11-20T22:00", "2026-11-22T06:00", "Train")
        let both = (0..<3).flatMap { [($0, days), ($0, hours)] }
        #expect(
            try list(both, namesCalendars: false) == """
                Today, Fri 2026-11-20
                  ↦            Ski
                  22:00 ↦      Train
                Tomorrow, Sat 2026-11-21
                  ↔            Ski
                  ↔            Train
                Sun 2026-11-22
                  ⇥            Ski
                  ⇥ 06:00      Train

                """)
        #expect(
            try list(both, utf8: false, namesCalendars: false) == """
                Today, Fri 2026-11-20
                  ->           Ski
                  22:00 ->     Train
                Tomorrow, Sat 2026-11-21
                  <->          Ski
                  <->          Train
                Sun 2026-11-22
                  ->|          Ski
                  ->| 06:00    Train

                """)
    }

    @Test("an event that ends at midnight ends at 24:00 of its day")
    func midnight() throws {
        let party = try event("2026-11-20T20:00", "2026-11-21T00:00", "Party")
        let bell = try event("2026-11-21T00:00", "2026-11-21T00:00", "Bell")
        #expect(
            try list([(0, party), (1, bell)], namesCalendars: false) == """
                Today, Fri 2026-11-20
                  20:00-24:00  Party
                Tomorrow, Sat 2026-11-21
                  00:00        Bell

                """)
    }

    @Test("cancelled and tentative are said in words, and a missing title too")
    func status() throws {
        let cancelled = try event("2026-11-20", "2026-11-21") { $0.content.status = .cancelled }
        let tentative = try event("2026-11-20", "2026-11-21", nil) {
            $0.content.status = .tentative
        }
        #expect(
            try list([(0, cancelled), (0, tentative)], namesCalendars: false) == """
                Today, Fri 2026-11-20
                  all day      CANCELLED Stand-up
                  all day      TENTATIVE (no title)

                """)
    }

    @Test("instances share what stands behind the time, unless one says something else")
    func instances() throws {
        let first = try event("2026-11-20T09:30", "2026-11-20T09:45") { $0.isRecurring = true }
        var second = first
        second.span = try event("2026-11-21T10:00", "2026-11-21T10:15").span
        var third = second
        third.content.location = "Room 4"
        #expect(
            try list([(0, first), (1, second), (1, third)], namesCalendars: false) == """
                Today, Fri 2026-11-20
                  09:30-09:45  Stand-up ⟳
                Tomorrow, Sat 2026-11-21
                  10:00-10:15  Stand-up ⟳
                  10:00-10:15  Stand-up ⟳ @ Room 4

                """)
    }

    @Test("what is cancelled is dimmed up to its calendar")
    func dimmed() throws {
        let event = try event("2026-11-20", "2026-11-21", "Red") { $0.content.status = .cancelled }
        #expect(
            try list([(0, event)], color: true).contains(
                "  \u{1B}[2mall day      CANCELLED Red\u{1B}[0m  \u{1B}[38;5;167m[team]\u{1B}[0m\n")
        )
    }

    @Test("colours surround the text and change nothing else")
    func colors() throws {
        let event = try event("2026-11-20", "2026-11-21", "Red") { $0.content.color = "#ff0000" }
        #expect(
            try list([(0, event)], color: true) == """
                \u{1B}[1mToday, Fri 2026-11-20\u{1B}[0m
                  all day      Red  \u{1B}[38;5;196m[team]\u{1B}[0m

                """)
    }

    @Test("a line of the user's own is printed for each day of each event")
    func ownFormat() throws {
        let hours = try event("2026-11-20T22:00", "2026-11-21T06:00", "Train\n\u{1B}[2J")
        let format = try LineFormat(#"{date}\t{start-time}\t{end-time}\t{summary} {{x}\n{start}"#)
        let text = format.text(try timeline([(0, hours), (1, hours)]))
        #expect(
            String(decoding: text.bytes, as: UTF8.self) == """
                2026-11-20\t22:00\t\tTrain \u{FFFD}[2J {x}
                2026-11-20T22:00:00+01:00
                2026-11-21\t\t06:00\tTrain \u{FFFD}[2J {x}
                2026-11-20T22:00:00+01:00

                """)
    }

    @Test("the help names every field, but those of agenda next, which says them itself")
    func fieldNames() throws {
        #expect(LineFormat.fieldNames == LineFormat.names(LineFormat.eventFields))
    }

    @Test("fields of agenda next are refused elsewhere", arguments: ["{minutes}", "{join}"])
    func nextFields(_ text: String) throws {
        #expect(throws: CommandFailure.self) { try LineFormat(text) }
        _ = try LineFormat(text, isNext: true)
    }

    @Test("a field that does not exist is refused", arguments: ["{nope}", "{", "{}", "{date"])
    func badFormat(_ text: String) {
        #expect(throws: CommandFailure.self) { try LineFormat(text) }
    }
}
