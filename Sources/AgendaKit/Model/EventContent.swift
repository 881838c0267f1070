public import ICalendar

/// What all occurrences of an event say: its text, and which calendars have it.
public struct EventContent: Hashable, Sendable {
    /// The event's `UID`.
    public var uid: String
    /// The zone in which the event was written: an IANA name, or the file's own; nil for floating times and
    /// whole days.
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
    /// `TRANSP:TRANSPARENT`: the event does not make its time busy.
    public var isTransparent = false
    /// Whether all calendars that have the event leave the reader's time free (``CalendarSource/makesBusy``).
    public var isOfOthers = false
    /// Whether a rule says that it makes the reader busy or leaves the time free; nil if none does.
    public var isBusyByRule: Bool?
    /// Whether a component of its own describes this instance.
    public var isOverridden = false
    /// The address of `ORGANIZER`, as written.
    public var organizer: String?
    /// The number of participants; ``EventStore/details(of:clock:zone:filter:zones:)`` reads them.
    public var participantCount = 0
    /// Whether the reader has declined the event (`PARTSTAT=DECLINED`); false if the filter does not say who
    /// the reader is.
    public var isDeclined = false
    /// `SEQUENCE`.
    public var sequence = 0
    /// The name of the source whose copy is shown.
    public var calendar: String
    /// The names of the other sources that have a copy, in the sources' order.
    public var alsoIn: [String] = []
    /// The event's own colour, or else the source's.
    public var color: String?
    /// Whose birthday or anniversary it is; nil unless the event was made of a contact. The summary says the same in
    /// English, for an instance with its number of years.
    public var occasion: Occasion?
    /// What only a to-do or a journal entry has; nil for an event.
    public var part: ItemPart?
}

/// Content that several events share.
///
/// `unchecked`, both times: ``AgendaEvent`` changes it only while no other event refers to it.
final class SharedContent: Hashable, @unchecked Sendable {
    @exclusivity(unchecked) var content: EventContent

    init(_ content: EventContent) {
        self.content = content
    }

    static func == (lhs: SharedContent, rhs: SharedContent) -> Bool {
        lhs === rhs || lhs.content == rhs.content
    }

    func hash(into hasher: inout Hasher) { hasher.combine(content) }
}
