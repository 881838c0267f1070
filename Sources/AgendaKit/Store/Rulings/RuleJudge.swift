internal import ICalendar

/// A component as its source has it, for rules. What takes longer to find is asked for last.
struct RuleSubject {
    let content: EventContent
    let isRecurring: Bool
    /// The name of its source.
    let calendar: () throws -> String
    /// What its text says; nil if it is gone.
    let event: () throws -> Event?
    /// Who takes part.
    let participants: () throws -> [Participant]
    /// Its only occurrence; nil if it has several, or none that is known.
    let span: () throws -> Span?
}

/// Judges which conditions of rules a component's text meets.
///
/// What only an instance decides (``RuleConditions/readsInstance``) is judged here for an event that has one instance; for one
/// that repeats, and for what the reader has declined, readers judge each instance (``StoredRulings``): of most series not all
/// instances are stored.
struct RuleJudge {
    /// The rules' conditions, each once, with their names.
    private var all: [(name: String, conditions: RuleConditions)] = []
    /// What each of them wants of title and place; nil for anything.
    private let summaries: [[RulePattern]?]
    private let locations: [[RulePattern]?]
    private let zone: TimeZoneRules
    private var text = FoldedText()
    private var place = FoldedText()
    /// Whether ``mayMeet(summary:location:)`` looks at titles, and at places.
    let readsSummary: Bool
    let readsLocation: Bool

    /// - Parameter names: only these conditions; nil for all.
    init(_ rules: RuleSet, only names: Set<String>? = nil) {
        var seen: Set<String> = []
        for (name, rule) in zip(rules.names, rules.rules)
        where names?.contains(name) != false && seen.insert(name).inserted {
            all.append((name, rule.conditions))
        }
        zone = all.isEmpty ? .utc : RuleZones(rules).usual
        summaries = all.map { $0.conditions.patterns[.summary] }
        locations = all.map { $0.conditions.patterns[.location] }
        readsSummary = summaries.contains { $0 != nil }
        readsLocation = locations.contains { $0 != nil }
    }

    var isEmpty: Bool { all.isEmpty }

    /// Whether the title and the place of a component leave it possible that conditions are met. Looks at the bytes alone: most
    /// components end here.
    mutating func mayMeet(
        summary: UnsafeRawBufferPointer, location: UnsafeRawBufferPointer
    ) -> Bool {
        if readsSummary { text.set(summary) }
        var hasPlace = false
        for index in all.indices {
            if let wanted = summaries[index], !wanted.contains(where: { $0.matches(text) }) {
                continue
            }
            guard let wanted = locations[index] else { return true }
            if !hasPlace { place.set(location) }
            hasPlace = true
            if wanted.contains(where: { $0.matches(place) }) { return true }
        }
        return false
    }

    /// The sources in whose components conditions can be met.
    mutating func sources(among sources: [CalendarSource]) -> [CalendarSource] {
        sources.filter { source in
            text.set(source.name)
            return all.contains { matches($0.conditions, .calendar) }
        }
    }

    /// The names of the conditions that a component meets.
    mutating func names(of subject: RuleSubject) throws -> [String] {
        var names: [String] = []
        for (name, conditions) in all where try meets(conditions, subject) { names.append(name) }
        return names
    }

    /// Whether the present text matches what conditions say of a key.
    private func matches(_ conditions: RuleConditions, _ key: Rule.Key) -> Bool {
        conditions.patterns[key].map { $0.contains { $0.matches(text) } } ?? true
    }

    private mutating func meets(
        _ conditions: RuleConditions, _ subject: RuleSubject
    ) throws -> Bool {
        let content = subject.content
        if let isFree = conditions.isFree, isFree != content.isTransparent { return false }
        if let isRepeating = conditions.isRepeating, isRepeating != subject.isRecurring {
            return false
        }
        func fits(_ key: Rule.Key, _ texts: @autoclosure () throws -> [String]) rethrows -> Bool {
            guard conditions.patterns[key] != nil else { return true }
            for one in try texts() {
                text.set(one)
                if matches(conditions, key) { return true }
            }
            return false
        }
        guard fits(.summary, [content.summary ?? ""]), fits(.location, [content.location ?? ""]),
            fits(.category, content.categories), fits(.status, [content.status.rawValue]),
            try fits(.calendar, [try subject.calendar()])
        else { return false }
        if conditions.patterns[.organizer] != nil {
            guard let address = content.organizer else { return false }
            guard
                try fits(.organizer, [Participant.bareAddress(address)])
                    || fits(
                        .organizer,
                        [try subject.event()?.organizer?.name].compactMap { $0 })
            else { return false }
        }
        if conditions.patterns[.attendee] != nil {
            guard content.participantCount > 0,
                try fits(
                    .attendee,
                    try subject.participants().flatMap {
                        [$0.bareAddress, $0.name].compactMap { $0 }
                    })
            else { return false }
        }
        guard
            try fits(.class, [try subject.event()?.classification ?? "PUBLIC"])
        else { return false }
        guard conditions.readsInstance, !subject.isRecurring, let span = try subject.span() else {
            return true
        }
        return conditions.hold(
            span, zone: RuleZones.own(of: content.timeZone) ?? zone, isDeclined: nil)
    }
}

/// The zones in which rules read hours and days of the week.
struct RuleZones {
    /// That of events without one of their own.
    let usual: TimeZoneRules

    init(_ rules: RuleSet) { self.init(zone: rules.zone) }

    /// - Parameter zone: its name.
    init(zone: String) { usual = SystemZones.database.rules(named: zone) ?? .utc }

    /// An event's own zone; nil for none, for UTC, in which programs write what they know no zone of, and for one that is
    /// known by its file alone.
    static func own(of name: String?) -> TimeZoneRules? {
        guard let name, name != "UTC", name != "Etc/UTC" else { return nil }
        return SystemZones.database.rules(named: name)
    }
}
