extension Event {
    /// When a to-do begins and when it is due, as written: `DTSTART`, and `DUE` or what `DURATION` makes of it. Of whole
    /// days `due` is the last one.
    public var todoTimes: (start: CalendarTime?, due: CalendarTime?) {
        switch todo?.anchor {
        case .due: return (nil, start)
        case .undated: return (nil, nil)
        case .start, nil: break
        }
        switch end {
        case .none: return (start, nil)
        case .time(let due): return (start, due)
        case .duration(let length):
            let wall = start.wallTime + (length.days * 86_400 + length.seconds)
            // A day's length ends at the next midnight; a date includes its day.
            let last = start.isDate ? max(start.wallTime, wall + -86_400) : wall
            return (start, start.with(wallTime: last))
        }
    }

    /// Sets when a to-do begins and when it is due; a to-do with neither is on no day. Both must be dates, or both
    /// times (RFC 5545 3.8.2.3).
    public mutating func setTodoTimes(start: CalendarTime?, due: CalendarTime?) {
        guard (start, due) != todoTimes else { return }
        if let start {
            (self.start, end) = (start, due.map { .time($0) } ?? .none)
        } else {
            (self.start, end) = (due ?? .date(CivilDate(daysSinceEpoch: 0)), .none)
        }
        todo?.anchor = start != nil ? .start : due != nil ? .due : .undated
    }
}
