package import AgendaKit
package import AgendaSync

/// Adding the calendar that another person's program has, which becomes a source.
///
/// For the command line alone: nobody else may say which program is started.
package struct ProgramAddition: Sendable {
    package let online: OnlineAccess
    package let program: SourceProgram
    package let person: Person
    /// Where its secret comes from.
    package var password: PasswordSource?
    /// Seconds between two looks.
    package var interval: Int?

    package init(_ online: OnlineAccess, _ program: SourceProgram, _ person: Person) {
        (self.online, self.program, self.person) = (online, program, person)
    }

    /// Asks the program what it has, and brings all of it.
    ///
    /// - Parameter settings: what its source is to be called otherwise, and which colour it is to have.
    /// - Returns: the source.
    /// - Throws: ``CommandFailure``; what storing throws. Nothing is kept then.
    package func add(_ settings: SourceSettings) async throws -> CalendarSource {
        // One whose source was removed makes room.
        if let old = try online.accountStore.retired().first(where: { $0.name == program.title }) {
            try await online.remove(program: old, for: person)
        }
        var account: Account
        do throws(AccountError) {
            account = try online.setup.newAccount(
                name: program.title, program: program, password: password)
        } catch {
            guard case .nameTaken = error.reason else { throw error }
            throw CommandFailure.failure(
                "\(program.title): is a source already: 'agenda sync \(program.title)' looks at it")
        }
        if let interval { account.interval = interval }
        do {
            let client = try await online.connections.client(of: account)
            let found = try await online.setup.calendars(of: account, through: client)
            let calendars = try online.setup.add(account, found, offered: found)
            do {
                try await AccountSources(person).registerAll(calendars)
                return try await fetch(account, calendars, settings)
            } catch {
                try await AccountSources(person).remove(calendars)
                try online.setup.remove(account, keepsFiles: false, evenUnsent: true)
                throw error
            }
        } catch {
            await online.release(account)
            throw error
        }
    }

    private func fetch(
        _ account: Account, _ calendars: [AccountCalendar], _ settings: SourceSettings
    ) async throws -> CalendarSource {
        let round = SyncRound(online: online)
        let done = try await round.run(account)
        for outcome in done.outcomes {
            if let stop = outcome.report.stop {
                throw CommandFailure.failure("\(stop.description)")
            }
        }
        let store = try await StoreAccess.open(person)
        let importer = store.importer(person)
        guard
            let source = calendars.first.flatMap({ calendar in
                try? store.sources(counting: false).standing(at: calendar.folder)
            })
        else { throw AgendaError(.noSuchSource, place: account.name) }
        if settings.name != nil || settings.color != nil {
            try await importer.updateSource(named: source.name, settings)
        }
        try await round.importChanges(done.outcomes, [], for: person)
        return try store.sources().first { $0.id == source.id } ?? source
    }
}

extension OnlineAccess {
    /// The account of the program that has a source's calendar; nil for all other sources.
    package func programAccount(of source: CalendarSource) throws -> Account? {
        guard let location = source.location,
            let calendar = try accountStore.calendars().first(where: { $0.folder == location }),
            case let account = try accountStore.account(calendar.account), account.program != nil
        else { return nil }
        return account
    }

    /// Asks a program again, or no more: its copy, and what it does not have yet, stay.
    package func setUse(_ isUsed: Bool, of account: Account) throws {
        for var calendar in try accountStore.calendars(of: account.id)
        where calendar.isEnabled != isUsed {
            calendar.isEnabled = isUsed
            try accountStore.update(calendar)
        }
    }

    /// Asks the programs again whose sources somebody has brought back.
    ///
    /// - Parameter sources: those that there are.
    package func wakePrograms(of sources: [CalendarSource]) throws {
        for account in try accountStore.retired() {
            let calendars = try accountStore.calendars(of: account.id)
            if calendars.contains(where: { sources.standing(at: $0.folder) != nil }) {
                try setUse(true, of: account)
            }
        }
    }

    /// Forgets what a program has, for good; the program keeps it.
    ///
    /// - Throws: ``AccountError/Reason/unsent(calendar:count:)`` if there are changes that it does not have.
    func remove(program account: Account, for person: Person) async throws {
        let calendars = try accountStore.calendars(of: account.id)
        try setup.remove(account, keepsFiles: false)
        try await AccountSources(person).remove(calendars)
        try await account.removeSecrets(self)
    }

    /// What is wrong with the calendars that programs have, a line each, and what the programs said on their standard error.
    package func programFaults() throws -> [Message] {
        var lines: [Message] = []
        for standing in try AccountStanding.all(self) where standing.account.program != nil {
            let name = standing.account.name
            for calendar in standing.calendars {
                if let fault = calendar.lastRun?.fault {
                    let own = fault.hasPrefix("\(name): ") ? fault : "\(name): \(fault)"
                    lines.append(Message("\(own): its last copy is shown"))
                }
                if calendar.held > 0 {
                    lines.append(
                        Message(
                            "\(name): \(calendar.held) deletions are held: see 'agenda sync status'"
                        ))
                }
                if calendar.setApart > 0 {
                    lines.append(
                        Message(
                            "\(name): \(calendar.setApart) resources fail alone: see 'agenda sync status'"
                        ))
                }
            }
            for line in try accountStore.said(by: standing.account.id) {
                lines.append(Message("\(name): the program says: \(line)"))
            }
        }
        return lines
    }
}
