package import AgendaKit

/// Selects calendars by the names that a person types.
package struct CalendarChoice {
    /// `--calendar`: only these; empty means all.
    package var wanted: [String] = []
    /// `--not-calendar`: not these.
    package var hidden: [String] = []

    /// The name of the person's own calendar, which lies in the store.
    package static let local = "local"

    package init(wanted: [String] = [], hidden: [String] = []) {
        (self.wanted, self.hidden) = (wanted, hidden)
    }

    /// Finds the calendars among the existing ones, ignoring case.
    package func filter(among names: [String]) throws(CommandFailure) -> EventFilter {
        var filter = EventFilter()
        if Configuration.current.hasBrokenRules { filter.rules = nil }
        for name in wanted {
            filter.calendars.insert(try known(name, option: "--calendar", names))
        }
        // Scripts may exclude the local calendar before it exists.
        for name in hidden where name != Self.local || names.contains(name) {
            filter.hiddenCalendars.insert(try known(name, option: "--not-calendar", names))
        }
        return filter
    }

    /// The calendar of this name, if need be in another case.
    package static func named(_ name: String, among names: [String]) -> String? {
        names.first { $0 == name } ?? names.first { $0.lowercased() == name.lowercased() }
    }

    private func known(
        _ name: String, option: String, _ names: [String]
    ) throws(CommandFailure) -> String {
        if let match = Self.named(name, among: names) { return match }
        let list = names.joined(separator: ", ")
        guard !list.isEmpty else {
            throw .usage("\(option) \(name): no such calendar; there are none yet")
        }
        throw .usage("\(option) \(name): no such calendar; there are \(list)")
    }

    /// The source named by `--calendar`, otherwise the one that the person prefers, ignoring case; nil for the local calendar.
    package static func target(
        _ named: String?, in store: EventStore, for person: Person
    ) throws -> String? {
        let usual = person.configuration
        guard let calendar = named ?? usual.calendar else { return nil }
        let option = named == nil ? "\(usual.place(of: .calendar)): calendar" : "--calendar"
        let sources = try store.sources(counting: false)
        if let match = Self.named(calendar, among: sources.map(\.name)) { return match }
        // The local calendar is created with its first event.
        if calendar.lowercased() == local { return nil }
        let names = sources.filter(\.isWritable).map(\.name).joined(separator: ", ")
        guard !names.isEmpty else {
            throw CommandFailure.usage(
                "\(option) \(calendar): no such calendar: only local is writable")
        }
        throw CommandFailure.usage(
            "\(option) \(calendar): no such calendar; there are \(names)")
    }
}
