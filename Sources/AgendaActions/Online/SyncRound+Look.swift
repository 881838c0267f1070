package import AgendaSync

extension SyncRound {
    /// Asks, once in a while, which calendars an account has now. A synchronisation that failed has said why.
    package func look(at account: Account, after outcomes: [Outcome]) async
        -> AccountSetup.CalendarNews
    {
        let isAnswered = outcomes.allSatisfy { outcome in
            switch outcome.report.stop {
            case nil, .busy, .calendarGone, .replica: true
            case .unauthorized, .server, .cancelled: false
            }
        }
        let isDue = options.verifies || (try? online.setup.isLookDue(account)) == true
        let isUnknown = (try? online.accountStore.scheduling(of: account.id)) == .some(nil)
        guard !options.isDryRun, isAnswered, isDue || isUnknown,
            let client = try? await online.connections.client(of: account)
        else { return AccountSetup.CalendarNews() }
        _ = try? await online.setup.learnScheduling(of: account, through: client)
        guard isDue else { return AccountSetup.CalendarNews() }
        return (try? await online.setup.look(at: account, through: client))
            ?? AccountSetup.CalendarNews()
    }

    /// Why an account could not be asked, and how to sign in again where that helps.
    package static func sentence(
        _ error: any Error, of account: Account, for person: Person
    ) -> Message {
        "\(account.name): \(reason(error, of: account, for: person))"
    }

    /// The same without the account's name.
    package static func reason(
        _ error: any Error, of account: Account, for person: Person
    ) -> Message {
        let reason = "\(error)"
        guard let grant = account.permission, (error as? HTTPError)?.isOfCredentials == true else {
            return "\(reason)"
        }
        let service = OAuthProvider.name(of: grant, for: person)
        return "\(reason): agenda account set \(account.name) --oauth \(service)"
    }
}

extension AccountSetup.CalendarNews {
    /// What is new about an account's calendars, a line each.
    package func sentences(_ account: Account) -> [Message] {
        var lines: [Message] = []
        if !new.isEmpty {
            let names = new.map(\.shownName).joined(separator: ", ")
            lines.append(
                "\(account.name): new on the server: \(names): take it with 'agenda account set "
                    + "\(account.name) --all', or --calendar")
        }
        for change in changed {
            let name = "\(account.name)/\(change.before.name)"
            if change.before.name != change.after.name {
                lines.append("\(name): is called \(change.after.name) now")
            }
            switch (change.before.isReadOnly, change.after.isReadOnly) {
            case (false, true): lines.append("\(name): is read only now")
            case (true, false): lines.append("\(name): may be changed now")
            default: break
            }
        }
        return lines
    }
}
