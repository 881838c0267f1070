import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a mirror wants in its target")
struct MirrorBlocksTests {
    /// The blocks of a calendar on 20 November 2026, each as its lines without name, mark and stamps.
    func blocks(
        _ events: String..., zones: String = "", me: Set<String> = [], taken: Set<String> = [],
        _ change: (inout Mirror) -> Void = { _ in }
    ) throws -> [[String]] {
        var mirror = Mirror(name: "m", of: ["a"], to: "b", zone: "Europe/Berlin", owner: "laptop")
        change(&mirror)
        let text =
            "BEGIN:VCALENDAR\r\n" + zones
            + events.map {
                "BEGIN:VEVENT\r\n" + $0.replacing("\n", with: "\r\n") + "\r\nEND:VEVENT\r\n"
            }.joined() + "END:VCALENDAR\r\n"
        let calendar = MirroredCalendar(Array(text.utf8))
        let wanted = MirrorBlocks(
            mirror, calendar.scope, me: me, today: try Make.date("2026-11-20"), taken: taken
        ).blocks(of: calendar.series)
        return wanted.map { block in
            block.events.flatMap { event in
                CalendarWriter.component(event).split(whereSeparator: \.isNewline).map(String.init)
                    .filter { line in
                        !["BEGIN", "END", "UID", "SEQUENCE"].contains {
                            line.hasPrefix($0 + ":")
                        }
                    }
            }
        }
    }

