internal import ICalendar

/// The order of events within a day: whole days first (longest first), then start, end, summary,
/// UID and instance. It is total, so that output is stable.
struct EventOrder: Comparable {
    private let isTimed: Bool
    private let first: Int
    private let second: Int
    private let summary: String
    private let uid: String
    private let id: OccurrenceID

    /// - Parameter zone: the reader's, which says when floating times are.
    init(_ event: AgendaEvent, zone: TimeZoneRules) {
        switch event.span {
        case .dates(let dates):
            (isTimed, first, second) = (false, -dates.count, dates.lowerBound.daysSinceEpoch)
        case .instants(let range):
            (isTimed, first, second) = (
                true, range.lowerBound.secondsSinceEpoch, range.upperBound.secondsSinceEpoch
            )
        case .floating(let range):
            (isTimed, first, second) = (
                true, zone.instant(of: range.lowerBound).secondsSinceEpoch,
                zone.instant(of: range.upperBound).secondsSinceEpoch
            )
        }
        summary = event.summary ?? ""
        uid = event.uid
        id = event.id
    }

    static func < (lhs: EventOrder, rhs: EventOrder) -> Bool {
        if lhs.isTimed != rhs.isTimed { return rhs.isTimed }
        if lhs.first != rhs.first { return lhs.first < rhs.first }
        if lhs.second != rhs.second { return lhs.second < rhs.second }
        if lhs.summary != rhs.summary { return lhs.summary < rhs.summary }
        if lhs.uid != rhs.uid { return lhs.uid < rhs.uid }
        return lhs.id.description < rhs.id.description
    }

    /// Puts an event where it belongs among events in order.
    static func insert(
        _ event: AgendaEvent, into events: inout [AgendaEvent], zone: TimeZoneRules
    ) {
        let order = EventOrder(event, zone: zone)
        var (low, high) = (0, events.count)
        while low < high {
            let middle = (low + high) / 2
            if order < EventOrder(events[middle], zone: zone) {
                high = middle
            } else {
                low = middle + 1
            }
        }
        events.insert(event, at: low)
    }

    /// The events in order.
    static func sorted(_ events: [AgendaEvent], zone: TimeZoneRules) -> [AgendaEvent] {
        events.map { (order: EventOrder($0, zone: zone), event: $0) }
            .sorted { $0.order < $1.order }
            .map(\.event)
    }
}
