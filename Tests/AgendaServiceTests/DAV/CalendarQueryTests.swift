import AgendaSync
import ICalendar
import Testing

@testable import AgendaService

@Suite("Queries of a calendar")
struct CalendarQueryTests {
    private func query(_ content: String, after: String = "") throws -> CalendarQuery {
        try CalendarQuery(report("calendar-query", filter(content) + after))
    }

    private func found(_ content: String, after: String = "") throws -> [String] {
        let query = try query(content, after: after)
        return RFC4791Examples.all.filter {
            query.matches($0.text, zone: RFC4791Examples.zone)
        }.map(\.name)
    }

    private func named(_ name: String, _ content: String = "") -> String {
        "<C:comp-filter name=\"\(name)\">\(content)</C:comp-filter>"
    }

    private func property(_ name: String, _ content: String = "") -> String {
        "<C:prop-filter name=\"\(name)\">\(content)</C:prop-filter>"
    }

    private func times(_ start: String, _ end: String) -> String {
        "<C:time-range start=\"\(start)\" end=\"\(end)\"/>"
    }

    @Test("the examples of RFC 4791 sections 7.8.1 to 7.8.9 find what they show")
    func examples() throws {
        let days = times("20060104T000000Z", "20060105T000000Z")
        #expect(try found(named("VEVENT", days)) == ["abcd2", "abcd3"])
        let day = times("20060102T000000Z", "20060103T000000Z")
        #expect(try found(named("VFREEBUSY", day)) == ["abcd8"])
        let alarm = named("VALARM", times("20060106T100000Z", "20060107T100000Z"))
        #expect(try found(named("VTODO", alarm)) == ["abcd5"])
        let uid = property(
            "UID",
            "<C:text-match collation=\"i;octet\">DC6C50A017428C5216A2F1CD@example.com</C:text-match>"
        )
        #expect(try found(named("VEVENT", uid)) == ["abcd3"])
        let lisa = property(
            "ATTENDEE",
            """
            <C:text-match collation="i;ascii-casemap">mailto:lisa@example.com</C:text-match>\
            <C:param-filter name="PARTSTAT"><C:text-match collation="i;ascii-casemap">NEEDS-ACTION\
            </C:text-match></C:param-filter>
            """)
        #expect(try found(named("VEVENT", lisa)) == ["abcd3"])
        #expect(try found(named("VEVENT")) == ["abcd1", "abcd2", "abcd3"])
        let pending =
            property("COMPLETED", "<C:is-not-defined/>")
            + property(
                "STATUS", "<C:text-match negate-condition=\"yes\">CANCELLED</C:text-match>")
        #expect(try found(named("VTODO", pending)) == ["abcd4", "abcd5"])
        #expect(try found("") == RFC4791Examples.all.map(\.name))
    }

