package import ICalendar

/// How new a component is: the properties that RFC 5546 2.1.4 compares, and between them `LAST-MODIFIED`,
/// which programs maintain that never raise `SEQUENCE`.
package struct ComponentRevision: Hashable, Comparable, Sendable {
    /// `SEQUENCE`.
    package var sequence: Int
    /// `LAST-MODIFIED`.
    package var lastModified: Instant?
    /// `DTSTAMP`.
    package var stamp: Instant?

    package init(sequence: Int, lastModified: Instant?, stamp: Instant?) {
        self.sequence = sequence
        self.lastModified = lastModified
        self.stamp = stamp
    }

    package init(_ event: Event) {
        self.init(
            sequence: event.sequence, lastModified: event.lastModified,
            stamp: Self.stated(event.stamp))
    }

    /// A `DTSTAMP`; nil for 1970-01-01T00:00Z, which a merge writes for a missing one, because RFC 5545 3.6.1
    /// requires it.
    package static func stated(_ stamp: Instant?) -> Instant? {
        stamp?.secondsSinceEpoch == 0 ? nil : stamp
    }

    /// A missing time is older than any other.
    package static func < (lhs: ComponentRevision, rhs: ComponentRevision) -> Bool {
        lhs.keys.lexicographicallyPrecedes(rhs.keys)
    }

    /// The numbers compared, most significant first.
    private var keys: [Int] {
        [
            sequence, lastModified?.secondsSinceEpoch ?? Int.min,
            stamp?.secondsSinceEpoch ?? Int.min,
        ]
    }

    /// Why `self`, the older one, lost to `winner`; nil if they are equal.
    package func reasonItLost(against winner: ComponentRevision) -> Wording? {
        if sequence != winner.sequence { return "SEQUENCE \(sequence) < \(winner.sequence)" }
        if lastModified != winner.lastModified {
            return Self.reason("LAST-MODIFIED", lastModified, winner.lastModified)
        }
        if stamp != winner.stamp { return Self.reason("DTSTAMP", stamp, winner.stamp) }
        return nil
    }

    private static func reason(_ property: String, _ own: Instant?, _ other: Instant?) -> Wording {
        let newer = other.map { CalendarTime.utc($0).icalendar } ?? ""
        guard let own else { return "\(property) absent < \(newer)" }
        return "\(property) \(CalendarTime.utc(own).icalendar) < \(newer)"
    }
}
