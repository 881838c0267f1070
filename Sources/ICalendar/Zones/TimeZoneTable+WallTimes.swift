/// Wall times that a clock skips or shows twice.
extension TimeZoneTable {
    /// The wall time from which the offset after a change applies.
    ///
    /// A wall time in a gap takes the offset before the gap, and one in an overlap means the first of the two (RFC 5545
    /// 3.3.5): either way the old offset applies until the change plus the greater of both offsets.
    static func wallTime(of change: Change, after old: Period) -> Int {
        clamped(change.at) + max(old.offset, change.period.offset)
    }

    /// The period whose offset applies to a wall time.
    func period(ofWall seconds: Int) -> Period {
        period(Self.count(of: wallTimes, upTo: foldedWall(seconds)))
    }

    /// A wall time moved into the range that the table lists.
    ///
    /// Wall times are moved back two days earlier than instants are, because a change just after
    /// `cycleEnd` is not listed, but affects wall times before it.
    func foldedWall(_ seconds: Int) -> Int {
        folded(seconds, before: cycleEnd.map { $0 - 2 * 86_400 })
    }
}
