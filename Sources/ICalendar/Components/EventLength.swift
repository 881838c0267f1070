/// How long an event lasts: what its end says beside its start, or what a person asked for.
///
/// The only place that decides how an end is written; how long an event is whose start moves, `TimesChange` of AgendaKit says.
/// An end that was given keeps its distance from the start on the wall
/// clock, as every program reads a recurring `DTEND`. A length that was asked for stays one: of a single event as the
/// `DTEND` of that instant, of a series as `DURATION` (RFC 5545 3.8.2.5), whose hours are exact in every instance.
package enum EventLength: Hashable, Sendable {
    /// No end: one day for a date, no length for a time.
    case none
    /// So many seconds later on the start's clock; on the clock of the zone `tzid` if the end has a zone of its own.
    case wall(seconds: Int, tzid: String?)
    /// Nominal days, then exact seconds.
    case exact(CalendarDuration)
    /// A `DURATION` that stays as it is written.
    case written(CalendarDuration)

    /// The length of an event or instance.
    ///
    /// - Parameter zone: the rules of a TZID; nil for an unknown zone.
    package init(
        _ end: EventEnd, of start: CalendarTime, zone: (_ tzid: String) -> TimeZoneRules?
    ) {
        switch end {
        case .none: self = .none
        case .duration(let duration): self = .written(duration)
        case .time(let time):
            let from = start.wallTime.secondsSinceEpoch
            // If start and end are in different zones, each stays in its own; UTC is not a zone.
            if let tzid = time.tzid, tzid != start.tzid, !start.isDate {
                self = .wall(seconds: time.wallTime.secondsSinceEpoch - from, tzid: tzid)
                return
            }
            guard case .zoned(let wall, let tzid) = start, case .utc(let instant) = time,
                let rules = zone(tzid)
            else {
                self = .wall(seconds: time.wallTime.secondsSinceEpoch - from, tzid: nil)
                return
            }
            let shown = rules.wallTime(at: instant)
            // The start's clock shows the end twice, and means the first (3.3.5): no distance on it says this end.
            self =
                rules.instant(of: shown) == instant
                ? .wall(seconds: shown.secondsSinceEpoch - from, tzid: nil)
                : .exact(CalendarDuration(seconds: instant - rules.instant(of: wall)))
        }
    }

    /// Whether no distance on the wall clock says it.
    package var isExact: Bool { if case .exact = self { true } else { false } }

    /// The end of what starts at `start`.
    ///
    /// - Parameters:
    ///   - repeats: whether it is the end of a series, which all instances take.
    ///   - zone: the rules of a TZID; nil for an unknown zone.
    package func end(
        at start: CalendarTime, repeats: Bool, zone: (_ tzid: String) -> TimeZoneRules?
    ) -> EventEnd {
        switch self {
        case .none: return .none
        case .written(let duration): return .duration(duration)
        case .wall(let seconds, let tzid):
            let wall = start.wallTime + seconds
            if let tzid, !start.isDate { return .time(.zoned(wall, tzid: tzid)) }
            return .time(start.with(wallTime: wall))
        case .exact(let duration):
            let wall = start.wallTime + (duration.days * 86_400 + duration.seconds)
            guard case .zoned(let from, let tzid) = start, let rules = zone(tzid) else {
                return .time(start.with(wallTime: wall))
            }
            // Days keep the wall time anyway.
            if repeats, duration.seconds != 0 { return .duration(duration) }
            let instant = rules.instant(duration, after: rules.instant(of: from))
            let shown = rules.wallTime(at: instant)
            return .time(
                rules.instant(of: shown) == instant ? .zoned(shown, tzid: tzid) : .utc(instant))
        }
    }
}
