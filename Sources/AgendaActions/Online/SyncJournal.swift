package import AgendaKit
package import AgendaSync

/// Notes in the history what synchronisations brought, as one change.
///
/// The replicas have it until it is noted: what a process leaves that was killed in between, the next one notes.
package struct SyncJournal {
    package let online: OnlineAccess
    package let store: EventStore
    package let person: Person

    package init(online: OnlineAccess, store: EventStore, person: Person) {
        (self.online, self.store, self.person) = (online, store, person)
    }

    /// - Parameters:
    ///   - calendars: those that were synchronised, each with a source already.
    ///   - isAsked: whether a person asked for it.
    package func note(_ calendars: [AccountCalendar], isAsked: Bool) async throws {
        let sources = try store.sources(counting: false)
        var files: [SyncedFile] = []
        var taken: [(replica: FolderReplica, last: Arrival.ID)] = []
        var accounts: Set<Account.ID> = []
        for calendar in calendars {
            let replica = try online.setup.replica(of: calendar)
            let arrivals = try replica.arrivals()
            guard let last = arrivals.map(\.id).max(),
                let source = sources.standing(at: calendar.folder)
            else { continue }
            files += arrivals.map {
                SyncedFile(
                    identifier: $0.identifier, calendar: source.name, href: $0.name,
                    before: $0.before, after: $0.after)
            }
            taken.append((replica, last))
            accounts.insert(calendar.account)
        }
        guard !taken.isEmpty else { return }
        let names = try online.accountStore.accounts().filter { accounts.contains($0.id) }.map(
            \.name)
        try await store.editor(person).note(
            files, of: names.joined(separator: ", "), isAsked: isAsked)
        for (replica, last) in taken { try replica.forgetArrivals(through: last) }
    }
}
