import ICalendar

/// A day as a person writes it: `2026-11-20`, `today`, `tomorrow`, `yesterday`, `monday`…, `+10d`,
/// `-2w`; also in the words of the reader's language.
enum DayExpression: Hashable {
    /// That day.
    case date(CivilDate)
    /// So many days after today.
    case relative(Int)
    /// The next such day, today included.
    case weekday(Weekday)

    /// Why a text is no day.
    struct Failure: Error, Hashable {
        /// What is wrong and what to write, without the text itself.
        var reason: Message
    }

    /// 9999 is the last year that an ISO date writes with four digits, and every supported
    /// date lies less than 4 million days from today.
    private static let farthestRelative = 3_700_000

    /// Reads a day; case does not count.
    ///
    /// - Parameter words: the reader's language. English is always understood, and counts.
    init(_ text: String, words: TimeWords = .current) throws(Failure) {
        let word = text.lowercased()
        if let known = Self.english[word] {
            self = known
        } else if let date = CivilDate(iso: word) {
            self = .date(date)
        } else if Self.isISOForm(word) {
            throw Failure(reason: "there is no such day: \(Self.remedy(forISO: word))")
        } else if let days = Self.relativeDays(word) {
            self = .relative(days)
        } else if let local = words.expressions[word] {
            self = local
        } else {
            throw Failure(
                reason: "there is no such day: "
                    + "write 2026-11-20, today, tomorrow, monday, +10d or -2w")
        }
    }

    /// The day that it means when today is `today`; nil beyond the years 1 to 9999.
    func date(today: CivilDate) -> CivilDate? {
        let date =
            switch self {
            case .date(let date): date
            case .relative(let days): today + days
            case .weekday(let weekday): today + today.weekday.days(to: weekday)
            }
        return (1...9999).contains(date.year) ? date : nil
    }

    private static let english = TimeWords.english.expressions

    /// Whether it looks like `2026-02-30`: then it is the number that is wrong, not the form.
    private static func isISOForm(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        return parts.count == 3 && parts.map(\.count) == [4, 2, 2]
            && parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
    }

    private static func remedy(forISO text: String) -> Message {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3, (1...12).contains(numbers[1]) else {
            return "months are 01 to 12"
        }
        let length = CivilDate.daysInMonth(year: numbers[0], month: numbers[1])
        return "that month has the days 01 to \(length)"
    }

    /// `+10d`, `-2w`: the sign is required, so that a plain number is never taken for a day.
    private static func relativeDays(_ text: String) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-", let unit = text.last,
            let factor = ["d": 1, "w": 7][unit]
        else { return nil }
        let digits = text.dropFirst().dropLast()
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number <= farthestRelative / factor
        else { return nil }
        return sign == "-" ? -number * factor : number * factor
    }
}
