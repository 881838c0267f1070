internal import ICalendar

/// How new a component is: what RFC 5546 2.1.4 compares, and `LAST-MODIFIED` between, which
/// programs keep that never raise `SEQUENCE`.
struct ComponentRevision: Hashable, Comparable, Sendable {
    /// `SEQUENCE`.
    var sequence: Int
    /// `LAST-MODIFIED`.
    var lastModified: Instant?
    /// `DTSTAMP`.
    var stamp: Instant?

    init(sequence: Int, lastModified: Instant?, stamp: Instant?) {
        self.sequence = sequence
        self.lastModified = lastModified
        self.stamp = stamp
    }

    init(_ event: Event) {
        self.init(
            sequence: event.sequence, lastModified: event.lastModified,
            stamp: Self.stated(event.stamp))
    }

    /// A `DTSTAMP`; nil for 1970-01-01T00:00Z, which is written where there was none: RFC 5545 3.6.1
    /// asks for one.
    static func stated(_ stamp: Instant?) -> Instant? {
        stamp?.secondsSinceEpoch == 0 ? nil : stamp
    }

    /// An absent time is older than any.
    static func < (lhs: ComponentRevision, rhs: ComponentRevision) -> Bool {
        lhs.keys.lexicographicallyPrecedes(rhs.keys)
    }

    /// The numbers compared, most significant first.
    private var keys: [Int] {
        [
            sequence, lastModified?.secondsSinceEpoch ?? Int.min,
            stamp?.secondsSinceEpoch ?? Int.min,
        ]
    }

    /// Why `self`, which is older, lost against `winner`; nil when they are equal.
    func reasonItLost(against winner: ComponentRevision) -> String? {
        if sequence != winner.sequence { return "SEQUENCE \(sequence) < \(winner.sequence)" }
        if lastModified != winner.lastModified {
            return Self.reason("LAST-MODIFIED", lastModified, winner.lastModified)
        }
        if stamp != winner.stamp { return Self.reason("DTSTAMP", stamp, winner.stamp) }
        return nil
    }

    private static func reason(_ property: String, _ own: Instant?, _ other: Instant?) -> String {
        func text(_ instant: Instant?) -> String {
            instant.map { CalendarTime.utc($0).icalendar } ?? "absent"
        }
        return "\(property) \(text(own)) < \(text(other))"
    }
}
