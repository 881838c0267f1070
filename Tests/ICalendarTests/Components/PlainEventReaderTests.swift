import Testing

@testable import ICalendar

/// What is read without libical is what libical reads.
@Suite struct PlainEventReaderTests {
    private static let base = [
        "UID:u@example.org", "DTSTAMP:20260101T000000Z",
        "DTSTART;TZID=Europe/Berlin:20260301T100000",
    ]

    private static func text(_ lines: [String], _ end: String = "\r\n") -> String {
        (["BEGIN:VEVENT"] + lines + ["END:VEVENT"]).map { $0 + end }.joined()
    }

    private static func plain(_ text: String) -> Event? {
        var text = text
        return text.withUTF8 { PlainEventReader.event(in: UnsafeRawBufferPointer($0)) }
    }

    private static func reference(_ text: String) -> ICalendarParser.Parsed<Event> {
        var text = text
        return text.withUTF8 {
            ICalendarParser.libicalEvent(
                in: UnsafeRawBufferPointer($0), line: 1, participantCount: 0)
        }
    }

    /// Lines as programs write them: none of these needs libical.
    private static let plainLines = [
        "SUMMARY:Team", "SUMMARY:A\\, b\\; c\\n d\\N e\\\\", "SUMMARY:Größe 漢字", "SUMMARY:",
        "SUMMARY:Folded te\r\n xt\r\n\tgoes on", "SUMMARY:Cut ü\r\n ber", "LOCATION:Room 1",
        "DESCRIPTION:https://example.org/?a=b;c=d", "DESCRIPTION:", "URL:https://example.org/a;b,c",
        "COLOR:red", "DTEND;TZID=Europe/Berlin:20260301T110000", "DTEND:20260301T110000Z",
        "DTEND;VALUE=DATE-TIME:20260301T110000", "DURATION:PT1H30M", "DURATION:P2W",
        "DURATION:-P1DT2H3M4S", "DURATION:+P1D", "STATUS:TENTATIVE", "STATUS:CANCELLED",
        "TRANSP:TRANSPARENT", "TRANSP:OPAQUE", "CLASS:PRIVATE", "PRIORITY:5", "SEQUENCE:12",
        "CREATED:20250101T000000Z", "LAST-MODIFIED:20250102T235960Z", "CATEGORIES:a,b\\,c,d",
        "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20270101T000000Z",
        "RRULE:FREQ=YEARLY;BYMONTH=1;BYYEARDAY=5",
        "EXDATE;TZID=Europe/Berlin:20260308T100000,20260315T100000", "EXDATE:20260308T090000Z",
        "EXDATE;VALUE=DATE:20260308", "RECURRENCE-ID;VALUE=DATE:20260308",
        "RECURRENCE-ID;TZID=W. Europe Standard Time:20260308T100000",
        "ORGANIZER:mailto:a@example.org", "ORGANIZER;CN=Kim Lee:mailto:a@example.org",
        "ORGANIZER;CN=\"Lee, Kim: boss\":mailto:a@example.org",
        "ATTENDEE;RSVP=TRUE:mailto:b@example.org",
        "X-MOZ-LASTACK:20260101T000000Z", "X-ALT-DESC;FMTTYPE=text/html:<b>x</b>", "COMMENT:x",
        "RELATED-TO:abc", "SUMMARY;LANGUAGE=en:Text", "LOCATION;LANGUAGE=de-AT:Saal",
        "DESCRIPTION;ALTREP=\"data:text/html,a:b;c\":Text\\n", "SUMMARY;LANGUAGE=en:",
        "CATEGORIES;LANGUAGE=en:a",
        "X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=\"Ring 1, Wien\":geo:48.2,16.37",
        "X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "X-RRULE:FREQ=DAILY", "X-A;VALUE=DATE:x",
        "ATTACH;FMTTYPE=application/pdf;FILENAME=a.pdf:https://example.org/a.pdf",
        "ATTACH;ENCODING=BASE64;VALUE=BINARY:AAAA", "RESOURCES:a,b",
        "IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.org/a.png",
        "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=\"a, b\":https://example.org/a",
        "GEO:48.208;16.373", "GEO:-1.23456789012;-170", "URL;VALUE=URI:https://example.org/a",
        "RDATE;TZID=Europe/Berlin:20260308T100000,20260315T100000", "RDATE:20260310T100000Z",
        "RDATE;VALUE=DATE:20260308", "DTEND;TZID=\"W. Europe Standard Time\":20260301T110000",
        "ORGANIZER;SENT-BY=\"mailto:b@example.org\":mailto:a@example.org",
        "ORGANIZER;CN=\"Kim Lee\";EMAIL=\"a@example.org\":mailto:a@example.org",
        "ORGANIZER;X-SEQUENCE=1;CN=Kim;DIR=\"https://example.org/a\":mailto:a@example.org",
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:x\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:AUDIO\r\nTRIGGER;RELATED=END:PT90M\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER;VALUE=DURATION:-P1D\r\nX-A:b\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nREPEAT:2\r\nDURATION:PT5M\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nACKNOWLEDGED:20260301T100000Z\r\nEND:VALARM",
        "BEGIN:VALARM\r\nX-WR-ALARMUID:a\r\nUID:a\r\nTRIGGER:-PT15M\r\nACTION:AUDIO\r\n"
            + "ATTACH;VALUE=URI:Chord\r\nX-APPLE-DEFAULT-ALARM:TRUE\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER;VALUE=DATE-TIME:19760401T005545Z\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:EMAIL\r\nTRIGGER:-PT1H\r\nATTENDEE:mailto:a\r\nSUMMARY:s\r\n"
            + "RELATED-TO;RELTYPE=SNOOZE:a\r\nEND:VALARM",
    ]

