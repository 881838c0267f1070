public import ICalendar

/// Which events a reader wants. Hidden calendars are left out before it is decided which copy of
/// an event is shown.
public struct EventFilter: Hashable, Sendable {
    /// Only these calendars; empty means all.
    public var calendars: Set<String> = []
    /// Not these calendars.
    public var hiddenCalendars: Set<String> = []
    /// Only events that this participant or organizer has, by a part of the address or name; case
    /// does not count.
    public var attendee: String?
    /// The reader's own addresses, with or without `mailto:`: events that they have declined are
    /// told apart (``AgendaEvent/isDeclined``). Empty where that does not matter; it costs a look at
    /// the participants of each event that has some.
    public var me: Set<String> = []
    /// Only events of one of these categories; case does not count. Empty means all.
    public var categories: Set<String> = [] {
        didSet { foldedCategories = Set(categories.map { $0.lowercased() }) }
    }
    private var foldedCategories: Set<String> = []
    /// Only events of one of these states; empty means all.
    public var statuses: Set<EventStatus> = []
    /// Fold likely duplicates: different UIDs, same start, end and normalised summary.
    public var foldsSimilar = false

    /// Everything.
    public init() {}

    /// Whether a calendar address is one of the reader's.
    func isMe(_ address: String) -> Bool {
        let address = Participant.bareAddress(address)
        return me.contains { Participant.bareAddress($0) == address }
    }

    /// Whether events of this calendar are wanted.
    public func includes(calendar: String) -> Bool {
        (calendars.isEmpty || calendars.contains(calendar)) && !hiddenCalendars.contains(calendar)
    }

    /// Whether its categories and its state are wanted.
    func includes(_ event: AgendaEvent) -> Bool {
        (statuses.isEmpty || statuses.contains(event.status))
            && (foldedCategories.isEmpty
                || event.categories.contains { foldedCategories.contains($0.lowercased()) })
    }
}
