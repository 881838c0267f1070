import AgendaSync
import ICalendar
import Testing

@testable import AgendaService

@Suite("What a report returns of a text")
struct CalendarDataTests {
    private static let eastern = RFC4791Examples.zone

    private func selection(
        _ content: String, _ attributes: String = ""
    ) throws -> CalendarDataSelection {
        let root = try report("x", "<C:calendar-data \(attributes)>\(content)</C:calendar-data>")
        return try CalendarDataSelection(root.children[0])
    }

    /// The lines of the answer without those of the calendar itself.
    private func lines(
        _ text: [UInt8], _ content: String, limit: Int = 100, zone: TimeZoneRules = eastern
    ) throws -> [String] {
        var instances = limit
        let answer = try selection(content).text(of: text, zone: zone, instances: &instances)
        let written = String(decoding: answer, as: UTF8.self)
        #expect(!written.replacing("\r\n", with: "").contains { $0 == "\r" || $0 == "\n" })
        let lines = written.split(separator: "\r\n").map(String.init)
        #expect(lines.first == "BEGIN:VCALENDAR" && lines.last == "END:VCALENDAR")
        return lines.dropFirst().dropLast().filter {
            !$0.hasPrefix("VERSION:") && !$0.hasPrefix("PRODID:")
        }
    }

    private func range(_ name: String, _ start: String, _ end: String) -> String {
        "<C:\(name) start=\"\(start)T000000Z\" end=\"\(end)T000000Z\"/>"
    }

    @Test("without a selection it is the text, byte for byte")
    func whole() throws {
        let text = Array("BEGIN:VCALENDAR\nX:\u{1}\n\n END:VCALENDAR".utf8)
        for content in ["", "<C:comp name=\"VCALENDAR\"/>"] {
            let selection = try selection(content, "content-type=\"text/calendar\" version=\"2.0\"")
            var instances = 0
            #expect(selection.isWhole)
            #expect(try selection.text(of: text, zone: .utc, instances: &instances) == text)
        }
    }

    @Test("other media types, versions and ranges that are none are refused")
    func refused() throws {
        for attributes in [
            "content-type=\"text/vcalendar\"", "version=\"3.0\"",
            "content-type=\"application/calendar+json\" version=\"2.0\"",
        ] {
            #expect(throws: BrokenCondition.supportedCalendarData) { try selection("", attributes) }
        }
        for content in [
            "<C:expand/>", "<C:expand start=\"20060101T000000Z\"/>",
            range("expand", "20060105", "20060103"),
            "<C:limit-recurrence-set start=\"20060101\" end=\"20060102\"/>",
        ] {
            #expect(throws: BrokenCondition.validFilter) { try selection(content) }
        }
    }

