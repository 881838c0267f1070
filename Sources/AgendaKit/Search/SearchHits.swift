internal import ICalendar

/// The results of one rank: each event once, with its nearest occurrence.
struct SearchHits {
    private struct Hit {
        var event: AgendaEvent
        var start: Instant
        var isOver: Bool
    }

    /// Identifies an event: its UID, and its start if a file has several events with that UID.
    struct Name: Hashable {
        private let uid: String
        private let start: OccurrencePoint?

        init(_ event: AgendaEvent) { (uid, start) = (event.uid, event.id.start) }

        init(uid: String) { (self.uid, start) = (uid, nil) }
    }

    /// Events that matched in a better rank.
    private let names: Set<Name>
    private let zone: TimeZoneRules
    private var hits: [Name: Hit] = [:]
    /// How many events are running or to come.
    private(set) var comingCount = 0

    init(names: Set<Name>, zone: TimeZoneRules) {
        self.names = names
        self.zone = zone
    }

    /// How many events are over.
    var pastCount: Int { hits.count - comingCount }

    /// Whether the event matched in a better rank.
    func knows(uid: String) -> Bool { names.contains(Name(uid: uid)) }

    /// Adds an occurrence, unless a nearer one of the same event is known.
    mutating func add(_ event: AgendaEvent, isOver: Bool) {
        let name = Name(event)
        guard !names.contains(name) else { return }
        let hit = Hit(event: event, start: zone.instant(of: event.span.start), isOver: isOver)
        if let known = hits[name] {
            guard Self.isBefore(hit, known) else { return }
            if !known.isOver { comingCount -= 1 }
        }
        if !isOver { comingCount += 1 }
        hits[name] = hit
    }

    /// What is to come first, the next one first; then what is over, the latest first.
    var sorted: [AgendaEvent] { hits.values.sorted(by: Self.isBefore).map(\.event) }

    private static func isBefore(_ lhs: Hit, _ rhs: Hit) -> Bool {
        if lhs.isOver != rhs.isOver { return rhs.isOver }
        if lhs.start != rhs.start {
            return lhs.isOver ? lhs.start > rhs.start : lhs.start < rhs.start
        }
        if lhs.event.isAllDay != rhs.event.isAllDay { return lhs.event.isAllDay }
        let (left, right) = (lhs.event.summary ?? "", rhs.event.summary ?? "")
        return (left, lhs.event.uid) < (right, rhs.event.uid)
    }
}
