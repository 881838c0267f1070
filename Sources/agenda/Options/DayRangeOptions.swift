import AgendaActions
import ArgumentParser
import ICalendar

/// The options that select days.
struct DayRangeOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .value(
            "day",
            "The first day, such as 2026-11-20, today, monday, 24.12., +10d or -2w; by default today."
        ), completion: .day)
    var from: String?

    @Option(
        parsing: .unconditional,
        help: .value("day", "The last day; monday and +3d count from the first."), completion: .day)
    var to: String?

    @Option(parsing: .unconditional, help: .value("number", "How many days, including the first."))
    var days: String?

    @Flag(help: "Show the whole week of the first day.")
    var week = false

    var isGiven: Bool { from != nil || to != nil || days != nil || week }

    /// A hundred years: a longer range is more likely a typing error than a wish.
    static let longest = 36_525

    /// The years that an ISO date can express.
    private static let supported: Range<CivilDate> = {
        let begin = CivilDate(uncheckedYear: 1, month: 1, day: 1)
        return begin..<CivilDate(uncheckedYear: 10_000, month: 1, day: 1)
    }()

    /// The days listed by default.
    static func week(from first: CivilDate) -> Range<CivilDate> { first..<(first + 7) }

    /// The days, half-open.
    ///
    /// - Parameter count: the default number of days.
    func dates(_ person: Person, unlessTold count: Int = 7) throws(CommandFailure) -> Range<
        CivilDate
    > {
        let first = if let from { try person.day(from, option: "--from") } else { person.today }
        if week {
            guard to == nil, days == nil else {
                throw .usage("--week cannot be combined with --to or --days")
            }
            let begin = first - person.firstWeekday.days(to: first.weekday)
            return Self.week(from: begin).clamped(to: Self.supported)
        }
        if let to {
            guard days == nil else { throw .usage("--days cannot be combined with --to") }
            let last = try person.day(to, option: "--to", from: first)
            guard first <= last else {
                throw .usage(
                    "--to \(to): \(last.iso) is before \(first.iso): swap --from and --to")
            }
            guard last - first < Self.longest else {
                throw .usage(
                    "--to \(to) is too far away: at most \(Self.longest) days can be "
                        + "listed")
            }
            return first..<(last + 1)
        }
        return try Self.dates(days ?? String(count), from: first)
    }

    /// The days that `--days` requests, half-open.
    static func dates(
        _ days: String, from first: CivilDate
    ) throws(CommandFailure) -> Range<CivilDate> {
        guard let count = Int(days), (1...longest).contains(count) else {
            throw .usage("--days must be a number from 1 to \(longest), not '\(days)'")
        }
        guard (first + (count - 1)).year <= 9_999 else {
            throw .usage("--days \(days) goes past the year 9999")
        }
        return first..<(first + count)
    }
}
