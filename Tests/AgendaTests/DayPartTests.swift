import AgendaKit
import ICalendar
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import agenda

@Suite("The part of an event on a day")
struct DayPartTests {
    private func text(_ start: String, _ end: String, on day: String) throws -> String {
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        let instants = try [start, end].map { text in
            zone.instant(of: try #require(CivilDateTime(icalendar: text)))
        }
        let date = try #require(CivilDate(iso: day))
        return DayPart(of: .instants(instants[0]..<instants[1]), on: date, zone: zone).text(
            .unicode, clock: .hours24)
    }

    @Test("what ends some seconds after midnight ends at 24:00 of its day")
    func secondsAfterMidnight() throws {
        #expect(try text("20261120T200000", "20261121T000037", on: "2026-11-20") == "20:00-24:00")
        #expect(try text("20261119T200000", "20261121T000037", on: "2026-11-20") == "⇥ 24:00")
        #expect(try text("20261120T200000", "20261121T000100", on: "2026-11-20") == "20:00 ↦")
        #expect(try text("20261120T200000", "20261121T000100", on: "2026-11-21") == "⇥ 00:01")
        #expect(try text("20261120T200000", "20261121T000000", on: "2026-11-20") == "20:00-24:00")
        #expect(try text("20261121T000000", "20261121T000037", on: "2026-11-21") == "00:00-00:00")
    }
}
