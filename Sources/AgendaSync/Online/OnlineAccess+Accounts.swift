public import CalendarMerge
internal import ICalendar

/// What became of synchronising a calendar.
public struct SyncOutcome: Sendable {
    package let account: Account
    /// The calendar.
    public let calendar: AccountCalendar
    /// What came and went, and what went wrong.
    public let report: SyncReport
}

extension OnlineAccess {
    /// The accounts by name.
    ///
    /// - Throws: `storage`.
    public func accounts() throws(SyncError) -> [Account] {
        try SyncError.wrapping { try accountStore.accounts() }
    }

    /// The calendars of an account, or of all, in the order in which they were registered.
    ///
    /// - Parameter account: nil for those of all.
    /// - Throws: `storage`.
    public func calendars(of account: Account? = nil) throws(SyncError) -> [AccountCalendar] {
        try SyncError.wrapping { try accountStore.calendars(of: account?.id) }
    }

    /// Finds an account's calendars on its server (RFC 6764), and registers them. ``synchronise(_:)`` then brings their
    /// events.
    ///
    /// - Parameters:
    ///   - address: an address of mail, such as `anna@example.org`, or of the server, of the user's place there or of a
    ///     calendar. Where the calendars are on a host that it does not name, that host gets no password: give its address.
    ///   - name: what to call the account; nil for the address.
    ///   - user: the name to log in with; nil for the address if it is one of mail.
    ///   - password: where the password comes from, which is asked for each time; nil if the server wants none.
    ///   - allowsUnencrypted: whether the password may go over http to another machine.
    ///   - isWanted: which calendars to take, by name.
    /// - Returns: the account; ``calendars(of:)`` has its calendars.
    /// - Throws: `invalid` for what is no address; `exists` if an account has the name; `refused`, `notFound` or `noAnswer`;
    ///   `libraryMissing`; `storage`. Nothing is kept then.
    public func addAccount(
        at address: String, named name: String? = nil, user: String? = nil,
        password: PasswordSource?, allowsUnencrypted: Bool = false,
        choosing isWanted: @Sendable (_ calendar: String) -> Bool = { _ in true }
    ) async throws(SyncError) -> Account {
        do {
            let name = name ?? address
            // Before anything is asked for an account that cannot be.
            _ = try setup.newIdentifier(for: name)
            let user = user ?? (address.contains("://") ? "" : address)
            let secret = try await password?.read()
            let discovery = Discovery(
                http: http, exchange: CurlExchange(.init(agent: agent)),
                credentials: { url in
                    secret.flatMap {
                        HTTPCredentials(
                            user: user, password: $0, for: url, allowsUnencrypted: allowsUnencrypted
                        )
                    }
                }, lookup: ServiceLookup.find, accepts: { _ in false })
            let found = try await discovery.find(address)
            let suited = found.calendars.filter(setup.takes)
            var account = try setup.newAccount(
                name: name, address: address, found: found, user: user)
            (account.password, account.allowsUnencrypted) = (password, allowsUnencrypted)
            _ = try setup.add(
                account, suited.filter { isWanted($0.shownName) }, offered: suited)
            return account
        } catch {
            throw SyncError(error)
        }
    }

    /// Synchronises the calendars of an account with its server, one after the other: what changed there comes, what changed
    /// in the folders goes, and what changed on both sides is merged. Where both changed the same, ``Account/policy`` decides,
    /// and what lost is kept.
    ///
    /// A calendar that fails costs no other one anything, and its report says why. It may be stopped at any moment, by a kill
    /// too, and goes on the next time.
    ///
    /// - Returns: what became of each calendar.
    /// - Throws: `refused` if the password cannot be had; `storage`.
    @discardableResult
    public func synchronise(_ account: Account) async throws(SyncError) -> [SyncOutcome] {
        do {
            let outcomes = try await synchronise(account, CollectionSync.Options())
            await release(account)
            return outcomes
        } catch {
            await release(account)
            throw SyncError(error)
        }
    }

    /// Waits for an account's program to say that something has changed, until it ends or the task is cancelled.
    ///
    /// - Parameter tell: called once a second at most.
    /// - Returns: whether it makes sense to try again: not where the account has no program that can say so.
    package func watch(
        _ account: Account, _ tell: @escaping @Sendable () -> Void
    ) async -> Bool {
        guard let program = account.program else { return false }
        do {
            let secret = try await connections.secret(of: account)
            return await ProgramExchange.watch(program, secret, connections.limits, tell)
        } catch {
            return true
        }
    }

