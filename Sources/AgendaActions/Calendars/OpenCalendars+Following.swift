package import AgendaKit

extension OpenCalendars {
    /// Follows all changes of these calendars until another file replaces the store.
    ///
    /// - Parameters:
    ///   - paths: as they were opened; those that are not there yet are waited for.
    ///   - updates: of the provider, as it follows the store.
    ///   - show: called with each of them.
    ///   - notice: called with what a person should know.
    package func follow<Update: Sendable>(
        _ paths: [String], _ provider: EventProvider,
        _ updates: AsyncThrowingStream<Update, any Error>,
        show: @escaping @Sendable (Update) async throws -> Void,
        notice: @escaping @Sendable (LiveTimeline.Notice) async -> Void
    ) async throws {
        let live = LiveTimeline(
            store: store, importer: store.importer(person), provider: provider,
            storePath: paths.isEmpty ? try person.databasePath() : nil, awaited: unread)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for try await update in updates { try await show(update) }
            }
            group.addTask {
                let end = await live.follow(notice)
                if case .storeDamaged(let error) = end { throw error }
            }
            if person.followsSystemZone {
                group.addTask {
                    for await _ in FileWatcher([Environment.systemZonePath]).changes {
                        await provider.setZone(
                            try Environment.displayZone(person.configuration))
                    }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
