package import ICalendar

/// One resource's copy of an event: what the choice between copies needs.
package struct EventCopy: Hashable, Sendable {
    /// A master or an override.
    package struct Component: Hashable, Sendable {
        package var eventID: Int64
        /// Nil for the master.
        package var recurrenceID: OccurrencePoint?
        package var revision: ComponentRevision
        /// Whether an earlier merge laid it over this copy's series, to which it does not belong.
        package var isLaidOver = false

        package init(
            eventID: Int64, recurrenceID: OccurrencePoint?, revision: ComponentRevision,
            isLaidOver: Bool = false
        ) {
            self.eventID = eventID
            self.recurrenceID = recurrenceID
            self.revision = revision
            self.isLaidOver = isLaidOver
        }
    }

    package var seriesID: Int64
    /// The master's `DTSTART`; nil if there is none or it is unknown.
    package var start: OccurrencePoint?
    /// Whether its resource has other events with this UID.
    package var isSeveral = false
    package var isRecurring = false
    /// The source's name.
    package var calendar: String
    /// The index of the source; the first one wins between equals.
    package var sourceOrder: Int
    /// What the copy's instances belong to: the number of its source, or that of all that were given together.
    package var collection: Int
    package var isWritable: Bool
    /// The path of the file within its source.
    package var href: String
    package var components: [Component]

    package init(
        seriesID: Int64, start: OccurrencePoint? = nil, isSeveral: Bool = false,
        isRecurring: Bool = false, calendar: String, sourceOrder: Int, isWritable: Bool,
        href: String, components: [Component]
    ) {
        self.seriesID = seriesID
        self.start = start
        self.isSeveral = isSeveral
        self.isRecurring = isRecurring
        self.calendar = calendar
        self.sourceOrder = sourceOrder
        collection = sourceOrder
        self.isWritable = isWritable
        self.href = href
        self.components = components
    }

    /// The component that describes the series; nil for an invitation to single instances.
    package var master: Component? { components.first { $0.recurrenceID == nil } }

    /// Whether its instances belong to another copy's series: both are of one calendar, and this copy has the series in
    /// the same state, or not at all.
    package func isPart(of series: EventCopy) -> Bool {
        collection == series.collection
            && (master == nil || master?.revision == series.master?.revision)
    }

    /// The component that describes an instance.
    package func component(for recurrenceID: OccurrencePoint?) -> Component? {
        components.first { $0.recurrenceID == recurrenceID } ?? master
    }
}
