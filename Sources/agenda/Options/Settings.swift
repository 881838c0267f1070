import AgendaKit
import ArgumentParser
import ICalendar

/// The options of every command: which store, which zone, which time.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Use this database.", valueName: "file"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("Show days and times in this zone.", valueName: "zone"),
        completion: .timeZone)
    var timeZone: String?

    @Option(
        help: ArgumentHelp("Use this as the current time (RFC 3339).", valueName: "instant"))
    var now: String?

    @Flag(name: .shortAndLong, help: "Print only data and errors.")
    var quiet = false

    func settings() throws(CommandFailure) -> Settings {
        try Settings(timeZone: timeZone, now: now)
    }

    /// Whether days are shown in the system's zone, which may change.
    var followsSystemZone: Bool { timeZone == nil && Environment.hasNoZone }

    func databasePath() throws(CommandFailure) -> String {
        if let database { return database }
        return try Environment.databasePath()
    }
}

/// The current time and zone.
struct Settings {
    /// The machine's clock, or the fixed one of `--now`.
    var clock: any AgendaClock
    var zone: TimeZoneRules

    init(clock: any AgendaClock, zone: TimeZoneRules) {
        self.clock = clock
        self.zone = zone
    }

    /// Uses the options' values, otherwise the environment.
    init(timeZone: String?, now: String?) throws(CommandFailure) {
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

    var today: CivilDate { zone.wallTime(at: clock.now).date }

    /// The day that a person typed.
    ///
    /// - Parameters:
    ///   - option: the option's name, for the error message.
    ///   - start: the day from which the end of a range counts.
    func day(
        _ text: String, option: String, from start: CivilDate? = nil
    ) throws(CommandFailure) -> CivilDate {
        do throws(DayArgument.Failure) {
            return try DayArgument(text).day(today: today, from: start)
        } catch {
            throw .usage("\(option) \(text): \(error.reason)")
        }
    }
}
