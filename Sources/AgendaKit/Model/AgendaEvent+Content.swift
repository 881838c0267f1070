public import ICalendar

// The properties of ``AgendaEvent/content``.
extension AgendaEvent {
    /// The event's `UID`.
    public var uid: String { content.uid }
    /// The zone in which the event was written: an IANA name, or the file's own; nil for floating
    /// times and whole days.
    public var timeZone: String? { content.timeZone }
    /// `SUMMARY`.
    public var summary: String? { content.summary }
    /// `LOCATION`.
    public var location: String? { content.location }
    /// `DESCRIPTION`.
    public var details: String? { content.details }
    /// `URL`.
    public var url: String? { content.url }
    /// `CATEGORIES`.
    public var categories: [String] { content.categories }
    /// `STATUS`.
    public var status: EventStatus { content.status }
    /// `TRANSP:TRANSPARENT`: the event does not make its time busy.
    public var isTransparent: Bool { content.isTransparent }
    /// Whether a component of its own describes this instance.
    public var isOverridden: Bool { content.isOverridden }
    /// The address of `ORGANIZER`, as written.
    public var organizer: String? { content.organizer }
    /// The number of participants; ``EventStore/details(of:clock:zone:filter:zones:)`` reads them.
    public var participantCount: Int { content.participantCount }
    /// Whether the reader has declined the event (`PARTSTAT=DECLINED`); false if the filter does not say who
    /// the reader is.
    public var isDeclined: Bool { content.isDeclined }
    /// `SEQUENCE`.
    public var sequence: Int { content.sequence }
    /// The name of the source whose copy is shown.
    public var calendar: String { content.calendar }
    /// The names of the other sources that have a copy, in the sources' order.
    public var alsoIn: [String] { content.alsoIn }
    /// The event's own colour, or else the source's.
    public var color: String? { content.color }
    /// Whose birthday or anniversary it is; nil unless the event was made of a contact.
    public var occasion: Occasion? { content.occasion }
    /// What it has beyond an event; nil for an event.
    public var part: ItemPart? { content.part }

    /// The title of an event that was made of a contact, with the years on this day, for other languages than
    /// English; nil for any other event.
    package var occasionTitle: Wording? {
        guard let occasion, case .dates(let days) = span else { return nil }
        return occasion.title(in: days.lowerBound.year)
    }
}