    /// Ends the program that has the account's calendar, if there is one, and notes what it said.
    package func release(_ account: Account) async {
        guard let said = await connections.release(account) else { return }
        try? accountStore.note(said: said, by: account.id)
    }

    /// Synchronises the enabled calendars of an account, one after the other: they share a connection.
    ///
    /// - Parameters:
    ///   - options: what may be chosen.
    ///   - progress: told how far a calendar is.
    package func synchronise(
        _ account: Account, _ options: CollectionSync.Options,
        progress: @escaping @Sendable (_ calendar: String, SyncProgress) -> Void = { _, _ in }
    ) async throws -> [SyncOutcome] {
        let calendars = try accountStore.calendars(of: account.id).filter(\.isEnabled)
            .map { (calendar: $0, replica: try setup.replica(of: $0)) }
        if !options.isDryRun {
            let writable = calendars.filter { !$0.calendar.isReadOnly }.map {
                CalendarMoves.Calendar($0.calendar.href, replica: $0.replica)
            }
            let client: CalDAVClient
            do throws(HTTPError) {
                client = try await connections.client(of: account)
            } catch {
                // Nobody else tells of a program that could not be asked at all.
                let fault = "\(error)"
                for (calendar, _) in calendars where account.program != nil {
                    try accountStore.note(fault: fault, of: calendar.id, at: now())
                }
                throw error
            }
            _ = await CalendarMoves(client: client, calendars: writable).run()
        }
        var outcomes: [SyncOutcome] = []
        for (calendar, replica) in calendars {
            // Anew for each: a token ends within the hour.
            let client = try await connections.client(of: account)
            let name = "\(account.name)/\(calendar.name)"
            var options = options
            (options.generation, options.isReadOnly) = (calendar.generation, calendar.isReadOnly)
            options.asksWhenEmptied = account.program != nil
            let sync = CollectionSync(
                client: client, collection: calendar.href, replica: replica,
                merging: ThreeWayMerge(
                    zones: SystemZones.database, policy: calendar.policy ?? account.policy,
                    attendee: account.person), options: options, now: now,
                progress: { progress(name, $0) })
            let report = await sync.run()
            if !options.isDryRun {
                try accountStore.note(report, of: calendar.id, at: now())
            }
            outcomes.append(SyncOutcome(account: account, calendar: calendar, report: report))
            // A password that is refused once is not tried for each calendar: servers lock accounts for less.
            if case .unauthorized = report.stop { break }
        }
        let scheme = await connections.scheme(of: account)
        if let scheme, scheme != account.scheme, !options.isDryRun {
            try accountStore.note(scheme, of: account.id)
        }
        return outcomes
    }

    /// Sets what stands where both sides changed the same property.
    ///
    /// - Throws: `notFound` if there is no such account any more; `storage`.
    public func setPolicy(_ policy: ConflictPolicy, of account: Account) throws(SyncError) {
        try SyncError.wrapping {
            var account = try accountStore.account(account.id)
            account.policy = policy
            try accountStore.update(account)
        }
    }

    /// Lets the next synchronisation delete what it held back: very many events at once wait for a person
    /// (``SyncReport/held``).
    ///
    /// - Throws: `busy` while another process synchronises the calendar; `storage`.
    public func allowHeldDeletions(of calendar: AccountCalendar) throws(SyncError) {
        try SyncError.wrapping {
            let decisions = try decisions(calendar)
            try decisions.allow(.fromServer)
            try decisions.allow(.fromReplica)
        }
    }

    /// What a person decides about a calendar.
    package func decisions(_ calendar: AccountCalendar) throws -> SyncDecisions {
        SyncDecisions(
            replica: try setup.replica(of: calendar),
            merging: ThreeWayMerge(zones: SystemZones.database), now: now)
    }

    /// Forgets an account and its calendars on this device; the server's stay as they are.
    ///
    /// - Parameters:
    ///   - account: which one.
    ///   - keepsFiles: whether the calendars' folders stay.
    /// - Throws: `unsent` if files would go that hold what the server does not have; `busy` while another process
    ///   synchronises; `storage`. Nothing is changed then.
    public func remove(_ account: Account, keepsFiles: Bool) throws(SyncError) {
        try SyncError.wrapping { try setup.remove(account, keepsFiles: keepsFiles) }
    }
}
