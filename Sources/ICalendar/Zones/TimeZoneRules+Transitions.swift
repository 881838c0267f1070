extension TimeZoneRules {
    /// A change of the offset, of the abbreviation, or of whether the source calls the time
    /// daylight saving time.
    public struct Transition: Hashable, Sendable {
        /// When the new offset takes effect.
        public var at: Instant
        /// Seconds east of UTC before the change.
        public var offsetBefore: Int
        /// Seconds east of UTC after the change.
        public var offsetAfter: Int
        /// Whether the source calls the time after the change daylight saving time.
        public var isDaylight: Bool
        /// The source's abbreviation for the time after the change, such as `CEST`; may be empty.
        public var abbreviation: String
    }

    /// The changes within a range of instants, ascending.
    ///
    /// - Parameter range: the part after the year 9999, where iCalendar's dates end (RFC 5545
    ///   3.3.4), is ignored, so that every result is bounded.
    public func transitions(in range: Range<Instant>) -> [Transition] {
        // 10000-01-01T00:00Z.
        let end = min(range.upperBound.secondsSinceEpoch, 253_402_300_800)
        let start = TimeZoneTable.clamped(range.lowerBound.secondsSinceEpoch)
        var result = [Transition]()
        var shift = 0
        repeat {
            append(to: &result, from: start, to: end, shiftedBy: shift)
            shift += TimeZoneTable.cycle
        } while table.cycleEnd.map { $0 - TimeZoneTable.cycle + shift < end } ?? false
        return result
    }

    /// Whether clocks in both zones agree at every instant of the years 1 to 9999, whatever the
    /// names of the zones and their periods.
    package func hasSameOffsets(as other: TimeZoneRules) -> Bool {
        let years = CivilDateTime(.newYear(1))..<CivilDateTime(.newYear(10_000))
        return table == other.table
            || agrees(
                with: other, in: Instant(utc: years.lowerBound)..<Instant(utc: years.upperBound))
    }

    /// Whether clocks in both zones agree for the 50 years after an instant.
    ///
    /// Programs often write a zone's current rules as if they had always applied, so two zones that
    /// are the same to a calendar are seldom equal.
    package func agrees(with other: TimeZoneRules, from start: Instant) -> Bool {
        self == other || agrees(with: other, in: start..<(start + 50 * 366 * 86_400))
    }

    private func agrees(with other: TimeZoneRules, in range: Range<Instant>) -> Bool {
        func changes(_ rules: TimeZoneRules) -> [Int] {
            rules.transitions(in: (range.lowerBound + 1)..<range.upperBound)
                .filter { $0.offsetBefore != $0.offsetAfter }
                .flatMap { [$0.at.secondsSinceEpoch, $0.offsetAfter] }
        }
        return offset(at: range.lowerBound) == other.offset(at: range.lowerBound)
            && changes(self) == changes(other)
    }

    /// Appends the transitions of one cycle that lie in `start..<end`; for cycles after the first,
    /// only those of the repeating 400 years.
    private func append(
        to result: inout [Transition], from start: Int, to end: Int, shiftedBy shift: Int
    ) {
        let repeating = shift == 0 ? start : (table.cycleEnd ?? 0) - TimeZoneTable.cycle
        let first = TimeZoneTable.count(
            of: table.times, upTo: max(repeating, start - shift) - 1)
        for index in first..<table.times.count {
            let at = table.times[index] + shift
            guard at < end else { return }
            let (before, after) = (table.period(index), table.period(index + 1))
            result.append(
                Transition(
                    at: Instant(secondsSinceEpoch: at), offsetBefore: before.offset,
                    offsetAfter: after.offset, isDaylight: after.isDaylight,
                    abbreviation: after.abbreviation))
        }
    }
}

extension TimeZoneRules? {
    /// Whether both are unknown, or known and the same to clocks.
    package func haveSameOffsets(as other: TimeZoneRules?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.hasSameOffsets(as: other)
    }
}
