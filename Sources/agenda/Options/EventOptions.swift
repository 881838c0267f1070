import AgendaActions
public import AgendaKit
public import ArgumentParser

/// The options that describe an event.
struct EventOptions: ParsableArguments {
    @Option(help: "The title.")
    var summary: String?

    @Option(parsing: .unconditional, help: .value("when", "When it starts."), completion: .day)
    var start: String?

    @Option(
        parsing: .unconditional,
        help: .value("when", "When it ends; a day alone is the last day, counted from the start."),
        completion: .day)
    var end: String?

    @Option(
        name: .customLong("for"),
        help: .value("duration", "How long it lasts, such as 45m, 1h30m, '2 hours', 2d or PT45M."))
    var duration: String?

    @Flag(help: "Make it an all-day event, whatever the words say.")
    var allDay = false

    @Option(
        help: .value("zone", "The time zone of the event; by default the display zone."),
        completion: .timeZone)
    var eventTimeZone: String?

    @Option(help: "The place, or none.")
    var location: String?

    @Option(help: "The description, or none.")
    var description: String?

    @Option(help: "A link, or none.")
    var url: String?

    @Option(help: "A category, or none; repeatable.")
    var category: [String] = []

    @Option(help: .value("address", "A participant's address, or none; repeatable."))
    var attendee: [String] = []

    @Option(help: .value("duration", "An alarm this long before the start, or none; repeatable."))
    var alarm: [String] = []

    @OptionGroup var repetition: RepetitionOptions

    @Option(help: "confirmed, tentative or cancelled.")
    var status: String?

    @Flag(inversion: .prefixedNo, help: "Whether it makes you busy.")
    var busy: Bool?

    @Option(
        help: .value("name", "The calendar: your own, or a writable source."),
        completion: .calendarName)
    var calendar: String?
}

extension ItemEdits {
    /// What events and to-dos have in common; `none` takes it away, but is a title.
    init(
        _ summary: String?, _ location: String?, _ description: String?, _ url: String?,
        _ category: [String], _ repetition: RepetitionOptions
    ) {
        self.init()
        (self.summary, self.location) = (summary, location.map(Self.orNothing))
        (self.description, self.url) = (description.map(Self.orNothing), url.map(Self.orNothing))
        categories = category.isEmpty ? nil : category.map(Self.orNothing)
        (every, count) = (repetition.every, repetition.count?.number)
        let isEndless = repetition.count.map { $0.number == nil } ?? false
        until = repetition.until ?? (isEndless ? "none" : nil)
    }
}

/// A number, or `none`.
struct NumberOrNone: ExpressibleByArgument {
    var number: Int?

    init?(argument: String) {
        number = Int(argument)
        if number == nil, !argument.isNone { return nil }
    }
}

extension EventOptions {
    /// The changes that the options request.
    var edits: ItemEdits {
        var edits = ItemEdits(summary, location, description, url, category, repetition)
        (edits.start, edits.end, edits.duration) = (start, end, duration)
        (edits.allDay, edits.timeZone) = (allDay, eventTimeZone)
        edits.attendees = attendee.isEmpty ? nil : attendee.map(ItemEdits.orNothing)
        edits.alarms = alarm.isEmpty ? nil : alarm.map(ItemEdits.orNothing)
        (edits.status, edits.busy) = (status, busy)
        return edits
    }
}

/// The event that a command changes, and how much of it.
struct EventChangeOptions: ParsableArguments {
    @Argument(
        help: "An id from list --ids, or words of the title, and a day after them if needed.",
        completion: .writableEventID)
    var event: [String]

    @Option(help: .value("scope", "this, future or all."))
    var scope: RecurrenceScope?

    @Flag(help: "Only show what would change.")
    var dryRun = false
}

extension RecurrenceScope: ExpressibleByArgument {}

/// How an event or to-do repeats.
struct RepetitionOptions: ParsableArguments {
    @Option(
        help: .value(
            "repetition",
            "weekday, week, '2 weeks', 'monday,thursday', 'last friday', a rule such as 'FREQ=WEEKLY;BYDAY=MO,TH', or none."
        ), completion: .list(["day", "weekday", "week", "month", "year"]))
    var every: String?

    @Option(
        parsing: .unconditional,
        help: .value("day", "The last day on which it may repeat, or none."),
        completion: .day)
    var until: String?

    @Option(parsing: .unconditional, help: .value("number", "How many times, or none for no end."))
    var count: NumberOrNone?
}
