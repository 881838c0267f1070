internal import ICalendar

/// Merges three versions of one component.
struct ComponentMerge {
    typealias Key = ComponentProperties.Key
    typealias Value = ComponentProperties.Value

    /// What becomes of a value.
    private enum Decision {
        case theirs
        /// Nil removes it.
        case set(Value?)
    }

    private let base: ComponentProperties?
    private let mine: ComponentProperties
    private let theirs: ComponentProperties
    /// Whose value stands where both changed the same.
    private let preferred: ThreeWayMerge.Side
    /// The person, if he may change nothing but what is his own.
    var attendee: String?
    /// Whose times and exceptions stand as a whole; nil where each exception counts by itself.
    var schedule: ThreeWayMerge.Side?
    /// Deleted instances that one side edited, as elements of `EXDATE`: they stay.
    var revived: Set<String> = []
    /// Their component with the changes of mine.
    private(set) var result: ComponentProperties
    /// Without the component's own name.
    private(set) var clashes: [ThreeWayMerge.Clash] = []
    /// The properties that differ from theirs.
    private(set) var changed: Set<String> = []

    init(
        base: ComponentProperties?, mine: ComponentProperties, theirs: ComponentProperties,
        preferred: ThreeWayMerge.Side
    ) {
        (self.base, self.mine, self.theirs, result) = (base, mine, theirs, theirs)
        self.preferred = preferred
    }

    /// What in a series tells when it happens.
    private static func isSchedule(_ key: Key) -> Bool {
        key == .times || key.name == "EXDATE" || key.name == "RDATE"
    }

