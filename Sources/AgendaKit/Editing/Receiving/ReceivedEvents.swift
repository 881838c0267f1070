public import ICalendar

/// What became of the events and to-dos of an ``IncomingCalendar``.
public struct ReceivedEvents: Sendable {
    /// What became of one event or to-do.
    public enum Outcome: Hashable, Sendable {
        /// It was new.
        case added
        /// It replaced the stored one, or a part of it.
        case updated
        /// The stored one is the same.
        case unchanged
        /// The stored one is newer and stays.
        case older
        /// The event, or some instances of it, no longer take place.
        case cancelled
        /// It is cancelled, but the calendar does not have it.
        case unknown
        /// It was refused; what is stored stays.
        case refused(AgendaError)
    }

    /// One event or to-do.
    public struct Item: Hashable, Sendable {
        /// Its `UID`.
        public var uid: String
        /// How far a to-do is; nil for an event.
        public var todoStatus: Todo.Status?
        /// Its `SUMMARY`.
        public var summary: String?
        /// Its first occurrence, or the cancelled one; nil if it does not say when. Of a to-do without `DTSTART` it is when
        /// it is due.
        public var span: Span?
        /// Whether it recurs.
        public var isRecurring: Bool
        /// The calendar that has it.
        public var calendar: String
        /// What became of it.
        public var outcome: Outcome
    }

    /// In the calendar's order.
    public internal(set) var items: [Item] = []
    /// The calendar that they were meant for.
    public internal(set) var calendar: String
    /// What was done, as in the history; without operations if nothing was.
    public internal(set) var change: EventChange
}
