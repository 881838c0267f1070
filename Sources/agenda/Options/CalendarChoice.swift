import AgendaKit

/// Selects calendars by the names that a person types.
struct CalendarChoice {
    /// `--calendar`: only these; empty means all.
    var wanted: [String] = []
    /// `--not-calendar`: not these.
    var hidden: [String] = []

    /// Finds the calendars, ignoring case.
    ///
    /// - Parameter names: the existing calendars.
    func filter(among names: [String]) throws(CommandFailure) -> EventFilter {
        var filter = EventFilter()
        for name in wanted {
            filter.calendars.insert(try known(name, option: "--calendar", names))
        }
        // Scripts may exclude the local calendar before it exists.
        for name in hidden where name != "local" || names.contains(name) {
            filter.hiddenCalendars.insert(try known(name, option: "--not-calendar", names))
        }
        return filter
    }

    private func known(
        _ name: String, option: String, _ names: [String]
    ) throws(CommandFailure) -> String {
        if names.contains(name) { return name }
        let lowercased = name.lowercased()
        if let match = names.first(where: { $0.lowercased() == lowercased }) { return match }
        let list = names.joined(separator: ", ")
        guard !list.isEmpty else {
            throw .usage("\(option) \(name): no such calendar; there are none yet")
        }
        throw .usage("\(option) \(name): no such calendar; there are \(list)")
    }
}
