internal import AgendaKit
package import AgendaSync

extension SyncRound {
    /// Shows what came to whoever reads the store, and notes it in the history.
    ///
    /// - Parameters:
    ///   - looks: what servers say otherwise of their calendars.
    ///   - isAsked: whether a person asked for it.
    package func importChanges(
        _ outcomes: [Outcome], _ looks: [AccountSetup.Change], for person: Person,
        isAsked: Bool = true
    ) async throws {
        let sources = AccountSources(person)
        try await sources.register(outcomes.map(\.calendar))
        // Whoever reads the store looks for other changes himself.
        if outcomes.contains(where: { !$0.report.isIdle }) {
            let store = try await StoreAccess.openExisting(person)
            try await SyncJournal(online: online, store: store, person: person)
                .note(outcomes.map(\.calendar), isAsked: isAsked)
            let importer = store.importer(person)
            _ = try await importer.refresh()
            try await importer.requireBackup(person.report)
        }
        try await sources.follow(looks, as: isAsked ? .sync : .backgroundSync)
    }
}
