extension TimeZoneDefinition {
    /// Creates a VTIMEZONE that matches the rules from `start` on; RFC 5545 3.2.19 requires one for
    /// times with a `TZID`.
    ///
    /// Changes that recur each year in the same way become one observance with a yearly rule.
    /// Changes without such a rule (Morocco's depend on the moon) are listed up to the year 2100.
    ///
    /// - Parameters:
    ///   - tzid: the name by which times refer to the zone.
    ///   - rules: the zone's offsets.
    ///   - start: the earliest instant at which the zone is used.
    public init(tzid: String, describing rules: TimeZoneRules, from start: Instant) {
        let horizon = Instant(utc: CivilDateTime(CivilDate.newYear(2100)))
        let changes = rules.transitions(in: (start + 1)..<max(horizon, start + 2))
        // The period in effect at the start begins on a day before every use.
        var observances = [
            Observance(
                isDaylight: rules.isDaylight(at: start),
                start: CivilDateTime(CivilDate.newYear(1601)),
                offsetFrom: rules.offset(at: start), offsetTo: rules.offset(at: start),
                name: Self.name(rules.abbreviation(at: start)))
        ]
        var rest = changes[...]
        while let change = rest.first {
            let onset = Self.onset(change)
            if let tail = YearlyTail(rest) {
                observances += tail.observances
                break
            }
            observances.append(
                Observance(
                    isDaylight: change.isDaylight, start: onset, offsetFrom: change.offsetBefore,
                    offsetTo: change.offsetAfter, name: Self.name(change.abbreviation)))
            rest = rest.dropFirst()
        }
        self.init(tzid: tzid, location: nil, observances: observances)
    }

    /// The wall time of a change, on the clock that is about to change.
    fileprivate static func onset(_ change: TimeZoneRules.Transition) -> CivilDateTime {
        CivilDateTime(
            secondsSinceEpoch: change.at.secondsSinceEpoch + change.offsetBefore)
    }

    fileprivate static func name(_ abbreviation: String) -> String? {
        abbreviation.isEmpty ? nil : abbreviation
    }
}

/// Two changes that recur every year to the end, each by one rule.
private struct YearlyTail {
    var observances: [TimeZoneDefinition.Observance] = []

    /// Nil unless all changes alternate and each follows one rule for at least ten years.
    init?(_ changes: ArraySlice<TimeZoneRules.Transition>) {
        guard changes.count >= 20 else { return nil }
        for parity in 0...1 {
            let same = changes.indices.filter { ($0 - changes.startIndex) % 2 == parity }
                .map { changes[$0] }
            guard let observance = Self.observance(same) else { return nil }
            observances.append(observance)
        }
    }

    private static func observance(
        _ changes: [TimeZoneRules.Transition]
    ) -> TimeZoneDefinition.Observance? {
        guard let first = changes.first,
            changes.allSatisfy({
                $0.offsetBefore == first.offsetBefore && $0.offsetAfter == first.offsetAfter
                    && $0.isDaylight == first.isDaylight && $0.abbreviation == first.abbreviation
            })
        else { return nil }
        let onsets = changes.map(TimeZoneDefinition.onset)
        let start = onsets[0]
        let window = start..<(onsets[onsets.count - 1] + 1)
        for rule in candidates(start.date)
        where rule.instances(from: start, in: window).times == onsets {
            return TimeZoneDefinition.Observance(
                isDaylight: first.isDaylight, start: start, offsetFrom: first.offsetBefore,
                offsetTo: first.offsetAfter, rules: [rule],
                name: TimeZoneDefinition.name(first.abbreviation))
        }
        return nil
    }

    /// The rules by which zones change: the nth or last weekday of a month, a weekday on or after a
    /// day of the month, or a date.
    private static func candidates(_ date: CivilDate) -> [RecurrenceRule] {
        let (_, month, day) = date.yearMonthDay
        func yearly(
            on days: [RecurrenceRule.WeekdayNumber], _ monthDays: [Int] = []
        ) -> RecurrenceRule {
            var rule = RecurrenceRule(.yearly)
            (rule.byMonth, rule.byDay, rule.byMonthDay) = ([month], days, monthDays)
            return rule
        }
        let nth = [(day + 6) / 7, -1].map { yearly(on: [.init(date.weekday, ordinal: $0)]) }
        let onOrAfter = (max(1, day - 6)...day).map { first in
            yearly(on: [.init(date.weekday)], (first..<(first + 7)).filter { $0 <= 31 })
        }
        return nth + onOrAfter + [yearly(on: [], [day])]
    }
}
