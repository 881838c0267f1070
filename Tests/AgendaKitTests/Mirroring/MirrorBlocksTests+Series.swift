import ICalendar
import Testing

@testable import AgendaKit

extension MirrorBlocksTests {
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
}
