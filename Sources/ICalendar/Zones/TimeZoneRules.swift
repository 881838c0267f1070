/// The offsets of one time zone, past and future.
///
/// A value is one reference to an immutable table: cheap to copy, safe to share between threads.
/// Two are equal when they have the same name and the same offsets, so two files that define one
/// name differently give different zones.
public struct TimeZoneRules: Hashable, Sendable {
    /// The IANA name or the TZID.
    public let name: String
    let table: TimeZoneTable

    /// Coordinated universal time.
    public static let utc = TimeZoneRules(name: "UTC", fixedOffset: 0)

    /// A zone whose offset never changes.
    ///
    /// - Parameter seconds: east of UTC; offsets beyond 26 hours are read as 26 hours.
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

    /// Whether the offset goes on changing every year.
    var hasYearlyChanges: Bool { table.cycleEnd != nil }

    init(name: String, table: TimeZoneTable) {
        self.name = name
        self.table = table
    }

    /// Seconds east of UTC.
    public func offset(at instant: Instant) -> Int {
        table.offset(at: instant.secondsSinceEpoch)
    }

    /// What the source calls the time that holds then, such as `CEST`; may be empty.
    public func abbreviation(at instant: Instant) -> String {
        table.period(at: instant.secondsSinceEpoch).abbreviation
    }

    /// Whether the source calls it daylight saving time. Where "standard" time is the summer
    /// time (Europe/Dublin), it is the winter that is so called.
    public func isDaylight(at instant: Instant) -> Bool {
        table.period(at: instant.secondsSinceEpoch).isDaylight
    }

    /// What a clock in this zone shows.
    public func wallTime(at instant: Instant) -> CivilDateTime {
        let seconds = TimeZoneTable.clamped(instant.secondsSinceEpoch)
        return CivilDateTime(secondsSinceEpoch: seconds + table.offset(at: seconds))
    }

    /// The instant that a wall time means (RFC 5545 3.3.5): one that does not exist is read with
    /// the offset before the gap, one that exists twice is the first of the two.
    public func instant(of wall: CivilDateTime) -> Instant {
        let seconds = TimeZoneTable.clamped(wall.secondsSinceEpoch)
        return Instant(secondsSinceEpoch: seconds - table.period(ofWall: seconds).offset)
    }

    /// The first instant at which the wall calendar shows `date` or a later day.
    ///
    /// Days tile the time line: day d is `startOfDay(d)..<startOfDay(d + 1)`, in order, without
    /// gap or overlap. A day's start is the instant of its 00:00, except where that lies in a gap:
    /// then it is the end of the gap, so a day that a zone leaves out (Apia, 2011-12-30) is empty.
    /// Where clocks go back from 00:00 to 23:00, 00:00 comes only after the repeated hour, and
    /// the day before has 25 hours. Where they go back across a midnight that already was
    /// (St. John's until 2011, 00:01 to 23:01), the day begins at the first midnight: that is
    /// where ``instant(of:)`` puts its first minute.
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
