internal import ICalendar

/// An occurrence joined with what describes it.
struct StoredOccurrence {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    /// Shared by all occurrences that it describes.
    var described: StoredEvent

    /// The component that describes it.
    var event: EventRecord { described.event }
    /// The series that it belongs to.
    var series: SeriesSummary { described.series }
}

/// A component and its series.
///
/// An object, so that an occurrence costs one reference: as a value it was some 20 texts to
/// retain for each of an endless series' instances.
final class StoredEvent {
    let event: EventRecord
    let series: SeriesSummary
    /// What its occurrences show, once one was shown.
    var content: SharedContent?

    init(event: EventRecord, series: SeriesSummary) {
        self.event = event
        self.series = series
    }
}

/// What a reader needs to know of the series that an occurrence belongs to.
struct SeriesSummary: Hashable, Sendable {
    var id: Int64
    var uid: String
    /// ``OccurrenceID/key``.
    var key: UInt64
    /// Which of its occurrences are stored.
    var storage: SeriesStorage
    /// Whether other resources have a copy, so that a choice must be made.
    var isShared: Bool
    var resourceID: Int64
    var sourceID: Int64

    var isRecurring: Bool { storage != .all }
}
