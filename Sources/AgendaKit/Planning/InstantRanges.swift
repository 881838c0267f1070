public import ICalendar

/// A set of instants, as ascending half-open ranges that are not empty and neither overlap nor touch.
///
/// ```swift
/// let morning = InstantRanges([clock.now..<clock.now + 3_600])
/// let gaps = morning.gaps(in: clock.now - 600..<clock.now + 4_200)
/// print(gaps.map { ($0.upperBound - $0.lowerBound) / 60 })
/// ```
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

    /// Whether an instant of the range is in the set.
    public func intersects(_ range: Range<Instant>) -> Bool {
        overlapping(range).first?.overlaps(range) ?? false
    }

    /// The instants of the range that are not in the set.
    public func gaps(in range: Range<Instant>) -> [Range<Instant>] {
        var (gaps, start) = ([Range<Instant>](), range.lowerBound)
        for taken in overlapping(range).prefix(while: { $0.lowerBound < range.upperBound }) {
            if start < taken.lowerBound { gaps.append(start..<taken.lowerBound) }
            start = max(start, taken.upperBound)
        }
        if start < range.upperBound { gaps.append(start..<range.upperBound) }
        return gaps
    }

    /// The ranges from the first on that ends after the beginning of `range`, found by bisection.
    private func overlapping(_ range: Range<Instant>) -> ArraySlice<Range<Instant>> {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return ranges[low...]
    }

    /// The instants that are in one of the sets, or in both.
    public func union(_ other: InstantRanges) -> InstantRanges {
        InstantRanges(ranges + other.ranges)
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
        let gaps = other.gaps(in: first.lowerBound..<last.upperBound)
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
