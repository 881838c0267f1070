public import ICalendar

/// What a ``CalendarMerge`` did: which copies it folded and why, and what it could not keep as it was.
public struct MergeReport: Sendable {
    /// An event with several copies, folded into one.
    public struct FoldedEvent: Hashable, Sendable {
        /// A copy that is not in the result.
        public struct Copy: Hashable, Sendable {
            /// The calendar that has the copy.
            public var calendar: String
            /// The path of the copy's text.
            public var path: String
            /// Why the copy lost, in English, such as `SEQUENCE 0 < 2`.
            public var reason: String { wording.description }
            /// The same, for a translation.
            package let wording: Wording
        }

        /// An instance from another copy that was laid over the series.
        public struct Instance: Hashable, Sendable {
            /// The instance's original start.
            public var recurrenceID: OccurrencePoint
            /// The calendar that the instance comes from.
            public var calendar: String
        }

        /// A property that the winner lacked.
        public struct Filling: Hashable, Sendable {
            /// The property, such as `LOCATION`.
            public var property: String
            /// The calendar that the property comes from.
            public var calendar: String
        }

        /// The component's `UID`.
        public var uid: String
        /// The winner's `SUMMARY`.
        public var summary: String?
        /// The calendar whose copy won; nil if no copy holds the series, only instances of it.
        public var calendar: String?
        /// The copies that lost.
        public var losers: [Copy] = []
        /// The instances that were laid over.
        public var laidOver: [Instance] = []
        /// The properties that were filled.
        public var filled: [Filling] = []
    }

    /// A time zone whose name means another zone in another calendar.
    public struct RenamedZone: Hashable, Sendable {
        /// The calendar whose events use it.
        public var calendar: String
        /// Its name in that calendar.
        public var name: String
        /// Its name in the result.
        public var newName: String
    }

    /// How many calendars were merged.
    public var calendarCount = 0
    /// How many events (series, not occurrences) the result has.
    public var eventCount = 0
    /// How many other components the result has, such as tasks; time zones do not count.
    public var otherCount = 0
    /// The events with folded copies, in the result's order.
    public var folded: [FoldedEvent] = []
    /// The zones that were renamed to keep them apart.
    public var renamedZones: [RenamedZone] = []
    /// The problems found in the calendars.
    public var diagnostics: [SourceDiagnostic] = []

    /// Whether the result lacks something that the calendars have.
    public var isPartial: Bool { diagnostics.contains { $0.diagnostic.severity == .error } }
}
