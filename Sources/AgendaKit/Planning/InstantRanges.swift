public import ICalendar

/// A set of instants, as ascending half-open ranges that are not empty and neither overlap nor touch.
public struct InstantRanges: Hashable, Sendable {
    /// The ranges.
    public let ranges: [Range<Instant>]

    /// The union of ranges in any order.
    public init(_ ranges: some Sequence<Range<Instant>>) {
        var merged: [Range<Instant>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    /// - Parameter ranges: as ``ranges`` must be.
    private init(merged ranges: [Range<Instant>]) {
        self.ranges = ranges
    }

    /// What both have.
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

    /// What the other has not.
    public func subtracting(_ other: InstantRanges) -> InstantRanges {
        guard let first = ranges.first, let last = ranges.last else { return self }
        // What lies between the other's ranges.
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
