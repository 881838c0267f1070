extension Agenda {
    /// Compares the sources' events in the store with a fresh reading of their files; nil if they
    /// are equal.
    ///
    /// - Parameter days: the options that select the days.
    func differenceFromFresh(
        _ paths: [String], days: [String] = ["--days", "30"]
    ) throws -> String? {
        let stored = try json(Listing.self, ["list", "--json"] + days)
        let fresh = try json(Listing.self, ["list", "--json"] + days + paths)
        let imported = stored.events.filter { $0.calendar != "local" }
        return Appearance.difference(imported, fresh.events)
    }
}