    mutating func run() {
        let keying = ComponentProperties.Keying(base, mine, theirs)
        let (old, own, other) = (
            base?.values(keying) ?? [], mine.values(keying), theirs.values(keying)
        )
        let table = { (values: [(key: Key, value: Value)]) in
            Dictionary(values.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        let (before, left, right) = (table(old), table(own), table(other))
        var changes: [(key: Key, value: Value?)] = []
        var keys = own.map(\.key) + old.map(\.key).filter { left[$0] == nil }
        if schedule == .mine {
            keys += other.map(\.key).filter { left[$0] == nil && before[$0] == nil }
        }
        for key in keys {
            if case .set(let value) = decide(key, before[key], left[key], right[key]) {
                changes.append((key, value))
            }
        }
        for key in other.map(\.key) where key.name == "EXDATE" && before[key] == nil {
            if case .element(_, let element) = key, revived.contains(element) {
                changes.append((key, nil))
            }
        }
        result.apply(changes, keying)
        if !changes.isEmpty { result.takeStamps(of: mine) }
        if !changes.isEmpty || attendee == nil && mine.sequence > base?.sequence ?? 0 {
            result.takeSequence(of: mine)
        }
        changed.formUnion(changes.map(\.key.name))
    }

    private mutating func decide(
        _ key: Key, _ base: Value?, _ mine: Value?, _ theirs: Value?
    ) -> Decision {
        if let schedule, Self.isSchedule(key) {
            guard mine?.meaning != theirs?.meaning else { return .theirs }
            if mine?.meaning != base?.meaning || schedule == .mine {
                report(key, mine, theirs, schedule)
            }
            return schedule == .mine ? .set(mine) : .theirs
        }
        guard mine?.meaning != base?.meaning, mine?.meaning != theirs?.meaning else {
            // A zone that one side alone set is taken from it.
            let isOtherZone =
                mine?.meaning == theirs?.meaning && mine?.form != nil && mine?.form != base?.form
                && theirs?.form == base?.form && base != nil && attendee == nil
            return isOtherZone ? .set(mine) : .theirs
        }
        if case .element("EXDATE", let element) = key, revived.contains(element), base == nil {
            return .theirs
        }
        if let attendee, !Self.mayChange(key, attendee) {
            report(key, mine, theirs, .theirs)
            return .theirs
        }
        if theirs?.meaning == base?.meaning { return .set(mine) }
        if case .component = key, let merged = nested(base, mine, theirs) { return merged }
        if let merged = participant(key, base, mine, theirs) { return merged }
        // The later dismissal of an alarm stands, and nobody need know.
        if ComponentProperties.dismissals.contains(key.name), let own = mine?.meaning,
            let other = theirs?.meaning
        {
            return own > other ? .set(mine) : .theirs
        }
        // An edit beats a deletion.
        let winner = mine == nil ? .theirs : theirs == nil ? .mine : preferred
        report(key, mine, theirs, winner)
        return winner == .mine ? .set(mine) : .theirs
    }

    /// What an attendee may change besides his answer and his alarms (RFC 6638 3.2.2.1).
    private static let own: Set = ["TRANSP", "PERCENT-COMPLETE", "COMPLETED", "EXDATE"]

    private static func mayChange(_ key: Key, _ attendee: String) -> Bool {
        switch key {
        case .element("ATTENDEE", attendee), .component("VALARM", _), .progress: true
        // What programs note for themselves.
        default: key.name.hasPrefix("X-") || own.contains(key.name)
        }
    }

    /// A nested component that both sides changed: by its properties.
    private mutating func nested(_ base: Value?, _ mine: Value?, _ theirs: Value?) -> Decision? {
        let versions = [base, mine, theirs].map { value -> ComponentProperties? in
            guard let part = value?.parts.first, value?.parts.count == 1 else { return nil }
            return ComponentDocument(part.bytes).map { ComponentProperties($0, self.theirs.times) }
        }
        guard let own = versions[1], let other = versions[2] else { return nil }
        var merge = ComponentMerge(
            base: versions[0], mine: own, theirs: other, preferred: preferred)
        merge.run()
        clashes += merge.clashes
        guard !merge.changed.isEmpty, var value = theirs else { return .theirs }
        value.parts[0].bytes = merge.result.document.bytes
        return .set(value)
    }

    /// A participant whom both sides changed: each parameter by itself.
    private mutating func participant(
        _ key: Key, _ base: Value?, _ mine: Value?, _ theirs: Value?
    ) -> Decision? {
        guard PropertyMeaning.people.contains(key.name), var value = theirs, value.parts.count == 1,
            mine?.parts.count == 1, let own = mine?.parts[0].property,
            var property = value.parts[0].property
        else { return nil }
        let (left, right) = (
            PropertyMeaning(own, self.mine.times), PropertyMeaning(property, self.theirs.times)
        )
        guard left.value == right.value else { return nil }
        let before = base?.parts.first?.property.map { PropertyMeaning($0, self.theirs.times) }
        var (isChanged, isLost) = (false, false)
        for name in Set(left.parameters.keys).union(before?.parameters.keys.map { $0 } ?? [])
            .sorted()
        {
            let old = before?.parameters[name]
            let (new, other) = (left.parameters[name], right.parameters[name])
            guard new != old, new != other else { continue }
            if other != old {
                isLost = true
                if preferred == .theirs { continue }
            }
            let isNamed = { (parameter: String) in
                parameter.prefix { $0 != "=" }.uppercased() == name
            }
            property.parameters.removeAll(where: isNamed)
            property.parameters += own.parameters.filter(isNamed)
            isChanged = true
        }
        if isLost { report(key, mine, theirs, preferred) }
        guard isChanged else { return .theirs }
        value.parts = [PropertyMeaning.part(property)]
        return .set(value)
    }

    private mutating func report(
        _ key: Key, _ mine: Value?, _ theirs: Value?, _ winner: ThreeWayMerge.Side
    ) {
        clashes.append(
            ThreeWayMerge.Clash(
                component: "", recurrenceID: "", property: key.name,
                mine: ComponentProperties.lines(mine?.parts ?? []),
                theirs: ComponentProperties.lines(theirs?.parts ?? []), winner: winner))
    }
}
