extension Agenda {
    /// What the store has of its sources and what a fresh reading of their files shows must be
    /// equal; nil when it is.
    ///
    /// - Parameter days: the options that choose the days.
    func differenceFromFresh(
        _ paths: [String], days: [String] = ["--days", "30"]
    ) throws -> String? {
        let stored = try json(Listing.self, ["list", "--json"] + days)
        let fresh = try json(Listing.self, ["list", "--json"] + days + paths)
        let imported = stored.events.filter { $0.calendar != "local" }
        return Appearance.difference(imported, fresh.events)
    }
}
