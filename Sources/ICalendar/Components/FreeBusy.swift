/// When somebody is busy, as published without events: a VFREEBUSY (RFC 5545 3.6.4).
public struct FreeBusy: Hashable, Sendable {
    /// What a period is: `FBTYPE` (RFC 5545 3.2.9).
    public enum Kind: String, Hashable, Sendable {
        /// The time is free.
        case free = "FREE"
        /// One or more events take the time. Also the default, and the meaning of every unknown type.
        case busy = "BUSY"
        /// The time is busy, and nothing can be scheduled in it.
        case unavailable = "BUSY-UNAVAILABLE"
        /// One or more tentative events take the time.
        case tentative = "BUSY-TENTATIVE"
    }

    /// An element of `FREEBUSY` (RFC 5545 3.8.2.6).
    public struct Period: Hashable, Sendable {
        /// From when until when, half-open; never empty.
        public var times: Range<Instant>
        /// What the time is.
        public var kind: Kind

        /// Creates a period.
        public init(_ times: Range<Instant>, _ kind: Kind) {
            (self.times, self.kind) = (times, kind)
        }
    }

    /// From `DTSTART` to `DTEND`: the time that the component tells of. What is in it and in no period is
    /// free. Nil if one of the two is missing or cannot be read.
    public var span: Range<Instant>?
    /// All periods in the order of the text. They may overlap.
    public var periods: [Period] = []
    /// `DTSTAMP`: when it was made (RFC 5545 3.8.7.2).
    public var stamp: Instant?
    /// Whether every `FREEBUSY` could be read. If not, only the periods are known.
    public var isComplete = true

    /// Busy times that tell of no time at all.
    public init() {}

    /// The times that the component tells of: those of the periods and, unless a period is lost, those of
    /// ``span``. In any order.
    public var knownTimes: [Range<Instant>] {
        periods.map(\.times) + (isComplete ? [span].compactMap { $0 } : [])
    }
}
