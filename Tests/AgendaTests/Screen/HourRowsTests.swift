import AgendaKit
import ICalendar
import Testing

@testable import TerminalOutput

@Suite("Rows of hours, also on days on which clocks change")
struct HourRowsTests {
    private func rows(_ zone: String, _ dates: String..., minutes: Int = 30) throws -> HourRows {
        let zone = try #require(SystemZones.database.rules(named: zone))
        return HourRows(of: try dates.map(date), minutes: minutes, zone: zone)
    }

    private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(iso: text)) }

    private func instant(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    @Test("a usual day has each time once")
    func usual() throws {
        let (rows, day) = (try rows("Europe/Berlin", "2026-11-20"), try date("2026-11-20"))
        #expect(rows.rows.count == 48 && rows.rows.allSatisfy { !$0.isSecond })
        let start = try instant("2026-11-20T09:30:00+01:00")
        #expect(rows.row(of: start, on: day) == 19)
        #expect(rows.times(of: 19, on: day) == start..<(start + 1_800))
        #expect(rows.rows(of: start..<(start + 1_800), on: day) == 19..<20)
        #expect(rows.rows(of: start..<(start + 1_860), on: day) == 19..<21)
        #expect(rows.rows(of: start..<start, on: day) == 19..<20)
        #expect(rows.row(ofMinute: 570) == 19)
    }

    @Test("2026-10-25 in Berlin has 02:00 twice, and the day beside it once")
    func longDay() throws {
        let rows = try rows("Europe/Berlin", "2026-10-24", "2026-10-25")
        let (before, day) = (try date("2026-10-24"), try date("2026-10-25"))
        #expect(rows.rows.count == 50)
        #expect(rows.rows[3...8].map(\.minute) == [90, 120, 150, 120, 150, 180])
        #expect(rows.rows[3...8].map(\.isSecond) == [false, false, false, true, true, false])
        let first = try instant("2026-10-25T02:00:00+02:00")
        #expect(rows.times(of: 4, on: day)?.lowerBound == first)
        #expect(rows.times(of: 6, on: day)?.lowerBound == first + 3_600)
        #expect(rows.row(of: first + 5_400, on: day) == 7)
        #expect(rows.times(of: 6, on: before) == nil && rows.times(of: 7, on: before) == nil)
        #expect(rows.times(of: 8, on: before)?.lowerBound == first - 82_800)
        #expect(rows.row(of: first - 82_800, on: before) == 8)
    }

    @Test("2026-03-29 in Berlin has no 02:00")
    func shortDay() throws {
        let (rows, day) = (try rows("Europe/Berlin", "2026-03-29"), try date("2026-03-29"))
        #expect(rows.rows.count == 48)
        let change = try instant("2026-03-29T03:00:00+02:00")
        #expect(rows.times(of: 3, on: day) == (change - 1_800)..<change)
        #expect(rows.times(of: 4, on: day) == nil && rows.times(of: 5, on: day) == nil)
        #expect(rows.times(of: 6, on: day) == change..<(change + 1_800))
        #expect(rows.rows(of: (change - 1_800)..<(change + 1_800), on: day) == 3..<7)
    }

    @Test("half an hour again in rows of an hour, and a day that begins at 01:00")
    func others() throws {
        // Lord Howe: clocks go from 02:00 back to 01:30.
        let (island, april) = (
            try rows("Australia/Lord_Howe", "2026-04-05", minutes: 60), try date("2026-04-05")
        )
        #expect(island.rows.count == 25)
        #expect(island.rows[1...3].map(\.minute) == [60, 60, 120])
        let again = try instant("2026-04-05T01:30:00+10:30")
        #expect(island.times(of: 2, on: april) == again..<(again + 1_800))
        let (beirut, march) = (try rows("Asia/Beirut", "2026-03-29"), try date("2026-03-29"))
        #expect(beirut.times(of: 0, on: march) == nil && beirut.times(of: 1, on: march) == nil)
        let start = try instant("2026-03-29T01:00:00+03:00")
        #expect(beirut.row(of: start, on: march) == 2)
        #expect(beirut.times(of: 2, on: march)?.lowerBound == start)
    }
}
