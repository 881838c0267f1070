public import ICalendar

/// Names one occurrence across runs and machines: a key made of the `UID`, and the instance's
/// original start when the event recurs.
///
/// Written as `9f3a51c07b2e`, or `9f3a51c07b2e-20261120T083000Z` for an instance. A beginning of
/// the key is enough where it is unique.
public struct OccurrenceID: Hashable, Sendable, CustomStringConvertible {
    /// 48 bits of the digest of the `UID`: in a store of a million events two of them share a key
    /// with a probability of 0.2 %, and then both are named.
    public var key: UInt64
    /// The instance's original start; nil unless the event recurs.
    public var recurrenceID: OccurrencePoint?

    /// The identity of an event's occurrence.
    public init(uid: String, recurrenceID: OccurrencePoint?) {
        key = Self.key(uid: uid)
        self.recurrenceID = recurrenceID
    }

    /// - Parameter key: of the `UID`, as ``key(uid:)`` gives it.
    init(key: UInt64, recurrenceID: OccurrencePoint?) {
        self.key = key
        self.recurrenceID = recurrenceID
    }

    /// The key that stands for a `UID`.
    static func key(uid: String) -> UInt64 { ContentDigest(uid).high >> 16 }

    /// 12 hexadecimal digits, and the original start after a hyphen.
    public var description: String {
        let digits = String(key, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
        return recurrenceID.map { padded + "-" + $0.icalendar } ?? padded
    }
}

extension OccurrencePoint {
    /// `20261120T083000Z`, `20261120T083000` or `20261120` (RFC 5545 3.3.4, 3.3.5).
    var icalendar: String {
        switch self {
        case .instant(let instant): CalendarTime.utc(instant).icalendar
        case .floating(let time): time.icalendar
        case .date(let date): date.icalendar
        }
    }

    /// Reads what ``icalendar`` writes.
    init?(icalendar text: some StringProtocol) {
        self.init(CalendarTime(icalendar: text))
    }

    /// Reads the bytes of what ``icalendar`` writes.
    init?(icalendar bytes: UnsafeRawBufferPointer) {
        // Most events have none, and their occurrences an empty one.
        guard !bytes.isEmpty else { return nil }
        self.init(CalendarTime(icalendar: bytes))
    }

    private init?(_ time: CalendarTime?) {
        switch time {
        case .utc(let instant): self = .instant(instant)
        case .floating(let time): self = .floating(time)
        case .date(let date): self = .date(date)
        case .zoned, nil: return nil
        }
    }
}