    /// Lines that mean something else than they seem to, or nothing.
    private static let oddLines = [
        "summary:small", "SUMMARY;LANGUAGE=:Text", "SUMMARY;LANGUAGE:Text", "SUMMARY;A=\"b\"c:d",
        "SUMMARY;A=\"b\",\"c:d\":e", "SUMMARY;VALUE=DATE:x", "SUMMARY;A=b;:c", "SUMMARY;=b:c",
        "SUMMARY;A =b:c", "UID;X=1:a", "SUMMARY;A=b:", "SUMMARY;A=^nb:c", "SUMMARY: leading",
        "RDATE:", "RDATE;TZID=Europe/Berlin:20260310T100000Z", "GEO:", "GEO:1", "GEO:91;1",
        "GEO:1;2;3", "GEO:;1;2", "GEO:1;", "GEO:--1;2", "GEO;X=1:1;2", "CONFERENCE:",
        "CONFERENCE:a\\,b",
        "CONFERENCE;VALUE=TEXT:a b", "ORGANIZER;SENT-BY=mailto:b:mailto:a",
        "ORGANIZER;ROLE=CHAIR;PARTSTAT=ACCEPTED:mailto:a", "ORGANIZER;X-A=\"b;c\";CN=d:mailto:a",
        "ORGANIZER;CN=a;CN=b:mailto:a", "ORGANIZER;EMAIL=:mailto:a", "ORGANIZER;FOO=b:mailto:a",
        "DTEND;TZID=\"Europe/Berlin:20260301T110000", "DTEND;TZID=\"\":20260301T110000",
        "SUMMARY:trailing ",
        "SUMMARY:tab\\tescape", "SUMMARY:end\\", "SUMMARY:a\tb", "SUMMARY:a\u{1}b",
        "SUMMARY:a\u{0}b",
        "SUMM\r\n ARY:folded name", "SUMMARY\r\n :folded", "SUMMARY", "SUMMARY;", "SUMMARY;X:", ":",
        "",
        " continuation", "UID:second", "UID:", "DTSTART:20260302T100000Z",
        "DTSTART:20260230T100000", "DTEND:20260301", "DTEND:20260301T250000", "DTEND:",
        "DTEND;VALUE=DATE:20260301T100000", "DTEND;VALUE=DATE-TIME:20260301",
        "DTEND;TZID=\"Europe/Berlin\":20260301T110000", "DTEND;TZID=A;X=b:20260301T110000",
        "DTEND;TZID=Europe/Berlin:20260301T110000Z", "DTEND;TZID=:20260301T110000",
        "DTEND;TZID=^n:20260301T110000", "DTEND;TZID=A :20260301T110000",
        "DTEND;TZID= A:20260301T110000", "DTEND:00260301T110000", "DTEND:-0260301T110000",
        "DTEND:20260301T110000,20260401T110000", "DTEND;VALUE=PERIOD:20260301T110000",
        "DURATION:P", "DURATION:PT", "DURATION:P1Y", "DURATION:1H", "DURATION:P1H", "DURATION:PT1D",
        "DURATION:P1W2D", "DURATION:P-1D", "DURATION:P1DT", "DURATION:PT1H30M15",
        "DURATION:PT999999999S",
        "STATUS:tentative", "STATUS:X-OTHER", "STATUS:NEEDS-ACTION", "STATUS:", "TRANSP:opaque",
        "TRANSP:X", "CLASS:X-SECRET", "CLASS:public", "PRIORITY:-1", "PRIORITY:high", "PRIORITY:",
        "PRIORITY:1.5", "PRIORITY:99999999999", "SEQUENCE:+3", "SEQUENCE:007", "DTSTAMP:20260101",
        "CREATED:20260101T000000", "CREATED:20261301T000000Z",
        "CREATED;TZID=Europe/Berlin:20260101T000000",
        "LAST-MODIFIED:x", "CATEGORIES:", "CATEGORIES:,a,,b",
        "CATEGORIES: a , b ",
        "RRULE:", "RRULE:FREQ=HOURLYX", "RRULE:freq=daily", "RRULE;X=1:FREQ=DAILY",
        "RRULE:FREQ=DAILY;COUNT=0",
        "RRULE:FREQ=DAILY; COUNT=2", "RRULE:FREQ=DAILY\\;COUNT=2", "EXRULE:FREQ=DAILY",
        "RDATE;VALUE=PERIOD:20260310T100000Z/PT1H", "EXDATE:", "EXDATE:20260308",
        "EXDATE:x,20260308T100000",
        "EXDATE;VALUE=DATE:20260308,", "EXDATE;VALUE=DATE:20260308, 20260309",
        "EXDATE;VALUE=PERIOD:20260308T100000/PT1H",
        "RECURRENCE-ID;RANGE=THISANDFUTURE:20260308T100000Z",
        "RECURRENCE-ID:20260308", "RECURRENCE-ID;VALUE=DATE:20260230", "ORGANIZER:",
        "ORGANIZER:a b",
        "ORGANIZER;CN=:mailto:a", "ORGANIZER;CN=\"\":mailto:a", "ORGANIZER;CN=\"a:mailto:a",
        "ORGANIZER;CN=a\"b\":c",
        "ORGANIZER;CN=a;ROLE=CHAIR:mailto:a", "ORGANIZER;CN=a,b:mailto:a",
        "ORGANIZER;CN=a^'b:mailto:a",
        "ORGANIZER;CN= a :mailto:a", "ORGANIZER;CN=\" a \":mailto:a", "ORGANIZER;CN=a\\,b:mailto:a",
        "ORGANIZER;CN=a=b:mailto:a", "ORGANIZER;cn=a:mailto:a", "ORGANIZER:MAILTO:A@B\\,C",
        "URL:a\\,b", "URL;VALUE=URI:a", "URL:", "COLOR:", "COLOR;X=1:red", "GEO:1;2",
        "GEO:1.23456789012;2",
        "GEO:x", "CONFERENCE;VALUE=URI:https://a", "X-EXRULE:FREQ=DAILY",
        "X-GEO:1;2",
        "X-LIC-ERROR;X-LIC-ERRORTYPE=VALUE-PARSE-ERROR:Can't parse as DATE value in DTEND property. "
            + "Removing entire property: 2026",
        "X-A", "X-A:", "X-A;VAL\r\n UE=DATE:x", "X-A;B=\"c:d\":e", "X-A;B:c",
        "X-A;=:c",
        "COMMENT;VALUE=DATE:x", "RELATED-TO;VALUE=X:a", "RESOURCES:a,b", "ATTACH:https://a",
        "ATTACH;VALUE=BINARY:x",
        "REQUEST-STATUS:2.0;Success", "FOO:bar", "ATTENDEE:", "ATTENDEE", "attendee:a",
        "BEGIN:VALARM", "END:VALARM",
        "BEGIN:VALARM\r\nACTION:DISPLAY\r\nEND:VALARM",
        "BEGIN:X-PART\r\nSUMMARY:inner\r\nEND:X-PART",
        "BEGIN:VALARM\r\nBEGIN:X\r\nEND:X\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:20260101T000000Z\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260101T000000Z\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER;RELATED=end:PT1H\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:x\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:P1W2DT3H\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:-PT0S\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:display\r\nTRIGGER:PT1H\r\nEND:VALARM",
        "BEGIN:VALARM\r\nACTION:PROCEDURE\r\nTRIGGER:PT1H\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nTRIGGER:PT2H\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nREPEAT:-2\r\nDURATION:PT5M\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nREPEAT:x\r\nDURATION;X=1:PT5M\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nREPEAT:2\r\nDURATION:x\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nACKNOWLEDGED:20260301T100000\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nACKNOWLEDGED:20260301\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nDTSTART:x\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nRRULE:x\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER;VALUE=DATE-TIME:20260101T000000\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nACTION:NONE\r\nEND:VALARM",
        "BEGIN:VALARM\r\nTRIGGER:PT1H\r\nDESCRIPTION;LANGUAGE=en:a\r\nEND:VALARM",
        "BEGIN:VALARM \r\nTRIGGER:PT1H\r\nEND:VALARM", "END:VEVENT", "BEGIN:VEVENT",
    ]

