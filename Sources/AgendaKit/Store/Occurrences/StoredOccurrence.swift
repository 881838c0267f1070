internal import ICalendar

/// An occurrence joined with what describes it.
struct StoredOccurrence {
    var span: Span
    /// Nil unless the event recurs.
    var recurrenceID: OccurrencePoint?
    /// Shared by all occurrences that the component describes.
    var described: StoredEvent

    /// The component that describes it.
    var event: ComponentVersion { described.event }
    /// The series that it belongs to.
    var series: SeriesSummary { described.series }
}

/// A component and its series.
///
/// A class, so that an occurrence costs one reference: a value would retain some 20 strings for each instance
/// of an endless series.
final class StoredEvent {
    let event: ComponentVersion
    let series: SeriesSummary
    /// What its occurrences show; of an event that is not shown yet, what its row says.
    let content: SharedContent
    /// Whether ``content`` is what readers see (``OccurrenceAssembler``).
    var isAssembled = false
    /// Whether a rule may apply to it (``StoredRulings``).
    let isRuled: Bool

    init(event: ComponentVersion, series: SeriesSummary, isRuled: Bool) {
        (self.event, self.series, self.isRuled) = (event, series, isRuled)
        content = SharedContent(EventContent(uid: series.uid, calendar: ""))
    }
}

/// What a reader needs to know of an occurrence's series.
struct SeriesSummary: Hashable, Sendable {
    var id: Int64
    var uid: String
    /// ``OccurrenceID/key``.
    var key: UInt64
    /// Which of its occurrences are stored.
    var storage: SeriesStorage
    /// Whether this copy is shown.
    var role: CopyRole
    /// The numbers of the other sources with a copy, if the role is `shown`.
    var others: [Int64]
    var resourceID: Int64
    var sourceID: Int64

    var isRecurring: Bool { storage != .all }
    /// Whether other resources have a copy.
    var isShared: Bool { role != .only }
}
