internal import AgendaKit
package import AgendaSync
package import ICalendar

/// A range of time in a report, open at an end that it does not name (RFC 4791 section 9.9).
package struct TimeRange: Hashable, Sendable {
    /// The first instant in it; nil for all before its end.
    package let start: Instant?
    /// The first instant behind it; nil for all after its start.
    package let end: Instant?

    /// Creates a range.
    package init(start: Instant?, end: Instant?) { (self.start, self.end) = (start, end) }

    /// Reads the attributes `start` and `end`, each a time in UTC.
    ///
    /// - Parameter isWhole: whether both must be there.
    /// - Throws: `valid-filter`.
    package init(_ element: XMLElement, isWhole: Bool = false) throws(BrokenCondition) {
        func instant(_ name: String) throws(BrokenCondition) -> Instant? {
            guard let text = element.attribute(name) else {
                if isWhole { throw .validFilter }
                return nil
            }
            guard case .utc(let instant)? = CalendarTime(icalendar: text) else {
                throw .validFilter
            }
            return instant
        }
        self.init(start: try instant("start"), end: try instant("end"))
        guard start != nil || end != nil, lower < upper else { throw .validFilter }
    }

    // Far from any time that a calendar names, and from the ends of the integers.
    var lower: Instant { start ?? Instant(secondsSinceEpoch: -1 << 50) }
    var upper: Instant { end ?? Instant(secondsSinceEpoch: 1 << 50) }

    /// Days that have all of it, whichever zone they are in, with two to spare: clocks differ by 26 hours.
    var days: Range<CivilDate> {
        let limits = OccurrenceExpander.allDays
        let first = max((start?.utc.date ?? limits.lowerBound) - 2, limits.lowerBound)
        let end = min((end?.utc.date ?? limits.upperBound) + 3, limits.upperBound)
        return min(first, end)..<end
    }

    /// As much of it as ``days`` has.
    var instants: Range<Instant> {
        let (first, last) = (CivilDateTime(days.lowerBound), CivilDateTime(days.upperBound))
        return (lower..<upper).clamped(to: Instant(utc: first)..<Instant(utc: last))
    }

    /// Whether an instant lies in it.
    func contains(_ instant: Instant) -> Bool { lower <= instant && upper > instant }

    /// Whether it has a part of some time, or the instant of one without length: the conditions of RFC 4791 section 9.9 for
    /// events, and for journal entries.
    func overlaps(_ times: Range<Instant>) -> Bool {
        times.isEmpty
            ? contains(times.lowerBound) : lower < times.upperBound && upper > times.lowerBound
    }

    /// The same so many seconds earlier, and longer at its beginning.
    func moved(back seconds: Int, lengthened: Int) -> TimeRange {
        TimeRange(start: start.map { $0 - seconds - lengthened }, end: end.map { $0 - seconds })
    }
}
