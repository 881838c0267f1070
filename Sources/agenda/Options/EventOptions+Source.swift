import AgendaKit

extension EventOptions {
    /// The source named by `--calendar`, otherwise the one in the configuration file, ignoring
    /// case; nil for the local calendar.
    func source(_ store: EventStore) throws -> String? {
        try CalendarChoice.target(calendar, in: store)
    }
}

extension CalendarChoice {
    /// The source named by `--calendar`, otherwise the one in the configuration file, ignoring
    /// case; nil for the local calendar.
    static func target(_ named: String?, in store: EventStore) throws -> String? {
        let usual = Configuration.current
        guard let calendar = named ?? usual.calendar else { return nil }
        let option = named == nil ? "\(usual.place(of: .calendar)): calendar" : "--calendar"
        let sources = try store.sources(counting: false)
        if let match = sources.first(where: { $0.name == calendar })
            ?? sources.first(where: { $0.name.lowercased() == calendar.lowercased() })
        {
            return match.name
        }
        // The local calendar is created with its first event.
        if calendar == "local" { return nil }
        let names = sources.filter(\.isWritable).map(\.name).joined(separator: ", ")
        guard !names.isEmpty else {
            throw CommandFailure.usage(
                "\(option) \(calendar): no such calendar: only local is writable")
        }
        throw CommandFailure.usage(
            "\(option) \(calendar): no such calendar; there are \(names)")
    }
}
