extension RecurrenceRule {
    /// Reads the value of an RRULE or EXRULE (RFC 5545 3.3.10, RFC 7529 4).
    ///
    /// Parts may stand in any order and case; empty parts and `X-` parts are passed over; lists
    /// are sorted and lose their duplicates; a `BYSECOND` of 60 is read as 59. Combinations that
    /// the RFC rules out but that have an evident meaning are kept: COUNT beside UNTIL (the
    /// earlier ends the rule), and a part that its frequency does not know (it limits).
    ///
    /// - Throws: an error that names the part and its value.
    public init(icalendar text: some StringProtocol) throws(RecurrenceRuleError) {
        var reader = RuleTextReader()
        self = try reader.read(text)
    }

    /// The same, but without parts that cannot be read, where the rest says when the rule ends and
    /// on which days it falls: a bad `COUNT` beside an `UNTIL`, a weekday beside others.
    ///
    /// - Parameter omitted: gets what was left out.
    /// - Throws: an error when the rule cannot be followed without the part that it names.
    package init(
        icalendar text: some StringProtocol, omitting omitted: inout [RecurrenceRuleError]
    ) throws(RecurrenceRuleError) {
        var reader = RuleTextReader(omitsParts: true)
        self = try reader.read(text)
        omitted += reader.omitted
    }

    /// The rule's text: FREQ first (RFC 5545 3.3.10 asks for it), then UNTIL, COUNT, INTERVAL, the
    /// BY parts from the largest period to the smallest, WKST, SKIP; what is the default is
    /// left out.
    public var icalendar: String {
        var parts = ["FREQ=\(frequency.icalendar)"]
        if let until { parts.append("UNTIL=\(until.icalendar)") }
        if let count { parts.append("COUNT=\(count)") }
        if interval != 1 { parts.append("INTERVAL=\(interval)") }
        let lists = [
            ("BYMONTH", byMonth), ("BYWEEKNO", byWeekNumber), ("BYYEARDAY", byYearDay),
            ("BYMONTHDAY", byMonthDay),
        ]
        for (name, list) in lists where !list.isEmpty { parts.append(Self.text(name, list)) }
        if !byDay.isEmpty {
            parts.append("BYDAY=" + byDay.map(\.icalendar).joined(separator: ","))
        }
        let times = [
            ("BYHOUR", byHour), ("BYMINUTE", byMinute), ("BYSECOND", bySecond),
            ("BYSETPOS", bySetPosition),
        ]
        for (name, list) in times where !list.isEmpty { parts.append(Self.text(name, list)) }
        if weekStart != .monday { parts.append("WKST=\(weekStart.icalendar)") }
        if skip != .omit {
            parts.append("RSCALE=GREGORIAN")
            parts.append("SKIP=\(skip.rawValue.uppercased())")
        }
        return parts.joined(separator: ";")
    }

    private static func text(_ name: String, _ list: [Int]) -> String {
        name + "=" + list.map(String.init).joined(separator: ",")
    }
}

extension RecurrenceRule.Frequency {
    /// The value of `FREQ`, such as `DAILY`.
    var icalendar: String {
        switch self {
        case .secondly: "SECONDLY"
        case .minutely: "MINUTELY"
        case .hourly: "HOURLY"
        case .daily: "DAILY"
        case .weekly: "WEEKLY"
        case .monthly: "MONTHLY"
        case .yearly: "YEARLY"
        }
    }

    init?(icalendar text: String) {
        let match = Self.allCases.first { $0.icalendar == text }
        guard let match else { return nil }
        self = match
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
