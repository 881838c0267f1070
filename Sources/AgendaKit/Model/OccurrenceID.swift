public import ICalendar

/// Identifies one occurrence across runs and machines: a key made from the kind and the `UID`, and the
/// instance's original start if the event recurs.
///
/// Written as `9f3a51c07b2e`, or `9f3a51c07b2e-20261120T083000Z` for an instance. A unique beginning of the
/// key is enough. If a file has several events with one `UID`, which it must not, their starts tell them
/// apart: `9f3a51c07b2e.20261120T083000Z`.
///
/// ```swift
/// let id = OccurrenceID(uid: "9", recurrenceID: nil)
/// print(try store.details(of: "\(id)", clock: clock, zone: berlin).href)
/// ```
public struct OccurrenceID: Hashable, Sendable, CustomStringConvertible {
    /// 48 bits of the digest of the `UID`, and above them the kind: an event and a to-do with one `UID` are
    /// two. In a store of a million events, two of them share a key with a probability of 0.2 %; the key then
    /// stands for both.
    public var key: UInt64
    /// The event's `DTSTART` if a file has several events with its `UID`; nil for almost all events.
    public var start: OccurrencePoint?
    /// The instance's original start; nil unless the event recurs.
    public var recurrenceID: OccurrencePoint?

    /// Creates the id of an event's occurrence; `start` is the `DTSTART` of one of several events with this `UID`.
    ///
    /// - Parameters:
    ///   - uid: of the event.
    ///   - kind: event or to-do.
    ///   - start: only of several events with this `UID`.
    ///   - recurrenceID: the start that the rules give the instance; nil for the whole event.
    public init(
        uid: String, kind: Event.Kind = .event, start: OccurrencePoint? = nil,
        recurrenceID: OccurrencePoint?
    ) {
        key = Self.key(uid: uid, kind)
        (self.start, self.recurrenceID) = (start, recurrenceID)
    }

    /// Creates the id of a whole event, to-do or journal entry.
    ///
    /// - Parameter event: one of its components.
    public init(_ event: Event) { self.init(key: event.name.key, recurrenceID: nil) }

    /// Creates the id of a journal entry, or of an instance of one.
    init(journal uid: String, recurrenceID: OccurrencePoint?) {
        key = Self.journalKey(uid: uid)
        self.recurrenceID = recurrenceID
    }

    /// - Parameter key: as from ``key(uid:_:)``.
    init(key: UInt64, recurrenceID: OccurrencePoint?) {
        self.key = key
        self.recurrenceID = recurrenceID
    }

    private static let digitBits = 48

    /// The key of a `UID` among those of one kind.
    static func key(uid: String, _ kind: Event.Kind = .event) -> UInt64 {
        keys(of: kind).lowerBound | NameDigest(uid).high >> (64 - digitBits)
    }

    /// The key of a `UID` among those of journal entries.
    static func journalKey(uid: String) -> UInt64 { journalKeys.lowerBound | key(uid: uid) }

    /// The keys that events, or to-dos, have.
    static func keys(of kind: Event.Kind) -> ClosedRange<UInt64> {
        let first = UInt64(kind.rawValue) << digitBits
        return first...(first + ((1 << digitBits) - 1))
    }

    /// The keys that journal entries have, which are in no series: those after the last kind's.
    static let journalKeys: ClosedRange<UInt64> = {
        let last = OccurrenceID.keys(of: .todo)
        return (last.upperBound + 1)...(last.upperBound + UInt64(last.count))
    }()

    /// Whether it is a journal entry's.
    package var isJournal: Bool { Self.journalKeys.contains(key) }

    /// What it is an occurrence of; a journal entry is of no kind, and its id says `event`.
    public var kind: Event.Kind { Event.Kind(rawValue: Int(key >> Self.digitBits)) ?? .event }

    /// 12 hexadecimal digits; the event's start after a full stop if there is one; the original start after a
    /// hyphen.
    public var description: String {
        let digits = String(key & Self.keys(of: .event).upperBound, radix: 16)
        let padded = String(repeating: "0", count: 12 - digits.utf8.count) + digits
        let event = start.map { padded + "." + $0.icalendar } ?? padded
        return recurrenceID.map { event + "-" + $0.icalendar } ?? event
    }
}

extension OccurrencePoint {
    /// Reads the bytes of what ``icalendar`` writes.
    init?(icalendar bytes: UnsafeRawBufferPointer) {
        // Most events have none, and their occurrences have an empty one.
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
