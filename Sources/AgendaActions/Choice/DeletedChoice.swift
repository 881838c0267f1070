package import AgendaKit

/// The deleted event that a person means by its id, or by words of its title. Never guesses.
package struct DeletedChoice {
    package let store: EventStore
    package let event: DeletedEvent

    /// Finds the event; nil if none that was deleted is meant, or one that a calendar has.
    package init?(_ words: [String], _ person: Person) async throws {
        let text = words.joined(separator: " ")
        let found = try await StoreAccess.openIfExisting(person)?.deletedEvents()
            .filter { Self.isMeant($0, by: text) }
        guard let found, !found.isEmpty else { return nil }
        let reading = try await OpenCalendars.open(person, isQuiet: true, counting: false)
        store = reading.store
        guard try !Self.hasEvent(text, reading) else { return nil }
        let number =
            found.count == 1
            ? 0
            : try person.choose(
                reading.candidates(.deleted(found), of: text))
        event = found[number]
    }

    /// By the beginning of its id, or by all words in its title.
    private static func isMeant(_ event: DeletedEvent, by text: String) -> Bool {
        let key = text.prefix { $0 != "-" }.lowercased()
        if OccurrenceName.isOne(text), key.count >= OccurrenceName.fewestDigits,
            event.id.description.hasPrefix(key)
        {
            return true
        }
        return SearchQuery(text)?.matches([event.summary]) ?? false
    }

    /// Whether the words mean an event that is still there.
    private static func hasEvent(_ text: String, _ reading: OpenCalendars) throws -> Bool {
        let (store, person) = (reading.store, reading.person)
        if OccurrenceName.isOne(text), (try? store.details(of: text, person)) != nil {
            return true
        }
        guard let query = SearchQuery(text) else { return false }
        return try !store.search(person, EventFilter()).candidates(for: query, limit: 1)
            .events.isEmpty
    }
}
