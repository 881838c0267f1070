import AgendaSync
import ICalendar

/// The calendar of RFC 4791 appendix B, with what section 7.8.8 shows besides.
enum RFC4791Examples {
    /// The resources by the names of their files.
    static let all: [(name: String, text: [UInt8])] = [
        ("abcd1", calendar(eastern, event1)), ("abcd2", calendar(eastern, event2)),
        ("abcd3", calendar(eastern, event3)), ("abcd4", calendar(todo1)),
        ("abcd5", calendar(todo2)), ("abcd6", calendar(todo3)), ("abcd7", calendar(todo4)),
        ("abcd8", calendar(freeBusy)),
    ]

    /// A resource's text.
    static func text(_ name: String) -> [UInt8] { all.first { $0.name == name }?.text ?? [] }

    /// Components as a calendar; lines end with CRLF.
    static func calendar(_ components: String...) -> [UInt8] {
        let lines =
            ["BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example Corp.//CalDAV Client//EN"]
            + components + ["END:VCALENDAR", ""]
        return Array(lines.joined(separator: "\n").replacing("\n", with: "\r\n").utf8)
    }

    /// The zone of New York, as it was in 2006.
    static let zone = SystemZones.database.rules(named: "America/New_York") ?? .utc

    static let eastern = """
        BEGIN:VTIMEZONE
        LAST-MODIFIED:20040110T032845Z
        TZID:US/Eastern
        BEGIN:DAYLIGHT
        DTSTART:20000404T020000
        RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4
        TZNAME:EDT
        TZOFFSETFROM:-0500
        TZOFFSETTO:-0400
        END:DAYLIGHT
        BEGIN:STANDARD
        DTSTART:20001026T020000
        RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
        TZNAME:EST
        TZOFFSETFROM:-0400
        TZOFFSETTO:-0500
        END:STANDARD
        END:VTIMEZONE
        """

    private static let event1 = """
        BEGIN:VEVENT
        DTSTAMP:20060206T001102Z
        DTSTART;TZID=US/Eastern:20060102T100000
        DURATION:PT1H
        SUMMARY:Event #1
        Description:Go Steelers!
        UID:74855313FA803DA593CD579A@example.com
        END:VEVENT
        """

    private static let event2 = """
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060102T120000
        DURATION:PT1H
        RRULE:FREQ=DAILY;COUNT=5
        SUMMARY:Event #2
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060104T140000
        DURATION:PT1H
        RECURRENCE-ID;TZID=US/Eastern:20060104T120000
        SUMMARY:Event #2 bis
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        BEGIN:VEVENT
        DTSTAMP:20060206T001121Z
        DTSTART;TZID=US/Eastern:20060106T140000
        DURATION:PT1H
        RECURRENCE-ID;TZID=US/Eastern:20060106T120000
        SUMMARY:Event #2 bis bis
        UID:00959BC664CA650E933C892C@example.com
        END:VEVENT
        """

    private static let event3 = """
        BEGIN:VEVENT
        ATTENDEE;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:cyrus@example.com
        ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lisa@example.com
        DTSTAMP:20060206T001220Z
        DTSTART;TZID=US/Eastern:20060104T100000
        DURATION:PT1H
        LAST-MODIFIED:20060206T001330Z
        ORGANIZER:mailto:cyrus@example.com
        SEQUENCE:1
        STATUS:TENTATIVE
        SUMMARY:Event #3
        UID:DC6C50A017428C5216A2F1CD@example.com
        X-ABC-GUID:E1CX5Dr-0007ym-Hz@example.com
        END:VEVENT
        """

    private static let todo1 = """
        BEGIN:VTODO
        DTSTAMP:20060205T235335Z
        DUE;VALUE=DATE:20060104
        STATUS:NEEDS-ACTION
        SUMMARY:Task #1
        UID:DDDEEB7915FA61233B861457@example.com
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;RELATED=START:-PT10M
        END:VALARM
        END:VTODO
        """

    private static let todo2 = """
        BEGIN:VTODO
        DTSTAMP:20060205T235300Z
        DUE;TZID=US/Eastern:20060106T120000
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:NEEDS-ACTION
        SUMMARY:Task #2
        UID:E10BA47467C5C69BB74E8720@example.com
        BEGIN:VALARM
        ACTION:AUDIO
        TRIGGER;RELATED=START:-PT10M
        END:VALARM
        END:VTODO
        """

    private static let todo3 = """
        BEGIN:VTODO
        COMPLETED:20051223T122322Z
        DTSTAMP:20060205T235400Z
        DUE;VALUE=DATE:20051225
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:COMPLETED
        SUMMARY:Task #3
        UID:E10BA47467C5C69BB74E8722@example.com
        END:VTODO
        """

    private static let todo4 = """
        BEGIN:VTODO
        DTSTAMP:20060205T235600Z
        DUE;VALUE=DATE:20060101
        LAST-MODIFIED:20060205T235308Z
        SEQUENCE:1
        STATUS:CANCELLED
        SUMMARY:Task #4
        UID:E10BA47467C5C69BB74E8725@example.com
        END:VTODO
        """

    private static let freeBusy = """
        BEGIN:VFREEBUSY
        ORGANIZER;CN="Bernard Desruisseaux":mailto:bernard@example.com
        UID:76ef34-54a3d2@example.com
        DTSTAMP:20050530T123421Z
        DTSTART:20060101T000000Z
        DTEND:20060108T000000Z
        FREEBUSY:20050531T230000Z/20050601T010000Z
        FREEBUSY;FBTYPE=BUSY-TENTATIVE:20060102T100000Z/20060102T120000Z
        FREEBUSY:20060103T100000Z/20060103T120000Z
        FREEBUSY:20060104T100000Z/20060104T120000Z
        FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20060105T100000Z/20060105T120000Z
        FREEBUSY:20060106T100000Z/20060106T120000Z
        END:VFREEBUSY
        """
}

/// A report's XML, with the prefixes `C` for CalDAV and `D` for WebDAV.
func report(_ name: String, _ content: String) throws -> XMLElement {
    try XMLElement.read(
        Array(
            "<C:\(name) xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\">\(content)</C:\(name)>"
                .utf8))
}

/// A filter of the calendar's components.
func filter(_ content: String) -> String {
    "<C:filter><C:comp-filter name=\"VCALENDAR\">\(content)</C:comp-filter></C:filter>"
}
