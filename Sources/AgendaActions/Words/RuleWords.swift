package import AgendaWords
package import ICalendar

/// A recurrence rule in words: `every weekday until Thu 2026-12-31`, `每个工作日，到 2026-12-31 周四为止`.
///
/// Rules that people make have words; others have none, rather than half of what they say.
package struct RuleWords {
    /// The reader's language.
    package var language: Language
    /// `DTSTART`, which fills in what a rule leaves open.
    package var start: CalendarTime
    /// The zone on whose clock the rule ends.
    package var zone: TimeZoneRules

    package init(language: Language, start: CalendarTime, zone: TimeZoneRules) {
        (self.language, self.start, self.zone) = (language, start, zone)
    }

    /// The words for a rule; nil if there are none.
    package func text(_ rule: RecurrenceRule) -> String? {
        guard rule.bySecond.isEmpty, rule.byMinute.isEmpty, rule.byHour.isEmpty,
            rule.byYearDay.isEmpty, rule.byWeekNumber.isEmpty, rule.skip == .omit
        else { return nil }
        let parts = RuleParts(rule, start: start.wallTime.date)
        guard let parts else { return nil }
        var text = message(parts).text(in: language)
        func append(_ message: Message) { text += message.text(in: language) }
        if let count = rule.count { append(count == 1 ? ", once" : ", \(count) times") }
        if let day = lastDay(rule) {
            append(" until \((TimeWords(language) ?? .english).day(day))")
        }
        return text
    }

    private func lastDay(_ rule: RecurrenceRule) -> CivilDate? {
        switch (start.isDate ? rule.onDates : rule).until {
        case nil: nil
        case .date(let date): date
        case .floating(let time): time.date
        case .utc(let instant): zone.wallTime(at: instant).date
        }
    }
}

/// What a rule says, as far as there are words for it.
enum RuleParts: Equatable {
    /// Which of a month's days.
    package enum Day: Equatable {
        /// By number; negative from the end.
        case number(Int)
        /// The n-th of a weekday; negative from the end.
        case weekday(Int, Weekday)
        /// The n-th from Monday to Friday; negative from the end.
        case workday(Int)
    }

    case minutes(Int)
    case hours(Int)
    case days(Int)
    case workdays
    case weeks(Int, [Weekday])
    case months(Int, [Day])
    case years(Int, month: Int, Day)

    private static let workweek: Set<Weekday> = [.monday, .tuesday, .wednesday, .thursday, .friday]

    /// - Parameter start: the first day, which fills in what the rule leaves open.
    init?(_ rule: RecurrenceRule, start: CivilDate) {
        let days = Set(rule.byDay.map(\.weekday))
        let hasOrdinals = rule.byDay.contains { $0.ordinal != 0 }
        let isPlain = rule.bySetPosition.isEmpty && rule.byMonth.isEmpty
        switch rule.frequency {
        case .minutely where isPlain && rule.byDay.isEmpty && rule.byMonthDay.isEmpty:
            self = .minutes(rule.interval)
        case .hourly where isPlain && rule.byDay.isEmpty && rule.byMonthDay.isEmpty:
            self = .hours(rule.interval)
        case .daily where isPlain && rule.byMonthDay.isEmpty && !hasOrdinals:
            if days.isEmpty {
                self = .days(rule.interval)
            } else if rule.interval == 1 {
                self = days == Self.workweek ? .workdays : .weeks(1, Self.sorted(days))
            } else {
                return nil
            }
        case .weekly where isPlain && rule.byMonthDay.isEmpty && !hasOrdinals:
            if days == Self.workweek, rule.interval == 1 {
                self = .workdays
            } else {
                self = .weeks(rule.interval, Self.sorted(days.isEmpty ? [start.weekday] : days))
            }
        case .monthly where rule.byMonth.isEmpty:
            guard let days = Self.days(rule, start: start) else { return nil }
            self = .months(rule.interval, days)
        case .yearly where rule.byMonth.count < 2:
            let month = rule.byMonth.first ?? start.yearMonthDay.month
            // Without a month a weekday's number counts in the year.
            guard !rule.byMonth.isEmpty || rule.byDay.isEmpty && rule.byMonthDay.isEmpty,
                let days = Self.days(rule, start: start), days.count == 1
            else { return nil }
            self = .years(rule.interval, month: month, days[0])
        default: return nil
        }
    }

