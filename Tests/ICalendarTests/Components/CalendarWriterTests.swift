import ICalendar
import Testing

@Suite("Writer")
struct CalendarWriterTests {
    private func event() throws -> Event {
        var event = Event(
            uid: "a@example.org",
            start: .zoned(
                try #require(CivilDateTime(icalendar: "20261120T093000")), tzid: "Europe/Berlin"))
        event.end = .duration(CalendarDuration(days: 1, seconds: 900))
        event.summary = "Comma, semicolon; backslash \\ and\nline"
        event.details = String(repeating: "äöü€ ", count: 40) + "end"
        event.categories = ["Work", "Home, too"]
        event.status = .tentative
        event.isTransparent = true
        event.sequence = 2
        event.stamp = Instant(secondsSinceEpoch: 1_780_000_000)
        event.recurrenceRules = [try RecurrenceRule(icalendar: "FREQ=YEARLY;BYMONTH=1;BYYEARDAY=1")]
        event.exceptionDates = [
            .zoned(
                try #require(CivilDateTime(icalendar: "20270101T093000")), tzid: "Europe/Berlin")
        ]
        event.recurrenceDates = [
            RecurrenceDate(
                start: .utc(Instant(secondsSinceEpoch: 1_800_000_000)),
                end: .duration(CalendarDuration(seconds: 3_600)))
        ]
        event.alarms = [
            Alarm(
                action: "DISPLAY", trigger: .afterStart(CalendarDuration(seconds: -600)),
                details: "Soon")
        ]
        return event
    }

    @Test("what is written reads back the same")
    func roundTrip() throws {
        let written = CalendarWriter.component(try event())
        let parsed = ICalendarParser.event(in: written)
        #expect(parsed.diagnostics.isEmpty)
        #expect(parsed.value == (try event()))
    }

    @Test("times to the end of the year 9999 and periods in zones read back the same")
    func farTimes() throws {
        let last = try #require(CivilDateTime(icalendar: "99991231T235900"))
        for start in [
            CalendarTime.utc(Instant(utc: last)), .floating(last),
            .zoned(last, tzid: "Europe/Berlin"), .date(last.date),
        ] {
            var event = Event(uid: "far", start: start)
            event.recurrenceID = start
            event.overridesFuture = true
            event.exceptionDates = [start]
            if !start.isDate {
                event.recurrenceDates = [
                    RecurrenceDate(start: start, end: .duration(CalendarDuration(seconds: 60)))
                ]
            }
            event.alarms = [Alarm(action: "AUDIO", trigger: .at(Instant(utc: last)))]
            #expect(ICalendarParser.event(in: CalendarWriter.component(event)).value == event)
        }
    }

    @Test("a comma is a comma, also with a combining mark behind it")
    func combiningMarks() throws {
        var event = try event()
        event.categories = ["a,\u{301}b", "c"]
        event.summary = "x;\u{301}y,\u{301}z\\\u{301}"
        #expect(ICalendarParser.event(in: CalendarWriter.component(event)).value == event)
    }

    @Test("participants read back the same")
    func participants() throws {
        var kim = Participant(address: "mailto:kim@example.org")
        kim.name = "Kim, K."  // needs quotes
        kim.role = "CHAIR"
        kim.status = "ACCEPTED"
        kim.kind = "GROUP"
        kim.expectsReply = true
        var lee = Participant(address: "mailto:lee@example.org")
        lee.name = "Lee \"^\" \(String(repeating: "o", count: 60))   3"
        let written = CalendarWriter.component(try event(), participants: [kim, lee])
        let read = ICalendarParser.participants(in: written.utf8)
        #expect(read == [kim, lee])
        // RFC 6868 3.1, and a fold that falls on spaces.
        #expect(written.contains("CN=Lee ^'^^^' ooo"))
    }

    @Test("lines end in CRLF, have 75 octets at most, and split no character")
    func folding() throws {
        let text = CalendarWriter.calendar([CalendarWriter.component(try event())], name: "Mine")
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\n"))
        #expect(text.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n"))
        for line in Array(text.utf8).split(separator: 0x0A) {
            #expect(line.last == 0x0D)
            #expect(line.count <= 76)
            #expect(String(validating: line, as: UTF8.self) != nil)
        }
    }

    @Test("control characters do not reach the text")
    func controls() throws {
        var event = try event()
        event.summary = "a\u{1B}[31mb\u{0}c\r\nd"
        #expect(
            ICalendarParser.event(in: CalendarWriter.component(event)).value?.summary
                == "a[31mbc\nd")
    }
}
