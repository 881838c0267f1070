import Testing

@testable import ICalendar

/// The examples are those of RFC 7265 (sections 3 and 5, appendix B) as far as they are of one component.
@Suite("jCal")
struct JCalTests {
    @Test(
        "each type of value is what JSON has for it",
        arguments: [
            ("REQUEST-STATUS:2.0;Success", ["request-status", [:], "text", ["2.0", "Success"]]),
            (
                "GEO:37.386013;-122.082932",
                ["geo", [:], "float", [37.386013, -122.082932]]
            ),
            ("SUMMARY:Meeting with Fred", ["summary", [:], "text", "Meeting with Fred"]),
            (
                "CATEGORIES:computers,cameras\\, lenses",
                ["categories", [:], "text", "computers", "cameras, lenses"]
            ),
            (
                "ATTACH;ENCODING=BASE64;VALUE=BINARY:SGVsbG8gV29ybGQh",
                ["attach", ["encoding": "BASE64"], "binary", "SGVsbG8gV29ybGQh"]
            ),
            ("X-NON-SMOKING;VALUE=BOOLEAN:TRUE", ["x-non-smoking", [:], "boolean", true]),
            (
                "ATTENDEE:mailto:kewisch@example.com",
                ["attendee", [:], "cal-address", "mailto:kewisch@example.com"]
            ),
            ("DTSTART;VALUE=DATE:20110517", ["dtstart", [:], "date", "2011-05-17"]),
            ("DTSTART:20121017T120000", ["dtstart", [:], "date-time", "2012-10-17T12:00:00"]),
            ("DTSTAMP:20121017T120000Z", ["dtstamp", [:], "date-time", "2012-10-17T12:00:00Z"]),
            (
                "DTEND;TZID=Europe/Berlin:20121017T130000",
                ["dtend", ["tzid": "Europe/Berlin"], "date-time", "2012-10-17T13:00:00"]
            ),
            ("DURATION:P1D", ["duration", [:], "duration", "P1D"]),
            ("X-GRADE;VALUE=FLOAT:1.3", ["x-grade", [:], "float", 1.3]),
            ("PERCENT-COMPLETE:42", ["percent-complete", [:], "integer", 42]),
            (
                "FREEBUSY;FBTYPE=FREE:19970308T160000Z/PT3H,19970308T200000Z/19970308T210000Z",
                [
                    "freebusy", ["fbtype": "FREE"], "period", ["1997-03-08T16:00:00Z", "PT3H"],
                    ["1997-03-08T20:00:00Z", "1997-03-08T21:00:00Z"],
                ]
            ),
            (
                "RRULE:FREQ=YEARLY;COUNT=5;BYDAY=-1SU,2MO;BYMONTH=10",
                [
                    "rrule", [:], "recur",
                    ["freq": "YEARLY", "count": 5, "byday": ["-1SU", "2MO"], "bymonth": 10],
                ]
            ),
            (
                "RRULE:FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=1,15,-1;UNTIL=20131001",
                [
                    "rrule", [:], "recur",
                    [
                        "freq": "MONTHLY", "interval": 2, "bymonthday": [1, 15, -1],
                        "until": "2013-10-01",
                    ],
                ]
            ),
            ("COMMENT:hello\\, world\\nagain", ["comment", [:], "text", "hello, world\nagain"]),
            ("X-TIME-LOCAL;VALUE=TIME:123000", ["x-time-local", [:], "time", "12:30:00"]),
            ("X-TIME-UTC;VALUE=TIME:123000Z", ["x-time-utc", [:], "time", "12:30:00Z"]),
            ("TZURL:http://example.org/z.ics", ["tzurl", [:], "uri", "http://example.org/z.ics"]),
            ("TZOFFSETFROM:-0500", ["tzoffsetfrom", [:], "utc-offset", "-05:00"]),
            ("TZOFFSETTO:+124530", ["tzoffsetto", [:], "utc-offset", "+12:45:30"]),
            ("TRIGGER:-PT5M", ["trigger", [:], "duration", "-PT5M"]),
            (
                "RDATE;TZID=US/Eastern;VALUE=PERIOD:20060102T150000/PT2H",
                ["rdate", ["tzid": "US/Eastern"], "period", ["2006-01-02T15:00:00", "PT2H"]]
            ),
        ] as [(String, Expected)])
    func types(line: String, jcal: Expected) throws {
        #expect(JCalValue(property: try #require(Property(Array(line.utf8)))) == jcal)
    }

