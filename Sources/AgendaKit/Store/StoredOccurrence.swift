internal import ICalendar

/// An occurrence joined with what describes it.
struct StoredOccurrence: Sendable {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    var event: EventRecord
    var series: SeriesSummary
}

/// What a reader needs to know of the series that an occurrence belongs to.
struct SeriesSummary: Hashable, Sendable {
    var id: Int64
    var uid: String
    var isRecurring: Bool
    /// Whether other resources have a copy, so that a choice must be made.
    var isShared: Bool
    var resourceID: Int64
    var sourceID: Int64
}
