public import ICalendar

/// What is known of a person's time. What nobody has said is not known, and never free.
public struct Availability: Hashable, Sendable {
    /// How a time suits the person, best first.
    public enum Status: Int, Hashable, Comparable, Sendable {
        /// The person is free.
        case free
        /// Something takes the time perhaps: a tentative event (RFC 5545 3.8.1.11), or BUSY-TENTATIVE (3.2.9).
        case tentative
        /// Nobody has said whether the person is free.
        case unknown
        /// The person is busy.
        case busy

        /// Whether the first suits better.
        public static func < (lhs: Status, rhs: Status) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The times that were told of: what is in them and not taken is free.
    public var known: InstantRanges
    /// The times that are taken, also those beyond ``known``.
    public var busy: InstantRanges
    /// The times that are perhaps taken, also those beyond ``known``.
    public var tentative: InstantRanges

    /// Creates what is known of a person; by default nothing.
    ///
    /// - Parameters:
    ///   - known: the times of which something is known.
    ///   - busy: when the person cannot.
    ///   - tentative: when the person perhaps cannot.
    public init(
        known: InstantRanges = InstantRanges([]), busy: InstantRanges = InstantRanges([]),
        tentative: InstantRanges = InstantRanges([])
    ) {
        (self.known, self.busy, self.tentative) = (known, busy, tentative)
    }

    /// The times that a calendar's events take (``AgendaEvent/blocks(countingWholeDays:)``).
    ///
    /// - Parameters:
    ///   - events: in any order.
    ///   - zone: the person's zone, which places floating times and whole days.
    ///   - wholeDays: whether whole-day events block.
    ///   - known: the days that the calendar was read for.
    public init(
        _ events: some Sequence<AgendaEvent>, zone: TimeZoneRules,
        countingWholeDays wholeDays: Bool, known: Range<Instant>
    ) {
        func times(_ isMeant: (AgendaEvent) -> Bool) -> InstantRanges {
            InstantRanges(
                busyWith: events.filter(isMeant), zone: zone, countingWholeDays: wholeDays)
        }
        self.init(
            known: InstantRanges([known]), busy: times { $0.status != .tentative },
            tentative: times { $0.status == .tentative })
    }

    /// The times that VFREEBUSY components tell of.
    public init(_ published: [FreeBusy]) {
        func times(_ kinds: Set<FreeBusy.Kind>) -> InstantRanges {
            InstantRanges(
                published.flatMap(\.periods).filter { kinds.contains($0.kind) }.map(\.times))
        }
        self.init(
            known: InstantRanges(published.flatMap(\.knownTimes)),
            busy: times([.busy, .unavailable]), tentative: times([.tentative]))
    }

    /// How a time suits the person: as its worst part does.
    public func status(during times: Range<Instant>) -> Status {
        if busy.intersects(times) { return .busy }
        let untold = known.gaps(in: times).flatMap { tentative.gaps(in: $0) }
        if !untold.isEmpty { return .unknown }
        return tentative.intersects(times) ? .tentative : .free
    }

    /// What two calendars of one person say: busy if one of them says so, and known where both are.
    public func joined(with other: Availability) -> Availability {
        Availability(
            known: known.intersection(other.known), busy: busy.union(other.busy),
            tentative: tentative.union(other.tentative))
    }
}
