package import ICalendar

/// When an event takes place, and by which rule it repeats: what two events of different UIDs must have in common before one of
/// them stands for both.
package struct SeriesShape: Hashable, Sendable {
    /// Its first instance.
    package let span: Span
    private let rules: [RecurrenceRule]
    private let exceptionRules: [RecurrenceRule]
    /// The clock by which it recurs; nil if it does not.
    private let zone: TimeZoneRules?

    /// - Parameter event: describes the series as a whole.
    /// - Returns: nil for one that takes place on no day, or has dates besides its rule.
    package init?(_ event: Event, in scope: TimeZoneScope) {
        guard event.recurrenceID == nil, event.recurrenceDates.isEmpty,
            let span = event.firstSpan(in: scope)
        else { return nil }
        self.span = span
        (rules, exceptionRules) = (event.recurrenceRules, event.exceptionRules)
        zone = event.isRecurring ? event.start.tzid.flatMap { scope.rules(for: $0) } : nil
    }
}
