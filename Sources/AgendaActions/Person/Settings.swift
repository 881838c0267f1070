package import AgendaKit
package import ICalendar

/// The current time and zone.
package struct Settings {
    /// The machine's clock, or the fixed one of `--now`.
    package var clock: any AgendaClock
    package var zone: TimeZoneRules

    package init(clock: any AgendaClock, zone: TimeZoneRules) {
        self.clock = clock
        self.zone = zone
    }

    /// Uses the options' values, otherwise the environment.
    package init(timeZone: String?, now: String?) throws(CommandFailure) {
        if let timeZone {
            zone = try Environment.zone(named: timeZone, place: "--time-zone \(timeZone)")
        } else {
            zone = try Environment.displayZone()
        }
        guard let now else {
            clock = SystemClock()
            return
        }
        // The window around the instant must lie within the years that an ISO date can express.
        guard let instant = Instant(rfc3339: now), (2...9_997).contains(instant.utc.date.year)
        else {
            throw .usage("--now: expected a time such as 2026-11-20T12:00:00+01:00, got '\(now)'")
        }
        clock = FixedClock(now: instant)
    }

    package var today: CivilDate { zone.wallTime(at: clock.now).date }

    /// The day that a person typed.
    ///
    /// - Parameters:
    ///   - option: the option's name, for the error message.
    ///   - start: the day from which the end of a range counts.
    package func day(
        _ text: String, option: String, from start: CivilDate? = nil
    ) throws(CommandFailure) -> CivilDate {
        do throws(DayArgument.Failure) {
            return try DayArgument(text).day(today: today, from: start)
        } catch {
            throw .usage("\(option) \(text): \(error.reason)")
        }
    }
}
