internal import ICalendar

/// Names a series within its calendar: an event and a to-do with one `UID` are two series.
struct SeriesName: Hashable, Sendable {
    var kind: Event.Kind
    var uid: String

    var key: UInt64 { OccurrenceID.key(uid: uid, kind) }
}

extension Event {
    /// The name of the series that the component belongs to.
    var name: SeriesName { SeriesName(kind: kind, uid: uid) }
}
