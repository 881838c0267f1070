public import ICalendar

// The content that all occurrences of an event share.
extension AgendaEvent {
    /// The event's `UID`.
    public var uid: String {
        get { content.uid }
        set { content.uid = newValue }
    }

    /// The zone in which the event was written: an IANA name, or the file's own; nil for floating
    /// times and whole days.
    public var timeZone: String? {
        get { content.timeZone }
        set { content.timeZone = newValue }
    }

    /// `SUMMARY`.
    public var summary: String? {
        get { content.summary }
        set { content.summary = newValue }
    }

    /// `LOCATION`.
    public var location: String? {
        get { content.location }
        set { content.location = newValue }
    }

    /// `DESCRIPTION`.
    public var details: String? {
        get { content.details }
        set { content.details = newValue }
    }

    /// `URL`.
    public var url: String? {
        get { content.url }
        set { content.url = newValue }
    }

    /// `CATEGORIES`.
    public var categories: [String] {
        get { content.categories }
        set { content.categories = newValue }
    }

    /// `STATUS`.
    public var status: EventStatus {
        get { content.status }
        set { content.status = newValue }
    }

    /// `TRANSP:TRANSPARENT`: the event does not make its time busy.
    public var isTransparent: Bool {
        get { content.isTransparent }
        set { content.isTransparent = newValue }
    }

    /// Whether a component of its own describes this instance.
    public var isOverridden: Bool {
        get { content.isOverridden }
        set { content.isOverridden = newValue }
    }

    /// The address of `ORGANIZER`, as written.
    public var organizer: String? {
        get { content.organizer }
        set { content.organizer = newValue }
    }

    /// The number of participants; ``EventStore/details(of:clock:zone:filter:zones:)`` reads them.
    public var participantCount: Int {
        get { content.participantCount }
        set { content.participantCount = newValue }
    }

    /// Whether the reader has declined the event (`PARTSTAT=DECLINED`); false if the filter does not say who
    /// the reader is.
    public var isDeclined: Bool {
        get { content.isDeclined }
        set { content.isDeclined = newValue }
    }

    /// `SEQUENCE`.
    public var sequence: Int {
        get { content.sequence }
        set { content.sequence = newValue }
    }

    /// The name of the source whose copy is shown.
    public var calendar: String {
        get { content.calendar }
        set { content.calendar = newValue }
    }

    /// The names of the other sources that have a copy, in the sources' order.
    public var alsoIn: [String] {
        get { content.alsoIn }
        set { content.alsoIn = newValue }
    }

    /// The source's colour, or the event's own.
    public var color: String? {
        get { content.color }
        set { content.color = newValue }
    }
}
