public import ICalendar

/// A set of instants, as ascending half-open ranges that are not empty and neither overlap nor touch.
public struct InstantRanges: Hashable, Sendable {
    /// The ranges.
    public let ranges: [Range<Instant>]

    /// The union of ranges in any order.
    public init(_ ranges: some Sequence<Range<Instant>>) {
        self.ranges = ranges.united()
    }

    /// - Parameter ranges: must be like ``ranges``.
    private init(merged ranges: [Range<Instant>]) {
        self.ranges = ranges
    }

    /// The instants that are in both sets.
    public func intersection(_ other: InstantRanges) -> InstantRanges {
        var common: [Range<Instant>] = []
        var (left, right) = (ranges[...], other.ranges[...])
        while let first = left.first, let second = right.first {
            let start = max(first.lowerBound, second.lowerBound)
            let end = min(first.upperBound, second.upperBound)
            if start < end { common.append(start..<end) }
            if first.upperBound <= second.upperBound {
                left.removeFirst()
            } else {
                right.removeFirst()
            }
        }
        return InstantRanges(merged: common)
    }

    /// The instants that are not in the other set.
    public func subtracting(_ other: InstantRanges) -> InstantRanges {
        guard let first = ranges.first, let last = ranges.last else { return self }
        // The gaps between the other's ranges.
        var gaps: [Range<Instant>] = []
        var start = first.lowerBound
        for range in other.ranges {
            if start < range.lowerBound { gaps.append(start..<range.lowerBound) }
            start = max(start, range.upperBound)
        }
        if start < last.upperBound { gaps.append(start..<last.upperBound) }
        return intersection(InstantRanges(merged: gaps))
    }
}

extension Sequence {
    /// The union of ranges: ascending, none empty, none overlapping or touching.
    func united<Bound>() -> [Range<Bound>] where Element == Range<Bound> {
        var united: [Range<Bound>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = united.last, range.lowerBound <= last.upperBound {
                united[united.count - 1] =
                    last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                united.append(range)
            }
        }
        return united
    }
}