    @Test("a single event is its times and the title that was chosen, and nothing else")
    func single() throws {
        let event = """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DTEND;TZID=Europe/Berlin:20261123T100000
            SUMMARY:Doctor
            LOCATION:Clinic
            DESCRIPTION:Results
            ATTENDEE:mailto:kim@example.org
            """
        #expect(
            try blocks(event) { $0.title = "Away" } == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261123T090000",
                    "DTEND;TZID=Europe/Berlin:20261123T100000", "SUMMARY:Away",
                ]
            ])
        #expect(
            try blocks(event) { $0.details = [.title, .location] } == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261123T090000",
                    "DTEND;TZID=Europe/Berlin:20261123T100000", "SUMMARY:Doctor", "LOCATION:Clinic",
                ]
            ])
        #expect(try blocks(event) { $0.isPrivate = true }[0].last == "CLASS:PRIVATE")
    }

    @Test("a private event shows no title even where others do")
    func privateEvent() throws {
        let event = """
            UID:a
            DTSTART:20261123T090000Z
            DTEND:20261123T100000Z
            SUMMARY:Doctor
            CLASS:CONFIDENTIAL
            """
        #expect(
            try blocks(event) { $0.details = [.title] } == [
                ["DTSTART:20261123T090000Z", "DTEND:20261123T100000Z", "SUMMARY:Busy"]
            ])
    }

    @Test(
        "what leaves the reader free is no busy time",
        arguments: [
            "TRANSP:TRANSPARENT", "STATUS:CANCELLED",
            "ATTENDEE;PARTSTAT=DECLINED:mailto:kim@example.org",
        ])
    func free(_ line: String) throws {
        let event = "UID:a\nDTSTART:20261123T090000Z\nDTEND:20261123T100000Z\n" + line
        #expect(try blocks(event, me: ["kim@example.org"]).isEmpty)
    }

    @Test("an event without length is none either; one of whole days is")
    func length() throws {
        #expect(try blocks("UID:a\nDTSTART:20261123T090000Z").isEmpty)
        #expect(
            try blocks("UID:a\nDTSTART:20261123T090000Z\nDTEND:20261123T090000Z").isEmpty)
        #expect(
            try blocks("UID:a\nDTSTART;VALUE=DATE:20261123") == [
                ["DTSTART;VALUE=DATE:20261123", "SUMMARY:Busy"]
            ])
    }

    @Test("the days count from today, by UTC, and what has begun is among them")
    func window() throws {
        func count(_ start: String, _ end: String) throws -> Int {
            try blocks("UID:a\nDTSTART:\(start)\nDTEND:\(end)") { $0.days = 10 }.count
        }
        #expect(try count("20261119T220000Z", "20261120T000000Z") == 0)
        #expect(try count("20261119T220000Z", "20261120T000001Z") == 1)
        #expect(try count("20261129T235959Z", "20261130T100000Z") == 1)
        #expect(try count("20261130T000000Z", "20261130T100000Z") == 0)
        // Midnight in the mirror's zone, an hour before that of UTC.
        #expect(try count("20261130T000000", "20261130T100000") == 1)
        #expect(try count("20261130T010000", "20261130T100000") == 0)
    }

    @Test("zones get the names that everybody knows; a time without one is in the mirror's zone")
    func zones() throws {
        #expect(
            try blocks(
                """
                UID:a
                DTSTART;TZID=W. Europe Standard Time:20261123T090000
                DTEND;TZID=W. Europe Standard Time:20261123T100000
                """)[0].first == "DTSTART;TZID=Europe/Berlin:20261123T090000")
        #expect(
            try blocks(
                """
                UID:a
                DTSTART:20261123T090000
                DTEND:20261123T100000
                RRULE:FREQ=DAILY;UNTIL=20261125T090000
                """
            ) { $0.zone = "America/New_York" } == [
                [
                    "DTSTART;TZID=America/New_York:20261123T090000",
                    "DTEND;TZID=America/New_York:20261123T100000",
                    "RRULE:FREQ=DAILY;UNTIL=20261125T140000Z", "SUMMARY:Busy",
                ]
            ])
    }

    @Test("a series in a zone that only its file knows becomes its instances")
    func ownZone() throws {
        let found = try blocks(
            """
            UID:a
            DTSTART;TZID=Ours:20261123T090000
            DTEND;TZID=Ours:20261123T100000
            RRULE:FREQ=DAILY;COUNT=2
            """, zones: Make.timeZone(offset: "+0130"))
        #expect(
            found == [
                ["DTSTART:20261123T073000Z", "DTEND:20261123T083000Z", "SUMMARY:Busy"],
                ["DTSTART:20261124T073000Z", "DTEND:20261124T083000Z", "SUMMARY:Busy"],
            ])
    }

    /// Exchange writes the rules of today as if they had applied since 1601.
    @Test(
        "a series in a zone that its file defines as Europe/Berlin stays one",
        arguments: ["W. Europe Standard Time", "W. Europe Standard Time 1", "Customized Time Zone"])
    func exchangeZone(_ name: String) throws {
        let zone = """
            BEGIN:VTIMEZONE
            TZID:\(name)
            BEGIN:STANDARD
            DTSTART:16010101T030000
            TZOFFSETFROM:+0200
            TZOFFSETTO:+0100
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
            END:STANDARD
            BEGIN:DAYLIGHT
            DTSTART:16010101T020000
            TZOFFSETFROM:+0100
            TZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
            END:DAYLIGHT
            END:VTIMEZONE

            """
        let found = try blocks(
            """
            UID:a
            DTSTART;TZID="\(name)":20261102T180000
            DTEND;TZID="\(name)":20261102T193000
            RRULE:FREQ=WEEKLY;BYDAY=MO
            EXDATE;TZID="\(name)":20261214T180000
            """,
            """
            UID:a
            RECURRENCE-ID:20261207T170000Z
            DTSTART;TZID="\(name)":20261208T190000
            DTEND;TZID="\(name)":20261208T203000
            """, zones: zone.replacing("\n", with: "\r\n"))
        #expect(
            found == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261102T180000",
                    "DTEND;TZID=Europe/Berlin:20261102T193000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
                    "EXDATE;TZID=Europe/Berlin:20261214T180000", "SUMMARY:Busy",
                    "RECURRENCE-ID;TZID=Europe/Berlin:20261207T180000",
                    "DTSTART;TZID=Europe/Berlin:20261208T190000",
                    "DTEND;TZID=Europe/Berlin:20261208T203000", "SUMMARY:Busy",
                ]
            ])
    }

    @Test("a block of any mirror is no source")
    func mirrored() throws {
        let times = "DTSTART:20261123T090000Z\nDTEND:20261123T100000Z"
        #expect(try blocks("UID:agm-0123456789abcdef0123456789abcdef\n" + times).isEmpty)
        #expect(try blocks("UID:a\nX-AGENDA-MIRROR:x\n" + times).isEmpty)
    }

    @Test("flat blocks say neither how many events there are nor which repeat")
    func flat() throws {
        let found = try blocks(
            "UID:a\nDTSTART:20261123T090000Z\nDTEND:20261123T100000Z\nRRULE:FREQ=DAILY;COUNT=2",
            "UID:b\nDTSTART:20261123T100000Z\nDTEND:20261123T113000Z"
        ) { $0.isFlat = true }
        #expect(
            found == [
                ["DTSTART:20261123T090000Z", "DTEND:20261123T113000Z", "SUMMARY:Busy"],
                ["DTSTART:20261124T090000Z", "DTEND:20261124T100000Z", "SUMMARY:Busy"],
            ])
    }
}
