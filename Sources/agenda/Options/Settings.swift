import AgendaKit
import ArgumentParser
import ICalendar

/// The options of every command: which store, which zone, which time.
struct CommonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The database instead of the usual one.", valueName: "file"),
        completion: .file())
    var database: String?

    @Option(
        help: ArgumentHelp("Show days and times in this zone.", valueName: "zone"),
        completion: .timeZone)
    var timeZone: String?

    @Option(
        help: ArgumentHelp("The clock as if it were then (RFC 3339).", valueName: "instant"))
    var now: String?

    @Flag(name: .shortAndLong, help: "Say nothing but data and errors.")
    var quiet = false

    /// The clock and zone that the options or the environment ask for.
    func settings() throws(CommandFailure) -> Settings {
        try Settings(timeZone: timeZone, now: now)
    }

    /// Whether days are shown in the system's zone, which may become another one.
    var followsSystemZone: Bool { timeZone == nil && Environment.hasNoZone }

    /// Where the database lies.
    func databasePath() throws(CommandFailure) -> String {
        if let database { return database }
        return try Environment.databasePath()
    }
}

/// What time it is and where.
struct Settings {
    /// The machine's clock, or the one of `--now`.
    var clock: any AgendaClock
    /// The zone in which days are shown.
    var zone: TimeZoneRules

    init(clock: any AgendaClock, zone: TimeZoneRules) {
        self.clock = clock
        self.zone = zone
    }

    /// What the options of these names ask for, else the environment.
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
        // The window around it must lie within the years that an ISO date can write.
        guard let instant = Instant(rfc3339: now), (2...9_997).contains(instant.utc.date.year)
        else {
            throw .usage("--now \(now): is no instant: write 2026-11-20T12:00:00+01:00")
        }
        clock = FixedClock(now: instant)
    }

    /// The day that it is.
    var today: CivilDate { zone.wallTime(at: clock.now).date }

    /// The day that a person wrote.
    ///
    /// - Parameter option: where it stood, for the failure's line.
    func day(_ text: String, option: String) throws(CommandFailure) -> CivilDate {
        let expression: DayExpression
        do {
            expression = try DayExpression(text)
        } catch {
            throw .usage("\(option) \(text): \(error.reason)")
        }
        guard let date = expression.date(today: today) else {
            throw .usage("\(option) \(text): there is no such day: years are 1 to 9999")
        }
        return date
    }
}

extension Instant {
    /// Reads `2026-11-20T12:00:00+01:00` or `…Z` (RFC 3339 5.6); seconds may be missing and
    /// fractions are dropped. Nil when it is anything else.
    init?(rfc3339 text: String) {
        let upper = text.uppercased()
        let digits = upper.prefix { $0 != "Z" && $0 != "+" }
        // A date has two hyphens of its own; the offset's comes after the time's colon.
        guard let colon = digits.firstIndex(of: ":") else { return nil }
        let wallEnd = digits[colon...].firstIndex(of: "-") ?? digits.endIndex
        guard let wall = CivilDateTime(iso: upper[..<wallEnd]),
            let offset = Self.offset(upper[wallEnd...])
        else { return nil }
        self.init(utc: wall + -offset)
    }

    /// `Z`, `+01:00`, `-0530`: seconds east of UTC.
    private static func offset(_ text: Substring) -> Int? {
        if text == "Z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard digits.utf8.count == 4, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number / 100 < 24, number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        return sign == "-" ? -seconds : seconds
    }
}

extension CivilDateTime {
    /// Reads `2026-11-20T12:00`, with seconds and a fraction (dropped) or without, `T` or a space
    /// between; nil when it is anything else or does not exist.
    init?(iso text: some StringProtocol) {
        let parts = text.uppercased().split(omittingEmptySubsequences: false) {
            $0 == "T" || $0 == " "
        }
        guard parts.count == 2, let date = CivilDate(iso: parts[0]),
            let time = ClockTime(parts[1]), time.secondOfDay < 86_400
        else { return nil }
        self.init(date, secondOfDay: time.secondOfDay)
    }
}

/// A time of day as a person writes it: `9:30`, `09:30`, `09:30:15`, `24:00`.
struct ClockTime: Hashable {
    /// Seconds since 00:00, up to 86,400 for `24:00`.
    var secondOfDay: Int

    /// Reads a time of day; nil when it is anything else.
    init?(_ text: some StringProtocol) {
        // A fraction of a second has no meaning in a calendar.
        let whole = text.prefix { $0 != "." }
        let parts = whole.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.dropFirst().allSatisfy({ $0.utf8.count == 2 })
        else { return nil }
        var numbers: [Int] = []
        for part in parts {
            guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part)
            else { return nil }
            numbers.append(number)
        }
        let second = numbers.count == 3 ? min(numbers[2], 59) : 0
        guard numbers[1] < 60, numbers.count == 2 || numbers[2] <= 60 else { return nil }
        secondOfDay = numbers[0] * 3_600 + numbers[1] * 60 + second
        guard secondOfDay <= 86_400 else { return nil }
    }
}
