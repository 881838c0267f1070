public import ICalendar

/// The days of a timeline and the instants at which they begin; computes an occurrence's days from its offset
/// instead of searching.
public struct NodeWindow: Sendable {
    /// 120 days before today, today, and 367 days after it, as in the original design: today always has the
    /// same index.
    public static let timelineCount = 488
    /// The index of today in the timeline.
    public static let todayIndex = 120
    /// How many days one slice reads: 488 = 8 x 61.
    package static let sliceLength = 61
    /// The numbers of the timeline's slices.
    package static let slices = 0...(timelineCount / sliceLength - 1)

    /// The first day.
    public let firstDate: CivilDate
    /// The reader's zone.
    public let zone: TimeZoneRules
    /// When each day begins in the zone, and when the last one ends: `count` + 1 instants that never
    /// decrease. A date that the zone skipped (Apia, 2011-12-30) begins where it ends.
    public let bounds: [Instant]

    /// The number of days.
    public var count: Int { bounds.count - 1 }
    /// The days, half-open.
    public var dates: Range<CivilDate> { firstDate..<(firstDate + count) }
    /// From the start of the first day to the end of the last.
    public var instants: Range<Instant> { bounds[0]..<bounds[count] }

    /// Creates a window of `count` days from `firstDate` in `zone`; at least one.
    ///
    /// - Parameters:
    ///   - firstDate: the first day.
    ///   - count: how many days; at least one.
    ///   - zone: at whose midnights they begin.
    public init(firstDate: CivilDate, count: Int, zone: TimeZoneRules) {
        self.firstDate = firstDate
        self.zone = zone
        bounds = (0...max(1, count)).map { zone.startOfDay(firstDate + $0) }
    }

    /// Creates the window of 488 days around `today`.
    public init(timelineAround today: CivilDate, zone: TimeZoneRules) {
        self.init(firstDate: today - Self.todayIndex, count: Self.timelineCount, zone: zone)
    }

    /// The days in `range`, which must lie within 0..<``count``.
    func slice(_ range: Range<Int>) -> NodeWindow {
        NodeWindow(
            firstDate: firstDate + range.lowerBound, zone: zone,
            bounds: Array(bounds[range.lowerBound...range.upperBound]))
    }

    private init(firstDate: CivilDate, zone: TimeZoneRules, bounds: [Instant]) {
        self.firstDate = firstDate
        self.zone = zone
        self.bounds = bounds
    }
}
