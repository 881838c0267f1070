/// The `DUE` of a to-do whose `DTSTART` does not fit it: one is a day and the other a time, or the to-do begins later
/// than it is due.
///
/// RFC 5545 3.8.2.3 forbids both, so nothing says what they mean. `DUE` is what a person set and waits for: it counts as
/// it stands, and `DTSTART` gives way. Rules, exceptions and overrides count from `DTSTART` all the same.
struct MisfitDue {
    /// What is wrong with `DTSTART`.
    let fault: Diagnostic.Fault
    /// The clock of `DUE`.
    private let clock: SeriesClock
    /// Wall seconds from the `DTSTART` of an instance to its `DUE`.
    private let distance: Int
    /// Whether `DTSTART`, in the form of `DUE`, is before it: else the to-do has no start.
    private let keepsStart: Bool

    /// Nil if the two fit.
    ///
    /// - Parameter clock: the clock of `DTSTART`.
    init?(
        _ due: CalendarTime, start: CalendarTime, clock: SeriesClock,
        zone: @escaping (String) -> TimeZoneRules
    ) {
        let (begin, end) = (clock.moment(start), clock.moment(due))
        if start.isDate == due.isDate {
            guard end.key < begin.key else { return nil }
            (self.clock, distance, keepsStart) = (clock, end.wall - begin.wall, false)
            fault = .startAfterDue
        } else {
            self.clock = SeriesClock(due, zone: zone)
            let wall = due.wallTime.secondsSinceEpoch
            distance = wall - begin.wall
            keepsStart = Self.midnight(begin.wall) <= wall
            fault = .startUnlikeDue
        }
    }

    /// How far before or after its `DTSTART` an instance may lie, at most, in seconds.
    var reach: Int { abs(distance) + 3 * 86_400 }

    /// The span of the instance whose `DTSTART` is at a wall time.
    func span(wall: Int) -> Span {
        let due = clock.key(wall: wall + distance)
        let start = keepsStart ? min(due, clock.key(wall: Self.midnight(wall))) : due
        return clock.span(from: start, to: clock.form == .dates ? due + 86_400 : due)
    }

    private static func midnight(_ wall: Int) -> Int {
        CivilDateTime.floorDivide(wall, 86_400) * 86_400
    }
}
