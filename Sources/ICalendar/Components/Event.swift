/// One VEVENT or VTODO (RFC 5545 3.6.1, 3.6.2) as values: a whole series, one override of an
/// instance, or a single event or to-do.
///
/// A to-do recurs, is written and is changed as an event is: what both have stands here once, and
/// ``todo`` holds what only a to-do has.
///
/// An event only counts its participants; ``ICalendarParser/participants(in:)`` parses them on
/// request: they are the bulk of a busy calendar.
public struct Event: Hashable, Sendable {
    /// `UID`: the same for all copies and overrides of the event.
    public var uid: String
    /// `RECURRENCE-ID`: which instance this component overrides; nil for a master.
    public var recurrenceID: CalendarTime?
    /// `RANGE=THISANDFUTURE`: the override also moves every later instance.
    public var overridesFuture: Bool = false

    /// `DTSTART`; for a to-do without one, see ``Todo/Anchor``.
    public var start: CalendarTime
    /// `DTEND` (for a to-do `DUE`) or `DURATION`.
    public var end: EventEnd = .none

    /// `RRULE`; the recurrence set is the union of all.
    public var recurrenceRules: [RecurrenceRule] = []
    /// `EXRULE` (RFC 2445): read, never written.
    public var exceptionRules: [RecurrenceRule] = []
    /// `RDATE`.
    public var recurrenceDates: [RecurrenceDate] = []
    /// `EXDATE`.
    public var exceptionDates: [CalendarTime] = []

    /// `SUMMARY`.
    public var summary: String?
    /// `LOCATION`.
    public var location: String?
    /// `DESCRIPTION`.
    public var details: String?
    /// `URL`.
    public var url: String?
    /// `CATEGORIES`, from all lines.
    public var categories: [String] = []
    /// `STATUS`.
    public var status: EventStatus = .confirmed
    /// `TRANSP:TRANSPARENT`: the event does not make its time busy.
    public var isTransparent: Bool = false
    /// `CLASS` as written, such as `PRIVATE`.
    public var classification: String?
    /// `PRIORITY`: 1 is highest, 9 lowest, 0 undefined.
    public var priority: Int = 0
    /// `GEO`: degrees north and east.
    public var geo: GeoPosition?
    /// `COLOR` (RFC 7986): a CSS3 colour name.
    public var color: String?
    /// `CONFERENCE` (RFC 7986): URIs for joining.
    public var conferences: [String] = []

    /// `ORGANIZER`.
    public var organizer: Participant?
    /// How many `ATTENDEE` properties the component has.
    public var participantCount: Int = 0
    /// `VALARM` components.
    public var alarms: [Alarm] = []

    /// `SEQUENCE`: the organizer's count of significant changes.
    public var sequence: Int = 0
    /// `DTSTAMP`.
    public var stamp: Instant?
    /// `CREATED`.
    public var created: Instant?
    /// `LAST-MODIFIED`.
    public var lastModified: Instant?

    /// What only a to-do has; nil for an event.
    public var todo: Todo?

    /// Creates an event from its identity and start; the caller sets everything else afterwards.
    public init(uid: String, start: CalendarTime) {
        self.uid = uid
        self.start = start
    }

    /// Whether this component by itself defines a recurrence set.
    public var isRecurring: Bool { !recurrenceRules.isEmpty || !recurrenceDates.isEmpty }

    /// Every time that may name a zone.
    package var times: [CalendarTime] {
        var times = [start] + exceptionDates + recurrenceDates.map(\.start)
        for end in [end] + recurrenceDates.map(\.end) {
            if case .time(let time) = end { times.append(time) }
        }
        return times + [recurrenceID].compactMap { $0 }
    }
}

/// How an event ends (RFC 5545 3.6.1: DTEND or DURATION, never both).
public enum EventEnd: Hashable, Sendable {
    /// Neither: one day for a date, no length for a time.
    case none
    /// `DTEND`, exclusive; `DUE` of a to-do, where a date includes its day.
    case time(CalendarTime)
    /// `DURATION`.
    case duration(CalendarDuration)
}

/// `STATUS` of a VEVENT (RFC 5545 3.8.1.11).
public enum EventStatus: String, Hashable, Sendable {
    /// The event takes place; also the default.
    case confirmed
    /// The event may take place.
    case tentative
    /// The event does not take place.
    case cancelled
}

/// `GEO` (RFC 5545 3.8.1.6).
public struct GeoPosition: Hashable, Sendable {
    /// Degrees north, -90 to 90.
    public var latitude: Double
    /// Degrees east, -180 to 180.
    public var longitude: Double

    /// A position on Earth.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// One value of `RDATE` (RFC 5545 3.8.5.2): a further instance, with its own length if the value is
/// a PERIOD.
public struct RecurrenceDate: Hashable, Sendable {
    /// Where the instance starts.
    public var start: CalendarTime
    /// The PERIOD's end or duration; `none` if the instance is as long as the event.
    public var end: EventEnd

    /// Creates a further instance.
    public init(start: CalendarTime, end: EventEnd = .none) {
        self.start = start
        self.end = end
    }
}

/// An `ORGANIZER` or `ATTENDEE` (RFC 5545 3.8.4.1, 3.8.4.3).
public struct Participant: Hashable, Sendable {
    /// The calendar address as written, such as `mailto:kim@example.org`.
    public var address: String
    /// `CN`.
    public var name: String?
    /// `ROLE` in upper case; `REQ-PARTICIPANT` when absent.
    public var role: String = "REQ-PARTICIPANT"
    /// `PARTSTAT` in upper case; `NEEDS-ACTION` when absent.
    public var status: String = "NEEDS-ACTION"
    /// `CUTYPE` in upper case; `INDIVIDUAL` when absent.
    public var kind: String = "INDIVIDUAL"
    /// `RSVP`.
    public var expectsReply: Bool = false

    /// Creates a participant from an address.
    public init(address: String) {
        self.address = address
    }
}
