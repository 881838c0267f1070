public import ICalendar

/// Finds free times within the working hours of one or several zones.
///
/// ```swift
/// let hours = WorkingHours(
///     start: 9 * 3_600, end: 17 * 3_600, weekdays: WorkingHours.workweek)
/// let search = FreeTime(hours: hours, zone: berlin, otherZones: [], shortest: 1_800)
/// for slot in try await provider.free(search, on: today..<today + 1) {
///     let (start, end) = (slot.lowerBound, slot.upperBound)
///     print(berlin.wallTime(at: start).iso, "for", (end - start) / 60, "minutes")
/// }
/// ```
public struct FreeTime: Sendable {
    /// The hours, on each zone's own clock, that slots must be within.
    public var hours: WorkingHours
    /// The reader's zone, which defines the days.
    public var zone: TimeZoneRules
    /// The other people's zones.
    public var otherZones: [TimeZoneRules]
    /// The shortest slot, in seconds.
    public var shortest: Int

    /// A slot starts at a multiple of 5 minutes, unless an event ends at another time: nobody meets at 12:03.
    public static let rounding = 300

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - hours: the hours and weekdays, in every zone.
    ///   - zone: the reader's, which says on which days the slots are.
    ///   - otherZones: in which it must be within `hours` too.
    ///   - shortest: the least length of a slot, in seconds.
    public init(
        hours: WorkingHours, zone: TimeZoneRules, otherZones: [TimeZoneRules], shortest: Int
    ) {
        self.hours = hours
        self.zone = zone
        self.otherZones = otherZones
        self.shortest = shortest
    }

    /// The free slots, each as long as possible, ascending.
    ///
    /// Hours past midnight belong to the day on which they begin; the first day's morning also offers the
    /// rest of the hours of the day before.
    ///
    /// - Parameters:
    ///   - dates: days in the reader's zone.
    ///   - now: no slot starts earlier; rounded up to ``rounding``.
    ///   - busy: the busy times of all these days and of the day after them.
    public func slots(
        on dates: Range<CivilDate>, now: Instant, busy: InstantRanges
    ) -> [Range<Instant>] {
        let earliest = max(zone.startOfDay(dates.lowerBound), Self.roundedUp(now))
        let own = hours.times(on: (dates.lowerBound - 1)..<dates.upperBound, in: zone)
        guard let end = own.ranges.last?.upperBound, earliest < end else { return [] }
        var possible = own.intersection(InstantRanges([earliest..<end]))
        for other in otherZones {
            let first = other.wallTime(at: earliest).date - 1
            let last = other.wallTime(at: end).date
            possible = possible.intersection(hours.times(on: first..<(last + 1), in: other))
        }
        return possible.subtracting(busy).ranges.filter {
            $0.upperBound - $0.lowerBound >= shortest
        }
    }

    private static func roundedUp(_ instant: Instant) -> Instant {
        let rest = instant.secondsSinceEpoch % rounding
        return rest > 0 ? instant + (rounding - rest) : instant - rest
    }
}