    /// A month's days; nil if there are no words for them.
    private static func days(_ rule: RecurrenceRule, start: CivilDate) -> [Day]? {
        if rule.byDay.isEmpty {
            guard rule.bySetPosition.isEmpty else { return nil }
            let numbers = rule.byMonthDay.isEmpty ? [start.yearMonthDay.day] : rule.byMonthDay
            return Set(numbers).sorted { ($0 < 0 ? $0 + 100 : $0) < ($1 < 0 ? $1 + 100 : $1) }
                .map { Day.number($0) }
        }
        guard rule.byMonthDay.isEmpty else { return nil }
        if rule.bySetPosition.isEmpty {
            guard rule.byDay.allSatisfy({ (1...5).contains(abs($0.ordinal)) }) else { return nil }
            return rule.byDay.map { Day.weekday($0.ordinal, $0.weekday) }
        }
        guard rule.bySetPosition.count == 1, let place = rule.bySetPosition.first,
            (1...5).contains(abs(place)), rule.byDay.allSatisfy({ $0.ordinal == 0 })
        else { return nil }
        let days = Set(rule.byDay.map(\.weekday))
        if days == workweek { return [.workday(place)] }
        return days.count == 1 ? days.map { Day.weekday(place, $0) } : nil
    }

    private static func sorted(_ days: Set<Weekday>) -> [Weekday] {
        days.sorted { $0.rawValue < $1.rawValue }
    }
}

extension RuleWords {
    private func message(_ parts: RuleParts) -> Message {
        switch parts {
        case .minutes(let count): return count == 1 ? "every minute" : "every \(count) minutes"
        case .hours(let count): return count == 1 ? "every hour" : "every \(count) hours"
        case .days(let count): return count == 1 ? "every day" : "every \(count) days"
        case .workdays: return "every weekday"
        case .weeks(let count, let days):
            let list = list(days.map(Self.name))
            return count == 1 ? "every \(list)" : "every \(count) weeks on \(list)"
        case .months(let count, let days):
            let list = list(days.map(Self.message))
            return count == 1 ? "every month on \(list)" : "every \(count) months on \(list)"
        case .years(let count, let month, .number(let day)) where day > 0:
            let name = Message(stringLiteral: TimeWords.english.months[month - 1])
            return count == 1
                ? "every year on \(day) \(name)" : "every \(count) years on \(day) \(name)"
        case .years(let count, let month, let day):
            let (name, day) = (
                Message(stringLiteral: TimeWords.english.months[month - 1]), Self.message(day)
            )
            return count == 1
                ? "every year on \(day) of \(name)" : "every \(count) years on \(day) of \(name)"
        }
    }

    private static func message(_ day: RuleParts.Day) -> Message {
        switch day {
        case .number(-1): "the last day"
        case .number(let number) where number > 0: "the \(ordinal(number))"
        case .number(let number): "the \(ordinal(-number)) last day"
        case .weekday(let place, let weekday): message(place, name(weekday))
        case .workday(let place): message(place, "weekday")
        }
    }

    private static func message(_ place: Int, _ day: Message) -> Message {
        if place == -1 { return "the last \(day)" }
        return place > 0
            ? "the \(ordinal(place)) \(day)" : "the \(ordinal(-place)) last \(day)"
    }

    private static func name(_ weekday: Weekday) -> Message {
        Message(stringLiteral: TimeWords.english.weekdays[weekday.rawValue])
    }

    /// `1st`, `2nd`, `11th`.
    private static func ordinal(_ number: Int) -> Message {
        switch (number % 10, number % 100) {
        case (1...3, 11...13): "\(number)th"
        case (1, _): "\(number)st"
        case (2, _): "\(number)nd"
        case (3, _): "\(number)rd"
        default: "\(number)th"
        }
    }

    private func list(_ messages: [Message]) -> String {
        let (comma, and): (Message, Message) = (", ", " and ")
        let words = messages.map { $0.text(in: language) }
        guard words.count > 1, let end = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: comma.text(in: language))
            + and.text(in: language) + end
    }
}
