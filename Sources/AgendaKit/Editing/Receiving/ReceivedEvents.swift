public import ICalendar

/// What became of the events of an ``IncomingCalendar``.
public struct ReceivedEvents: Sendable {
    /// What became of one event.
    public enum Outcome: Hashable, Sendable {
        /// It was not there.
        case added
        /// The one that is there was replaced, or a part of it.
        case updated
        /// The one that is there says the same.
        case unchanged
        /// The one that is there is newer and stays.
        case older
        /// It takes place no more, all of it or some instances.
        case cancelled
        /// It is cancelled, and is not there.
        case unknown
        /// It was not taken, and what is there stays.
        case refused(AgendaError)
    }

    /// One event.
    public struct Item: Hashable, Sendable {
        /// Its `UID`.
        public var uid: String
        /// Its `SUMMARY`.
        public var summary: String?
        /// When it is first, or what is cancelled of it; nil where it does not say.
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
    /// What was done, as the history has it; without operations when nothing was.
    public internal(set) var change: EventChange
}
