import ICalendar
import Testing

@testable import AgendaKit

extension ReceivingTests {
    private func inOwnZone(_ rule: String = "") -> String {
        lines(
            "UID:z", "DTSTAMP:20261101T000000Z", "DTSTART;TZID=Ours:20261121T100000",
            "DTEND;TZID=Ours:20261121T110000\(rule)", "SUMMARY:Ours", "SEQUENCE:3")
    }

    @Test("a zone that the file alone defines comes along, also into the local calendar")
    func zones() async throws {
        let folder = try TemporaryFolder()
        let bench = try Bench()
        let zone = Make.timeZone(offset: "+0530")
        let incoming = try calendar([inOwnZone()], zone: zone)
        try #require(try await bench.editor.receive(incoming).items.map(\.outcome) == [.added])
        let local = try text(bench, "z")
        #expect(local.contains("DTSTART;TZID=Ours:20261121T100000\r\n"))
        // 10:00 at +05:30 is 05:30 in Berlin.
        #expect(try await starts(bench) == ["20261121T053000 confirmed"])
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.unchanged])
        _ = try await bench.editor.undo()
        let recurring = try calendar([inOwnZone("\r\nRRULE:FREQ=DAILY;COUNT=2")], zone: zone)
        #expect(try await bench.editor.receive(recurring).items.map(\.outcome) == [.added])
        _ = try await bench.editor.undo()
        let path = try folder.write(Make.calendar(tea), to: "team.ics")
        var source = CalendarSource(name: "team", kind: .file, location: path)
        source.isWritable = true
        _ = try await bench.importer.addSource(source)
        let outcomes = try await bench.editor.receive(recurring, into: "team").items.map(
            \.outcome)
        #expect(outcomes == [.added])
        #expect(
            try await starts(bench) == [
                "20261121T053000 confirmed", "20261121T150000 confirmed",
                "20261122T053000 confirmed",
            ])
        // Another zone of the same name would move what is there, or what comes.
        let other = try calendar(
            [inOwnZone().replacing("UID:z", with: "UID:y")], zone: Make.timeZone(offset: "+0100"))
        let conflict = try await bench.editor.receive(other, into: "team").items[0].outcome
        guard case .refused = conflict else {
            Issue.record("\(conflict)")
            return
        }
    }

    /// As Exchange sends it: Windows' name, and this year's rules from 1601 on.
    private static let exchangeZone = """
        BEGIN:VTIMEZONE\r
        TZID:W. Europe Standard Time\r
        BEGIN:STANDARD\r
        DTSTART:16010101T030000\r
        TZOFFSETFROM:+0200\r
        TZOFFSETTO:+0100\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\r
        END:STANDARD\r
        BEGIN:DAYLIGHT\r
        DTSTART:16010101T020000\r
        TZOFFSETFROM:+0100\r
        TZOFFSETTO:+0200\r
        RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3\r
        END:DAYLIGHT\r
        END:VTIMEZONE\r

        """

    private var exchangeSeries: String {
        lines(
            "UID:x", "DTSTAMP:20261101T000000Z", "SUMMARY:Review",
            "DTSTART;TZID=W. Europe Standard Time:20261123T140000",
            "DTEND;TZID=W. Europe Standard Time:20261123T150000",
            "EXDATE;TZID=W. Europe Standard Time:20261130T140000",
            "RRULE:FREQ=WEEKLY;COUNT=30")
    }

    @Test("a series of Exchange is taken into the local calendar, on its own clock in summer, too")
    func exchange() async throws {
        let bench = try Bench()
        let incoming = try calendar([exchangeSeries], method: "REQUEST", zone: Self.exchangeZone)
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.added])
        let days = try Make.date("2027-03-22")..<Make.date("2027-03-30")
        let times = try await bench.provider().days(days).nodes.flatMap(\.events).map {
            bench.zone.wallTime(at: bench.zone.instant(of: $0.span.start)).icalendar
        }
        // Before and after the last Sunday of March.
        #expect(times == ["20270322T140000", "20270329T140000"])
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.unchanged])
    }

    @Test("rules that are not those of the zone so named stay with their series")
    func otherRules() async throws {
        let bench = try Bench()
        let zone = Self.exchangeZone.replacing("BYMONTH=3", with: "BYMONTH=4")
        let incoming = try calendar([exchangeSeries], zone: zone)
        #expect(try await bench.editor.receive(incoming).items.map(\.outcome) == [.added])
        let days = try Make.date("2027-03-22")..<Make.date("2027-04-28")
        let times = try await bench.provider().days(days).nodes.flatMap(\.events).map {
            bench.zone.instant(of: $0.span.start).utc.icalendar
        }
        // Summer time begins on the last Sunday of April here.
        #expect(
            times == [
                "20270322T130000", "20270329T130000", "20270405T130000", "20270412T130000",
                "20270419T130000", "20270426T120000",
            ])
    }
}
