internal import ICalendar

/// Names a series within its calendar: an event and a to-do with one `UID` are two series.
struct SeriesName: Hashable, Comparable, Sendable {
    var kind: Event.Kind
    var uid: String

    var key: UInt64 { OccurrenceID.key(uid: uid, kind) }

    static func < (lhs: SeriesName, rhs: SeriesName) -> Bool {
        (lhs.uid, lhs.kind.rawValue) < (rhs.uid, rhs.kind.rawValue)
    }
}

extension Event {
    /// The name of the series that the component belongs to.
    var name: SeriesName { SeriesName(kind: kind, uid: uid) }
}
