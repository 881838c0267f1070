import AgendaActions
import ICalendar

/// An appointment or event of calcurse (its manual, "calcurse files"; what its own import writes).
struct CalcurseItem: Hashable {
    /// `{1W -> 12/31/2026 w1 w3 !11/30/2026}`.
    struct Repetition: Hashable {
        var frequency: RecurrenceRule.Frequency
        var interval: Int
        /// The last day.
        var until: CivilDate?
        var months: [Int] = []
        var monthDays: [Int] = []
        var weekdays: [RecurrenceRule.WeekdayNumber] = []
        var exceptions: [CivilDate] = []
    }

    /// The wall clock of wherever calcurse runs: it knows no zones.
    var start: CivilDateTime
    /// Nil for an event, which lasts its day.
    var end: CivilDateTime?
    var repetition: Repetition?
    /// The name of its file in the folder `notes`.
    var note: String?
    /// Whether calcurse reminds of it.
    var isImportant = false
    var text = ""
    /// The line in the file, counted from 1.
    var line = 0

    /// Reads a line of `apts`.
    init(_ content: String, line: Int) throws(AdoptionFailure) {
        var scanner = CalcurseScanner(
            content, line: line, complaint: "is no appointment of calcurse's: correct it there")
        self.line = line
        let day = try scanner.date()
        if scanner.take("@") {
            start = try scanner.time(on: day)
            guard scanner.take("->") else { throw scanner.failure }
            let last = try scanner.date()
            guard scanner.take("@") else { throw scanner.failure }
            let end = try scanner.time(on: last)
            guard end >= start else {
                throw AdoptionFailure(
                    line: line, reason: "ends before it begins: correct it in calcurse")
            }
            self.end = end
        } else if scanner.take("[") {
            start = CivilDateTime(day)
            _ = try scanner.number()
            guard scanner.take("]") else { throw scanner.failure }
        } else {
            throw scanner.failure
        }
        if scanner.take("{") { repetition = try scanner.repetition() }
        if scanner.take(">") { note = scanner.word() }
        if end != nil {
            isImportant = scanner.take("!")
            guard isImportant || scanner.take("|") else { throw scanner.failure }
        }
        text = scanner.remainder
    }
}

/// Reads the numbers and signs of a line; white space between them does not count.
struct CalcurseScanner {
    private var rest: Substring
    /// What is thrown by a line that is something else.
    let failure: AdoptionFailure

    init(_ text: String, line: Int, complaint: Message) {
        (rest, failure) = (text[...], AdoptionFailure(line: line, reason: complaint))
    }

    /// What is left.
    var remainder: String { String(rest.trimmed) }

    /// Takes a sign if it is next.
    mutating func take(_ sign: String) -> Bool {
        let start = rest.drop { $0 == " " }
        guard start.hasPrefix(sign) else { return false }
        rest = start.dropFirst(sign.count)
        return true
    }

    /// Takes all that is not white space.
    mutating func word() -> String {
        let word = rest.prefix { $0 != " " }
        rest = rest[word.endIndex...]
        return String(word)
    }

    mutating func number() throws(AdoptionFailure) -> Int {
        let start = rest.drop { $0 == " " }
        let sign = start.prefix { $0 == "-" }
        let digits = start[sign.endIndex...].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(String(sign) + digits) else { throw failure }
        rest = start[digits.endIndex...]
        return number
    }

    /// `11/23/2026`: the month first.
    mutating func date() throws(AdoptionFailure) -> CivilDate {
        let month = try number()
        guard take("/") else { throw failure }
        let day = try number()
        guard take("/") else { throw failure }
        let year = try number()
        guard (1...9_999).contains(year), let date = CivilDate(year: year, month: month, day: day)
        else { throw failure }
        return date
    }

    /// `10:00`.
    mutating func time(on day: CivilDate) throws(AdoptionFailure) -> CivilDateTime {
        let hour = try number()
        guard take(":") else { throw failure }
        let minute = try number()
        guard (0...23).contains(hour), (0...59).contains(minute) else { throw failure }
        return CivilDateTime(day, hour: hour, minute: minute)
    }

    /// What stands between `{` and `}`.
    mutating func repetition() throws(AdoptionFailure) -> CalcurseItem.Repetition {
        let interval = try number()
        let units: [(String, RecurrenceRule.Frequency)] = [
            ("D", .daily), ("W", .weekly), ("M", .monthly), ("Y", .yearly),
        ]
        guard (1...9_999).contains(interval), let unit = units.first(where: { take($0.0) }) else {
            throw failure
        }
        var repetition = CalcurseItem.Repetition(frequency: unit.1, interval: interval)
        if take("->") { repetition.until = try date() }
        while !take("}") {
            if take("!") {
                repetition.exceptions.append(try date())
            } else if take("m") {
                repetition.months.append(try within(1...12))
            } else if take("d") {
                repetition.monthDays.append(try within(-31...31))
            } else if take("w") {
                repetition.weekdays.append(try weekday())
            } else {
                throw failure
            }
        }
        return repetition
    }

    private mutating func within(_ range: ClosedRange<Int>) throws(AdoptionFailure) -> Int {
        let value = try number()
        guard range.contains(value), value != 0 else { throw failure }
        return value
    }

    /// 0 to 6 are Sunday to Saturday, 7 to 13 the first ones of the month or year, 14 to 20 the
    /// second ones; negative, they count from its end.
    private mutating func weekday() throws(AdoptionFailure) -> RecurrenceRule.WeekdayNumber {
        let value = try number()
        guard (-377...377).contains(value), let day = Weekday(rawValue: (abs(value) + 6) % 7)
        else { throw failure }
        return .init(day, ordinal: value / 7)
    }
}

/// A to-do of calcurse (what 4.7.1 reads and writes): `[3] text`, `[-3] text` when it is done, `[3]>note text`.
struct CalcurseTodo: Hashable {
    /// 1 is the highest, 9 the lowest (RFC 5545 3.8.1.9); 0 if it has none.
    var priority = 9
    var isDone = false
    /// The name of its file in the folder `notes`.
    var note: String?
    var text = ""
    /// The line in the file, counted from 1.
    var line = 0

    /// Reads a line of `todo`. Like calcurse, takes a line without brackets for one of priority 9.
    init(_ content: String, line: Int) throws(AdoptionFailure) {
        self.line = line
        var scanner = CalcurseScanner(
            content, line: line, complaint: "is no to-do of calcurse's: correct it there")
        if scanner.take("[") {
            isDone = scanner.take("-")
            let number = try scanner.number()
            guard number >= 0, scanner.take("]") else { throw scanner.failure }
            // calcurse keeps any number; iCalendar has none above 9.
            priority = min(number, 9)
            var ahead = scanner
            if ahead.take(">") {
                let name = ahead.word()
                // A text may begin with this sign.
                if !name.isEmpty { (note, scanner) = (name, ahead) }
            }
        }
        text = scanner.remainder
    }
}
