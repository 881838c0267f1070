public import ICalendar

/// Finds times at which nothing is on, within the working hours of one or several zones.
public struct FreeTime: Sendable {
    /// When a slot may be: within these hours on each zone's own clock.
    public var hours: WorkingHours
    /// The reader's zone, in which days are asked for.
    public var zone: TimeZoneRules
    /// The zones of the others.
    public var otherZones: [TimeZoneRules]
    /// How long a slot is at least, in seconds.
    public var shortest: Int

    /// A slot begins at a full 5 minutes, unless an event ends at another time: nobody meets at
    /// 12:03.
    public static let rounding = 300

    /// A search.
    public init(
        hours: WorkingHours, zone: TimeZoneRules, otherZones: [TimeZoneRules], shortest: Int
    ) {
        self.hours = hours
        self.zone = zone
        self.otherZones = otherZones
        self.shortest = shortest
    }

    /// The longest slots without busy time, ascending.
    ///
    /// Hours over midnight belong to the day on which they begin; what the day before leaves for the
    /// first day's morning is offered as well.
    ///
    /// - Parameters:
    ///   - dates: the days of the reader's zone.
    ///   - now: nothing is offered before it, rounded up to ``rounding``.
    ///   - busy: of all these days and the one after them.
    public func slots(
        on dates: Range<CivilDate>, now: Instant, busy: BusyTimes
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
        return possible.subtracting(busy.times).ranges.filter {
            $0.upperBound - $0.lowerBound >= shortest
        }
    }

    private static func roundedUp(_ instant: Instant) -> Instant {
        let rest = instant.secondsSinceEpoch % rounding
        return rest > 0 ? instant + (rounding - rest) : instant - rest
    }
}
