/// Reads a rule's text part by part and reports the part that is wrong.
struct RuleTextReader {
    private var rule = RecurrenceRule(.daily)
    /// The parts so far, which are few.
    private var seen: [(name: String, value: String)] = []
    /// Whether to skip bad parts that the rule can do without.
    private let omitsParts: Bool
    /// The parts and elements skipped.
    private(set) var omitted: [RecurrenceRuleError] = []
    /// Whether a whole part was skipped, and whether an element of a list was.
    private var (lacksPart, lacksElement) = (false, false)

    init(omitsParts: Bool = false) { self.omitsParts = omitsParts }

    /// Trims spaces and tabs and converts to upper case: names and values are case-insensitive.
    private static func trimmed(_ text: Substring.UTF8View) -> String {
        TextValue.trimmed(Substring(text)).uppercased()
    }

    /// Reads a whole rule.
    mutating func read(_ text: some StringProtocol) throws(RecurrenceRuleError) -> RecurrenceRule {
        for part in Substring(text).utf8.split(separator: UInt8(ascii: ";")) {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let name = Self.trimmed(part[..<(equals ?? part.endIndex)])
            if name.isEmpty && equals == nil { continue }
            let value = equals.map { Self.trimmed(part[$0...].dropFirst()) } ?? ""
            do throws(RecurrenceRuleError) {
                try read(name, value)
            } catch {
                guard omitsParts, !Self.needed.contains(name) else { throw error }
                omitted.append(error)
                lacksPart = true
            }
        }
        return try finish()
    }

    /// Parts whose absence would move a rule to other days.
    private static let needed: Set<String> = [
        "FREQ", "INTERVAL", "RSCALE", "BYSECOND", "BYMINUTE", "BYHOUR", "BYDAY", "BYMONTHDAY",
        "BYYEARDAY", "BYWEEKNO", "BYMONTH", "BYSETPOS",
    ]

    /// Reads one part; its name and value are already trimmed.
    private mutating func read(_ name: String, _ value: String) throws(RecurrenceRuleError) {
        if name.hasPrefix("X-") { return }
        if let place = seen.firstIndex(where: { $0.name == name }) {
            defer { seen[place].value = value }
            if seen[place].value == value { return }
            throw RecurrenceRuleError(part: name, value: value, reason: .fault(.repeated))
        }
        seen.append((name, value))
        switch name {
        case "FREQ": rule.frequency = try Self.choice(name, value, .init(icalendar: value))
        case "UNTIL":
            let until: RecurrenceRule.Until = try Self.choice(name, value, .init(icalendar: value))
            rule.until = until
        case "COUNT":
            rule.count = try Self.number(name, value, 1...CalendarLimits.largestNumber)
        case "INTERVAL":
            rule.interval = try Self.number(name, value, 1...CalendarLimits.largestNumber)
        case "WKST": rule.weekStart = try Self.choice(name, value, .init(icalendar: value))
        case "SKIP": rule.skip = try Self.choice(name, value, .init(rawValue: value.lowercased()))
        case "RSCALE":
            guard value == "GREGORIAN" else {
                throw RecurrenceRuleError(
                    part: name, value: value, reason: .fault(.notGregorian))
            }
        default: try readList(name, value)
        }
    }

    /// The rule, after all parts have been read.
    private func finish() throws(RecurrenceRuleError) -> RecurrenceRule {
        guard seen.contains(where: { $0.name == "FREQ" }) else {
            throw RecurrenceRuleError(part: "FREQ", value: "", reason: .fault(.missing))
        }
        // Without an end the rule would go on for ever, and BYSETPOS counts in the complete set.
        let isUnbounded = lacksPart && rule.count == nil && rule.until == nil
        if isUnbounded || lacksElement && !rule.bySetPosition.isEmpty, let first = omitted.first {
            throw first
        }
        return rule
    }

