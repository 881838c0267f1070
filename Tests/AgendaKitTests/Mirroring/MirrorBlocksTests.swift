import ICalendar
import Testing

@testable import AgendaKit

@Suite("What a mirror wants in its target")
struct MirrorBlocksTests {
    /// The blocks of a calendar on 20 November 2026, each as its lines without name, mark and stamps.
    private func blocks(
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
    }

    @Test("a series is one block with its rule, its holes and its moved days")
    func series() throws {
        let master = """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261102T093000
            DTEND;TZID=Europe/Berlin:20261102T100000
            RRULE:FREQ=WEEKLY;BYDAY=MO
            EXDATE:20261130T083000Z
            SUMMARY:Stand-up
            """
        let moved = """
            UID:a
            RECURRENCE-ID;TZID=Europe/Berlin:20261207T093000
            DTSTART;TZID=Europe/Berlin:20261208T140000
            DTEND;TZID=Europe/Berlin:20261208T150000
            SUMMARY:Stand-up with Kim
            """
        let cancelled = """
            UID:a
            RECURRENCE-ID:20261214T083000Z
            DTSTART;TZID=Europe/Berlin:20261214T093000
            DTEND;TZID=Europe/Berlin:20261214T100000
            STATUS:CANCELLED
            """
        #expect(
            try blocks(master, moved, cancelled) == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261102T093000",
                    "DTEND;TZID=Europe/Berlin:20261102T100000", "RRULE:FREQ=WEEKLY;BYDAY=MO",
                    "EXDATE;TZID=Europe/Berlin:20261130T093000",
                    "EXDATE;TZID=Europe/Berlin:20261214T093000", "SUMMARY:Busy",
                    "RECURRENCE-ID;TZID=Europe/Berlin:20261207T093000",
                    "DTSTART;TZID=Europe/Berlin:20261208T140000",
                    "DTEND;TZID=Europe/Berlin:20261208T150000", "SUMMARY:Busy",
                ]
            ])
    }

    @Test("a day left out of a series with times leaves out its instance")
    func dayLeftOut() throws {
        let found = try blocks(
            """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261102T093000
            DURATION:PT30M
            RRULE:FREQ=WEEKLY;COUNT=10
            EXDATE;VALUE=DATE:20261207
            """)
        #expect(
            found == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261102T093000", "DURATION:PT30M",
                    "RRULE:FREQ=WEEKLY;COUNT=10", "EXDATE;TZID=Europe/Berlin:20261207T093000",
                    "SUMMARY:Busy",
                ]
            ])
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

    @Test("one busy instance of a series that leaves free is a block of its own")
    func loneInstance() throws {
        let found = try blocks(
            """
            UID:a
            DTSTART:20261123T090000Z
            DTEND:20261123T100000Z
            RRULE:FREQ=DAILY;COUNT=5
            TRANSP:TRANSPARENT
            """,
            """
            UID:a
            RECURRENCE-ID:20261125T090000Z
            DTSTART:20261125T110000Z
            DTEND:20261125T120000Z
            """)
        #expect(found == [["DTSTART:20261125T110000Z", "DTEND:20261125T120000Z", "SUMMARY:Busy"]])
    }

    @Test("an instance that moves all later ones makes two series")
    func future() throws {
        let found = try blocks(
            """
            UID:a
            DTSTART:20261123T090000Z
            DTEND:20261123T100000Z
            RRULE:FREQ=DAILY;COUNT=3
            """,
            """
            UID:a
            RECURRENCE-ID;RANGE=THISANDFUTURE:20261124T090000Z
            DTSTART:20261124T110000Z
            DTEND:20261124T120000Z
            """)
        #expect(
            found == [
                [
                    "DTSTART:20261123T090000Z", "DTEND:20261123T100000Z",
                    "RRULE:FREQ=DAILY;UNTIL=20261124T085959Z", "SUMMARY:Busy",
                ],
                [
                    "DTSTART:20261124T110000Z", "DTEND:20261124T120000Z",
                    "RRULE:FREQ=DAILY;COUNT=2",
                    "SUMMARY:Busy",
                ],
            ])
    }

    @Test(
        "several such instances make several series, also where the first one is meant, and one is called off"
    )
    func futures() throws {
        func future(_ day: Int, _ hour: Int, _ more: String = "") -> String {
            """
            UID:a
            RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:202611\(day)T090000
            DTSTART;TZID=Europe/Berlin:202611\(day)T\(hour)0000
            DURATION:PT1H
            \(more)SUMMARY:Secret
            """
        }
        let found = try blocks(
            """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DURATION:PT1H
            RRULE:FREQ=DAILY;COUNT=8
            EXDATE;TZID=Europe/Berlin:20261129T090000
            """, future(23, 10), future(25, 11), future(27, 12, "STATUS:CANCELLED\n"),
            future(28, 13))
        let start = "DTSTART;TZID=Europe/Berlin:"
        #expect(
            found == [
                [
                    start + "20261123T100000", "DURATION:PT1H",
                    "RRULE:FREQ=DAILY;UNTIL=20261125T085959Z", "SUMMARY:Busy",
                ],
                [
                    start + "20261125T110000", "DURATION:PT1H",
                    "RRULE:FREQ=DAILY;UNTIL=20261127T095959Z", "SUMMARY:Busy",
                ],
                [
                    start + "20261128T130000", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3",
                    "EXDATE;TZID=Europe/Berlin:20261129T130000", "SUMMARY:Busy",
                ],
            ])
    }

    @Test("an instance that differs only in what is not shown is none of its own")
    func sameInstance() throws {
        let master = """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DTEND;TZID=Europe/Berlin:20261123T100000
            RRULE:FREQ=WEEKLY
            SUMMARY:Stand-up
            """
        let other = """
            UID:a
            RECURRENCE-ID:20261130T080000Z
            DTSTART:20261130T080000Z
            DURATION:PT1H
            SUMMARY:Stand-up with Kim
            """
        #expect(
            try blocks(master, other) == [
                [
                    "DTSTART;TZID=Europe/Berlin:20261123T090000",
                    "DTEND;TZID=Europe/Berlin:20261123T100000", "RRULE:FREQ=WEEKLY", "SUMMARY:Busy",
                ]
            ])
        #expect(
            try blocks(master, other) { $0.details = [.title] }[0].contains(
                "RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000"))
    }

    @Test("an instance that is named by its day alone, and one of whole days by a time")
    func namedOtherwise() throws {
        let moved = try blocks(
            """
            UID:a
            DTSTART;TZID=Europe/Berlin:20261123T090000
            DURATION:PT1H
            RRULE:FREQ=WEEKLY;COUNT=3
            """,
            """
            UID:a
            RECURRENCE-ID;VALUE=DATE:20261130
            DTSTART;TZID=Europe/Berlin:20261201T090000
            DURATION:PT1H
            """)
        #expect(moved.count == 1)
        #expect(moved[0].contains("RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000"))
        let days = try blocks(
            """
            UID:a
            DTSTART;VALUE=DATE:20261123
            RRULE:FREQ=DAILY;COUNT=4
            EXDATE;TZID=Europe/Berlin:20261124T000000
            EXDATE;VALUE=DATE:20261125
            """)
        #expect(
            days == [
                [
                    "DTSTART;VALUE=DATE:20261123", "RRULE:FREQ=DAILY;COUNT=4",
                    "EXDATE;VALUE=DATE:20261124", "EXDATE;VALUE=DATE:20261125", "SUMMARY:Busy",
                ]
            ])
    }

    @Test("a series that has lost its length leaves no block, though it was taken")
    func lengthLost() throws {
        let mirror = Mirror(name: "m", of: ["a"], to: "b", zone: "Europe/Berlin", owner: "laptop")
        let name = MirrorNames(secret: mirror.secret).uid(of: "a")
        let text = "UID:a\nDTSTART:20261123T090000Z\nRRULE:FREQ=DAILY"
        #expect(try blocks(text, taken: [name]) { $0 = mirror }.isEmpty)
    }

    @Test("a series that was taken stays until it is over")
    func taken() throws {
        let yearly = "UID:a\nDTSTART;VALUE=DATE:20200601\nRRULE:FREQ=YEARLY"
        let uid = { (mirror: Mirror) in MirrorNames(secret: mirror.secret).uid(of: "a") }
        #expect(try blocks(yearly).isEmpty)
        var mirror = Mirror(name: "m", of: ["a"], to: "b", zone: "Europe/Berlin", owner: "laptop")
        let name = uid(mirror)
        #expect(try blocks(yearly, taken: [name]) { $0 = mirror }.count == 1)
        let over = "UID:a\nDTSTART;VALUE=DATE:20200601\nRRULE:FREQ=YEARLY;COUNT=3"
        mirror.days = 20
        #expect(try blocks(over, taken: [name]) { $0 = mirror }.isEmpty)
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
