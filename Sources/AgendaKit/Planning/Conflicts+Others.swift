public import ICalendar

extension Conflicts {
    /// The events that take place at the same time as one of some others, in their order.
    ///
    /// - Parameters:
    ///   - events: those that may be in the way.
    ///   - own: the others, such as a proposed event's occurrences.
    ///   - zone: the reader's zone.
    ///   - wholeDays: whether whole-day events block.
    public static func among(
        _ events: some Sequence<AgendaEvent>, with own: [AgendaEvent], zone: TimeZoneRules,
        countingWholeDays wholeDays: Bool
    ) -> [AgendaEvent] {
        let times = own.filter { $0.blocks(countingWholeDays: wholeDays) }
            .map { $0.span.instants(in: zone) }
        guard !times.isEmpty else { return [] }
        return events.filter { event in
            guard event.blocks(countingWholeDays: wholeDays) else { return false }
            let range = event.span.instants(in: zone)
            return times.contains { $0.overlaps(range) }
        }
    }
}
