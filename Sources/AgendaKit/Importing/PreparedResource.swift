internal import ICalendar

/// The effect of importing a file, worked out without the store: components to remove and to add, and the
/// series concerned, expanded.
struct PreparedResource: Sendable {
    /// A component of a series: stored already, or new.
    struct Component: Sendable {
        /// Its number if it is stored already; then only its event row is written again.
        var storedID: Int64?
        var record: ComponentRecord
        /// Its row, without the numbers that the store gives.
        var row: EventRecord
        var alarms: [AlarmRecord] = []
        var diagnostics: [Diagnostic]
    }

    /// A series that changed, whole.
    struct Series: Sendable {
        var name: SeriesName
        /// `DTSTART` of its master.
        var start: OccurrencePoint?
        /// Whether its file has other events with this UID.
        var isSeveral = false
        var components: [Component]
        var expansion: OccurrenceExpander.Expansion
        /// Where it may have instances; nil if it does not recur.
        var reach: SeriesReach?
    }

    var record: ResourceRecord
    /// What was stored when this was worked out.
    var stored = StoredComponents()
    /// Components that are no longer there.
    var removed: [StoredComponents.Component] = []
    /// New components that are neither event nor to-do, or could not be read.
    var others: [(record: ComponentRecord, diagnostics: [Diagnostic])] = []
    /// New answers to invitations, and cancellations without a start, with the `UID` of the event that
    /// each is about.
    var messages: [(record: ComponentRecord, uid: String, diagnostics: [Diagnostic])] = []
    var series: [Series] = []
    /// What the scan found wrong with the file as a whole.
    var diagnostics: [Diagnostic] = []
    /// The components that stay, and their present lines.
    var kept: [(id: Int64, line: Int)] = []
    /// How many of the series are events.
    var eventCount: Int { series.count { $0.name.kind == .event } }
    /// How many components were parsed, with or without libical.
    var parsedCount = 0

    /// The series that changed, by ``SeriesName/key``.
    var changedKeys: Set<UInt64> {
        var keys = Set(removed.compactMap(\.uidKey))
        keys.reserveCapacity(keys.count + series.count)
        for series in series { keys.insert(series.name.key) }
        return keys
    }
}
