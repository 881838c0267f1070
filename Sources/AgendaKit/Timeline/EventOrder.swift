internal import ICalendar

/// The order of events within a day: whole days first (longest first), then start, end, summary,
/// UID and instance; of to-dos, which come behind events of the same times, first those to be done. It is total, so that output is
/// stable.
struct EventOrder: Comparable {
    private let times: Times
    private let event: AgendaEvent

    /// - Parameter zone: the reader's zone, which places floating times.
    init(_ event: AgendaEvent, zone: TimeZoneRules) {
        times = Times(event.span, zone: zone)
        self.event = event
    }

    static func < (lhs: EventOrder, rhs: EventOrder) -> Bool {
        lhs.times == rhs.times
            ? isText(of: lhs.event, before: rhs.event) : lhs.times < rhs.times
    }

    /// The order by times.
    private struct Times: Comparable {
        let isTimed: Bool
        let first: Int
        let second: Int

        init(_ span: Span, zone: TimeZoneRules) {
            switch span {
            case .dates(let dates):
                (isTimed, first, second) = (
                    false, -dates.count, dates.lowerBound.daysSinceEpoch
                )
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
        }

        static func < (lhs: Times, rhs: Times) -> Bool {
            if lhs.isTimed != rhs.isTimed { return rhs.isTimed }
            if lhs.first != rhs.first { return lhs.first < rhs.first }
            return lhs.second < rhs.second
        }
    }

    /// The order of events at the same time.
    private static func isText(of lhs: AgendaEvent, before rhs: AgendaEvent) -> Bool {
        if lhs.content.part != nil || rhs.content.part != nil {
            let (left, right) = (rank(lhs), rank(rhs))
            if left != right { return left < right }
        }
        let (left, right) = (lhs.summary ?? "", rhs.summary ?? "")
        if left != right { return left < right }
        let (isLate, isOtherLate) = (lhs.todo?.lateSince != nil, rhs.todo?.lateSince != nil)
        if isLate != isOtherLate { return isOtherLate }
        if lhs.uid != rhs.uid { return lhs.uid < rhs.uid }
        return lhs.id.description < rhs.id.description
    }

    private static func rank(_ event: AgendaEvent) -> Int {
        switch event.todo?.status {
        case nil: 0
        case .needsAction, .inProcess: 1
        case .completed: 2
        case .cancelled: 3
        }
    }

    /// Inserts an event into ordered events.
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
        indices(events, zone: zone).map { events[$0] }
    }

    /// The indices of the events, in the events' order.
    static func indices(_ events: [AgendaEvent], zone: TimeZoneRules) -> [Int] {
        // Sorts numbers instead of events, and compares texts only if the times are equal.
        var order = events.enumerated().map { (times: Times($1.span, zone: zone), index: $0) }
        order.sort {
            $0.times == $1.times
                ? isText(of: events[$0.index], before: events[$1.index]) : $0.times < $1.times
        }
        return order.map(\.index)
    }
}
