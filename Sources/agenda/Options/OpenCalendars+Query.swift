import AgendaActions
import AgendaKit

extension OpenCalendars {
    /// A provider of the requested events.
    ///
    /// - Parameter me: the reader's own addresses; leaves out what they have declined.
    func provider(_ options: QueryOptions, me: Set<String> = []) throws -> EventProvider {
        var filter = try options.filter(sources: sources)
        filter.me = me
        return store.provider(person, filter)
    }

    /// Follows all changes of these calendars until another file replaces the store.
    ///
    /// - Parameters:
    ///   - paths: as they were opened; those that are not there yet are waited for.
    ///   - options: which events to show.
    ///   - earlier: what was shown before; the first update tells what is different from it.
    ///   - show: called with each state, also the first.
    ///   - notice: called with what a person should know.
    func follow(
        _ paths: [String], _ options: QueryOptions, after earlier: Timeline?,
        show: @escaping @Sendable (TimelineUpdate) async -> Void,
        notice: @escaping @Sendable (LiveTimeline.Notice) async -> Void
    ) async throws {
        let provider = try provider(options)
        let updates = await provider.changes(after: earlier)
        try await follow(paths, provider, updates, show: show, notice: notice)
    }
}
