/// The changes of one zone's offset, sorted, and how they go on past the last of them.
///
/// One mechanism serves tz data files and VTIMEZONE components: the changes are listed up to
/// `cycleEnd`, and times past it are moved back by whole 400-year cycles. The Gregorian calendar
/// repeats after 400 years, weekdays included (146,097 days are 20,871 weeks), so a yearly rule
/// that is listed for 400 years is known forever, and every question is one binary search.
final class TimeZoneTable: Hashable, Sendable {
    /// What a clock shows between two changes.
    struct Period: Hashable, Sendable {
        /// Seconds east of UTC.
        var offset: Int
        /// Whether the source calls it daylight saving time.
        var isDaylight = false
        /// Such as `CEST`.
        var abbreviation = ""
    }

    /// A change as the sources list it.
    struct Change: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00Z.
        var at: Int
        /// What holds from then on.
        var period: Period
    }

    /// Seconds of 400 Gregorian years.
    static let cycle = 146_097 * 86_400
    /// The greatest offset that is believed. RFC 9636 3.2 asks readers for -25 to +26 hours.
    static let offsetLimit = 26 * 3_600
    /// Times farther from 1970 than this (36 billion years) are read as this, so that no sum of
    /// a time and an offset can overflow.
    private static let timeLimit = 1 << 60

    /// When each change happens: seconds since 1970-01-01T00:00Z, strictly ascending.
    let times: [Int]
    /// For each change the wall time from which on the new offset is used to read wall times.
    let wallTimes: [Int]
    /// For each stretch between changes its index in `periods`; one more than `times`.
    let kinds: [Int32]
    /// The different periods.
    let periods: [Period]
    /// The end of the listed 400 years, seconds since 1970; nil when the last period lasts.
    let cycleEnd: Int?

    /// A table from changes in any order.
    ///
    /// - Parameters:
    ///   - first: what holds before the first change.
    ///   - changes: of several at the same time, the last listed counts.
    ///   - cycleEnd: see above; the changes of the 400 years before it must be complete.
    init(first: Period, changes: [Change], cycleEnd: Int? = nil) {
        var (times, wallTimes, kinds, periods) = ([Int](), [Int](), [Int32(0)], [first])
        let changes = Self.ordered(changes)
        for (index, change) in changes.enumerated() {
            let isReplaced = index + 1 < changes.count && changes[index + 1].at == change.at
            let last = periods[Int(kinds[kinds.count - 1])]
            if isReplaced || change.period == last { continue }
            // A wall time in a gap is read with the offset before it, one in an overlap is the
            // first of the two (RFC 5545 3.3.5): either way the old offset serves until the
            // greater of both offsets has passed the change.
            let wall = Self.clamped(change.at) + max(last.offset, change.period.offset)
            times.append(change.at)
            wallTimes.append(max(wall, wallTimes.last ?? wall))
            // tz data's richest zone has 20 periods; past 64 nothing is gained by sharing them.
            let known = periods.prefix(64).firstIndex(of: change.period)
            kinds.append(Int32(known ?? periods.count))
            if known == nil { periods.append(change.period) }
        }
        (self.times, self.wallTimes, self.kinds) = (times, wallTimes, kinds)
        (self.periods, self.cycleEnd) = (periods, cycleEnd)
    }

    /// The changes by time, those of one time as listed.
    private static func ordered(_ changes: [Change]) -> [Change] {
        if zip(changes, changes.dropFirst()).allSatisfy({ $0.at <= $1.at }) { return changes }
        return changes.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }

    /// The period at an instant.
    func period(at seconds: Int) -> Period {
        period(Self.count(of: times, upTo: folded(Self.clamped(seconds), before: cycleEnd)))
    }

    /// The offset at an instant: a period has a text besides, which a copy retains.
    func offset(at seconds: Int) -> Int {
        let index = Self.count(of: times, upTo: folded(Self.clamped(seconds), before: cycleEnd))
        return periods.withUnsafeBufferPointer { $0[Int(kinds[index])].offset }
    }

    /// The period by which a wall time is read.
    func period(ofWall seconds: Int) -> Period {
        period(Self.count(of: wallTimes, upTo: foldedWall(seconds)))
    }

    /// The period after so many changes.
    func period(_ index: Int) -> Period { periods[Int(kinds[index])] }

    /// A wall time as the table lists it.
    ///
    /// Wall times are moved two days before instants are, because a change just past `cycleEnd`
    /// is not listed, but would be felt by wall times before it.
    func foldedWall(_ seconds: Int) -> Int {
        folded(seconds, before: cycleEnd.map { $0 - 2 * 86_400 })
    }

    /// The same time of the calendar, moved back by whole cycles to lie before `end`.
    private func folded(_ seconds: Int, before end: Int?) -> Int {
        guard let end, seconds >= end else { return seconds }
        return end - Self.cycle + (seconds - end) % Self.cycle
    }

    /// How many of the ascending numbers are not greater than `limit`.
    ///
    /// The search has no branch that depends on the numbers, neither its own nor a bounds check's:
    /// random questions took 60 ns with one, most of it spent on wrong guesses of the processor.
    /// `low + length <= count` holds throughout and guards the buffer.
    static func count(of numbers: [Int], upTo limit: Int) -> Int {
        numbers.withUnsafeBufferPointer { numbers in
            var (low, length) = (0, numbers.count)
            while length > 1 {
                let half = length / 2
                low &+= numbers[low &+ half &- 1] <= limit ? half : 0
                length &-= half
            }
            return length == 1 && numbers[low] <= limit ? low + 1 : low
        }
    }

    /// The time, or the nearest that is safe to calculate with.
    static func clamped(_ seconds: Int) -> Int { min(max(seconds, -timeLimit), timeLimit) }

    static func == (lhs: TimeZoneTable, rhs: TimeZoneTable) -> Bool {
        lhs === rhs
            || lhs.times == rhs.times && lhs.cycleEnd == rhs.cycleEnd
                && lhs.kinds == rhs.kinds && lhs.periods == rhs.periods
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(times.count)
        hasher.combine(times.last)
        hasher.combine(periods)
    }
}