    @Test(arguments: plainLines, ["\r\n", "\n"])
    func `Usual lines are read without libical, and the same`(line: String, end: String) throws {
        let text = Self.text(Self.base + [line.replacing("\r\n", with: end)], end)
        let plain = try #require(Self.plain(text))
        let reference = Self.reference(text)
        #expect(plain == reference.value)
        #expect(reference.diagnostics.isEmpty)
    }

    @Test(arguments: oddLines)
    func `Odd lines are left to libical, or read as libical does`(line: String) {
        for text in [
            Self.text(Self.base + [line]), Self.text([line] + Self.base), Self.text([line]),
        ] {
            expectSame(text)
        }
    }

    @Test func `Whatever is put together is read the same`() {
        var random = Seeded(state: 20_261_121)
        let lines = Self.base + Self.plainLines + Self.plainLines + Self.oddLines
        var read = 0
        for _ in 0..<4_000 {
            let count = Int.random(in: 1...6, using: &random)
            let chosen = (0..<count).map { _ in lines.randomElement(using: &random) ?? "" }
            let text = Self.text(Self.base + chosen)
            expectSame(text)
            if Self.plain(text) != nil { read += 1 }
            expectSame(Self.damaged(text, &random))
        }
        // A test in which nothing is read by the plain reader would show nothing.
        #expect(read > 200)
    }

    /// Knuth's MMIX generator: the same sequence in every run.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    @Test func `Without a start or a UID it is libical's to complain`() {
        #expect(Self.plain(Self.text(["UID:a"])) == nil)
        #expect(Self.plain(Self.text(["DTSTART:20260101T000000Z"])) == nil)
        #expect(Self.plain("") == nil)
        #expect(Self.plain("BEGIN:VEVENT\r\n") == nil)
    }

    private func expectSame(_ text: String) {
        guard let plain = Self.plain(text) else { return }
        let reference = Self.reference(text)
        #expect(plain == reference.value, "\(text)")
        #expect(reference.diagnostics.isEmpty, "\(text)")
    }

    /// The text with one character left out or replaced.
    private static func damaged(_ text: String, _ random: inout some RandomNumberGenerator)
        -> String
    {
        var scalars = Array(text.unicodeScalars)
        let place = Int.random(in: scalars.indices, using: &random)
        if Bool.random(using: &random) {
            scalars.remove(at: place)
        } else {
            scalars[place] =
                Array(" :;,=\"\\^-T0Z\r\né".unicodeScalars).randomElement(using: &random) ?? " "
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
