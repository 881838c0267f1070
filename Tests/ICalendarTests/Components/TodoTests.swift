import Testing

@testable import ICalendar

@Suite("To-dos as values")
struct TodoTests {
    private func todo(_ lines: String...) -> String {
        (["BEGIN:VTODO", "UID:t"] + lines + ["END:VTODO"]).map { $0 + "\r\n" }.joined()
    }

    /// Through our own reader, and through libical.
    private func read(_ text: String) throws -> Event {
        let bytes = Array(text.utf8)
        return try bytes.withUnsafeBytes { bytes in
            let plain = try #require(PlainEventReader.event(in: bytes))
            let other = ICalendarParser.libicalEvent(in: bytes, line: 1, participantCount: 0)
            #expect(other.value == plain && other.diagnostics.isEmpty)
            #expect(ICalendarParser.uid(in: bytes) == "t")
            return plain
        }
    }

    @Test("both readers take the same from it")
    func values() throws {
        let event = try read(
            todo(
                "DTSTART;TZID=Europe/Berlin:20261123T090000",
                "DUE;TZID=Europe/Berlin:20261124T180000",
                "STATUS:IN-PROCESS", "PERCENT-COMPLETE:40", "PRIORITY:1", "CATEGORIES:home",
                "SUMMARY:Pay rent", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER;RELATED=END:-PT1H",
                "END:VALARM"))
        let start = CivilDate(uncheckedYear: 2026, month: 11, day: 23)
        #expect(event.kind == .todo && event.uid == "t" && event.summary == "Pay rent")
        #expect(
            event.start
                == .zoned(
                    CivilDateTime(start, hour: 9, minute: 0, second: 0), tzid: "Europe/Berlin"))
        #expect(
            event.end
                == .time(
                    .zoned(
                        CivilDateTime(start + 1, hour: 18, minute: 0, second: 0),
                        tzid: "Europe/Berlin")))
        #expect(event.priority == 1 && event.categories == ["home"] && event.alarms.count == 1)
        var expected = Todo()
        (expected.status, expected.percent) = (.inProcess, 40)
        #expect(event.todo == expected)
    }

    @Test("relations: a parent without a type; others keep theirs and are written back")
    func relations() throws {
        #expect(try read(todo("RELATED-TO:a\\,b", "RELATED-TO:c")).todo?.parent == "a,b")
        let text = todo(
            "RELATED-TO;RELTYPE=child:k", "RELATED-TO;RELTYPE=PARENT:p", "SEQUENCE:0")
        let bytes = Array(text.utf8)
        var event = try #require(ICalendarParser.event(in: bytes).value)
        #expect(event.todo?.relations.map(\.type) == ["CHILD", "PARENT"])
        #expect(event.todo?.parent == "p")
        event.todo?.parent = "q"
        #expect(event.todo?.relations.map(\.uid) == ["k", "q"])
        let written = CalendarWriter.component(event)
        #expect(written.contains("RELATED-TO;RELTYPE=CHILD:k\r\nRELATED-TO:q\r\n"))
    }

    @Test(
        "when it begins and when it is due, whatever the properties",
        arguments: [
            (["DUE;VALUE=DATE:20261124"], nil, "20261124"),
            (["DTSTART:20261123T090000Z"], "20261123T090000Z", nil),
            (
                ["DTSTART:20261123T090000Z", "DURATION:PT90M"], "20261123T090000Z",
                "20261123T103000Z"
            ),
            (["DTSTART;VALUE=DATE:20261123", "DURATION:P2D"], "20261123", "20261124"),
            ([], nil, nil),
            // What does not fit DUE gives way.
            (
                ["DTSTART;TZID=Europe/Berlin:20261120T120000", "DUE;VALUE=DATE:20261127"],
                "20261120", "20261127"
            ),
            (
                ["DTSTART;VALUE=DATE:20261120", "DUE:20261127T151500Z"], "20261120T000000Z",
                "20261127T151500Z"
            ),
            (["DTSTART;VALUE=DATE:20261201", "DUE;VALUE=DATE:20261127"], nil, "20261127"),
            (["DTSTART:20261201T090000", "DUE;VALUE=DATE:20261127"], nil, "20261127"),
        ] as [([String], String?, String?)])
    func times(_ lines: [String], _ start: String?, _ due: String?) throws {
        let text = (["BEGIN:VTODO", "UID:t"] + lines + ["END:VTODO"]).map { $0 + "\r\n" }.joined()
        var event = try read(text)
        let times = event.todoTimes
        #expect(times.start?.icalendar == start && times.due?.icalendar == due)
        // Setting them to what they are changes nothing; then each alone.
        let same = event
        event.setTodoTimes(start: times.start, due: times.due)
        #expect(event == same)
        let day = CalendarTime.date(CivilDate(uncheckedYear: 2027, month: 1, day: 2))
        event.setTodoTimes(start: nil, due: day)
        #expect(event.todo?.anchor == .due && event.todoTimes.due == day)
        event.setTodoTimes(start: day, due: nil)
        #expect(event.todo?.anchor == .start && event.end == .none && event.start == day)
        event.setTodoTimes(start: nil, due: nil)
        #expect(event.todo?.anchor == .undated && event.todoTimes.due == nil)
    }

    @Test(
        "what repeats at a time of day begins at its day's 00:00, anything else has DUE alone",
        arguments: [
            (
                ["DUE;TZID=Europe/Berlin:20261127T170000", "RRULE:FREQ=WEEKLY"],
                "20261127T000000", "20261127T170000"
            ),
            (["DUE:20261127T170000Z", "RRULE:FREQ=DAILY"], "20261127T000000Z", "20261127T170000Z"),
            (["DUE;VALUE=DATE:20261127", "RRULE:FREQ=MONTHLY"], nil, "20261127"),
            (["DUE:20261127T170000", "RRULE:FREQ=DAILY;BYHOUR=9,17"], nil, "20261127T170000"),
            (["DUE:20261127T170000", "RRULE:FREQ=HOURLY"], nil, "20261127T170000"),
            (["DUE:20261127T000000", "RRULE:FREQ=DAILY"], nil, "20261127T000000"),
            (["DUE:20261127T170000"], nil, "20261127T170000"),
            (
                ["DTSTART:20261126T080000", "DUE:20261127T170000", "RRULE:FREQ=WEEKLY"],
                "20261126T080000", "20261127T170000"
            ),
        ] as [([String], String?, String?)])
    func repetition(_ lines: [String], _ start: String?, _ due: String?) throws {
        let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT10M", "END:VALARM"]
        let text = (["BEGIN:VTODO", "UID:t"] + lines + alarm + ["END:VTODO"])
            .map { $0 + "\r\n" }.joined()
        var event = try read(text)
        let hadStart = event.todoTimes.start != nil
        event.giveStartToRepetition()
        #expect(event.todoTimes.start?.icalendar == start)
        #expect(event.todoTimes.due?.icalendar == due)
        // Ten minutes before it is due, as before, and not before 00:00.
        let ten = CalendarDuration(days: 0, seconds: -600)
        #expect(
            event.alarms.first?.trigger
                == (start != nil && !hadStart ? .afterEnd(ten) : .afterStart(ten)))
    }

    @Test("categories are written in one line, which todoman needs")
    func categories() throws {
        var event = try read(todo("CATEGORIES:home"))
        event.categories.append("a,b")
        #expect(CalendarWriter.component(event).contains("\r\nCATEGORIES:home,a\\,b\r\n"))
    }

    @Test("what is done says when")
    func completed() throws {
        let event = try read(todo("STATUS:COMPLETED", "COMPLETED:20261122T101500Z"))
        let day = CivilDate(uncheckedYear: 2026, month: 11, day: 22)
        #expect(event.todo?.status == .completed && event.todo?.anchor == .undated)
        #expect(
            event.todo?.completed
                == Instant(utc: CivilDateTime(day, hour: 10, minute: 15, second: 0)))
    }

    @Test(
        "it is written as it was read",
        arguments: [
            "DTSTART;VALUE=DATE:20261123\r\nDUE;VALUE=DATE:20261125",
            "DUE:20261123T100000Z\r\nRRULE:FREQ=WEEKLY\r\nSTATUS:CANCELLED",
            "DTSTART:20261123T100000Z\r\nDURATION:PT2H\r\nCOMPLETED:20261123T110000Z\r\nPERCENT-COMPLETE:100",
            "SUMMARY:Some day", "RECURRENCE-ID:20261123T100000Z\r\nSTATUS:COMPLETED",
        ])
    func written(lines: String) throws {
        let event = try read(todo(lines))
        // Nothing is lost, and nothing is added but SEQUENCE.
        let expected = todo("SEQUENCE:0", lines).split(separator: "\r\n").sorted()
        #expect(CalendarWriter.component(event).split(separator: "\r\n").sorted() == expected)
    }

    @Test("an event keeps its own properties; one of a to-do says nothing of it")
    func event() throws {
        let text =
            "BEGIN:VEVENT\r\nUID:t\r\nDTSTART:20261123T100000Z\r\nDUE:20261124T100000Z\r\nEND:VEVENT\r\n"
        let event = try #require(ICalendarParser.event(in: text).value)
        #expect(event.kind == .event && event.end == .none)
    }

    @Test("due on a day means until its end; a start on that day, too, is one day")
    func days() throws {
        func dates(_ lines: String...) throws -> [Span] {
            let event = try read(todo(lines.joined(separator: "\r\n")))
            let first = CivilDate(uncheckedYear: 2026, month: 11, day: 1)
            return RecurrenceSet(master: event).instances(overlapping: first..<first + 30) { _ in
                .utc
            }.instances.map(\.span)
        }
        let day = CivilDate(uncheckedYear: 2026, month: 11, day: 23)
        #expect(
            try dates("DTSTART;VALUE=DATE:20261123", "DUE;VALUE=DATE:20261123")
                == [.dates(day..<day + 1)])
        #expect(
            try dates("DTSTART;VALUE=DATE:20261123", "DUE;VALUE=DATE:20261124")
                == [.dates(day..<day + 2)])
        #expect(try dates("DUE;VALUE=DATE:20261123") == [.dates(day..<day + 1)])
        #expect(try dates("SUMMARY:Some day", "RRULE:FREQ=DAILY").isEmpty)
    }
}
