import CalendarMerge
import ICalendar
import Testing

@Suite("What is no change in a three-way merge")
struct SameMeaningTests {
    private let merge = ThreeWayMerge(zones: SystemZones.database)

    /// The base's lines, and the same said in another way.
    static let forms: [(String, String)] = [
        (
            "SUMMARY:A long line that is folded somewhere",
            "SUMMARY:A long line that\n  is folded somewhere"
        ),
        ("SUMMARY:a\\, b\\; c", "SUMMARY:a, b; c"),
        ("DESCRIPTION:one\\ntwo", "DESCRIPTION:one\\Ntwo"),
        ("X-A;B=1;C=2:v", "x-a;C=2;b=1:v"),
        ("LOCATION;LANGUAGE=de:Ort", "LOCATION;LANGUAGE=DE:Ort"),
        (
            "ATTENDEE;CN=\"Ann\":mailto:a@x.org",
            "ATTENDEE;CN=Ann;ROLE=REQ-PARTICIPANT:MAILTO:A@x.org"
        ),
        (
            "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:a@x.org",
            "ATTENDEE;SCHEDULE-STATUS=\"1.1\":mailto:a@x.org"
        ),
        ("CATEGORIES:A,B", "CATEGORIES:B\nCATEGORIES:A"),
        ("EXDATE:20261202T100000Z", "EXDATE;TZID=Europe/Berlin:20261202T110000"),
        ("GEO:37.5;-122", "GEO:37.500000;-122.000000"),
        ("CLASS:PUBLIC", ""), ("", "TRANSP:OPAQUE"), ("", "PRIORITY:0"), ("", "LOCATION:"),
        ("STATUS:CONFIRMED", "STATUS:confirmed"),
        ("", "SEQUENCE:0\nCREATED:20260101T000000Z\nLAST-MODIFIED:20260101T000000Z"),
        (
            "BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT60M\nDESCRIPTION:x\nEND:VALARM",
            "BEGIN:VALARM\nUID:a1\nTRIGGER;RELATED=START:-PT1H\nDESCRIPTION:x\nACTION:DISPLAY\nEND:VALARM"
        ),
    ]

    @Test("the same in another form, on the server: my change is the only one", arguments: forms)
    func theirs(form: (String, String)) throws {
        let merged = try merge.result(
            calendar(times, form.0), calendar(times, form.0, "COMMENT:new"), calendar(times, form.1)
        )
        #expect(merged.clashes.isEmpty)
        #expect(lines(merged.text) == lines(withComment(calendar(times, form.1))))
    }

    /// With a comment after the last property of the event.
    private func withComment(_ text: [UInt8]) -> [UInt8] {
        var found = lines(text)
        let place = found.firstIndex(of: "BEGIN:VALARM") ?? found.lastIndex(of: "END:VEVENT") ?? 0
        found.insert("COMMENT:new", at: place)
        return Array((found.joined(separator: "\r\n") + "\r\n").utf8)
    }

    @Test("the same in another form, here: the result is the server's text", arguments: forms)
    func mine(form: (String, String)) throws {
        let theirs = calendar(times, form.0, "COMMENT:new")
        let merged = try merge.result(calendar(times, form.0), calendar(times, form.1), theirs)
        #expect(merged == .init(text: theirs, clashes: []))
    }

    @Test("the same in another form is no edit: a deletion stands", arguments: forms)
    func deletion(form: (String, String)) throws {
        let merged = try merge.result(calendar(times, form.0), nil, calendar(times, form.1))
        #expect(merged == .init(text: nil, clashes: []))
    }

    /// Starts, ends and rules that mean the same.
    static let sameTimes: [(String, String)] = [
        (
            "DTSTART:20261201T100000Z\nDTEND:20261201T110000Z",
            "DTSTART:20261201T100000Z\nDURATION:PT60M"
        ),
        ("DTSTART;VALUE=DATE:20261201", "DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261202"),
        ("DTSTART:20261201T100000Z", "DTSTART:20261201T100000Z\nDURATION:PT0S"),
        (
            "DTSTART;TZID=Europe/Berlin:20261201T100000\nRRULE:FREQ=DAILY;COUNT=3",
            "DTSTART;TZID=Europe/Berlin:20261201T100000\nRRULE:COUNT=3;INTERVAL=1;FREQ=DAILY"
        ),
        // Europe/Stockholm's clocks agree with Berlin's since 1980.
        (
            "DTSTART;TZID=Europe/Berlin:20261201T100000\nRRULE:FREQ=DAILY",
            "DTSTART;TZID=Europe/Stockholm:20261201T100000\nRRULE:FREQ=DAILY"
        ),
    ]

    @Test("the same times in another form", arguments: sameTimes)
    func times_(form: (String, String)) throws {
        let theirs = calendar(form.0, "SUMMARY:new")
        let merged = try merge.result(calendar(form.0), calendar(form.1), theirs)
        #expect(merged == .init(text: theirs, clashes: []))
    }

    /// What looks alike and is not.
    static let others: [(String, String)] = [
        ("SUMMARY:20261201", "SUMMARY:2026-12-01"), ("SUMMARY:a", "SUMMARY:A"),
        ("X-A;B=c:v", "X-A;B=C:v"), ("CATEGORIES:A\\,B", "CATEGORIES:A,B"),
        ("ATTENDEE;CN=ann:mailto:a@x.org", "ATTENDEE;CN=Ann:mailto:a@x.org"),
        ("TRANSP:OPAQUE", "TRANSP:TRANSPARENT"), ("CLASS:PRIVATE", "CLASS:PUBLIC"),
        ("URL:http://x.org/a", "URL:http://x.org/A"),
        ("EXDATE;VALUE=DATE:20261202", "EXDATE:20261202T000000Z"),
    ]

    @Test("what looks alike and is not is a change", arguments: others)
    func change(form: (String, String)) throws {
        let merged = try merge.result(
            calendar(times, form.0), calendar(times, form.1), calendar(times, form.0, "COMMENT:new")
        )
        #expect(merged.clashes.isEmpty)
        // A value that says no more than its absence may be absent.
        #expect(
            try merge.result(calendar(times, form.1, "COMMENT:new"), merged.text, nil).text == nil)
        #expect(
            try merge.result(calendar(times, form.0, "COMMENT:new"), merged.text, nil).text != nil)
    }

    @Test("a zone that one side alone set is taken, though it is the same instant")
    func zone() throws {
        let berlin = "DTSTART;TZID=Europe/Berlin:20261201T100000"
        let lagos = "DTSTART;TZID=Africa/Lagos:20261201T100000"
        let merged = try merge.result(
            calendar(berlin), calendar(lagos), calendar(berlin, "SUMMARY:new"))
        #expect(merged == .init(text: calendar(lagos, "SUMMARY:new"), clashes: []))
        let rewritten = calendar("DTSTART:20261201T090000Z", "SUMMARY:new")
        #expect(try merge.result(calendar(berlin), calendar(lagos), rewritten).text == rewritten)
    }
}
