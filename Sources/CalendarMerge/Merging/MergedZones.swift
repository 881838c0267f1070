internal import ICalendar

/// The names and definitions of the zones that a merged calendar uses.
///
/// A TZID is valid within its file. If two files use one name, the rules that `TimeZoneScope` finds in each
/// are compared; if they differ, the later zone is renamed.
struct MergedZones {
    /// A zone of the result.
    fileprivate struct Zone {
        /// Nil if the zone is unknown.
        var rules: TimeZoneRules?
        /// The text of a definition; nil if no calendar has one.
        var text: [UInt8]?
        /// The earliest time that uses the zone.
        var firstUse: Instant
    }

    private struct Use: Hashable {
        var resource: Int
        var name: String
    }

    private let database: TimeZoneDatabase
    private let resources: [MergeResource]
    /// Every name in the texts, so that no new name clashes with one.
    private let taken: Set<String>
    private var zones: [String: Zone] = [:]
    private var order: [String] = []
    private var newNames: [Use: String] = [:]

    /// - Parameter taken: all names that the result's texts use.
    init(_ database: TimeZoneDatabase, _ resources: [MergeResource], taken: Set<String>) {
        (self.database, self.resources, self.taken) = (database, resources, taken)
    }

    /// The zones to rename in one text.
    mutating func renamings(
        _ names: Set<String>, in component: MergeComponent
    ) -> [String: String] {
        var renamed: [String: String] = [:]
        for name in names.sorted() {
            let use = Use(resource: component.resource, name: name)
            let new = newNames[use] ?? newName(use)
            newNames[use] = new
            zones[new]?.note(component.event, in: name)
            if new != name { renamed[name] = new }
        }
        return renamed
    }

    /// The renamed zones, sorted by resource and name.
    var renamed: [(resource: Int, name: String, newName: String)] {
        newNames.filter { $0.key.name != $0.value }
            .map { ($0.key.resource, $0.key.name, $0.value) }
            .sorted { ($0.resource, $0.name) < ($1.resource, $1.name) }
    }

    /// The unknown names and the resources that use them, sorted.
    var unknown: [(resource: Int, name: String)] {
        newNames.filter { zones[$0.value].map { $0.rules == nil } ?? false }
            .map { ($0.key.resource, $0.key.name) }
            .sorted { ($0.resource, $0.name) < ($1.resource, $1.name) }
    }

    /// The VTIMEZONEs, in the order of first use.
    var texts: [[UInt8]] {
        order.compactMap { name in
            guard let zone = zones[name] else { return nil }
            return zone.text ?? zone.rules.map { described(name, $0, from: zone.firstUse) }
        }
    }

    private mutating func newName(_ use: Use) -> String {
        let resource = resources[use.resource]
        let rules = resource.scope.rules(for: use.name)
        var text = resource.zoneTexts[use.name]
        for number in 1... {
            let name = number == 1 ? use.name : "\(use.name) \(number)"
            if let known = zones[name] {
                guard known.rules.haveSameOffsets(as: rules) else { continue }
                // A calendar's own definition says more than one made from the rules.
                let own = text.map { renamed($0, name, use) }
                zones[name]?.text = known.text ?? own
                return name
            }
            if number > 1, taken.contains(name) { continue }
            text = text.map { renamed($0, name, use) }
            guard number == 1 || isRead(name, rules, text) else { continue }
            // ``note(_:in:)`` sets the first use; a zone that only tasks use begins in 1970.
            zones[name] = Zone(
                rules: rules, text: rules == nil ? nil : text,
                firstUse: Instant(secondsSinceEpoch: Self.never))
            order.append(name)
            return name
        }
        return use.name
    }

    /// Later than any use.
    private static let never = Int.max / 2

    private func renamed(_ text: [UInt8], _ name: String, _ use: Use) -> [UInt8] {
        guard name != use.name, var lines = ComponentDocument(text) else { return text }
        lines.set("TZID", text: name)
        return lines.bytes
    }

    /// Whether a reader of the result gives the name this meaning: `UTC+ 2` would be read as an offset.
    private func isRead(_ name: String, _ rules: TimeZoneRules?, _ text: [UInt8]?) -> Bool {
        var definitions: [TimeZoneDefinition] = []
        if let rules {
            let text = text ?? described(name, rules, from: Instant(secondsSinceEpoch: 0))
            let parsed = ICalendarParser.timeZone(in: text).value
            definitions = parsed.map { [$0] } ?? []
        }
        let scope = TimeZoneScope(database: database, definitions: definitions)
        return scope.rules(for: name).haveSameOffsets(as: rules)
    }

    private func described(_ name: String, _ rules: TimeZoneRules, from first: Instant) -> [UInt8] {
        let start = first.secondsSinceEpoch == Self.never ? Instant(secondsSinceEpoch: 0) : first
        // Begins a day earlier, because a time in a gap is read with the offset before the gap.
        var definition = TimeZoneDefinition(tzid: name, describing: rules, from: start - 86_400)
        // Names the zone for readers that know all of its rules.
        if database.rules(named: rules.name) == rules { definition.location = rules.name }
        return Array(CalendarWriter.component(definition).utf8)
    }
}

extension MergedZones.Zone {
    /// Takes the times of an event into account for ``firstUse``.
    fileprivate mutating func note(_ event: Event?, in name: String) {
        guard let event, let rules, text == nil else { return }
        var times = [event.start] + event.recurrenceDates.map(\.start)
        if case .time(let end) = event.end { times.append(end) }
        for time in times {
            guard let tzid = time.tzid, TimeZoneScope.trimmed(tzid) == name else { continue }
            firstUse = min(firstUse, rules.instant(of: time.wallTime))
        }
    }
}
