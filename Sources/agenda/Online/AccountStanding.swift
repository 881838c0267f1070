import AgendaActions
import AgendaKit
import AgendaSync
import ICalendar

/// What is known of an account without asking its server.
struct AccountStanding {
    /// A calendar, and what waits there.
    struct Calendar {
        let calendar: AccountCalendar
        let lastRun: LastRun?
        /// Resources that the server does not have as they are here.
        let toSend: Int
        /// Resources that are known to be new on the server.
        let toFetch: Int
        /// Deletions that wait for a person.
        let held: Int
        /// Clashes of which both texts are kept.
        let conflicts: [AgendaSync.Conflict]
        /// Resources of the server that cannot be fetched or used.
        let notFetched: [SetApart]
        /// Resources that the server refuses, or that cannot be sent as they are.
        let notSent: Int
        /// What synchronisations decided and nobody has read.
        let notes: [SyncNote]

        /// Resources that fail alone, in either direction.
        var setApart: Int { notFetched.count + notSent }

        /// Whether something waits for a person.
        var needsPerson: Bool { held > 0 || setApart > 0 || conflicts.contains(where: \.isOpen) }
    }

    let account: Account
    let calendars: [Calendar]
    /// Names of calendars that only the server has.
    let untaken: [String]

    /// `ok`, `attention` if something waits for a person, `failed` if the last run did, `new` before the first one.
    var status: String {
        if calendars.contains(where: { $0.lastRun?.fault != nil }) { return "failed" }
        if calendars.contains(where: \.needsPerson) { return "attention" }
        return calendars.contains { $0.lastRun == nil } ? "new" : "ok"
    }

    /// When all of its calendars were last in step.
    var lastSync: Instant? {
        let times = calendars.map { $0.lastRun?.synced }
        return times.contains(nil) ? nil : times.compactMap { $0 }.min()
    }

    /// What waits for a person, and what to write.
    func waiting(_ online: OnlineAccess, _ zone: TimeZoneRules) throws -> [Message] {
        try calendars.flatMap { (calendar) -> [Message] in
            let name = "\(account.name)/\(calendar.calendar.name)"
            var lines: [Message] = calendar.conflicts.map { conflict in
                let properties = conflict.properties.joined(separator: ", ")
                let title = ResourceTitle.text(conflict.mine, name: conflict.name, zone: zone)
                return
                    "\(name): \(title): both sides changed \(properties): agenda sync resolve "
                    + "\(calendar.calendar.id).\(conflict.id) mine|theirs|both"
            }
            if calendar.held > 0 {
                lines.append(
                    "\(name): \(calendar.held) deletions are held: agenda sync --force-deletions, or "
                        + "--restore-deletions")
            }
            lines += try calendar.unfetched(name, online, zone)
            if calendar.notSent > 0 {
                lines.append("\(name): \(calendar.notSent) are not sent: agenda outbox says why")
            }
            return lines
                + (try calendar.notes.map {
                    "\(name): \($0.sentence(try online.title(of: $0.name, in: calendar.calendar, zone: zone)))"
                })
        }
    }

    /// Does not show again what a person has read.
    func forgetNotes(_ online: OnlineAccess) throws {
        for calendar in calendars where !calendar.notes.isEmpty {
            try online.decisions(calendar.calendar).forget(calendar.notes)
        }
    }

    /// Of all accounts.
    static func all(_ online: OnlineAccess) throws -> [AccountStanding] {
        let runs = try online.accounts.lastRuns()
        return try online.accounts.accounts().map { account in
            AccountStanding(
                account: account,
                calendars: try online.accounts.calendars(of: account.id).map {
                    try Calendar($0, runs[$0.id], online)
                }, untaken: try online.accounts.untaken(of: account.id))
        }
    }
}

extension AccountStanding.Calendar {
    fileprivate init(
        _ calendar: AccountCalendar, _ lastRun: LastRun?, _ online: OnlineAccess
    ) throws {
        let (state, unsent) = try online.setup.standing(of: calendar)
        (self.calendar, self.lastRun, toSend) = (calendar, lastRun, unsent.waiting.count)
        toFetch = state.toFetch.count
        held = state.holds.values.reduce(0) { $0 + $1.waiting.count }
        conflicts = state.conflicts.values.sorted { $0.id < $1.id }
        let refused = state.setApart.keys.compactMap { subject in
            if case .sending(let name) = subject { name } else { nil }
        }
        // What was refused and has become as the server has it again is not to be sent.
        notSent =
            Set(unsent.waiting).intersection(refused).union(unsent.unsendable).count
        notFetched = state.setApart.values.filter {
            if case .fetching = $0.subject { true } else { false }
        }.sorted { $0.retry < $1.retry }
        notes = state.notes.values.sorted { $0.id < $1.id }
    }
}

extension AccountStanding.Calendar {
    /// How many resources a message names.
    private static let named = 3

    /// What could not be fetched, why, and when it is tried again.
    fileprivate func unfetched(
        _ name: String, _ online: OnlineAccess, _ zone: TimeZoneRules
    ) throws -> [Message] {
        var lines: [Message] = []
        for item in notFetched.prefix(Self.named) {
            guard case .fetching(let href) = item.subject else { continue }
            let title = try online.title(of: href.name, in: calendar, zone: zone)
            let time = TimeWords.current.text(zone.wallTime(at: item.retry))
            lines.append(
                "\(name): \(title): not fetched: \(item.reason.sentence): 'agenda sync' tries it again, "
                    + "the daemon at \(time)")
        }
        let rest = notFetched.count - Self.named
        if rest > 0 { lines.append("\(name): \(rest) more are not fetched") }
        return lines
    }
}

extension SyncNote {
    /// - Parameter title: what a person calls the resource.
    func sentence(_ title: String) -> Message {
        switch kind {
        case .droppedByServer(let properties):
            let names = properties.joined(separator: ", ")
            return "\(title): the server does not keep \(names): this device does"
        case .deletionUndone:
            return "\(title): one side deleted what the other changed: the change stands"
        }
    }
}
