package import AgendaJSON
package import AgendaSync
package import ICalendar

/// What is known of an account without asking its server.
package struct AccountStanding {
    /// A calendar, and what waits there.
    package struct Calendar {
        package let calendar: AccountCalendar
        package let lastRun: LastRun?
        /// Resources that the server does not have as they are here.
        package let toSend: Int
        /// Resources that are known to be new on the server.
        package let toFetch: Int
        /// Deletions that wait for a person.
        package let held: Int
        /// Clashes of which both texts are kept.
        package let conflicts: [SyncConflict]
        /// Resources of the server that cannot be fetched or used.
        package let notFetched: [SetApart]
        /// Resources that the server refuses, or that cannot be sent as they are.
        package let notSent: Int
        /// What synchronisations decided and nobody has read.
        package let notes: [SyncNote]

        /// Resources that fail alone, in either direction.
        package var setApart: Int { notFetched.count + notSent }

        /// Whether something waits for a person.
        package var needsPerson: Bool {
            held > 0 || setApart > 0 || conflicts.contains(where: \.isOpen)
        }
    }

    package let account: Account
    package let calendars: [Calendar]
    /// Names of calendars that only the server has.
    package let untaken: [String]

    /// `ok`, `attention` if something waits for a person, `failed` if the last run did, `new` before the first one.
    package var status: String {
        if calendars.contains(where: { $0.lastRun?.fault != nil }) { return "failed" }
        if calendars.contains(where: \.needsPerson) { return "attention" }
        return calendars.contains { $0.lastRun == nil } ? "new" : "ok"
    }

    /// When all of its calendars were last in step.
    package var lastSync: Instant? {
        let times = calendars.map { $0.lastRun?.synced }
        return times.contains(nil) ? nil : times.compactMap { $0 }.min()
    }

    /// Of all accounts.
    package static func all(_ online: OnlineAccess) throws -> [AccountStanding] {
        let runs = try online.accountStore.lastRuns()
        return try online.accountStore.accounts().map { account in
            AccountStanding(
                account: account,
                calendars: try online.accountStore.calendars(of: account.id).map {
                    try Calendar($0, runs[$0.id], online)
                }, untaken: try online.accountStore.untaken(of: account.id))
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

extension AccountStanding: ListedObject {
    package static var listName: StaticString { "accounts" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", account.name)
        json.member("url", account.urlText)
        json.member("user", account.user)
        json.member("status", status)
        json.member("lastSync", lastSync)
        json.member("toSend", calendars.reduce(0) { $0 + $1.toSend })
        json.member("conflicts", calendars.reduce(0) { $0 + $1.conflicts.count })
        json.member("held", calendars.reduce(0) { $0 + $1.held })
        json.member("untaken", untaken)
        json.member("calendars", calendars)
    }
}

extension AccountStanding.Calendar: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("name", calendar.name)
        json.member("path", calendar.folder)
        json.member("color", calendar.color)
        json.member("readOnly", calendar.isReadOnly)
        json.member("lastSync", lastRun?.synced)
        json.member("error", lastRun?.fault)
        json.member("toSend", toSend)
        json.member("toFetch", toFetch)
        json.member("held", held)
        json.member("setApart", setApart)
        json.array("conflicts") { json in
            for conflict in conflicts {
                json.object { json in
                    json.member("id", "\(calendar.id).\(conflict.id)")
                    json.member("name", conflict.name)
                    json.member("properties", conflict.properties)
                    json.member("open", conflict.isOpen)
                    json.member("at", conflict.time)
                }
            }
        }
    }
}
