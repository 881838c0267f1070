public import ICalendar

/// When a new to-do is to be done, settled from words.
public struct TodoPlan: Hashable, Sendable {
    /// `DTSTART`; nil for a to-do that is only due.
    public var start: CalendarTime?
    /// `DUE`, in the start's form; nil for a to-do on no day. A date is the last day.
    public var due: CalendarTime?
    /// How it repeats.
    public var rule: RecurrenceRule?
    /// Whether it is today because the words name no day.
    public var takesToday = false
    /// The day that the person named, if the first instance moved from it to the first day of the rule.
    public var movedFrom: CivilDate?
}

extension WhenWords {
    /// Settles when a to-do is due: a day, a time, or the end of what lasts from one to the other.
    ///
    /// - Parameters:
    ///   - context: the present moment, zone and language.
    ///   - allowsPast: whether it may be due in the past.
    /// - Throws: what is missing, contradictory or in the past.
    public func todoPlan(
        in context: WordContext, allowsPast: Bool = false
    ) throws(Doubt) -> TodoPlan {
        var plan = TodoPlan()
        if self == WhenWords() { return plan }
        let times = try self.plan(in: context, allowsPast: allowsPast)
        (plan.rule, plan.movedFrom) = (times.rule, times.movedFrom)
        plan.takesToday = times.takesToday
        // `every day for 2 weeks`: the length of the repetition.
        let isLong = length.map { repetition == nil || $0.seconds != 0 } ?? false
        var last = times.start
        if isLong || !end.isEmpty {
            last = times.end
            if case .date(let day) = times.end { last = .date(day - 1) }
        }
        plan.due = last
        plan.start = last != times.start ? times.start : nil
        return plan
    }
}
