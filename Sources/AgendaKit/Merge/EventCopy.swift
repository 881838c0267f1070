internal import ICalendar

/// One resource's copy of an event, as far as the choice between copies needs it.
struct EventCopy: Hashable, Sendable {
    /// A master or an override.
    struct Component: Hashable, Sendable {
        var eventID: Int64
        /// Nil for the master.
        var recurrenceID: OccurrencePoint?
        var revision: ComponentRevision
        /// Whether an earlier merge laid it over this copy's series, to which it does not belong.
        var isLaidOver = false
    }

    var seriesID: Int64
    /// `DTSTART` of the master; nil where there is none, or it is not known.
    var start: OccurrencePoint?
    /// Whether its resource has other events with this UID.
    var isSeveral = false
    var isRecurring = false
    /// The source's name.
    var calendar: String
    /// The source's place among the sources; the first one wins between equals.
    var sourceOrder: Int
    var isWritable: Bool
    /// The file within its source.
    var href: String
    var components: [Component]

    /// The component that describes the series; nil for an invitation to single instances.
    var master: Component? { components.first { $0.recurrenceID == nil } }

    /// The component that describes an instance.
    func component(for recurrenceID: OccurrencePoint?) -> Component? {
        components.first { $0.recurrenceID == recurrenceID } ?? master
    }
}
