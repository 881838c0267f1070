/// A property's or component's name of up to 16 letters, compared in two steps.
struct PlainName: Equatable {
    private let head: UInt64
    private let tail: UInt64

    /// A longer name is none of those known here.
    init(_ name: UnsafeRawBufferPointer) {
        var (head, tail) = (UInt64(0), UInt64(0))
        for byte in name.prefix(8) { head = head << 8 | UInt64(byte) }
        for byte in name.dropFirst(8).prefix(8) { tail = tail << 8 | UInt64(byte) }
        // A name of 16 letters would otherwise equal a longer one that begins with it.
        self.head = head
        self.tail = name.count > 16 ? .max : tail
    }

    private init(_ name: StaticString) {
        self.init(UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    }

    static let (begin, end) = (PlainName("BEGIN"), PlainName("END"))
    static let (uid, stamp) = (PlainName("UID"), PlainName("DTSTAMP"))
    static let (start, finish) = (PlainName("DTSTART"), PlainName("DTEND"))
    static let (duration, recurrenceID) = (PlainName("DURATION"), PlainName("RECURRENCE-ID"))
    static let (rule, exceptionDate) = (PlainName("RRULE"), PlainName("EXDATE"))
    static let (created, lastModified) = (PlainName("CREATED"), PlainName("LAST-MODIFIED"))
    static let (sequence, priority) = (PlainName("SEQUENCE"), PlainName("PRIORITY"))
    static let (summary, location) = (PlainName("SUMMARY"), PlainName("LOCATION"))
    static let (description, url) = (PlainName("DESCRIPTION"), PlainName("URL"))
    static let (color, categories) = (PlainName("COLOR"), PlainName("CATEGORIES"))
    static let (status, transparency) = (PlainName("STATUS"), PlainName("TRANSP"))
    static let (classification, organizer) = (PlainName("CLASS"), PlainName("ORGANIZER"))
    static let (attendee, action) = (PlainName("ATTENDEE"), PlainName("ACTION"))
    static let (repetitions, acknowledged) = (PlainName("REPEAT"), PlainName("ACKNOWLEDGED"))
    static let (trigger, comment) = (PlainName("TRIGGER"), PlainName("COMMENT"))
    static let (due, completed) = (PlainName("DUE"), PlainName("COMPLETED"))
    static let percent = PlainName("PERCENT-COMPLETE")
    static let (contact, relatedTo) = (PlainName("CONTACT"), PlainName("RELATED-TO"))
    static let (position, recurrenceDate) = (PlainName("GEO"), PlainName("RDATE"))
    static let conference = PlainName("CONFERENCE")
    static let (zone, zoneLocation) = (PlainName("TZID"), PlainName("X-LIC-LOCATION"))
    static let (zoneName, offsetFrom) = (PlainName("TZNAME"), PlainName("TZOFFSETFROM"))
    static let offsetTo = PlainName("TZOFFSETTO")

    /// Of properties that nothing is made of.
    static let ignored = [
        comment, contact, relatedTo, PlainName("ATTACH"), PlainName("IMAGE"),
        PlainName("RESOURCES"),
    ]
    /// Of an alarm's properties that nothing is made of (RFC 5545 3.6.6, RFC 9074).
    static let ignoredInAlarms = [uid, summary, attendee, relatedTo, PlainName("ATTACH")]
}
