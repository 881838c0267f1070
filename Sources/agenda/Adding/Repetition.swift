import ICalendar

/// `--every`, `--until`, `--count`: how a new event recurs.
struct Repetition {
    /// `--every`.
    var every: String
    /// `--until`, the last day on which an instance may start.
    var until: CivilDate?
    /// `--count`.
    var count: Int?

    /// The rule for an event that starts at `start`.
    func rule(start: CalendarTime, zone: TimeZoneRules) throws(CommandFailure) -> RecurrenceRule {
        var rule = try Self.rule(every)
        if let count {
            guard count >= 1 else { throw .usage("--count \(count): must be at least 1") }
            rule.count = count
            rule.until = nil
        }
        if let until {
            guard count == nil else { throw .usage("--until: is one too many beside --count") }
            guard until >= start.wallTime.date else {
                throw .usage("--until \(until.iso): is before the event's start")
            }
            rule.count = nil
            rule.until = Self.until(until, start: start, zone: zone)
        }
        return rule
    }

    /// UNTIL has the form of DTSTART, and is in UTC when that one has a zone (RFC 5545 3.3.10).
    private static func until(
        _ day: CivilDate, start: CalendarTime, zone: TimeZoneRules
    ) -> RecurrenceRule.Until {
        switch start {
        case .date: .date(day)
        case .floating: .floating(CivilDateTime(day + 1) + -1)
        // A UTC start is a wall time of UTC, whose day ends at its own midnight.
        case .utc: .utc(Instant(utc: CivilDateTime(day + 1)) - 1)
        case .zoned: .utc(zone.startOfDay(day + 1) - 1)
        }
    }

    private static func rule(_ text: String) throws(CommandFailure) -> RecurrenceRule {
        switch text.lowercased() {
        case "day": return RecurrenceRule(.daily)
        case "week": return RecurrenceRule(.weekly)
        case "month": return RecurrenceRule(.monthly)
        case "year": return RecurrenceRule(.yearly)
        case "weekday":
            var rule = RecurrenceRule(.weekly)
            rule.byDay = [.monday, .tuesday, .wednesday, .thursday, .friday].map { .init($0) }
            return rule
        default: break
        }
        let upper = text.uppercased()
        let value = upper.hasPrefix("RRULE:") ? String(upper.dropFirst(6)) : upper
        do {
            return try RecurrenceRule(icalendar: value)
        } catch {
            throw .usage(
                "--every \(text): is no repetition: write day, weekday, week, month, year "
                    + "or FREQ=WEEKLY;BYDAY=MO,TH")
        }
    }
}
