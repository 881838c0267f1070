internal import ICalendar

/// When a rule applies to an event: where all hold. Of several patterns of one key one must match.
struct RuleConditions: Hashable, Sendable {
    /// What the texts of an event must be.
    let patterns: [Rule.Key: [RulePattern]]
    let isAllDay: Bool?
    let isFree: Bool?
    let isDeclined: Bool?
    let isRepeating: Bool?
    /// In seconds, on the clock for whole days.
    let (longerThan, shorterThan): (Int?, Int?)
    let weekdays: Set<Weekday>?
    let hours: WorkingHours?

    init(_ settings: [Rule.Key: [String]]) throws(Rule.Fault) {
        var patterns: [Rule.Key: [RulePattern]] = [:]
        for key in Rule.Key.allCases.prefix(while: { $0 != .allDay }) {
            guard let texts = settings[key], !texts.isEmpty else { continue }
            var all: [RulePattern] = []
            for text in texts { all.append(try Self.pattern(text, key)) }
            patterns[key] = all
        }
        self.patterns = patterns
        isAllDay = try Rule.flag(.allDay, settings)
        isFree = try Rule.flag(.free, settings)
        isDeclined = try Rule.flag(.declined, settings)
        isRepeating = try Rule.flag(.repeats, settings)
        (longerThan, shorterThan) = (
            try Self.seconds(.longerThan, settings), try Self.seconds(.shorterThan, settings)
        )
        if let names = settings[.weekdays], !names.isEmpty {
            var days: Set<Weekday> = []
            for name in names {
                guard let place = Self.weekdays.firstIndex(of: name.lowercased()),
                    let day = Weekday(rawValue: place)
                else { throw .value(.weekdays, name) }
                days.insert(day)
            }
            weekdays = days
        } else {
            weekdays = nil
        }
        if let text = settings[.between]?.first {
            guard let hours = WorkingHours(words: text, weekdays: []) else {
                throw .value(.between, text)
            }
            self.hours = hours
        } else {
            hours = nil
        }
    }

    /// As `working-days` of `config.toml` names them.
    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static func pattern(
        _ text: String, _ key: Rule.Key
    ) throws(Rule.Fault) -> RulePattern {
        guard !text.isEmpty else { throw .value(key, text) }
        do throws(RegularExpression.Fault) {
            return try RulePattern(text)
        } catch {
            switch error {
            case .syntax(let place): throw .expression(key, text, at: place)
            case .unsupported: throw .backtracking(key, text)
            case .tooLarge: throw .tooLarge(key, text)
            }
        }
    }

    private static func seconds(
        _ key: Rule.Key, _ settings: [Rule.Key: [String]]
    ) throws(Rule.Fault) -> Int? {
        guard let text = settings[key]?.first else { return nil }
        guard let length = CalendarDuration(words: text) else {
            throw .value(key, text)
        }
        return length.days * 86_400 + length.seconds
    }

    /// Whether hours and days of the week matter, which the zone decides.
    var readsClock: Bool { weekdays != nil || hours != nil }
    /// Whether an instance decides, not the text of its event alone.
    var readsInstance: Bool {
        readsClock || isAllDay != nil || longerThan != nil || shorterThan != nil
    }

    /// Whether what only an instance has is as the rule wants it.
    ///
    /// - Parameters:
    ///   - zone: the event's own, else the store's.
    ///   - declined: whether the reader has declined it; nil if that is not to be asked yet.
    func hold(
        _ span: Span, zone: @autoclosure () -> TimeZoneRules, isDeclined declined: Bool?
    ) -> Bool {
        if let isDeclined, let declined, isDeclined != declined { return false }
        guard readsInstance else { return true }
        let (start, length, isDate): (CivilDateTime, Int, Bool)
        switch span {
        case .dates(let dates):
            (start, length, isDate) = (
                CivilDateTime(dates.lowerBound, secondOfDay: 0), dates.count * 86_400, true
            )
        case .floating(let range):
            (start, length, isDate) = (
                range.lowerBound,
                range.upperBound.secondsSinceEpoch - range.lowerBound.secondsSinceEpoch, false
            )
        case .instants(let range):
            start =
                readsClock ? zone().wallTime(at: range.lowerBound) : range.lowerBound.utc
            (length, isDate) = (range.upperBound - range.lowerBound, false)
        }
        if let isAllDay, isAllDay != isDate { return false }
        if let longerThan, length <= longerThan { return false }
        if let shorterThan, length >= shorterThan { return false }
        if let weekdays, !weekdays.contains(start.date.weekday) { return false }
        guard let hours else { return true }
        // Whole days begin at no hour.
        guard !isDate else { return false }
        let second = start.secondsSinceEpoch - start.date.daysSinceEpoch * 86_400
        return hours.start < hours.end
            ? (hours.start..<hours.end).contains(second)
            : second >= hours.start || second < hours.end
    }
}
