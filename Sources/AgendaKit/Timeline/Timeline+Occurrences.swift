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
        var keyed: [(key: (Instant, Int, Instant, String, String), event: AgendaEvent)] = []
        for node in nodes {
            // An occurrence is in each node that it spans; the first one counts.
            for event in node.events where window.indices(of: event.span).lowerBound == node.index {
                let (start, end) = (
                    zone.instant(of: event.span.start), zone.instant(of: event.span.end)
                )
                let key = (start, event.isAllDay ? 0 : 1, end, event.summary ?? "", event.uid)
                keyed.append((key, event))
            }
        }
        keyed.sort { $0.key < $1.key }
        return keyed.map(\.event)
    }
}