    private mutating func readList(_ name: String, _ value: String) throws(RecurrenceRuleError) {
        switch name {
        case "BYSECOND":
            rule.bySecond = try numbers(name, value, 0...60).map { min($0, 59) }
            rule.bySecond.sortAndUnite()
        case "BYMINUTE": rule.byMinute = try numbers(name, value, 0...59)
        case "BYHOUR": rule.byHour = try numbers(name, value, 0...23)
        case "BYDAY": rule.byDay = try weekdays(name, value)
        case "BYMONTHDAY": rule.byMonthDay = try numbers(name, value, -31...31)
        case "BYYEARDAY": rule.byYearDay = try numbers(name, value, -366...366)
        case "BYWEEKNO": rule.byWeekNumber = try numbers(name, value, -53...53)
        case "BYMONTH": rule.byMonth = try numbers(name, value, 1...12)
        case "BYSETPOS":
            // The grammar ends at 366; a year with several starts a day has more positions.
            let largest = CalendarLimits.largestNumber
            rule.bySetPosition = try numbers(name, value, -largest...largest)
        default:
            throw RecurrenceRuleError(part: name, value: value, reason: .fault(.unknown))
        }
    }

    private static func choice<Value>(
        _ name: String, _ value: String, _ read: Value?
    ) throws(RecurrenceRuleError) -> Value {
        guard let read else {
            throw RecurrenceRuleError(part: name, value: value, reason: .fault(.unreadable))
        }
        return read
    }

    /// - Parameter range: if it includes negative numbers, 0 is invalid: positions count from 1 or
    ///   from -1.
    private static func number(
        _ name: String, _ text: some StringProtocol, _ range: ClosedRange<Int>
    ) throws(RecurrenceRuleError) -> Int {
        var digits = Substring(text)
        let isNegative = digits.first == "-"
        if isNegative || digits.first == "+" { digits.removeFirst() }
        guard let magnitude = Digits.number(digits.utf8) else {
            throw RecurrenceRuleError(part: name, value: String(text), reason: .fault(.notANumber))
        }
        let value = isNegative ? -magnitude : magnitude
        guard range.contains(value), value != 0 || range.lowerBound == 0 else {
            throw RecurrenceRuleError(part: name, value: String(text), reason: .outside(range))
        }
        return value
    }

    private mutating func numbers(
        _ name: String, _ text: String, _ range: ClosedRange<Int>
    ) throws(RecurrenceRuleError) -> [Int] {
        var list = try list(text) { element throws(RecurrenceRuleError) in
            try Self.number(name, element, range)
        }
        list.sortAndUnite()
        return list
    }

    private mutating func weekdays(
        _ name: String, _ text: String
    ) throws(RecurrenceRuleError) -> [RecurrenceRule.WeekdayNumber] {
        typealias Element = RecurrenceRule.WeekdayNumber
        let list = try list(text) { element throws(RecurrenceRuleError) -> Element in
            guard let weekday = Weekday(icalendar: element.suffix(2)) else {
                throw RecurrenceRuleError(part: name, value: element, reason: .fault(.notAWeekday))
            }
            let ordinal = element.dropLast(2)
            return Element(
                weekday, ordinal: ordinal.isEmpty ? 0 : try Self.number(name, ordinal, -53...53))
        }
        return list.count == 1
            ? list
            : Set(list).sorted {
                ($0.ordinal, $0.weekday.rawValue) < ($1.ordinal, $1.weekday.rawValue)
            }
    }

    /// Reads the elements of a list; a bad element costs only itself.
    private mutating func list<Element>(
        _ text: String, _ read: (String) throws(RecurrenceRuleError) -> Element
    ) throws(RecurrenceRuleError) -> [Element] {
        var list: [Element] = []
        let elements = Substring(text).utf8
            .split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for element in elements {
            do throws(RecurrenceRuleError) {
                list.append(try read(Self.trimmed(element)))
            } catch {
                guard omitsParts else { throw error }
                omitted.append(error)
                lacksElement = true
            }
        }
        if list.isEmpty, let last = omitted.last { throw last }
        return list
    }
}