    @Test("texts are compared as the collation says, in values without escapes")
    func texts() throws {
        let event = RFC4791Examples.calendar(
            """
            BEGIN:VEVENT
            UID:1
            DTSTART:20260101T100000Z
            SUMMARY;LANGUAGE=de:Größe\\, ÉTÉ
            CATEGORIES:Work,Home
            CATEGORIES:Garden
            END:VEVENT
            """)
        let rows: [(text: String, collation: String, isFound: Bool)] = [
            ("größe, é", "i;unicode-casemap", true), ("GRÖSSE", "i;unicode-casemap", true),
            ("gRÖSSE", "i;ascii-casemap", false), ("grö", "i;ascii-casemap", true),
            ("GRÖ", "i;ascii-casemap", false), ("Größe,", "i;octet", true),
            ("größe", "i;octet", false), ("", "default", true),
        ]
        for row in rows {
            let match = "<C:text-match collation=\"\(row.collation)\">\(row.text)</C:text-match>"
            let query = try query(named("VEVENT", property("SUMMARY", match)))
            #expect(query.matches(event, zone: .utc) == row.isFound, "\(row)")
        }
        for (content, isFound) in [
            ("<C:param-filter name=\"LANGUAGE\"/>", true),
            ("<C:param-filter name=\"language\"><C:is-not-defined/></C:param-filter>", false),
            ("<C:param-filter name=\"X-A\"><C:is-not-defined/></C:param-filter>", true),
            ("<C:param-filter name=\"X-A\"/>", false),
            (
                "<C:param-filter name=\"LANGUAGE\"><C:text-match negate-condition=\"yes\">DE</C:text-match></C:param-filter>",
                false
            ),
        ] {
            let query = try query(named("VEVENT", property("SUMMARY", content)))
            #expect(query.matches(event, zone: .utc) == isFound, "\(content)")
        }
        let garden = property("categories", "<C:text-match>garden</C:text-match>")
        #expect(try query(named("VEVENT", garden)).matches(event, zone: .utc))
        #expect(try query(property("VERSION") + named("VEVENT")).matches(event, zone: .utc))
        let noAlarm = named("VEVENT", named("VALARM", "<C:is-not-defined/>"))
        #expect(try query(noAlarm).matches(event, zone: .utc))
        #expect(
            try found(named("VTODO", named("VALARM", "<C:is-not-defined/>"))) == ["abcd6", "abcd7"])
        let noEvent = named("VEVENT", "<C:is-not-defined/>")
        #expect(try found(noEvent) == ["abcd4", "abcd5", "abcd6", "abcd7", "abcd8"])
    }

    @Test("properties with a time are compared with a range, also the end that a duration makes")
    func properties() throws {
        let day = times("20060206T000000Z", "20060207T000000Z")
        #expect(try found(named("VEVENT", property("LAST-MODIFIED", day))) == ["abcd3"])
        let end = times("20060102T160000Z", "20060102T160001Z")
        #expect(try found(named("VEVENT", property("DTEND", end))) == ["abcd1"])
        let start = times("20060102T160000Z", "20060102T170000Z")
        #expect(try found(named("VEVENT", property("DTSTART", start))) == [])
        let due = times("20060104T050000Z", "20060104T050001Z")
        #expect(try found(named("VTODO", property("DUE", due))) == ["abcd4"])
    }

    @Test("a filter that is not built as RFC 4791 says is refused")
    func invalid() throws {
        let day = times("20060102T000000Z", "20060103T000000Z")
        let invalid = [
            day, named("VALARM"), named("VTIMEZONE", day), named("VEVENT", named("VEVENT")),
            named("VTIMEZONE", named("STANDARD", day)),
            named("VEVENT", named("VALARM", named("VEVENT"))),
            named("VEVENT", named("VALARM", named("X-COMP", day))),
            named("VEVENT", property("SUMMARY", day)), "<C:comp-filter/>",
            named("VEVENT", times("20060102", "20060103")),
            named("VEVENT", times("20060102T000000", "20060103T000000")),
            named("VEVENT", times("20060103T000000Z", "20060102T000000Z")),
            named("VEVENT", "<C:time-range/>"), named("VEVENT", "<C:prop-filter/>"),
        ]
        for content in invalid {
            #expect(throws: BrokenCondition.validFilter, "\(content)") { try query(content) }
        }
        for content in [
            "", "<C:filter/>", "<C:filter><C:comp-filter name=\"VEVENT\"/></C:filter>",
            filter("") + "<C:timezone-id>Berlin</C:timezone-id>",
        ] {
            #expect(throws: BrokenCondition.self, "\(content)") {
                try CalendarQuery(report("calendar-query", content))
            }
        }
        let anyOf = "<C:comp-filter name=\"VEVENT\" test=\"anyof\"/>"
        let start = property("UID", "<C:text-match match-type=\"starts-with\">a</C:text-match>")
        for content in ["<C:sounds-like/>", anyOf, named("VEVENT", start)] {
            #expect(throws: BrokenCondition.supportedFilter) { try query(content) }
        }
        #expect(try found(named("VFREEBUSY", "<D:sounds-like/>")) == ["abcd8"])
        let match = "<C:text-match collation=\"i;basic\">a</C:text-match>"
        #expect(throws: BrokenCondition.supportedCollation) {
            try query(named("VEVENT", property("UID", match)))
        }
        #expect(BrokenCondition.validFilter.element == .calDAV("valid-filter"))
    }

    @Test("whole days and floating times are in the query's zone, or the reader's")
    func zones() throws {
        let day = RFC4791Examples.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART;VALUE=DATE:20260110\nEND:VEVENT")
        let floating = RFC4791Examples.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART:20260110T000000\nDURATION:PT24H\nEND:VEVENT")
        // The tenth in New York is from 05:00 to 05:00 in UTC.
        let rows = [
            ("20260110T040000Z", "20260110T050000Z", false),
            ("20260110T040000Z", "20260110T050001Z", true),
            ("20260111T045959Z", "20260112T000000Z", true),
            ("20260111T050000Z", "20260112T000000Z", false),
        ]
        let vtimezone = String(
            decoding: RFC4791Examples.calendar(RFC4791Examples.eastern), as: UTF8.self)
        for (start, end, isFound) in rows {
            let asked = named("VEVENT", times(start, end))
            for text in [day, floating] {
                let own = try query(asked)
                #expect(own.matches(text, zone: RFC4791Examples.zone) == isFound)
                for zone in [
                    "<C:timezone>\(vtimezone)</C:timezone>",
                    "<C:timezone-id>America/New_York</C:timezone-id>",
                ] {
                    #expect(try query(asked, after: zone).matches(text, zone: .utc) == isFound)
                }
            }
        }
        for text in [
            "", "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
            String(decoding: RFC4791Examples.text("abcd1"), as: UTF8.self),
        ] {
            #expect(throws: BrokenCondition.validCalendarData) {
                try query("", after: "<C:timezone>\(text)</C:timezone>")
            }
        }
        #expect(throws: BrokenCondition.validTimezone) {
            try query("", after: "<C:timezone-id>bogus</C:timezone-id>")
        }
    }

    @Test("a query says what a store can look up")
    func lookUp() throws {
        let day = times("20060102T000000Z", "20060103T000000Z")
        let range = TimeRange(
            start: Instant(secondsSinceEpoch: 1_136_160_000),
            end: Instant(secondsSinceEpoch: 1_136_246_400))
        let all: Set<ScannedComponent.Kind> = [.event, .todo, .journal, .freeBusy]
        let uid = property("UID", "<C:text-match>Ab</C:text-match>")
        let rows:
            [(
                content: String, kinds: Set<ScannedComponent.Kind>, range: TimeRange?,
                isDecided: Bool, uid: String?
            )] = [
                ("", all, nil, true, nil), (named("VEVENT"), [.event], nil, true, nil),
                (named("VEVENT", day), [.event], range, true, nil),
                (named("VTODO", day), [.todo], range, true, nil),
                (named("VEVENT", uid), [.event], nil, false, "Ab"),
                (named("VEVENT", day + uid), [.event], range, false, "Ab"),
                (named("VEVENT", day) + named("VTIMEZONE"), [.event], range, false, nil),
                (named("VEVENT") + named("VTODO", day), [], nil, false, nil),
                (
                    named("VEVENT", "<C:is-not-defined/>"), [.todo, .journal, .freeBusy], nil,
                    false, nil
                ),
                (property("VERSION") + named("VEVENT"), [.event], nil, false, nil),
                (named("VEVENT", named("VALARM")), [.event], nil, false, nil),
                (named("X-COMP"), all, nil, false, nil),
                (
                    named("VEVENT", "<C:time-range start=\"20060102T000000Z\"/>"), [.event],
                    TimeRange(start: range.start, end: nil), true, nil
                ),
            ]
        for row in rows {
            let query = try query(row.content)
            #expect(query.kinds == row.kinds, "\(row.content)")
            #expect(query.range == row.range, "\(row.content)")
            #expect(query.isDecidedByRange == row.isDecided, "\(row.content)")
            #expect(query.uid == row.uid, "\(row.content)")
        }
    }
}
