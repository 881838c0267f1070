public import ICalendar

extension Timeline {
    /// Some of its days, as a timeline of their own.
    package func days(_ dates: Range<CivilDate>) -> Timeline {
        var part = self
        part.nodes = dates.compactMap { self[$0] }
        for index in part.nodes.indices { part.nodes[index].index = index }
        return part
    }

    /// Each occurrence once, by start; of equal starts whole days first, then by end, summary and
    /// uid, so that the order is total.
    public var occurrences: [AgendaEvent] {
        let window = window
        var keyed: [(key: OrderKey, event: AgendaEvent)] = []
        for node in nodes {
            // An occurrence stands in each day that it spans; its first one counts.
            for event in node.events where window.indices(of: event.span).lowerBound == node.index {
                keyed.append((OrderKey(event, zone: zone), event))
            }
        }
        keyed.sort { $0.key < $1.key }
        return keyed.map(\.event)
    }
}

/// Where an occurrence stands in a list by time.
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

extension TimeZoneRules {
    /// When a point of an occurrence is for a reader in this zone; a whole day begins at its first
    /// instant.
    package func instant(of point: OccurrencePoint) -> Instant {
        switch point {
        case .instant(let instant): instant
        case .floating(let time): instant(of: time)
        case .date(let date): startOfDay(date)
        }
    }
}
