extension AccountSetup {
    /// Makes a calendar on the server and registers it.
    ///
    /// - Parameters:
    ///   - properties: Its name and colour; the name also makes its address.
    ///   - components: The kinds that it is to hold; none leaves it to the server.
    package func makeCalendar(
        _ properties: CalendarProperties, components: [String] = [], of account: Account,
        through client: CalDAVClient
    ) async throws(AccountError) -> AccountCalendar {
        guard let home = account.home else { throw AccountError(.noHome(account: account.name)) }
        let name = properties.name ?? ""
        var taken = Set(try store.calendars(of: account.id).map(\.href.name))
        // An address that is taken on the server is found by trying.
        for attempt in 1...Self.attempts {
            let segment = CalendarFolder.segment(for: name) { taken.contains($0) }
            let href = home.appending(segment).asCollection
            let state: CollectionState
            do throws(DAVError) {
                try await make(href, properties, components, client)
                state = try await client.state(of: href)
            } catch {
                // RFC 4791 section 5.3.1: 405 where there is a collection already; Cyrus says 403 with the condition.
                guard Self.isTaken(error), attempt < Self.attempts else {
                    throw AccountError(.server(error))
                }
                guard let own = await unused(href, name, client) else {
                    taken.insert(segment)
                    continue
                }
                state = own
            }
            var made = state
            (made.name, made.color) = (
                state.name ?? properties.name, state.color ?? properties.color
            )
            return try add(made, to: account)
        }
        throw AccountError(.noHome(account: account.name))
    }

    private static let attempts = 5

    /// The calendar at an address, if it is none of this device's, has the name and is empty: one that was just made by a
    /// request that arrived twice, and as good as a new one if another device made it.
    private func unused(
        _ href: Href, _ name: String, _ client: CalDAVClient
    ) async -> CollectionState? {
        guard let state = try? await client.state(of: href), state.isCalendar, state.name == name,
            let listing = try? await client.listing(of: href), listing.isEmpty
        else { return nil }
        return state
    }

    private static func isTaken(_ error: DAVError) -> Bool {
        error.status == 405 || error.condition == "resource-must-be-null"
    }

    /// An answer that was lost is looked for: the calendar may have been made.
    private func make(
        _ href: Href, _ properties: CalendarProperties, _ components: [String],
        _ client: CalDAVClient
    ) async throws(DAVError) {
        do throws(DAVError) {
            try await client.makeCalendar(href, properties, components: components)
        } catch {
            guard error.mayHaveArrived, let state = try? await client.state(of: href),
                state.isCalendar
            else { throw error }
        }
    }

    /// Gives a calendar another name or colour, on the server and here.
    package func setProperties(
        _ properties: CalendarProperties, of calendar: AccountCalendar,
        through client: CalDAVClient
    ) async throws(AccountError) -> AccountCalendar {
        do throws(DAVError) {
            try await client.setProperties(of: calendar.href, to: properties)
        } catch {
            throw AccountError(.server(error))
        }
        var new = calendar
        new.name = properties.name ?? calendar.name
        new.color = properties.color ?? calendar.color
        try store.update(new)
        try describe(new)
        return new
    }

    /// Removes a calendar with all that is in it from the server and from this device.
    ///
    /// - Parameter evenUnsent: Whether changes of this device that the server never saw go, too.
    /// - Throws: ``AccountError/Reason/unsent(calendar:count:)``; nothing is changed then.
    package func removeFromServer(
        _ calendar: AccountCalendar, keepsFiles: Bool, evenUnsent: Bool = false,
        through client: CalDAVClient
    ) async throws(AccountError) {
        let lease = try lease(calendar)
        defer { withExtendedLifetime(lease) {} }
        try check(calendar, keepsFiles || evenUnsent)
        do throws(DAVError) {
            try await client.remove(calendar: calendar.href)
        } catch {
            // Gone already, perhaps by an earlier request whose answer was lost.
            guard error.isMissing else { throw AccountError(.server(error)) }
        }
        try forget(calendar, keepsFiles: keepsFiles)
    }
}
