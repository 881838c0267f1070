extension SchedulingDesk {
    /// The addresses by which events name the user.
    package var me: CalendarAddresses { CalendarAddresses(addresses) }

    /// Whether all of some people hear of what the user changes.
    package func reaches(_ people: [String]) throws(AgendaError) -> Bool {
        let addresses = Set(CalendarAddresses(people).all).subtracting(me.all)
        return try standings(of: addresses).values.allSatisfy(\.isReached)
    }
}
