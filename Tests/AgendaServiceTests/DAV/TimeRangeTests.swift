import AgendaSync
import ICalendar
import Testing

@testable import AgendaService

/// The tables of RFC 4791 section 9.9. Ranges are written `10-12`: from 10:00 to 12:00 of January 10th, 2026, in UTC; `10-` and
/// `-12` are open.
@Suite("What takes place in a range of time")
struct TimeRangeTests {
    private func isFound(
        _ lines: [String], in range: String, _ name: String = "VEVENT", alarms: Bool = false
    ) throws -> Bool {
        let bounds = range.split(separator: "-", omittingEmptySubsequences: false).map { text in
            let parts = text.split(separator: ":")
            return parts.isEmpty
                ? nil : "20260110T\(parts[0])\(parts.count > 1 ? parts[1] : "00")00Z"
        }
        let start = bounds[0].map { " start=\"\($0)\"" } ?? ""
        let end = bounds[1].map { " end=\"\($0)\"" } ?? ""
        let times = "<C:time-range\(start)\(end)/>"
        let inner = alarms ? "<C:comp-filter name=\"VALARM\">\(times)</C:comp-filter>" : times
        let query = try CalendarQuery(
            report(
                "calendar-query",
                filter("<C:comp-filter name=\"\(name)\">\(inner)</C:comp-filter>")))
        let component = (["BEGIN:\(name)", "UID:1"] + lines + ["END:\(name)"]).joined(
            separator: "\n")
        return query.matches(RFC4791Examples.calendar(component), zone: .utc)
    }

    private func check(
        _ lines: [String], _ name: String = "VEVENT", found: [String], not: [String],
        alarms: Bool = false, _ place: SourceLocation = #_sourceLocation
    ) throws {
        for (ranges, wanted) in [(found, true), (not, false)] {
            for range in ranges {
                let result = try isFound(lines, in: range, name, alarms: alarms)
                #expect(result == wanted, "\(lines) in \(range)", sourceLocation: place)
            }
        }
    }

    @Test("events, by how they end")
    func events() throws {
        let start = "DTSTART:20260110T100000Z"
        for end in ["DTEND:20260110T120000Z", "DURATION:PT2H"] {
            try check(
                [start, end], found: ["09-10:01", "10-11", "11:59-13", "09-13", "11-", "-11"],
                not: ["09-10", "12-13", "12-", "-10"])
        }
        for end in [[], ["DURATION:PT0S"]] {
            try check(
                [start] + end, found: ["10-11", "09-11", "10-", "-11"],
                not: ["09-10", "10:01-12", "-10"])
        }
        try check(
            ["DTSTART;VALUE=DATE:20260110"], found: ["00-01", "23-", "-00:01"], not: ["-00"])
        try check(
            ["DTSTART;VALUE=DATE:20260109"], found: ["-00"], not: ["00-01", "00-"])
        try check(
            ["DTSTART;VALUE=DATE:20260108", "DTEND;VALUE=DATE:20260111"], found: ["00-01", "23-"],
            not: [])
    }

    @Test("to-dos, by the eight rows of their table")
    func todos() throws {
        let (start, due) = ("DTSTART:20260110T100000Z", "DUE:20260110T120000Z")
        let (created, completed) = ("CREATED:20260110T080000Z", "COMPLETED:20260110T150000Z")
        try check(
            [start, "DURATION:PT2H"], "VTODO",
            found: ["10-11", "12-13", "09-10:01", "11-"], not: ["09-10", "12:01-13", "-10"])
        try check(
            [start, due, created], "VTODO", found: ["10-11", "11-13", "09-10:01"],
            not: ["12-13", "09-10", "13-"])
        try check(
            [start, completed], "VTODO", found: ["10-11", "09-11"], not: ["09-10", "10:01-20"])
        try check(
            [due, completed], "VTODO", found: ["11-12", "11:59-13", "-12"],
            not: ["12-13", "10-11:59", "-11:59"])
        try check(
            [created, completed], "VTODO",
            found: ["07-08", "09-10", "15-16", "07-16", "15-", "-08"],
            not: ["15:01-16", "06-07:59"])
        try check(
            [completed], "VTODO", found: ["14-15", "15-16", "15-"], not: ["13-14", "15:01-16"])
        try check([created], "VTODO", found: ["07-08:01", "20-21", "08-"], not: ["07-08", "-08"])
        try check([], "VTODO", found: ["01-02", "-02", "02-"], not: [])
    }

    @Test("a to-do is due until its day is over, and on each of its days if it repeats")
    func dueDays() throws {
        try check(
            ["DUE;VALUE=DATE:20260110"], "VTODO", found: ["08-09", "23-", "-00"], not: [])
        try check(["DUE;VALUE=DATE:20260109"], "VTODO", found: ["-00"], not: ["00-01", "00-"])
        try check(
            ["DTSTART:20260101T100000Z", "DUE:20260101T120000Z", "RRULE:FREQ=DAILY"], "VTODO",
            found: ["11-13", "00-23"], not: ["12-13", "08-09"])
    }

    @Test("journal entries, by their start")
    func journals() throws {
        try check(
            ["DTSTART:20260110T100000Z"], "VJOURNAL", found: ["10-11"], not: ["09-10", "10:01-11"])
        try check(
            ["DTSTART;VALUE=DATE:20260110"], "VJOURNAL", found: ["00-01", "22-23"], not: ["-00"])
        try check(["SUMMARY:a"], "VJOURNAL", found: [], not: ["00-01", "-01", "01-"])
        try check(
            ["DTSTART;VALUE=DATE:20260103", "RRULE:FREQ=WEEKLY"], "VJOURNAL", found: ["00-01"],
            not: [])
    }

