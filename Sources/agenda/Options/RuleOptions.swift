import AgendaActions
import AgendaKit
import ArgumentParser

/// A rule as options: conditions, then effects, then where it counts.
struct RuleOptions: ParsableArguments {
    @Option(
        help: .value("name", "Events of this calendar; as for all texts, * stands for anything."),
        completion: .calendarName)
    var calendar: [String] = []

    @Option(help: .value("text", "Events with this title, such as 'Lunch*' or /^(lunch|tea)/."))
    var summary: [String] = []

    @Option(help: .value("text", "Events at this place."))
    var location: [String] = []

    @Option(help: .value("name", "Events of this category."))
    var category: [String] = []

    @Option(help: .value("address", "Events of this organizer, by address or name."))
    var organizer: [String] = []

    @Option(help: .value("address", "Events with this participant, by address or name."))
    var attendee: [String] = []

    @Option(help: .value("status", "Events that are confirmed, tentative or cancelled."))
    var status: [String] = []

    @Option(
        name: .customLong("class"),
        help: .value("class", "Events that are public, private or confidential."))
    var visibility: [String] = []

    @Flag(inversion: .prefixedNo, help: "Events of whole days, or those at a time.")
    var allDay: Bool?

    @Flag(inversion: .prefixedNo, help: "Events that leave their time free, or those that do not.")
    var free: Bool?

    @Flag(
        inversion: .prefixedNo, help: "Events that you have declined, or those that you have not.")
    var declined: Bool?

    @Flag(inversion: .prefixedNo, help: "Events that repeat, or those that do not.")
    var repeats: Bool?

    @Option(help: .value("duration", "Events that last longer, such as 1h30m."))
    var longerThan: String?

    @Option(help: .value("duration", "Events that last shorter."))
    var shorterThan: String?

    @Option(help: .value("days", "Events that begin on these days, such as saturday,sunday."))
    var weekdays: [String] = []

    @Option(help: .value("hours", "Events that begin within these hours, such as 9:00-17:00."))
    var between: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Leave them out, or show them though an earlier rule hides them.")
    var hide: Bool?

    @Option(
        help: .value(
            "text",
            "Call them so; {summary}, {calendar}, {location}, {category} and {organizer} are theirs."
        ))
    var title: String?

    @Option(help: .value("color", "Show them in this colour, such as teal or #4169e1."))
    var color: String?

    @Option(help: .value("name", "Add a category to them."))
    var addCategory: String?

    @Option(
        help: .value(
            "duration", "Remind of those without an alarm so long before, such as 10m; or none."))
    var remind: String?

    @Flag(inversion: .prefixedNo, help: "Whether they make you busy.")
    var busy: Bool?

    @Flag(
        name: .customLong("private"), inversion: .prefixedNo,
        help: "Whether they are private in what you share.")
    var isPrivate: Bool?

    @Option(
        name: .customLong("in"),
        help: .value(
            "place", "Only in lists, shares or mirrors; repeatable. Everywhere without it."))
    var places: [String] = []

    /// The rule.
    func rule() throws(CommandFailure) -> Rule {
        var settings: [Rule.Key: [String]] = [
            .calendar: calendar, .summary: summary, .location: location, .category: category,
            .organizer: organizer, .attendee: attendee, .status: status, .class: visibility,
            .weekdays: weekdays.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) },
            .in: places.flatMap { $0.split { $0 == "," || $0 == " " }.map(String.init) },
        ]
        let flags: [(Rule.Key, Bool?)] = [
            (.allDay, allDay), (.free, free), (.declined, declined), (.repeats, repeats),
            (.hide, hide), (.busy, busy), (.private, isPrivate),
        ]
        for case (let key, let flag?) in flags { settings[key] = [String(flag)] }
        let texts: [(Rule.Key, String?)] = [
            (.longerThan, longerThan), (.shorterThan, shorterThan), (.between, between),
            (.title, title), (.color, color), (.addCategory, addCategory), (.remind, remind),
        ]
        for case (let key, let text?) in texts { settings[key] = [text] }
        do {
            return try RuleSettings.rule(settings)
        } catch {
            throw error.key.isEmpty
                ? .usage("rule: \(error.remedy)") : .usage("--\(error.key): \(error.remedy)")
        }
    }
}
