import Testing

@testable import ICalendar

@Suite("VFREEBUSY")
struct FreeBusyTests {
    private func read(
        _ lines: String..., definitions: [TimeZoneDefinition] = []
    ) -> ICalendarParser.Parsed<FreeBusy> {
        let text = (["BEGIN:VFREEBUSY"] + lines + ["END:VFREEBUSY"]).joined(separator: "\r\n")
        return ICalendarParser.freeBusy(
            in: Array("\(text)\r\n".utf8), line: 10,
            scope: TimeZoneScope(database: SystemZones.database, definitions: definitions))
    }

    private func range(_ start: String, _ end: String) throws -> Range<Instant> {
        try instant(start)..<instant(end)
    }

    private func instant(_ text: String) throws -> Instant {
        guard case .utc(let instant)? = CalendarTime(icalendar: text) else {
            throw NoInstant(text: text)
        }
        return instant
    }

    private struct NoInstant: Error { var text: String }

    @Test("the example of RFC 5545 3.6.4: a published calendar")
    func example() throws {
        let parsed = read(
            "UID:19970901T115957Z-76A912@example.com", "DTSTAMP:19970901T120000Z",
            "ORGANIZER:jsmith@example.com", "DTSTART:19980313T141711Z",
            "DTEND:19980410T141711Z", "FREEBUSY:19980314T233000Z/19980315T003000Z",
            "FREEBUSY:19980316T153000Z/19980316T163000Z",
            "FREEBUSY:19980318T030000Z/19980318T040000Z",
            "URL:http://www.example.com/calendar/busytime/jsmith.ifb")
        let busy = try #require(parsed.value)
        #expect(busy.span == (try range("19980313T141711Z", "19980410T141711Z")))
        #expect(
            busy.periods == [
                .init(try range("19980314T233000Z", "19980315T003000Z"), .busy),
                .init(try range("19980316T153000Z", "19980316T163000Z"), .busy),
                .init(try range("19980318T030000Z", "19980318T040000Z"), .busy),
            ])
        #expect(busy.stamp == (try instant("19970901T120000Z")))
        #expect(busy.isComplete && parsed.diagnostics.isEmpty)
    }

    @Test(
        "the types of 3.2.9; one that is unknown is BUSY",
        arguments: [
            ("", FreeBusy.Kind.busy), (";FBTYPE=BUSY", .busy), (";FBTYPE=FREE", .free),
            (";FBTYPE=busy-tentative", .tentative), (";FBTYPE=BUSY-UNAVAILABLE", .unavailable),
            (";FBTYPE=X-OUT-OF-OFFICE", .busy), (";VALUE=PERIOD;FBTYPE=\"FREE\"", .free),
        ])
    func types(_ parameters: String, _ kind: FreeBusy.Kind) throws {
        let parsed = read("FREEBUSY\(parameters):20261123T100000Z/PT1H")
        #expect(
            parsed.value?.periods
                == [.init(try range("20261123T100000Z", "20261123T110000Z"), kind)])
    }

    @Test("lists, lengths, folds, and times with a zone")
    func lists() throws {
        let parsed = read(
            "FREEBUSY:20261123T100000Z/PT1H30M,20261123T130000Z/P1D, 20261126T08", " 0000Z/",
            " 20261126T090000Z,20261127T000000Z/20261127T000000Z",
            "FREEBUSY;TZID=Europe/Berlin:20261128T100000/20261128T110000")
        #expect(
            parsed.value?.periods.map(\.times) == [
                try range("20261123T100000Z", "20261123T113000Z"),
                try range("20261123T130000Z", "20261124T130000Z"),
                try range("20261126T080000Z", "20261126T090000Z"),
                try range("20261128T090000Z", "20261128T100000Z"),
            ])
        #expect(parsed.value?.isComplete == true && parsed.diagnostics.isEmpty)
        #expect(parsed.value?.span == nil)
    }

    @Test(
        "a period that cannot be read is reported, and makes all but the others unknown",
        arguments: [
            "FREEBUSY:20261123T100000", "FREEBUSY:20261123T100000Z", "FREEBUSY:x/PT1H",
            "FREEBUSY:20261123T100000Z/20261123T090000Z", "FREEBUSY:20261123T100000Z/-PT1H",
            "FREEBUSY:20261123T100000/20261123T110000", "FREEBUSY:20261123/20261124",
            "FREEBUSY:20261123T100000Z/PT1H/PT1H", "FREEBUSY;TZID=Nowhere:20261123T100000/PT1H",
            "FREEBUSY",
        ])
    func bad(_ line: String) throws {
        let parsed = read(
            "DTSTART:20261123T000000Z", "DTEND:20261124T000000Z", line,
            "FREEBUSY:20261123T120000Z/PT1H")
        let busy = try #require(parsed.value)
        let known = try range("20261123T120000Z", "20261123T130000Z")
        #expect(!busy.isComplete && busy.knownTimes == [known])
        let diagnostic = try #require(parsed.diagnostics.first)
        #expect(parsed.diagnostics.count == 1)
        #expect(diagnostic.line == 13 && diagnostic.property == "FREEBUSY")
        #expect(diagnostic.severity == .error)
    }

    @Test(
        "without both ends nothing but the periods is known",
        arguments: [
            ["DTSTART:20261123T000000Z"], ["DTEND:20261123T000000Z"], [],
            ["DTSTART:20261124T000000Z", "DTEND:20261123T000000Z"],
            ["DTSTART;VALUE=DATE:20261123", "DTEND:20261124T000000Z"],
            ["DTSTART:20261123T000000", "DTEND:20261124T000000Z"],
        ])
    func span(_ ends: [String]) throws {
        let text = ["BEGIN:VFREEBUSY"] + ends + ["FREEBUSY:20261123T120000Z/PT1H", "END:VFREEBUSY"]
        let parsed = ICalendarParser.freeBusy(
            in: Array(text.joined(separator: "\n").utf8),
            scope: TimeZoneScope(database: SystemZones.database))
        let known = try range("20261123T120000Z", "20261123T130000Z")
        #expect(parsed.value?.span == nil && parsed.value?.knownTimes == [known])
    }

    @Test("properties of a nested component are not its own")
    func nested() {
        let parsed = read("BEGIN:X-MORE", "FREEBUSY:20261123T120000Z/PT1H", "END:X-MORE")
        #expect(parsed.value == FreeBusy())
    }
}