    @Test("RFC 4791 section 7.8.3: instances have their times in UTC and no rules")
    func expanded() throws {
        let asked = range("expand", "20060103", "20060105")
        #expect(
            try lines(RFC4791Examples.text("abcd2"), asked) == [
                "BEGIN:VEVENT", "DTSTAMP:20060206T001121Z", "DTSTART:20060103T170000Z",
                "DURATION:PT1H", "SUMMARY:Event #2", "UID:00959BC664CA650E933C892C@example.com",
                "RECURRENCE-ID:20060103T170000Z", "END:VEVENT",
                "BEGIN:VEVENT", "DTSTAMP:20060206T001121Z", "DTSTART:20060104T190000Z",
                "DURATION:PT1H", "RECURRENCE-ID:20060104T170000Z", "SUMMARY:Event #2 bis",
                "UID:00959BC664CA650E933C892C@example.com", "END:VEVENT",
            ])
        let single = try lines(RFC4791Examples.text("abcd3"), asked)
        #expect(single.count == 14)
        #expect(single[4] == "DTSTART:20060104T150000Z")
        #expect(!single.contains { $0.hasPrefix("RECURRENCE-ID") || $0.contains("VTIMEZONE") })
        #expect(try lines(RFC4791Examples.text("abcd1"), asked) == [])
        // A selection of nothing but the calendar is all of it.
        let both = try lines(
            RFC4791Examples.text("abcd1"),
            "<C:comp name=\"VCALENDAR\"/>" + range("expand", "20060101", "20060105"))
        #expect(both.contains("DTSTART:20060102T150000Z"))
    }

    @Test(
        "an instance says how long it is, also where the clocks change or the calendar says otherwise"
    )
    func lengths() throws {
        func times(_ lines: String..., name: String = "VEVENT") throws -> [String] {
            let text = RFC4791Examples.calendar(
                RFC4791Examples.eastern,
                (["BEGIN:\(name)", "UID:1"] + lines + ["END:\(name)"]).joined(separator: "\n"))
            let own: Set<Substring> = ["DTSTART", "DTEND", "DUE", "DURATION"]
            return try self.lines(text, range("expand", "20060101", "20061231")).filter {
                own.contains($0.prefix { $0 != ":" && $0 != ";" })
            }
        }
        // From April 1st, 2006, 12:00 EST to April 2nd, 12:00 EDT are 23 hours.
        #expect(
            try times(
                "DTSTART;TZID=US/Eastern:20060331T120000", "DURATION:P1D",
                "RRULE:FREQ=DAILY;COUNT=2"
            ) == [
                "DTSTART:20060331T170000Z", "DURATION:P1D", "DTSTART:20060401T170000Z",
                "DTEND:20060402T160000Z",
            ])
        #expect(
            try times(
                "DTSTART;VALUE=DATE:20060331", "DTEND;VALUE=DATE:20060402",
                "RRULE:FREQ=WEEKLY;COUNT=2"
            ) == [
                "DTSTART;VALUE=DATE:20060331", "DTEND;VALUE=DATE:20060402",
                "DTSTART;VALUE=DATE:20060407", "DTEND;VALUE=DATE:20060409",
            ])
        #expect(
            try times("DTSTART:20060331T120000", "RDATE;VALUE=PERIOD:20060501T120000/PT2H") == [
                "DTSTART:20060331T120000", "DTSTART:20060501T120000", "DTEND:20060501T140000",
            ])
        #expect(
            try times(
                "DTSTART;VALUE=DATE:20060331", "DUE;VALUE=DATE:20060401", "RRULE:FREQ=YEARLY",
                name: "VTODO") == ["DTSTART;VALUE=DATE:20060331", "DUE;VALUE=DATE:20060401"])
        #expect(
            try times("DUE;TZID=US/Eastern:20060331T120000", "RRULE:FREQ=YEARLY", name: "VTODO")
                == ["DUE:20060331T170000Z"])
        #expect(try times("DTSTART;TZID=Bogus:20060331T120000") == ["DTSTART:20060331T120000"])
    }

    @Test("a report gives so many instances, and no more")
    func limit() throws {
        let text = RFC4791Examples.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000Z\nRRULE:FREQ=DAILY\nEND:VEVENT")
        let selection = try selection(range("expand", "20260101", "20260111"))
        var instances = 15
        _ = try selection.text(of: text, zone: .utc, instances: &instances)
        #expect(instances == 5)
        #expect(throws: BrokenCondition.numberOfMatchesWithinLimits) {
            try selection.text(of: text, zone: .utc, instances: &instances)
        }
        let dense = RFC4791Examples.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000Z\nRRULE:FREQ=SECONDLY\nEND:VEVENT")
        instances = CalendarDataSelection.mostInstances
        #expect(throws: BrokenCondition.numberOfMatchesWithinLimits) {
            try selection.text(of: dense, zone: .utc, instances: &instances)
        }
        #expect(
            BrokenCondition.numberOfMatchesWithinLimits.element
                == .dav("number-of-matches-within-limits"))
    }

    @Test("RFC 4791 section 7.8.2: overrides that do not concern the range are left out")
    func overrides() throws {
        func titles(_ start: String, _ end: String, _ text: [UInt8]) throws -> [String] {
            try lines(text, range("limit-recurrence-set", start, end)).filter {
                $0.hasPrefix("SUMMARY")
            }
        }
        let text = RFC4791Examples.text("abcd2")
        #expect(
            try titles("20060103", "20060105", text) == [
                "SUMMARY:Event #2", "SUMMARY:Event #2 bis",
            ])
        #expect(
            try titles("20060105", "20060201", text)
                == ["SUMMARY:Event #2", "SUMMARY:Event #2 bis bis"])
        let all = try lines(text, range("limit-recurrence-set", "20060103", "20060105"))
        #expect(all.contains("BEGIN:VTIMEZONE") && all.contains("RRULE:FREQ=DAILY;COUNT=5"))
        func series(_ id: String, _ start: String) -> [UInt8] {
            RFC4791Examples.calendar(
                """
                BEGIN:VEVENT
                UID:1
                DTSTART:20260101T100000Z
                RRULE:FREQ=DAILY
                SUMMARY:a
                END:VEVENT
                BEGIN:VEVENT
                UID:1
                RECURRENCE-ID\(id)
                DTSTART:\(start)
                SUMMARY:b
                END:VEVENT
                """)
        }
        // Moved out of the range, into it, and neither.
        let moves = [
            (":20260110T100000Z", "20260301T100000Z", true),
            (":20260301T100000Z", "20260110T100000Z", true),
            (":20260301T100000Z", "20260302T100000Z", false),
            (";RANGE=THISANDFUTURE:20260105T100000Z", "20260105T180000Z", true),
            (";RANGE=THISANDFUTURE:20260112T100000Z", "20260112T180000Z", false),
        ]
        for (id, start, isKept) in moves {
            let found = try titles("20260110", "20260111", series(id, start))
            #expect(found == ["SUMMARY:a"] + (isKept ? ["SUMMARY:b"] : []), "\(id)")
        }
    }

    @Test("RFC 4791 section 7.8.4: busy times that do not concern the range are left out")
    func busyTimes() throws {
        let text = RFC4791Examples.text("abcd8")
        let found = try lines(text, range("limit-freebusy-set", "20060102", "20060103"))
        #expect(
            found.filter { $0.hasPrefix("FREEBUSY") }
                == ["FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060102T100000Z/20060102T120000Z"])
        #expect(found.contains("DTEND:20060108T000000Z"))
    }

    @Test("RFC 4791 section 7.8.1: components and properties that are asked for")
    func selected() throws {
        let text = RFC4791Examples.text("abcd3")
        let asked = """
            <C:comp name="VCALENDAR"><C:prop name="VERSION"/><C:comp name="VEVENT">\
            <C:prop name="SUMMARY"/><C:prop name="uid"/><C:prop name="ATTENDEE" novalue="yes"/>\
            <C:prop name="RRULE"/></C:comp><C:comp name="VTIMEZONE"/></C:comp>
            """
        let found = try lines(text, asked)
        #expect(
            found.suffix(6) == [
                "BEGIN:VEVENT", "ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:",
                "ATTENDEE;PARTSTAT=NEEDS-ACTION:", "SUMMARY:Event #3",
                "UID:DC6C50A017428C5216A2F1CD@example.com", "END:VEVENT",
            ])
        #expect(
            found.dropLast(6)
                == RFC4791Examples.eastern.split(separator: "\n").map(String.init)[...])
        var instances = 0
        let answer = try selection(asked).text(of: text, zone: .utc, instances: &instances)
        let head = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\n"
        #expect(String(decoding: answer, as: UTF8.self).hasPrefix(head))
        let alarms = "<C:allprop/><C:comp name=\"VTODO\"><C:allcomp/></C:comp>"
        let todo = try lines(
            RFC4791Examples.text("abcd4"), "<C:comp name=\"VCALENDAR\">\(alarms)</C:comp>")
        #expect(
            todo == [
                "BEGIN:VTODO", "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER;RELATED=START:-PT10M",
                "END:VALARM", "END:VTODO",
            ])
    }
}
