internal import ICalendar

/// What was found for one rank: each event once, with the occurrence that is nearest.
struct SearchHits {
    private struct Hit {
        var event: AgendaEvent
        var start: Instant
        var isOver: Bool
    }

    /// Events that stand in a better rank.
    private let uids: Set<String>
    private let zone: TimeZoneRules
    private var hits: [String: Hit] = [:]
    /// Events that are running or to come.
    private(set) var comingCount = 0

    init(uids: Set<String>, zone: TimeZoneRules) {
        self.uids = uids
        self.zone = zone
    }

    /// Events that are over.
    var pastCount: Int { hits.count - comingCount }

    /// Whether the event stands in a better rank.
    func knows(uid: String) -> Bool { uids.contains(uid) }

    /// Adds an occurrence, unless a nearer one of the event is there.
    mutating func add(_ event: AgendaEvent, isOver: Bool) {
        let hit = Hit(event: event, start: zone.instant(of: event.span.start), isOver: isOver)
        if let known = hits[event.uid] {
            guard Self.isBefore(hit, known) else { return }
            if !known.isOver { comingCount -= 1 }
        }
        if !isOver { comingCount += 1 }
        hits[event.uid] = hit
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
