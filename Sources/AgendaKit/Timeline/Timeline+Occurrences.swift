package import ICalendar

extension Timeline {
    /// A timeline of some of its days.
    package func days(_ dates: Range<CivilDate>) -> Timeline {
        var part = self
        part.nodes = dates.compactMap { self[$0] }
        for index in part.nodes.indices { part.nodes[index].index = index }
        return part
    }

    /// Each occurrence once, ordered by start; with equal starts whole days come first, then end, summary and UID
    /// decide, so that the order is total.
    public var occurrences: [AgendaEvent] {
        let window = window
        var keyed: [(key: OrderKey, event: AgendaEvent)] = []
        for node in nodes {
            // An occurrence is in each node that it spans; the first one counts.
            for event in node.events where window.indices(of: event.span).lowerBound == node.index {
                keyed.append((OrderKey(event, zone: zone), event))
            }
        }
        keyed.sort { $0.key < $1.key }
        return keyed.map(\.event)
    }
}

/// What a list is ordered by.
private struct OrderKey: Comparable {
    let start: Instant
    let rank: Int
    let end: Instant
    let summary: String
    let uid: String

    init(_ event: AgendaEvent, zone: TimeZoneRules) {
        start = zone.instant(of: event.span.start)
        rank = event.isAllDay ? 0 : 1
        end = zone.instant(of: event.span.end)
        summary = event.summary ?? ""
        uid = event.uid
    }

    static func < (lhs: OrderKey, rhs: OrderKey) -> Bool {
        (lhs.start, lhs.rank, lhs.end, lhs.summary, lhs.uid)
            < (rhs.start, rhs.rank, rhs.end, rhs.summary, rhs.uid)
    }
}
