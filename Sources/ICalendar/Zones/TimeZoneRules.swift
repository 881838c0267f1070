/// The offsets of one time zone, past and future.
///
/// A value is one reference to an immutable table: cheap to copy, safe to share between threads.
/// Two values are equal if they have the same name and the same offsets, so two files that define
/// one name differently give different zones.
///
/// ```swift
/// let berlin = SystemZones.database.rules(named: "Europe/Berlin") ?? .utc
/// let year = CivilDate(uncheckedYear: 2026, month: 1, day: 1)
/// for change in berlin.transitions(
///     in: berlin.startOfDay(year)..<berlin.startOfDay(year + 365))
/// {
///     print(change.at.utc.iso, change.offsetAfter / 3_600, change.abbreviation)
/// }
/// ```
public struct TimeZoneRules: Hashable, Sendable {
    /// The IANA name or the TZID.
    public let name: String
    let table: TimeZoneTable

    /// Coordinated Universal Time.
    public static let utc = TimeZoneRules(name: "UTC", fixedOffset: 0)

    /// Creates a zone whose offset never changes, in seconds east of UTC; offsets beyond 26 hours are
    /// clamped to 26 hours.
    public init(name: String, fixedOffset seconds: Int) {
        let limit = TimeZoneTable.offsetLimit
        let offset = min(max(seconds, -limit), limit)
        self.init(
            name: name,
            table: TimeZoneTable(
                first: .init(
                    offset: offset, abbreviation: offset == 0 ? "UTC" : UTCOffset.text(offset)),
                changes: []))
    }

    /// Whether the offset changes every year without end.
    var hasYearlyChanges: Bool { table.cycleEnd != nil }

    init(name: String, table: TimeZoneTable) {
        self.name = name
        self.table = table
    }

    /// Seconds east of UTC.
    public func offset(at instant: Instant) -> Int {
        table.offset(at: instant.secondsSinceEpoch)
    }

    /// The source's abbreviation for the time then in effect, such as `CEST`; may be empty.
    public func abbreviation(at instant: Instant) -> String {
        table.period(at: instant.secondsSinceEpoch).abbreviation
    }

    /// Whether the source calls the time then in effect daylight saving time. Where "standard" time
    /// is the summer time (Europe/Dublin), winter time has that name.
    public func isDaylight(at instant: Instant) -> Bool {
        table.period(at: instant.secondsSinceEpoch).isDaylight
    }

    /// What a clock in this zone shows.
    public func wallTime(at instant: Instant) -> CivilDateTime {
        let seconds = TimeZoneTable.clamped(instant.secondsSinceEpoch)
        return CivilDateTime(secondsSinceEpoch: seconds + table.offset(at: seconds))
    }

    /// The instant of a wall time (RFC 5545 3.3.5): a wall time in a gap takes the offset before
    /// the gap, and one that occurs twice means the first.
    public func instant(of wall: CivilDateTime) -> Instant {
        let seconds = TimeZoneTable.clamped(wall.secondsSinceEpoch)
        return Instant(secondsSinceEpoch: seconds - table.period(ofWall: seconds).offset)
    }

    /// The first instant at which the wall calendar shows `date` or a later day.
    ///
    /// Days tile the time line: day d is `startOfDay(d)..<startOfDay(d + 1)`, in order, without gap
    /// or overlap. A day starts at the instant of its 00:00, unless that lies in a gap: then it
    /// starts at the end of the gap, so a day that a zone skips (Apia, 2011-12-30) is empty. Where
    /// clocks go back from 00:00 to 23:00, 00:00 comes only after the repeated hour, and the day
    /// before has 25 hours. Where they go back across a midnight that has already passed (St.
    /// John's until 2011, 00:01 to 23:01), the day starts at the first midnight: that is where
    /// ``instant(of:)`` puts its first minute.
    public func startOfDay(_ date: CivilDate) -> Instant {
        let limit = TimeZoneTable.clamped(.max) / 86_400
        let day = CivilDate(daysSinceEpoch: min(max(date.daysSinceEpoch, -limit), limit))
        let midnight = CivilDateTime(day).secondsSinceEpoch
        let listed = table.foldedWall(midnight)
        let next = TimeZoneTable.count(of: table.wallTimes, upTo: listed)
        let start = listed - table.period(next).offset
        let inGap = next < table.times.count && table.times[next] < start
        return Instant(
            secondsSinceEpoch: (inGap ? table.times[next] : start) + (midnight - listed))
    }
}
