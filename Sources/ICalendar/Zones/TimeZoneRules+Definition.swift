extension TimeZoneRules {
    /// Evaluates a VTIMEZONE component (RFC 5545 3.6.5); nil if it has no observances and thus no
    /// meaning.
    ///
    /// Each observance's onsets (its start, rules and dates) are wall times in its own
    /// `TZOFFSETFROM`. Before the earliest onset, that onset's `TZOFFSETFROM` applies: the RFC is
    /// silent, and the file says nothing else about that time. After the last onset of rules that
    /// end, the last offset continues. Endless rules are evaluated for 400 years, which then
    /// repeat; this is exact for yearly rules whose `INTERVAL` divides 400.
    ///
    /// Offsets beyond 26 hours are clamped to 26 hours.
    public init?(_ definition: TimeZoneDefinition) {
        if definition.observances.isEmpty { return nil }
        var onsets = OnsetList()
        let observances = definition.observances.map(OnsetList.believable)
        for observance in observances {
            onsets.add([observance.start] + observance.dates, of: observance)
            for rule in observance.rules where !OnsetList.isEndless(rule) {
                onsets.add(rule, of: observance, before: OnsetList.finiteEnd)
            }
        }
        var cycleEnd: Int?
        // Two extra years, so that the 400 years before the end contain endless rules alone.
        let end = OnsetList.start(ofYear: onsets.lastYear + 402)
        for observance in observances where onsets.lastYear < OnsetList.yearLimit {
            for rule in observance.rules where OnsetList.isEndless(rule) {
                onsets.add(rule, of: observance, before: end)
                cycleEnd = end.secondsSinceEpoch
            }
        }
        guard let earliest = onsets.earliest else { return nil }
        self.init(
            name: definition.tzid,
            table: TimeZoneTable(
                first: .init(offset: earliest.offsetFrom),
                changes: onsets.changes.filter { $0.at < cycleEnd ?? .max }, cycleEnd: cycleEnd))
    }
}

/// Collects the onsets of one VTIMEZONE's observances.
private struct OnsetList {
    typealias Observance = TimeZoneDefinition.Observance

    /// An `UNTIL` after this year means "for ever".
    private static let lastFiniteYear = 2500
    /// The end of rules that end: the start of the year after.
    static let finiteEnd = start(ofYear: lastFiniteYear + 1)
    /// No endless rule is evaluated past this year; iCalendar writes years with four digits.
    static let yearLimit = 10_000
    /// The maximum number of onsets from one definition's rules: two a year for 400 years are 800,
    /// so this stops only hostile input.
    private static let ruleOnsetLimit = 20_000

    private(set) var changes = [TimeZoneTable.Change]()
    private(set) var earliest: (at: Int, offsetFrom: Int)?
    /// The year of the latest onset so far.
    private(set) var lastYear = -yearLimit
    private var ruleOnsets = 0

    /// The observance with its offsets clamped to a table's range.
    static func believable(_ observance: Observance) -> Observance {
        let limit = TimeZoneTable.offsetLimit
        var observance = observance
        observance.offsetFrom = min(max(observance.offsetFrom, -limit), limit)
        observance.offsetTo = min(max(observance.offsetTo, -limit), limit)
        return observance
    }

    static func isEndless(_ rule: RecurrenceRule) -> Bool {
        switch rule.until {
        case nil: rule.count == nil
        case .date(let date): date.year > lastFiniteYear
        case .floating(let time): time.date.year > lastFiniteYear
        case .utc(let instant): instant.utc.date.year > lastFiniteYear
        }
    }

    static func start(ofYear year: Int) -> CivilDateTime {
        CivilDateTime(CivilDate.newYear(min(year, 2 * yearLimit)))
    }

    mutating func add(_ times: [CivilDateTime], of observance: Observance) {
        let period = TimeZoneTable.Period(
            offset: observance.offsetTo, isDaylight: observance.isDaylight,
            abbreviation: observance.name ?? "")
        for time in times {
            let at = TimeZoneTable.clamped(time.secondsSinceEpoch) - observance.offsetFrom
            changes.append(.init(at: at, period: period))
            if at < earliest?.at ?? .max { earliest = (at, observance.offsetFrom) }
            lastYear = max(lastYear, CivilDateTime(secondsSinceEpoch: at).date.year)
        }
    }

    mutating func add(
        _ rule: RecurrenceRule, of observance: Observance, before end: CivilDateTime
    ) {
        let limit = Self.ruleOnsetLimit - ruleOnsets
        guard observance.start < end, limit > 0 else { return }
        let times = rule.instances(
            from: observance.start, in: observance.start..<end, limit: limit,
            instantOf: { wall in
                Instant(
                    secondsSinceEpoch: TimeZoneTable.clamped(wall.secondsSinceEpoch)
                        - observance.offsetFrom)
            }
        ).times
        ruleOnsets += times.count
        add(times, of: observance)
    }
}
