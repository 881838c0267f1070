public import ICalendar

/// Which events a reader wants. Hidden calendars are excluded before the choice between copies of an event.
public struct EventFilter: Hashable, Sendable {
    /// Only these calendars; empty for all.
    public var calendars: Set<String> = []
    /// Not these calendars.
    public var hiddenCalendars: Set<String> = []
    /// Only events that have this participant or organizer: a part of the address or name, in any case.
    public var attendee: String?
    /// The reader's own addresses, with or without `mailto:`, to mark events that the reader has declined
    /// (``AgendaEvent/isDeclined``). Empty if that does not matter: it costs a look at the participants of
    /// each event that has some.
    public var me: Set<String> = []
    /// Only events to which one of ``me`` has given one of these answers (`PARTSTAT` in upper case); empty for all. It
    /// costs a look at the participants, as ``me`` does.
    public var answers: Set<String> = []
    /// Only events in one of these categories, in any case; empty for all.
    public var categories: Set<String> = [] {
        didSet { foldedCategories = Set(categories.map { $0.lowercased() }) }
    }
    private var foldedCategories: Set<String> = []
    /// Only events with one of these statuses; empty for all.
    public var statuses: Set<EventStatus> = []
    /// Whether to fold likely duplicates: different UIDs, same start, end and normalised summary.
    public var foldsSimilar = false
    /// Where the events are shown, which decides which rules count (``RuleSet``); nil for no rules.
    public var rules: RulePlace? = .lists
    /// Whether events that a rule hides are there nevertheless: to hide an event does not free its time.
    public var keepsHidden = false

    /// Creates a filter that passes everything.
    public init() {}

    /// Whether a calendar address is one of the reader's.
    func isMe(_ address: String) -> Bool { Self.isOne(of: me, address) }

    /// Whether a calendar address is one of these.
    static func isOne(of addresses: Set<String>, _ address: String) -> Bool {
        let address = Participant.bareAddress(address)
        return addresses.contains { Participant.bareAddress($0) == address }
    }

    /// Whether events of this calendar pass.
    public func includes(calendar: String) -> Bool {
        (calendars.isEmpty || calendars.contains(calendar)) && !hiddenCalendars.contains(calendar)
    }

    /// Whether the event's categories and status pass.
    func includes(_ event: AgendaEvent) -> Bool {
        (statuses.isEmpty || statuses.contains(event.status))
            && (foldedCategories.isEmpty
                || event.categories.contains { foldedCategories.contains($0.lowercased()) })
    }
}
