public import ICalendar

/// One occurrence with its event's text: what stands in a ``Node``.
public struct AgendaEvent: Hashable, Sendable {
    /// Stable across runs, and enough to find the occurrence again.
    public var id: OccurrenceID
    /// The event's `UID`.
    public var uid: String
    /// The instance's original start; nil unless the event recurs.
    public var recurrenceID: OccurrencePoint?
    /// From when to when, half-open.
    public var span: Span
    /// The zone in which the event was written: an IANA name, or the file's own; nil for floating
    /// times and whole days.
    public var timeZone: String?

    /// `SUMMARY`.
    public var summary: String?
    /// `LOCATION`.
    public var location: String?
    /// `DESCRIPTION`.
    public var details: String?
    /// `URL`.
    public var url: String?
    /// `CATEGORIES`.
    public var categories: [String] = []
    /// `STATUS`.
    public var status: EventStatus = .confirmed
    /// `TRANSP:TRANSPARENT`: does not make its time busy.
    public var isTransparent = false
    /// Whether it is an instance of a recurrence set.
    public var isRecurring = false
    /// Whether a component of its own describes this instance.
    public var isOverridden = false
    /// `ORGANIZER`, the address as written.
    public var organizer: String?
    /// How many participants it has; ``EventStore/details(of:)`` reads them.
    public var participantCount = 0
    /// `SEQUENCE`.
    public var sequence = 0

    /// The name of the source whose copy is shown.
    public var calendar: String
    /// The names of the other sources that have a copy, in the sources' order.
    public var alsoIn: [String] = []
    /// The source's colour, or the event's own.
    public var color: String?

    /// An occurrence; everything else is set afterwards.
    public init(id: OccurrenceID, uid: String, span: Span, calendar: String) {
        self.id = id
        self.uid = uid
        self.span = span
        self.calendar = calendar
    }

    /// Whether it takes whole days.
    public var isAllDay: Bool {
        if case .dates = span { true } else { false }
    }

    /// Whether its times follow the reader's zone.
    public var isFloating: Bool {
        if case .floating = span { true } else { false }
    }
}
