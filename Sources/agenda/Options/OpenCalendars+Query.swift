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
}
