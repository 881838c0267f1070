package import AgendaSync

/// Synchronises accounts, each by itself and all at the same time.
package struct SyncRound: Sendable {
    /// What became of a calendar.
    package typealias Outcome = SyncOutcome

    /// What became of an account.
    package struct Round: Sendable {
        package var outcomes: [Outcome]
        package var look: AccountSetup.CalendarNews

        package init(outcomes: [Outcome] = [], look: AccountSetup.CalendarNews = .init()) {
            (self.outcomes, self.look) = (outcomes, look)
        }
    }

    /// What became of one account of several.
    package struct Told: Sendable {
        /// A round, or why there was none.
        package typealias Outcome = Result<Round, any Error>

        package let account: Account
        package let result: Outcome

        package init(account: Account, result: Outcome) {
            (self.account, self.result) = (account, result)
        }
    }

    package let online: OnlineAccess
    package var options = CollectionSync.Options()
    /// Is told how far a calendar is.
    package var progress: @Sendable (_ calendar: String, SyncProgress) -> Void = { _, _ in }

    package init(online: OnlineAccess) { self.online = online }

    /// Synchronises accounts, and tells the outcome of each as it comes. One that cannot even be asked, because its
    /// password is missing, stops no other.
    package func run(
        _ accounts: [Account], _ tell: (Account, Told.Outcome) -> Void
    ) async {
        await withTaskGroup(of: (Account, Told.Outcome).self) { group in
            for account in accounts {
                group.addTask {
                    do { return (account, .success(try await run(account))) } catch {
                        return (account, .failure(error))
                    }
                }
            }
            for await (account, result) in group { tell(account, result) }
        }
    }

    /// Synchronises the enabled calendars of an account. Then looks, once in a while, which calendars there are.
    package func run(_ account: Account) async throws -> Round {
        do {
            let outcomes = try await online.synchronise(account, options, progress: progress)
            let round = Round(outcomes: outcomes, look: await look(at: account, after: outcomes))
            await online.release(account)
            return round
        } catch {
            await online.release(account)
            throw error
        }
    }
}

extension SyncRound.Outcome {
    /// `work/Home`.
    package var name: String { "\(account.name)/\(calendar.name)" }

    /// `work/Home: 3 fetched, 1 sent`, or what would be done.
    package var sentence: Message {
        guard report.planned.isEmpty else { return planned }
        switch report.stop {
        case .calendarGone:
            return "\(name): the server no longer has this calendar; its files stay until 'agenda "
                + "calendar remove \(calendar.name) --account \(account.name)'"
        case let stop?: return "\(name): \(stop.description)"
        case nil: break
        }
        var parts: [Message] = []
        if report.fetched > 0 { parts.append("\(report.fetched) fetched") }
        if report.sent > 0 { parts.append("\(report.sent) sent") }
        if report.deletedHere > 0 { parts.append("\(report.deletedHere) removed here") }
        if report.deletedThere > 0 { parts.append("\(report.deletedThere) removed there") }
        if report.merged > 0 { parts.append("\(report.merged) merged") }
        guard !parts.isEmpty else {
            return report.needsPerson ? "\(name): nothing came or went" : "\(name): in step"
        }
        return "\(name): \(parts.map(\.text).joined(separator: ", "))"
    }

    private var planned: Message {
        let steps = report.planned.map { step in
            switch step {
            case .fetch(let href): Message("fetch \(href.name)")
            case .remove(let name): Message("remove \(name) here")
            case .create(let name): Message("send \(name), which is new")
            case .update(let name): Message("send \(name)")
            case .delete(let href): Message("delete \(href.name) there")
            case .settle(let href): Message("look what became of \(href.name)")
            case .ask(.fromServer, let count): Message("ask whether to remove \(count) here")
            case .ask(.fromReplica, let count): Message("ask whether to delete \(count) there")
            }
        }
        return "\(name): would \(steps.map(\.text).joined(separator: ", "))"
    }

    /// What waits for a person, without the calendar's name.
    package var notes: [Message] {
        var notes: [Message] = []
        if report.held > 0 {
            notes.append("\(report.held) deletions are held: see 'agenda sync status'")
        }
        if report.openConflicts > 0 {
            notes.append(
                "\(report.openConflicts) conflicts wait for you: see 'agenda sync status'")
        } else if report.conflicts > 0 {
            notes.append(
                "\(report.conflicts) clashes: the server's values stand, yours are kept: see "
                    + "'agenda sync status'")
        }
        if report.setApart > 0 {
            notes.append(
                "\(report.setApart) resources fail alone: see 'agenda sync status'")
        }
        if report.unsendable > 0 {
            notes.append(
                "\(report.unsendable) files cannot be sent as they are: see 'agenda doctor'"
            )
        }
        if report.isReadOnly {
            notes.append("is read only: what changed here was not sent")
        }
        if report.isFull { notes.append("the server has no room left") }
        return notes
    }
}
