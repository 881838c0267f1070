import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar

/// The options that say how long something takes, and within which hours.
struct SlotOptions: ParsableArguments {
    @Option(
        name: .customLong("for"),
        help: .value("duration", "How long a slot must be, such as 45m or 1h30m; by default 30m."))
    var length = "30m"

    @Option(
        help: .value(
            "hours", "The hours of a day; by default the configuration file's, else 9:00-17:00."))
    var between: String?

    @Flag(help: "Include Saturdays and Sundays.")
    var weekends = false

    /// The length in seconds, more than 0.
    func seconds() throws(CommandFailure) -> Int {
        guard let seconds = CalendarDuration.seconds(length), seconds > 0 else {
            throw .usage("--for: expected a duration such as 45m or 1h30m, got '\(length)'")
        }
        return seconds
    }

    /// The hours and the days of the week.
    func hours(_ person: Person) throws(CommandFailure) -> WorkingHours {
        guard let hours = person.workingHours(between: between, weekends: weekends) else {
            let given = between ?? person.configuration.workingHours ?? ""
            throw .usage("--between: expected hours such as 9:00-17:00, got '\(given)'")
        }
        return hours
    }
}
