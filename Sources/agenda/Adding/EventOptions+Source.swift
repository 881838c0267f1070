import AgendaKit

extension EventOptions {
    /// The source that `--calendar` names, without regard to case; nil for the local calendar.
    func source(_ store: EventStore) throws -> String? {
        try CalendarChoice.target(calendar, in: store)
    }
}

extension CalendarChoice {
    /// The source that `--calendar` names, without regard to case; nil for the local calendar.
    static func target(_ calendar: String?, in store: EventStore) throws -> String? {
        guard let calendar else { return nil }
        let sources = try store.sources(counting: false)
        if let match = sources.first(where: { $0.name == calendar })
            ?? sources.first(where: { $0.name.lowercased() == calendar.lowercased() })
        {
            return match.name
        }
        // The local calendar is made with its first event.
        if calendar == "local" { return nil }
        let names = sources.filter(\.isWritable).map(\.name).joined(separator: ", ")
        guard !names.isEmpty else {
            throw CommandFailure.usage(
                "--calendar \(calendar): there is no such calendar: only local can be written to")
        }
        throw CommandFailure.usage(
            "--calendar \(calendar): there is no such calendar: there are \(names)")
    }
}