    @Test(
        "what no standard knows, and what is not of its type, keeps its text",
        arguments: [
            (
                "X-COMPLAINT-DEADLINE:20110512T120000Z",
                ["x-complaint-deadline", [:], "unknown", "20110512T120000Z"]
            ),
            ("NOVELTY:a\\,b", ["novelty", [:], "unknown", "a\\,b"]),
            ("X-A;VALUE=X-B:a\\,b", ["x-a", [:], "x-b", "a\\,b"]),
            ("PRIORITY:high", ["priority", [:], "unknown", "high"]),
            ("GEO:nan;inf", ["geo", [:], "unknown", "nan;inf"]),
            ("GEO:1;2;3", ["geo", [:], "unknown", "1;2;3"]),
            ("DTSTART:tomorrow", ["dtstart", [:], "unknown", "tomorrow"]),
            ("EXDATE:20261122,soon", ["exdate", [:], "unknown", "20261122,soon"]),
            (
                "EXDATE:20261122,20261123T100000",
                ["exdate", [:], "unknown", "20261122,20261123T100000"]
            ),
            ("RRULE:often", ["rrule", [:], "unknown", "often"]),
            (
                "RRULE:FREQ=DAILY;FREQ=WEEKLY",
                ["rrule", [:], "unknown", "FREQ=DAILY;FREQ=WEEKLY"]
            ),
            ("X-A;VALUE=BOOLEAN:yes", ["x-a", [:], "unknown", "yes"]),
            ("TZOFFSETTO:0100", ["tzoffsetto", [:], "unknown", "0100"]),
        ] as [(String, Expected)])
    func unknown(line: String, jcal: Expected) throws {
        #expect(JCalValue(property: try #require(Property(Array(line.utf8)))) == jcal)
    }

    @Test("days without VALUE=DATE are days, and times with it are times")
    func misnamed() throws {
        #expect(
            JCalValue(property: try #require(Property(Array("DTSTART:20261120".utf8))))
                == ["dtstart", [:], "date", "2026-11-20"])
        #expect(
            JCalValue(
                property: try #require(Property(Array("DUE;VALUE=DATE:20261120T100000".utf8))))
                == ["due", [:], "date-time", "2026-11-20T10:00:00"])
    }

    @Test("a parameter with several values has an array of them; names keep their commas")
    func parameters() throws {
        let line =
            #"ATTENDEE;member="mailto:a@example.org","mailto:b@example.org";CN=Doe, Jo ^'J^';"#
            + "RSVP=TRUE;X-P=a,b;X-P=c:mailto:jo@example.org"
        #expect(
            JCalValue(property: try #require(Property(Array(line.utf8))))
                == [
                    "attendee",
                    [
                        "member": ["mailto:a@example.org", "mailto:b@example.org"],
                        "cn": #"Doe, Jo "J""#, "rsvp": "TRUE", "x-p": ["a", "b", "c"],
                    ], "cal-address", "mailto:jo@example.org",
                ])
    }

    @Test("a component has its properties and its components, folded ones and unknown ones too")
    func component() {
        let text = """
            BEGIN:VCALENDAR\r
            CALSCALE:GREGORIAN\r
            PRODID:-//Example Inc.//Example Calendar//EN\r
            VERSION:2.0\r
            BEGIN:VEVENT\r
            DTSTAMP:20080205T191224Z\r
            DTSTART;VALUE=DATE:20081006\r
            SUMMARY:Planning\r
              meeting\r
            UID:4088E990AD89CB3DBB484909\r
            BEGIN:VALARM\r
            TRIGGER;VALUE=DATE-TIME:20081005T160000Z\r
            BEGIN:X-DEEP\r
            END:X-DEEP\r
            END:VALARM\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        #expect(
            JCalValue(component: Array(text.utf8))
                == [
                    "vcalendar",
                    [
                        ["calscale", [:], "text", "GREGORIAN"],
                        ["prodid", [:], "text", "-//Example Inc.//Example Calendar//EN"],
                        ["version", [:], "text", "2.0"],
                    ],
                    [
                        [
                            "vevent",
                            [
                                ["dtstamp", [:], "date-time", "2008-02-05T19:12:24Z"],
                                ["dtstart", [:], "date", "2008-10-06"],
                                ["summary", [:], "text", "Planning meeting"],
                                ["uid", [:], "text", "4088E990AD89CB3DBB484909"],
                            ],
                            [
                                [
                                    "valarm",
                                    [["trigger", [:], "date-time", "2008-10-05T16:00:00Z"]],
                                    [["x-deep", [], []]],
                                ]
                            ],
                        ]
                    ],
                ])
    }

    @Test("components in components end somewhere, and a text that is none is nil")
    func hostile() {
        let depth = 20_000
        let text =
            String(repeating: "BEGIN:X\r\n", count: depth)
            + String(repeating: "END:X\r\n", count: depth)
        #expect(JCalValue(component: Array(text.utf8)) != nil)
        #expect(JCalValue(component: Array("BEGIN:VEVENT\r\nUID:a\r\n".utf8)) == nil)
        #expect(JCalValue(component: Array("hello".utf8)) == nil)
    }
}

/// An expected value in the form of JSON.
struct Expected: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    let value: JCalValue

    init(stringLiteral text: String) { value = .text(text) }
    init(integerLiteral number: Int) { value = .integer(number) }
    init(floatLiteral number: Double) { value = .number(number) }
    init(booleanLiteral flag: Bool) { value = .boolean(flag) }
    init(arrayLiteral elements: Expected...) { value = .array(elements.map(\.value)) }
    init(dictionaryLiteral members: (String, Expected)...) {
        value = .object(members.map { JCalValue.Member(name: $0, value: $1.value) })
    }

    static func == (jcal: JCalValue?, expected: Expected) -> Bool { jcal == expected.value }
}
