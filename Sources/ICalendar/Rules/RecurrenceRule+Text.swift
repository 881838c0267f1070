extension RecurrenceRule {
    /// Reads the value of an RRULE or EXRULE (RFC 5545 3.3.10, RFC 7529 4).
    ///
    /// Accepts parts in any order and case; ignores empty parts and `X-` parts; sorts lists and
    /// removes their duplicates; reads a `BYSECOND` of 60 as 59. Keeps combinations that the RFC
    /// forbids but whose meaning is evident: COUNT with UNTIL (whichever comes first ends the
    /// rule), and a part that the RFC does not define for the frequency (it limits).
    /// - Throws: an error that names the part and its value.
    public init(icalendar text: some StringProtocol) throws(RecurrenceRuleError) {
        var reader = RuleTextReader()
        self = try reader.read(text)
    }

    /// The rule's text: FREQ first (RFC 5545 3.3.10 asks for it), then UNTIL, COUNT, INTERVAL, the
    /// BY parts from the largest period to the smallest, WKST, SKIP; defaults are left out.
    public var icalendar: String {
        var parts = ["FREQ=\(frequency.icalendar)"]
        if let until { parts.append("UNTIL=\(until.icalendar)") }
        if let count { parts.append("COUNT=\(count)") }
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        func texts(_ numbers: [Int]) -> [String] { numbers.map { String($0) } }
        let lists: [(name: String, values: [String])] = [
            ("BYMONTH", texts(byMonth)), ("BYWEEKNO", texts(byWeekNumber)),
            ("BYYEARDAY", texts(byYearDay)), ("BYMONTHDAY", texts(byMonthDay)),
            ("BYDAY", byDay.map(\.icalendar)), ("BYHOUR", texts(byHour)),
            ("BYMINUTE", texts(byMinute)), ("BYSECOND", texts(bySecond)),
            ("BYSETPOS", texts(bySetPosition)),
        ]
        for list in lists where !list.values.isEmpty {
            parts.append(list.name + "=" + list.values.joined(separator: ","))
        }
        if weekStart != .monday { parts.append("WKST=\(weekStart.icalendar)") }
        if skip != .omit {
            parts.append("RSCALE=GREGORIAN")
            parts.append("SKIP=\(skip.rawValue.uppercased())")
        }
        return parts.joined(separator: ";")
    }
}

extension RecurrenceRule.Frequency {
    private static let names = [
        "SECONDLY", "MINUTELY", "HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY",
    ]

    /// The value of `FREQ`, such as `DAILY`.
    var icalendar: String { Self.names[rawValue] }

    /// The frequency that a value of `FREQ` names.
    package init?(icalendar text: String) {
        guard let index = Self.names.firstIndex(of: text) else { return nil }
        self.init(rawValue: index)
    }
}

extension RecurrenceRule.Until {
    /// The value of `UNTIL`.
    var icalendar: String {
        switch self {
        case .date(let date): date.icalendar
        case .floating(let time): time.icalendar
        case .utc(let instant): instant.utc.icalendar + "Z"
        }
    }

    init?(icalendar text: String) {
        switch CalendarTime(icalendar: text) {
        case .date(let date): self = .date(date)
        case .floating(let time): self = .floating(time)
        case .utc(let instant): self = .utc(instant)
        case .zoned, nil: return nil
        }
    }
}

extension RecurrenceRule.WeekdayNumber {
    /// An element of `BYDAY`, such as `-1SU`.
    var icalendar: String { (ordinal == 0 ? "" : String(ordinal)) + weekday.icalendar }
}

extension Weekday {
    private static let codes = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

    /// The weekday's two letters (RFC 5545 3.3.10, `weekday`).
    var icalendar: String { Self.codes[rawValue] }

    init?(icalendar text: some StringProtocol) {
        guard let index = Self.codes.firstIndex(where: { $0 == text }) else { return nil }
        self.init(rawValue: index)
    }
}
