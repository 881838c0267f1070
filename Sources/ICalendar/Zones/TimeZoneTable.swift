/// The sorted changes of one zone's offset, and how they continue after the last one.
///
/// One mechanism serves tz data files and VTIMEZONE components: the table lists the changes up to
/// `cycleEnd`, and moves later times back by whole 400-year cycles. The Gregorian calendar repeats
/// after 400 years, weekdays included (146,097 days are 20,871 weeks), so listing a yearly rule for
/// 400 years covers all time, and every lookup is one binary search.
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

    /// A change as a source lists it.
    struct Change: Hashable, Sendable {
        /// Seconds since 1970-01-01T00:00Z.
        var at: Int
        /// The period that begins then.
        var period: Period
    }

    /// Seconds of 400 Gregorian years.
    static let cycle = 146_097 * 86_400
    /// The largest offset accepted. RFC 9636 3.2 asks readers for -25 to +26 hours.
    static let offsetLimit = 26 * 3_600
    /// Times further than this from 1970 (36 billion years) are clamped to it, so that no sum of a
    /// time and an offset can overflow.
    private static let timeLimit = 1 << 60

    /// When each change happens: seconds since 1970-01-01T00:00Z, strictly ascending.
    let times: [Int]
    /// For each change, the wall time from which the new offset applies to wall times.
    let wallTimes: [Int]
    /// For each stretch between changes its index in `periods`; one more than `times`.
    let kinds: [Int32]
    /// The distinct periods.
    let periods: [Period]
    /// The end of the listed 400 years, in seconds since 1970; nil if the last period lasts for
    /// ever.
    let cycleEnd: Int?

    /// Creates a table from changes in any order.
    ///
    /// - Parameters:
    ///   - first: the period before the first change.
    ///   - changes: if several have the same time, the last listed counts.
    ///   - cycleEnd: see ``cycleEnd``; the changes of the 400 years before it must be complete.
    init(first: Period, changes: [Change], cycleEnd: Int? = nil) {
        var (times, wallTimes, kinds, periods) = ([Int](), [Int](), [Int32(0)], [first])
        let changes = Self.ordered(changes)
        for (index, change) in changes.enumerated() {
            let isReplaced = index + 1 < changes.count && changes[index + 1].at == change.at
            let last = periods[Int(kinds[kinds.count - 1])]
            if isReplaced || change.period == last { continue }
            let wall = Self.wallTime(of: change, after: last)
            times.append(change.at)
            wallTimes.append(max(wall, wallTimes.last ?? wall))
            // tz data's richest zone has 20 periods; beyond 64, sharing them gains nothing.
            let known = periods.prefix(64).firstIndex(of: change.period)
            kinds.append(Int32(known ?? periods.count))
            if known == nil { periods.append(change.period) }
        }
        (self.times, self.wallTimes, self.kinds) = (times, wallTimes, kinds)
        (self.periods, self.cycleEnd) = (periods, cycleEnd)
    }

    /// The changes by time; changes at the same time keep their order.
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

    /// The offset at an instant, without the copy of a period, which would retain its text.
    func offset(at seconds: Int) -> Int {
        let index = Self.count(of: times, upTo: folded(Self.clamped(seconds), before: cycleEnd))
        return periods.withUnsafeBufferPointer { $0[Int(kinds[index])].offset }
    }

    /// The period after `index` changes.
    func period(_ index: Int) -> Period { periods[Int(kinds[index])] }

    /// The same calendar time, moved back by whole cycles to before `end`.
    func folded(_ seconds: Int, before end: Int?) -> Int {
        guard let end, seconds >= end else { return seconds }
        return end - Self.cycle + (seconds - end) % Self.cycle
    }

    /// How many of the ascending numbers are at most `limit`.
    ///
    /// The search has no branch that depends on the numbers, neither its own nor a bounds check:
    /// with one, random lookups took 60 ns, mostly because of branch mispredictions. `low + length
    /// <= count` always holds and keeps the accesses within the buffer.
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

    /// The time, clamped to the range that is safe to calculate with.
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
