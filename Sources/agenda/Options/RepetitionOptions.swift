import ArgumentParser

/// How an event or to-do repeats.
struct RepetitionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "weekday, week, '2 weeks', 'monday,thursday', 'last friday', or a rule such as 'FREQ=WEEKLY;BYDAY=MO,TH'.",
            valueName: "repetition"),
        completion: .list(["day", "weekday", "week", "month", "year"]))
    var every: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The last day on which it may repeat.", valueName: "day"),
        completion: .day)
    var until: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("How many times.", valueName: "number"))
    var count: Int?
}
