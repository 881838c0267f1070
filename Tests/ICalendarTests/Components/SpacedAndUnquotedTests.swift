import Testing

@testable import ICalendar

/// Lines whose parameters are not written as RFC 5545 3.1 and 3.2 have them.
@Suite("Colons without quotes, and spaces around names")
struct SpacedAndUnquotedTests {
    private func parsed(_ lines: String...) -> ICalendarParser.Parsed<Event> {
        ICalendarParser.event(
            in: (["BEGIN:VEVENT", "UID:a"] + lines + ["END:VEVENT", ""]).joined(separator: "\r\n"))
    }

    private func zoned(_ text: String, _ tzid: String) throws -> CalendarTime {
        .zoned(try #require(CivilDateTime(icalendar: text)), tzid: tzid)
    }

    @Test(
        "a zone's name with a colon needs no quotes",
        arguments: [
            "tzone://Microsoft/Utc", "tzone://Microsoft/Custom",
            "(UTC+09:00) Osaka, Sapporo, Tokio",
            "(GMT+09:00) Tokyo", "GMT+09:00", "http://example.org/zones:2/x",
        ])
    func unquoted(tzid: String) throws {
        let times = parsed(
            "DTSTART;TZID=\(tzid):20261126T120000",
            "DTEND;VALUE=DATE-TIME;TZID=\(tzid):20261126T130000",
            "RECURRENCE-ID;TZID=\(tzid):20261126T110000",
            "EXDATE;TZID=\(tzid):20261127T120000,20261128T120000",
            "RDATE;TZID=\(tzid):20261129T120000")
        let event = try #require(times.value)
        #expect(times.diagnostics.isEmpty)
        #expect(event.start == (try zoned("20261126T120000", tzid)))
        #expect(event.end == .time(try zoned("20261126T130000", tzid)))
        #expect(event.recurrenceID == (try zoned("20261126T110000", tzid)))
        #expect(
            event.exceptionDates == [
                try zoned("20261127T120000", tzid), try zoned("20261128T120000", tzid),
            ])
        #expect(event.recurrenceDates.map(\.start) == [try zoned("20261129T120000", tzid)])
    }

    @Test("periods behind a zone with a colon, and ISO 8601's colons, stay what they are")
    func otherColons() throws {
        let event = try #require(
            parsed(
                "DTSTART;TZID=(UTC+01:00) X:2026-11-26T12:00:00",
                "RDATE;VALUE=PERIOD;TZID=(UTC+01:00) X:20261127T120000/PT2H",
                "SUMMARY;X-A=b:12345678: nine: ten"
            ).value)
        #expect(event.start == (try zoned("20261126T120000", "(UTC+01:00) X")))
        #expect(
            event.recurrenceDates.map(\.end) == [
                .duration(CalendarDuration(days: 0, seconds: 7_200))
            ])
        #expect(event.summary == "12345678: nine: ten")
    }

    @Test("a to-do's DUE and busy times with such a zone are read")
    func otherComponents() throws {
        let todo = ICalendarParser.event(
            in: Array(
                "BEGIN:VTODO\nUID:a\nDUE;TZID=(UTC+01:00) X:20261126T120000\nEND:VTODO\n".utf8))
        #expect(todo.value?.start == (try zoned("20261126T120000", "(UTC+01:00) X")))
        let busy = ICalendarParser.freeBusy(
            in: Array(
                "BEGIN:VFREEBUSY\nFREEBUSY;TZID=tzone://Microsoft/Utc:20261126T120000/PT1H\nEND:VFREEBUSY\n"
                    .utf8),
            scope: TimeZoneScope(database: systemZones))
        #expect(busy.value?.periods.map(\.times.lowerBound) == [try utc("2026-11-26T12:00")])
    }

    @Test(
        "spaces around a name lose no zone",
        arguments: [
            "DTSTART; TZID=America/New_York:20261127T100000",
            "DTSTART;TZID =America/New_York:20261127T100000",
            "DTSTART; VALUE=DATE-TIME; TZID=America/New_York:20261127T100000",
            "DTSTART ;TZID=America/New_York:20261127T100000",
            "DTSTART\t;\tTZID\t= \"America/New_York\" :20261127T100000",
            "DTSTART ; tzid = America/New_York : 20261127T100000",
        ])
    func spaces(line: String) throws {
        let result = parsed(line)
        #expect(result.value?.start == (try zoned("20261127T100000", "America/New_York")))
        #expect(result.diagnostics.isEmpty)
    }

    @Test("every property is found in spite of the spaces, those of alarms and participants too")
    func otherProperties() throws {
        let text = """
            BEGIN:VEVENT
            UID : a
            DTSTART:20261127T100000
            DURATION : PT30M
            SUMMARY : x
            STATUS : TENTATIVE
            RECURRENCE-ID ; RANGE = THISANDFUTURE : 20261127T100000
            ATTENDEE ; PARTSTAT = ACCEPTED ; CN = Kim : mailto:kim@example.org
            BEGIN:VALARM
            TRIGGER ; RELATED = END : -PT5M
            END:VALARM
            END:VEVENT

            """
        let component = try #require(ComponentScanner.scan(text.utf8).components.first)
        #expect(component.participantCount == 1)
        let event = try #require(ICalendarParser.event(in: Array(text.utf8)).value)
        #expect(event.uid == "a" && event.summary == "x" && event.status == .tentative)
        #expect(event.overridesFuture)
        #expect(event.end == .duration(CalendarDuration(days: 0, seconds: 1_800)))
        #expect(
            event.alarms.map(\.trigger) == [.afterEnd(CalendarDuration(days: 0, seconds: -300))])
        let participants = ICalendarParser.participants(in: Array(text.utf8))
        #expect(participants.map(\.address) == ["mailto:kim@example.org"])
        #expect(participants.map(\.status) == ["ACCEPTED"])
        #expect(participants.map(\.name) == ["Kim"])
    }

    @Test("a space that belongs to the text stays")
    func textSpaces() throws {
        #expect(parsed("DTSTART:20261127T100000", "SUMMARY: x ").value?.summary == " x ")
    }

    @Test("a zone beside a time in UTC is ignored and told; that of UTC is not told")
    func zoneOfUTC() throws {
        let result = parsed("DTSTART;TZID=America/New_York:20261127T100000Z")
        #expect(result.value?.start == .utc(try utc("2026-11-27T10:00")))
        #expect(result.diagnostics.map(\.reason) == [.value("America/New_York", .zoneOfUTC)])
        #expect(parsed("DTSTART;TZID=UTC:20261127T100000Z").diagnostics.isEmpty)
    }
}