    @Test("busy times, by their own span, or their periods without one")
    func freeBusy() throws {
        let (start, end) = ("DTSTART:20260110T100000Z", "DTEND:20260110T120000Z")
        let period = "FREEBUSY:20260110T140000Z/PT1H,20260110T170000Z/20260110T180000Z"
        try check(
            [start, end, period], "VFREEBUSY", found: ["10-11", "12-13", "09-10:01"],
            not: ["09-10", "14-15"])
        try check(
            [start, period], "VFREEBUSY", found: ["14-15", "17:30-20"], not: ["10-11", "15-17"])
        try check([start], "VFREEBUSY", found: [], not: ["10-11"])
    }

    @Test("alarms, by when they go off, the first time and again")
    func alarms() throws {
        func alarm(_ lines: String...) -> [String] {
            ["BEGIN:VALARM", "ACTION:DISPLAY"] + lines + ["END:VALARM"]
        }
        let event = ["DTSTART:20260110T100000Z", "DTEND:20260110T120000Z"]
        try check(
            event + alarm("TRIGGER:-PT10M"), found: ["09:50-10", "09-10", "-10", "09-"],
            not: ["09:51-10", "09-09:50", "10-12"], alarms: true)
        try check(
            event + alarm("TRIGGER;RELATED=END:PT30M", "REPEAT:2", "DURATION:PT15M"),
            found: ["12:30-12:31", "12:45-12:46", "13-13:01"],
            not: ["12-12:30", "12:31-12:45", "13:01-20"], alarms: true)
        try check(
            event + alarm("TRIGGER;VALUE=DATE-TIME:20260110T060000Z"), found: ["06-07"],
            not: ["07-13", "05-06"], alarms: true)
        try check(event, found: [], not: ["00-23"], alarms: true)
        // Of the instance of the twelfth, two days before.
        try check(
            ["DTSTART:20260105T100000Z", "RRULE:FREQ=WEEKLY"] + alarm("TRIGGER:-P2D"),
            found: ["10-11", "00-23"], not: ["00-10", "10:01-23"], alarms: true)
        try check(
            ["SUMMARY:a"] + alarm("TRIGGER;VALUE=DATE-TIME:20260110T060000Z"), "VTODO",
            found: ["06-07"], not: ["07-08"], alarms: true)
    }

    @Test("series, by each instance, its overrides and exceptions")
    func series() throws {
        let daily = ["DTSTART:20260101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY"]
        try check(daily, found: ["10-11", "10-", "-10:01"], not: ["11-12", "08-10"])
        try check(
            daily + ["EXDATE:20260110T100000Z"], found: ["10-", "-09"], not: ["00-23"])
        let ended = ["DTSTART:20260101T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=10"]
        try check(ended, found: ["10-", "10-11"], not: ["11-", "11-23"])
        try check(
            ["DTSTART:20260101T100000Z", "RDATE:20260110T150000Z"], found: ["15-16"],
            not: ["10-11"])
        try check(
            ["DTSTART:20260101T100000Z", "RDATE;VALUE=PERIOD:20260110T150000Z/PT3H"],
            found: ["17-18"], not: ["18-19"])
        // One override moves the instance of the tenth away, another one that of the first here.
        let moved = { (id: String, start: String) in
            ["END:VEVENT", "BEGIN:VEVENT", "UID:1", "RECURRENCE-ID:\(id)", "DTSTART:\(start)"]
        }
        try check(
            daily + moved("20260110T100000Z", "20260301T100000Z")
                + moved("20260101T100000Z", "20260110T200000Z"),
            found: ["20-21"], not: ["00-20"])
        try check(
            daily + [
                "END:VEVENT", "BEGIN:VEVENT", "UID:1",
                "RECURRENCE-ID;RANGE=THISANDFUTURE:20260105T100000Z",
                "DTSTART:20260105T180000Z", "DURATION:PT30M",
            ], found: ["18-19", "18:29-19"], not: ["00-18", "18:30-23"])
    }

    @Test("what belongs to one component is asked of one component")
    func sameComponent() throws {
        let text = RFC4791Examples.text("abcd2")
        func isFound(_ title: String, _ start: String, _ end: String) throws -> Bool {
            let query = try CalendarQuery(
                report(
                    "calendar-query",
                    filter(
                        """
                        <C:comp-filter name="VEVENT"><C:time-range start="\(start)" end="\(end)"/>\
                        <C:prop-filter name="SUMMARY"><C:text-match>\(title)</C:text-match></C:prop-filter>\
                        </C:comp-filter>
                        """)))
            return query.matches(text, zone: .utc)
        }
        #expect(try isFound("Event #2", "20060103T170000Z", "20060103T180000Z"))
        #expect(try !isFound("bis", "20060103T170000Z", "20060103T180000Z"))
        #expect(try isFound("#2 bis", "20060104T190000Z", "20060104T200000Z"))
        #expect(try !isFound("bis bis", "20060104T190000Z", "20060104T200000Z"))
    }

    @Test("a series that is too dense to be looked through is found")
    func dense() throws {
        let secondly = ["DTSTART:20200101T000000Z", "RRULE:FREQ=SECONDLY"]
        try check(secondly, found: ["10-11", "10-", "-11"], not: [])
        try check(
            ["DTSTART:20260110T120000Z", "RRULE:FREQ=SECONDLY"], found: ["11-13", "12-"],
            not: ["-12", "10-12"])
        try check(
            ["DTSTART:20200101T000000Z", "RRULE:FREQ=MINUTELY;UNTIL=20260109T000000Z"],
            found: ["-10"], not: ["10-11", "10-"])
    }
}
