/// Takes the starts that a rule yields, in ascending order, and keeps those that count: after
/// DTSTART, not twice, within COUNT, UNTIL, the window and the limit.
///
/// All times are wall seconds (``CivilDateTime/secondsSinceEpoch``).
struct InstanceCollector {
    /// The instances found.
    private(set) var times: [CivilDateTime] = []
    /// Whether more than `limit` instances lie in the window.
    private(set) var isCut = false
    /// No instance before this one is wanted, although it may count.
    let lower: Int
    /// No instance at or after this one is wanted.
    let upper: Int
    /// The last start that was taken or counted; the rule's starts up to it are passed over.
    private(set) var last: Int
    /// How many instances COUNT still allows; `Int.max` without COUNT.
    private(set) var remaining: Int

    private let limit: Int
    private let untilInstant: Instant?
    private let instantOf: ((CivilDateTime) -> Instant)?

    /// No zone is further than a day from UTC (RFC 5545 3.3.14), and a gap is shorter than a
    /// day too: starts further than this from UNTIL need not be turned into instants.
    private static let widestOffset = 2 * 86_400

    /// - Parameters:
    ///   - first: starts before it never appear.
    ///   - window: what is asked for, already within the years that dates can have.
    init(
        rule: RecurrenceRule, first: Int, window: Range<Int>, limit: Int,
        instantOf: ((CivilDateTime) -> Instant)?
    ) {
        self.limit = limit
        lower = window.lowerBound
        last = first - 1
        remaining = rule.count.map { max($0, 1) } ?? Int.max
        let bounds = RuleBounds(rule.until, instantOf: instantOf, margin: Self.widestOffset)
        upper = min(window.upperBound, bounds.end)
        untilInstant = bounds.instant
        self.instantOf = instantOf
    }

    /// Whether COUNT limits the rule, so that what lies before the window has to be counted.
    var isCounting: Bool { remaining != Int.max }

    /// From when on starts are of interest: nothing before needs to be computed when COUNT
    /// does not ask for it.
    var wanted: Int { max(lower, last + 1) }

    /// Takes DTSTART, which UNTIL does not end (the recurrence set always has it).
    mutating func takeStart(_ time: Int, window: Range<Int>) {
        last = time
        if isCounting { remaining -= 1 }
        guard window.contains(time) else { return }
        append(time)
    }

    /// Takes the next start of the rule.
    ///
    /// - Returns: whether further starts can matter.
    mutating func take(_ time: Int) -> Bool {
        guard time > last else { return true }
        guard remaining > 0, time < upper else { return false }
        last = time
        if isCounting { remaining -= 1 }
        guard time >= lower, isWithinUntil(time) else { return remaining > 0 }
        append(time)
        return !isCut && remaining > 0
    }

    /// Counts starts that lie before the window without looking at each.
    ///
    /// - Parameter through: the last of them, or any later time before the next start.
    /// - Returns: whether further starts can matter.
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

/// UNTIL as the wall time at which the rule ends, exclusive.
private struct RuleBounds {
    var end = Int.max
    /// Set when the wall time is not exact, and each start near it has to be compared.
    var instant: Instant?

    init(
        _ until: RecurrenceRule.Until?, instantOf: ((CivilDateTime) -> Instant)?, margin: Int
    ) {
        switch until {
        case nil: break
        case .date(let date): end = CivilDateTime(date + 1).secondsSinceEpoch
        case .floating(let time): end = time.secondsSinceEpoch + 1
        case .utc(let until) where instantOf == nil: end = until.secondsSinceEpoch + 1
        case .utc(let until):
            end = until.secondsSinceEpoch + margin
            instant = until
        }
    }
}
