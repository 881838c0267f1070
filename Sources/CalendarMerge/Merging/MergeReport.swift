public import ICalendar

/// What a ``CalendarMerge`` did: which copies were folded and why, and what could not be kept as it
/// was.
public struct MergeReport: Sendable {
    /// An event of which several copies were folded into one.
    public struct FoldedEvent: Hashable, Sendable {
        /// A copy that is not in the result.
        public struct Copy: Hashable, Sendable {
            /// The calendar that has it.
            public var calendar: String
            /// Its text's path.
            public var path: String
            /// Why it lost, such as `SEQUENCE 0 < 2`.
            public var reason: String
        }

        /// An instance of which another copy was laid over the series.
        public struct Instance: Hashable, Sendable {
            /// The instance's original start.
            public var recurrenceID: OccurrencePoint
            /// The calendar that it comes from.
            public var calendar: String
        }

        /// A property that the winner lacked.
        public struct Filling: Hashable, Sendable {
            /// The property, such as `LOCATION`.
            public var property: String
            /// The calendar that it comes from.
            public var calendar: String
        }

        /// The component's `UID`.
        public var uid: String
        /// The winner's `SUMMARY`.
        public var summary: String?
        /// The calendar whose copy won; nil when nobody has the series, only instances of it.
        public var calendar: String?
        /// The copies that lost.
        public var losers: [Copy] = []
        /// The instances that were laid over.
        public var laidOver: [Instance] = []
        /// The properties that were filled.
        public var filled: [Filling] = []
    }

    /// A time zone that another calendar gives another meaning.
    public struct RenamedZone: Hashable, Sendable {
        /// The calendar whose events use it.
        public var calendar: String
        /// What they called it.
        public var name: String
        /// What it is called in the result.
        public var newName: String
    }

    /// How many calendars were merged.
    public var calendarCount = 0
    /// How many events (series, not occurrences) the result has.
    public var eventCount = 0
    /// How many other components it has that are no time zones, such as tasks.
    public var otherCount = 0
    /// The events of which copies were folded, in the result's order.
    public var folded: [FoldedEvent] = []
    /// The zones that were renamed apart.
    public var renamedZones: [RenamedZone] = []
    /// What could not be taken as written.
    public var diagnostics: [SourceDiagnostic] = []

    /// Whether something of the calendars is missing in the result.
    public var isPartial: Bool { diagnostics.contains { $0.diagnostic.severity == .error } }

    init() {}
}
