internal import FoundationEssentials
internal import ICalendar

extension AccountSetup {
    /// What a look at the server's calendars found.
    package struct CalendarNews: Hashable, Sendable {
        /// Neither registered nor offered before, and with events or to-dos.
        package var new: [CollectionState] = []
        /// Registered, and with another name, colour, right to write or kinds than before; stored already.
        package var changed: [Change] = []

        /// Nothing.
        package init() {}
    }

    /// What the server says otherwise than before.
    package struct Change: Hashable, Sendable {
        /// The calendar as it was.
        package var before: AccountCalendar
        /// The calendar as it is now.
        package var after: AccountCalendar

        /// A change.
        package init(before: AccountCalendar, after: AccountCalendar) {
            (self.before, self.after) = (before, after)
        }
    }

    /// Seconds for which the server's list of calendars counts as known: a request of a kilobyte an hour is nothing, one
    /// with each synchronisation would double what that costs when nothing is new.
    static let lookInterval = 3_600

    /// Whether it is time to look again at which calendars an account has.
    package func isLookDue(_ account: Account) throws(AccountError) -> Bool {
        guard let last = try store.lastLook(at: account.id), case let age = now() - last else {
            return true
        }
        // A clock that was set back must not put it off.
        return !(0..<Self.lookInterval).contains(age)
    }

    /// Asks the server what it does with the account's invitations, and notes it.
    ///
    /// - Returns: nil if the server does not say what it calls the person.
    @discardableResult
    package func learnScheduling(
        of account: Account, through client: CalDAVClient
    ) async throws(AccountError) -> ServerScheduling? {
        guard let principal = try store.account(account.id).principal else { return nil }
        do throws(DAVError) {
            let scheduling = try await client.scheduling(of: principal)
            try? store.note(scheduling, of: account.id)
            return scheduling
        } catch {
            // A server that refuses the question does not schedule. Noted, it is not asked with each synchronisation.
            if case .status(let status, _) = error.reason, status != 401, status < 500 {
                try? store.note(
                    ServerScheduling(isAutomatic: false, addresses: []), of: account.id)
            }
            throw AccountError(.server(error))
        }
    }

    /// Asks the server which calendars the account has, and takes over what it says about those that are registered. One
    /// that is gone stays as it is: its next synchronisation says so.
    package func look(
        at account: Account, through client: CalDAVClient
    ) async throws(AccountError) -> CalendarNews {
        var found = try await calendars(of: account, through: client)
        let known = Set(found.map(\.href.asCollection))
        for calendar in try store.calendars(of: account.id)
        where !known.contains(calendar.href.asCollection) {
            // Somewhere else on the server, such as another person's that is shared.
            do throws(DAVError) {
                let state = try await client.state(of: calendar.href)
                if state.isCalendar { found.append(state) }
            } catch {
                guard error.isMissing else { throw AccountError(.server(error)) }
            }
        }
        return try compare(found, with: account)
    }

    /// The calendars in the account's place for them; none where the server does not say where that is.
    package func calendars(
        of account: Account, through client: CalDAVClient
    ) async throws(AccountError) -> [CollectionState] {
        guard let home = try await home(of: account, through: client) else { return [] }
        do throws(DAVError) {
            return try await client.calendars(in: home)
        } catch {
            throw AccountError(.server(error))
        }
    }

    /// An account that was adopted does not know its place yet: the server tells it, and it is stored.
    private func home(
        of account: Account, through client: CalDAVClient
    ) async throws(AccountError) -> Href? {
        if let home = account.home { return home }
        let discovery = Discovery(
            http: client.http, exchange: client.exchange, credentials: { _ in client.credentials },
            lookup: { _ in [] }, accepts: { _ in false })
        guard let found = try? await discovery.find(account.urlText),
            Origin(found.base) == Origin(account.url), let home = found.homes.first
        else { return nil }
        var account = account
        account.home = home
        account.principal = found.principal.flatMap {
            Href($0.absoluteString, relativeTo: account.url)
        }
        try store.update(account)
        return home
    }

    /// Compares the registered calendars with the server's.
    func compare(
        _ found: [CollectionState], with account: Account
    ) throws(AccountError) -> CalendarNews {
        let registered = try store.calendars(of: account.id)
        let known = Set(registered.map(\.href.asCollection))
        let offered = try store.offered(to: account.id, url: account.url)
        let others = found.filter { !known.contains($0.href.asCollection) && takes($0) }
        var look = CalendarNews()
        look.new = others.filter { !offered.contains($0.href.asCollection) }
        for calendar in registered {
            guard let state = found.first(where: { $0.href.asCollection == calendar.href })
            else { continue }
            var new = calendar
            new.name = state.name.flatMap { $0.isEmpty ? nil : $0 } ?? calendar.name
            new.color = state.color ?? calendar.color
            new.components = state.components ?? calendar.components
            if state.privileges != nil { new.isProtected = state.isReadOnly }
            guard new != calendar else { continue }
            try store.update(new)
            try describe(new, after: calendar)
            look.changed.append(Change(before: calendar, after: new))
        }
        try store.note(offered: others, to: account.id, at: now())
        return look
    }
}
