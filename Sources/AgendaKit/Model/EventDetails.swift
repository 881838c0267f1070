public import ICalendar

/// Everything known about one occurrence; ``EventStore/details(of:clock:zone:filter:zones:)`` reads it on
/// demand.
public struct EventDetails: Sendable {
    /// Another copy of the event, and why it is not shown.
    public struct Copy: Hashable, Sendable {
        /// The source that has the copy.
        public var calendar: String
        /// The file, relative to its source; empty for a source that is one file.
        public var href: String
        /// Why the copy lost, in English, such as `SEQUENCE 0 < 2`.
        public var reason: String { wording.description }
        /// The same, for a translation.
        package let wording: Wording
    }

    /// A rule that applies to the occurrence.
    public struct Applied: Hashable, Sendable {
        /// Its place among all rules, from 1.
        public var number: Int
        /// What it does, by the names of `config.toml`: `hide` and `true`.
        public var effects: [(key: String, value: String)] { pairs.map { ($0.key, $0.value) } }
        /// The same, to compare.
        let pairs: [Pair]

        /// A name and what it is set to.
        struct Pair: Hashable, Sendable {
            let key: String
            let value: String
        }
    }

    /// The occurrence.
    public var occurrence: AgendaEvent
    /// The component that describes it, with its rules and alarms.
    public var event: Event
    /// `ATTENDEE`, in the file's order.
    public var participants: [Participant]
    /// The component's whole text.
    public var rawText: [UInt8]
    /// The source whose copy is shown.
    public var source: CalendarSource
    /// The file, relative to its source; empty for a source that is one file.
    public var href: String
    /// The copies that lost.
    public var copies: [Copy]
    /// The rules that apply to it, in their order.
    public var rules: [Applied] = []
    /// Whether one of them hides it from lists.
    public var isHidden = false
}
