internal import GRDB
internal import ICalendar

/// What rules leave of a series that repeats, for those who get it whole by a shared link.
///
/// Rules judge each instance; those that they hide become exceptions. Of a series without end they judge the instances up to a
/// new year, two to four years from now; if later ones may be hidden, the series ends there for others, until a later year is
/// judged: closed, not open.
struct SharedSeries {
    /// What the rules do to all instances that are left; of what they do to some, only that they are private.
    private(set) var effects: RuleEffects
    /// The instances that they hide.
    private(set) var hidden: Set<OccurrencePoint> = []
    /// The day before which the series ends for others; nil for its own end.
    private(set) var end: CivilDate?
    /// The zones of its file.
    private let scope: TimeZoneScope

    /// More instances are not judged one by one, and the series is hidden if any of them may be.
    private static let mostInstances = 20_000

    /// - Parameters:
    ///   - component: what describes the series, not one of its instances.
    ///   - instance: what all instances have.
    ///   - rules: those of the component that look at instances, of which there is at least one.
    init(
        _ component: ComponentRecord, seriesID: Int64, _ kind: Event.Kind,
        like instance: StoredRulings.Instance, rules: [Rule], _ rulings: StoredRulings,
        _ scopes: StoredScopes, _ database: Database
    ) throws {
        var found: OccurrenceExpander.Expansion?
        var scope = TimeZoneScope(database: SystemZones.database)
        var (ids, event) = ([Int64](), Event?.none)
        let newYear = try Self.newYear(database)
        var isEndless = false
        try SeriesChoice.one(seriesID).forEachBatch(kind, database) { texts in
            guard let text = texts.first else { return }
            scope = try scopes.scope(resourceID: text.resourceID, database)
            let parsed = text.parsed
            ids = parsed.ids
            event = zip(parsed.events, parsed.ids).first { $0.1 == component.id }?.0
            isEndless =
                event?.recurrenceRules.contains { $0.count == nil && $0.until == nil } ?? false
            let days = OccurrenceExpander.allDays
            found = OccurrenceExpander(scope: scope).expand(
                parsed.events, days: isEndless ? days.lowerBound..<newYear + 2 : days,
                limit: Self.mostInstances)
        }
        self.scope = scope
        guard let event, let found, found.complete == nil else {
            effects = try rulings.effects(componentID: component.id, instance)
            return
        }
        var shown: Set<RuleEffects> = []
        var isPrivate = false
        for occurrence in found.occurrences where ids[occurrence.component] == component.id {
            var instance = instance
            (instance.span, instance.isUnknown) = (occurrence.span, false)
            let effects = try rulings.effects(componentID: component.id, instance)
            if effects.isHidden == true, let point = occurrence.recurrenceID {
                hidden.insert(point)
            } else {
                shown.insert(effects)
                isPrivate = isPrivate || effects.isPrivate == true
            }
        }
        if shown.count == 1, let all = shown.first {
            effects = all
        } else {
            var none = instance
            (none.span, none.isUnknown) = (nil, shown.isEmpty && hidden.isEmpty)
            effects = try rulings.effects(componentID: component.id, none)
            if isPrivate { effects.isPrivate = true }
            if shown.isEmpty, !hidden.isEmpty { effects.isHidden = true }
        }
        let mayClose = rules.contains {
            ($0.effects.isHidden ?? $0.effects.isPrivate ?? false)
                && $0.conditions.mayChange(event)
        }
        if isEndless, !hidden.isEmpty || mayClose && !event.repeatsByWeeks { end = newYear }
    }

    /// The new year up to which instances are judged. It follows the stored days, so that it changes once a year.
    private static func newYear(_ database: Database) throws -> CivilDate {
        let year = try StateTable.fetch(database).horizon.upperBound.yearMonthDay.year + 2
        return CivilDate(uncheckedYear: min(year, 9_999), month: 1, day: 1)
    }

    /// Whether the whole series is hidden.
    var isHidden: Bool { effects.isHidden == true }

    /// Hides the whole series: another copy stands in.
    mutating func hide() { effects.isHidden = true }

    /// Takes the hidden instances out of the text that describes the series.
    func takeOut(of lines: inout ComponentDocument) {
        guard let start = lines.properties("DTSTART").first else { return }
        if !hidden.isEmpty {
            var exception = start
            exception.name = "EXDATE"
            let zone = start.parameter("TZID").flatMap { scope.rules(for: $0) }
            exception.value = hidden.map { point in
                guard let zone, case .instant(let instant) = point else { return point.icalendar }
                return zone.wallTime(at: instant).icalendar
            }.sorted().joined(separator: ",")
            let line = LineWriter.folded(Array(exception.line.utf8))
            let old = lines.parts.filter { $0.name == "EXDATE" && !$0.isComponent }
            lines.replace("EXDATE", with: old + [.init(name: "EXDATE", bytes: line)])
        }
        guard let end else { return }
        let last = end - 1
        let until =
            !start.value.contains("T")
            ? last.icalendar
            : CivilDateTime(last, secondOfDay: 86_399).icalendar
                + (start.parameter("TZID") == nil && !start.value.hasSuffix("Z") ? "" : "Z")
        lines.change("RRULE") { rule in
            let parts = rule.value.uppercased().split(separator: ";")
            guard !parts.contains(where: { $0.hasPrefix("UNTIL=") || $0.hasPrefix("COUNT=") })
            else { return }
            rule.value += ";UNTIL=" + until
        }
        lines.removeTimes(from: "RDATE") { $0.wallTime.date >= end }
    }
}

extension RuleConditions {
    /// Whether they may hold for some instances of a series and not for others.
    fileprivate func mayChange(_ event: Event) -> Bool {
        let isDate = event.start.isDate
        guard readsClock, isAllDay != !isDate, hours == nil || !isDate else { return false }
        if weekdays != nil { return true }
        // On its own clock a series has the same hours every day.
        if case .utc = event.start { return true }
        return event.recurrenceRules.contains { $0.frequency < .daily || !$0.byHour.isEmpty }
    }
}

extension Event {
    /// Whether its instances are on the same days of the week and at the same hours again and again, within weeks.
    fileprivate var repeatsByWeeks: Bool {
        recurrenceRules.allSatisfy { rule in
            (rule.frequency == .daily || rule.frequency == .weekly) && rule.interval <= 10
                && rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
                && rule.byWeekNumber.isEmpty && rule.bySetPosition.isEmpty
        }
    }
}
