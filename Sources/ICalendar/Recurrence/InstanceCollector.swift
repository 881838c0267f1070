/// Receives a rule's starts in ascending order and keeps the valid ones: after DTSTART, unique,
/// within COUNT, UNTIL, the window and the limit.
///
/// All times are wall seconds (``CivilDateTime/secondsSinceEpoch``).
struct InstanceCollector {
    /// The instances found.
    private(set) var times: [CivilDateTime] = []
    /// Whether more than `limit` instances lie in the window.
    private(set) var isCut = false
    /// Earlier instances are not wanted, although COUNT may count them.
    let lower: Int
    /// Instances at or after this one are not wanted.
    let upper: Int
    /// The last start taken or counted; starts up to it are skipped.
    private(set) var last: Int
    /// How many instances COUNT still allows; `Int.max` without COUNT.
    private(set) var remaining: Int

    private let limit: Int
    /// An UNTIL with which starts near it must be compared as instants.
    private let untilInstant: Instant?
    private let instantOf: ((CivilDateTime) -> Instant)?

    /// A zone lies less than a day from UTC (RFC 5545 3.3.14), and a gap is shorter than a day:
    /// starts further than this from UNTIL need no conversion to instants.
    private static let widestOffset = 2 * 86_400

    /// - Parameters:
    ///   - first: the collector skips earlier starts.
    ///   - window: the requested range, already within the years that dates can express.
    init(
        rule: RecurrenceRule, first: Int, window: Range<Int>, limit: Int,
        instantOf: ((CivilDateTime) -> Instant)?
    ) {
        self.limit = limit
        lower = window.lowerBound
        last = first - 1
        remaining = rule.count.map { max($0, 1) } ?? Int.max
        var (end, untilInstant) = (Int.max, Instant?.none)
        switch rule.until {
        case nil: break
        case .date(let date): end = CivilDateTime(date + 1).secondsSinceEpoch
        case .floating(let time): end = time.secondsSinceEpoch + 1
        case .utc(let until) where instantOf == nil: end = until.secondsSinceEpoch + 1
        case .utc(let until):
            end = until.secondsSinceEpoch + Self.widestOffset
            untilInstant = until
        }
        upper = min(window.upperBound, end)
        self.untilInstant = untilInstant
        self.instantOf = instantOf
    }

    /// Whether COUNT limits the rule, so that starts before the window must be counted.
    var isCounting: Bool { remaining != Int.max }

    /// The first start that matters: without COUNT, earlier ones need not be computed.
    var wanted: Int { max(lower, last + 1) }

    /// Takes DTSTART, to which UNTIL does not apply (the recurrence set always contains it).
    mutating func takeStart(_ time: Int, window: Range<Int>) {
        last = time
        if isCounting { remaining -= 1 }
        guard window.contains(time) else { return }
        append(time)
    }

    /// Takes the next start of the rule.
    ///
    /// - Returns: whether later starts can matter.
    mutating func take(_ time: Int) -> Bool {
        guard time > last else { return true }
        guard remaining > 0, time < upper else { return false }
        last = time
        if isCounting { remaining -= 1 }
        guard time >= lower, isWithinUntil(time) else { return remaining > 0 }
        append(time)
        return !isCut && remaining > 0
    }

    /// Counts starts before the window without visiting each.
    ///
    /// - Parameter through: the last of these starts, or any later time before the next start.
    /// - Returns: whether later starts can matter.
    mutating func skip(_ count: Int, through: Int) -> Bool {
        last = max(last, through)
        guard isCounting else { return true }
        remaining = count >= remaining ? 0 : remaining - count
        return remaining > 0
    }

    private mutating func append(_ time: Int) {
        if times.count >= limit {
            isCut = true
        } else {
            times.append(CivilDateTime(secondsSinceEpoch: time))
        }
    }

    private func isWithinUntil(_ time: Int) -> Bool {
        guard let untilInstant, let instantOf,
            time > untilInstant.secondsSinceEpoch - Self.widestOffset
        else { return true }
        return instantOf(CivilDateTime(secondsSinceEpoch: time)) <= untilInstant
    }
}
