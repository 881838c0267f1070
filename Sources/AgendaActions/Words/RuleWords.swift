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
        return language == .chinese ? chinese(parts, rule) : english(parts, rule)
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

// English.
extension RuleWords {
    private func english(_ parts: RuleParts, _ rule: RecurrenceRule) -> String {
        var text = english(parts)
        if let count = rule.count { text += count == 1 ? ", once" : ", \(count) times" }
        if let day = lastDay(rule) { text += " until \(TimeWords.english.day(day))" }
        return text
    }

    private func english(_ parts: RuleParts) -> String {
        func every(_ count: Int, _ unit: String) -> String {
            count == 1 ? "every \(unit)" : "every \(count) \(unit)s"
        }
        let names = TimeWords.english
        switch parts {
        case .minutes(let count): return every(count, "minute")
        case .hours(let count): return every(count, "hour")
        case .days(let count): return every(count, "day")
        case .workdays: return "every weekday"
        case .weeks(let count, let days):
            let list = Self.list(days.map { names.weekdays[$0.rawValue] }, last: " and ")
            return count == 1 ? "every \(list)" : "every \(count) weeks on \(list)"
        case .months(let count, let days):
            let list = Self.list(days.map { "the " + englishDay($0) }, last: " and ")
            return every(count, "month") + " on " + list
        case .years(let count, let month, let day):
            let name = names.months[month - 1]
            if case .number(let number) = day, number > 0 {
                return every(count, "year") + " on \(number) \(name)"
            }
            return every(count, "year") + " on the \(englishDay(day)) of \(name)"
        }
    }

    private func englishDay(_ day: RuleParts.Day) -> String {
        switch day {
        case .number(let number):
            number > 0 ? Self.ordinal(number) : Self.fromEnd(number) + "day"
        case .weekday(let place, let weekday):
            (place > 0 ? Self.ordinal(place) + " " : Self.fromEnd(place))
                + TimeWords.english.weekdays[weekday.rawValue]
        case .workday(let place):
            (place > 0 ? Self.ordinal(place) + " " : Self.fromEnd(place)) + "weekday"
        }
    }

    private static func fromEnd(_ place: Int) -> String {
        place == -1 ? "last " : ordinal(-place) + " last "
    }

    /// `1st`, `2nd`, `11th`.
    private static func ordinal(_ number: Int) -> String {
        if (11...13).contains(number % 100) { return "\(number)th" }
        return "\(number)" + ([1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
    }

    private static func list(_ words: [String], last: String) -> String {
        guard words.count > 1, let end = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + last + end
    }
}

// Simplified Chinese.
extension RuleWords {
    private func chinese(_ parts: RuleParts, _ rule: RecurrenceRule) -> String {
        var text = chinese(parts)
        if let count = rule.count { text += "，共 \(count) 次" }
        if let day = lastDay(rule) { text += "，到 \(TimeWords.chinese.day(day)) 为止" }
        return text
    }

    private func chinese(_ parts: RuleParts) -> String {
        func every(_ count: Int, _ unit: String, plural: String) -> String {
            count == 1 ? "每\(unit)" : "每 \(count) \(plural)"
        }
        let weekdays = TimeWords.chinese.shortWeekdays
        switch parts {
        case .minutes(let count): return every(count, "分钟", plural: "分钟")
        case .hours(let count): return every(count, "小时", plural: "小时")
        case .days(let count): return every(count, "天", plural: "天")
        case .workdays: return "每个工作日"
        case .weeks(let count, let days):
            let list = days.map { weekdays[$0.rawValue] }.joined(separator: "、")
            return count == 1 ? "每\(list)" : "每 \(count) 周的\(list)"
        case .months(let count, let days):
            let list = days.map(chineseDay).joined(separator: "、")
            return every(count, "月", plural: "个月") + "的" + list
        case .years(let count, let month, let day):
            return every(count, "年", plural: "年") + "的 \(month) 月" + chineseDay(day)
        }
    }

    private func chineseDay(_ day: RuleParts.Day) -> String {
        func place(_ number: Int) -> String {
            number > 0 ? "第 \(number) 个" : number == -1 ? "最后一个" : "倒数第 \(-number) 个"
        }
        switch day {
        case .number(-1): return "最后一天"
        case .number(let number): return number > 0 ? " \(number) 日" : "倒数第 \(-number) 天"
        case .weekday(let number, let weekday):
            return place(number) + TimeWords.chinese.shortWeekdays[weekday.rawValue]
        case .workday(let number): return place(number) + "工作日"
        }
    }
}
