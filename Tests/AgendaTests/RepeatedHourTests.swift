import AgendaKit
import Foundation
import ICalendar
import Testing
@testable import AgendaActions
@testable import TerminalOutput

@testable import agenda

@Suite("The hour that clocks show twice, as text")
struct RepeatedHourTests {
    private func text(_ start: String, _ end: String) throws -> [String] {
        let zone = try #require(SystemZones.database.rules(named: "Europe/Berlin"))
        let range =
            try #require(Instant(rfc3339: start))..<(try #require(Instant(rfc3339: end)))
        let part = DayPart.first(of: .instants(range), zone: zone).part
        return [part.text(.unicode, clock: .hours24), TimeText(zone: zone).clocks(range)]
    }

    @Test("the season stands beside a time that is the second of its name")
    func seasons() throws {
        // Berlin's clocks go back from 03:00 CEST to 02:00 CET on 2026-10-25.
        for (start, end, expected) in [
            ("02:30:00+02:00", "02:30:00+01:00", "02:30-02:30 (CET)"),
            ("01:00:00+02:00", "02:15:00+01:00", "01:00-02:15 (CET)"),
            ("02:30:00+01:00", "03:30:00+01:00", "02:30-03:30 (CET)"),
            ("01:00:00+02:00", "02:15:00+02:00", "01:00-02:15"),
            ("02:30:00+01:00", "02:30:00+01:00", "02:30"),
        ] {
            #expect(
                try text("2026-10-25T\(start)", "2026-10-25T\(end)") == [expected, expected])
        }
    }
}

@Suite("Lengths over a change of clocks, by the command")
struct LengthCommandTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func agenda(_ arguments: String...) throws -> String {
        let done = try AgendaProcess(environment: ["TZ": "Europe/Berlin"]).run(
            arguments + ["--database", folder.path + "/agenda.db"] + AgendaProcess.pinned)
        #expect(done.status == 0, "\(done.complaints)")
        return done.output
    }

    @Test("a shift of 8 hours has 8 in every week, in options and in words")
    func shift() throws {
        _ = try agenda(
            "add", "Shift", "--start", "2027-03-27 22:00", "--for", "8h", "--every", "week")
        _ = try agenda("add", "Watch 2027-03-27 22:00 for 8h every week")
        for (day, end) in [
            ("2027-03-27", "2027-03-28T07:00:00+02:00"),
            ("2027-04-03", "2027-04-04T06:00:00+02:00"),
            ("2027-10-30", "2027-10-31T05:00:00+01:00"),
        ] {
            let list = try agenda("list", "--from", day, "--days", "1", "--json")
            #expect(list.components(separatedBy: end).count == 3, "\(list)")
        }
    }

    @Test("start and end in two zones are written, shown and edited as such")
    func zones() throws {
        _ = try agenda(
            "add", "Flight", "--start", "2026-12-20 10:20 Berlin", "--end", "13:05 New York")
        let export = try agenda("export", "--format", "ics")
        #expect(export.contains("DTSTART;TZID=Europe/Berlin:20261220T102000"))
        #expect(export.contains("DTEND;TZID=America/New_York:20261220T130500"))
        #expect(
            try agenda("list", "--from", "2026-12-20", "--days", "1").contains("10:20-19:05"))
        #expect(try agenda("show", "flight").contains("13:05"))
        _ = try agenda("edit", "flight", "--start", "2026-12-21")
        #expect(
            try agenda("export", "--format", "ics").contains(
                "DTEND;TZID=America/New_York:20261221T130500"))
    }
}
