import AgendaKit
import AgendaSync
import ICalendar
import Testing

@testable import AgendaService

@Suite("When somebody is busy")
struct FreeBusyQueryTests {
    private static let times = "<C:time-range start=\"20060104T140000Z\" end=\"20060105T220000Z\"/>"
    private let nobody = CalendarAddresses([])

    /// The lines that tell of busy times.
    private func busy(_ query: FreeBusyQuery) -> [String] {
        query.calendar(now: Instant(secondsSinceEpoch: 0)).split(separator: "\r\n").map(String.init)
            .filter { $0.hasPrefix("FREEBUSY") }
    }

    @Test("RFC 4791 section 7.10.1: the events of the examples, and the stored busy times")
    func examples() throws {
        var query = try FreeBusyQuery(report("free-busy-query", Self.times))
        for (name, text) in RFC4791Examples.all where name != "abcd8" {
            try query.add(text, zone: RFC4791Examples.zone, of: nobody)
        }
        // The example leaves out the series' instance of the fifth, at 12:00 EST.
        let own = [
            "FREEBUSY:20060104T190000Z/20060104T200000Z,20060105T170000Z/20060105T180000Z",
            "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060104T150000Z/20060104T160000Z",
        ]
        // Lines are folded at 75 octets.
        #expect(busy(query)[0].hasPrefix(String(own[0].prefix(74))))
        #expect(busy(query)[1] == own[1])
        try query.add(RFC4791Examples.text("abcd8"), zone: .utc, of: nobody)
        #expect(
            busy(query).last
                == "FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20060105T100000Z/20060105T120000Z")
        let text = query.calendar(now: Instant(secondsSinceEpoch: 0))
        for line in [
            "BEGIN:VCALENDAR", "BEGIN:VFREEBUSY", "DTSTAMP:19700101T000000Z",
            "DTSTART:20060104T140000Z", "DTEND:20060105T220000Z", "END:VFREEBUSY", "END:VCALENDAR",
        ] {
            #expect(text.contains("\(line)\r\n"))
        }
    }

    @Test(
        "events that leave their time free, and those declined, are left out; times that touch are one"
    )
    func kinds() throws {
        func busy(_ lines: String, of person: [String] = []) throws -> [String] {
            var query = try FreeBusyQuery(report("free-busy-query", Self.times))
            let text = RFC4791Examples.calendar("BEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT")
            try query.add(text, zone: RFC4791Examples.zone, of: CalendarAddresses(person))
            return self.busy(query)
        }
        let hour = "DTSTART:20060104T150000Z\nDURATION:PT1H"
        let found = "FREEBUSY:20060104T150000Z/20060104T160000Z"
        #expect(try busy(hour) == [found])
        #expect(try busy(hour + "\nTRANSP:TRANSPARENT") == [])
        #expect(try busy(hour + "\nSTATUS:CANCELLED") == [])
        #expect(try busy("DTSTART:20060104T150000Z") == [])
        let invited = hour + "\nATTENDEE;PARTSTAT=DECLINED:mailto:Kim@example.org"
        #expect(try busy(invited, of: ["kim@example.org"]) == [])
        #expect(try busy(invited, of: ["lee@example.org"]) == [found])
        // All of the fifth in New York, cut at the range's end; and the hour beside its midnight.
        #expect(
            try busy(
                """
                DTSTART;VALUE=DATE:20060105
                END:VEVENT
                BEGIN:VEVENT
                UID:2
                DTSTART:20060105T040000Z
                DTEND:20060105T050000Z
                """) == ["FREEBUSY:20060105T040000Z/20060105T220000Z"])
        #expect(
            try busy("DTSTART:20060103T150000Z\nDURATION:P1D") == [
                "FREEBUSY:20060104T140000Z/20060104T150000Z"
            ])
    }

    @Test("a range that is none is refused, and so are more than 10,000 instances")
    func refused() throws {
        for content in [
            "", Self.times + Self.times, "<C:time-range start=\"20060104T140000Z\"/>",
            "<C:time-range start=\"19900101\" end=\"20400101\"/>",
            "<C:time-range start=\"19900101T000000\" end=\"20400101T000000\"/>",
        ] {
            #expect(throws: BrokenCondition.validFilter) {
                try FreeBusyQuery(report("free-busy-query", content))
            }
        }
        let range = "<C:time-range start=\"19900101T000000Z\" end=\"20400101T000000Z\"/>"
        var query = try FreeBusyQuery(report("free-busy-query", range))
        let daily = RFC4791Examples.calendar(
            "BEGIN:VEVENT\nUID:1\nDTSTART:19900101T100000Z\nRRULE:FREQ=DAILY\nEND:VEVENT")
        #expect(throws: BrokenCondition.numberOfMatchesWithinLimits) {
            try query.add(daily, zone: .utc, of: nobody)
        }
    }
}
