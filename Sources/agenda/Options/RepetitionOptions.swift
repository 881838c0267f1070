import ArgumentParser

/// How an event or to-do repeats.
struct RepetitionOptions: ParsableArguments {
    @Option(
        help: .value(
            "repetition",
            "weekday, week, '2 weeks', 'monday,thursday', 'last friday', or a rule such as 'FREQ=WEEKLY;BYDAY=MO,TH'."
        ), completion: .list(["day", "weekday", "week", "month", "year"]))
    var every: String?

    @Option(
        parsing: .unconditional, help: .value("day", "The last day on which it may repeat."),
        completion: .day)
    var until: String?

    @Option(parsing: .unconditional, help: .value("number", "How many times."))
    var count: Int?
}
