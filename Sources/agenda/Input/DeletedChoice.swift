import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// The deleted event that a person means by its id, or by words of its title. Never guesses.
struct DeletedChoice {
    let store: EventStore
    let event: DeletedEvent

    /// Finds the event; nil if none that was deleted is meant, or one that a calendar has.
    init?(_ words: [String], _ common: CommonOptions, _ settings: Settings) async throws {
        let text = words.joined(separator: " ")
        let found = try await StoreAccess.openIfExisting(common)?.deletedEvents()
            .filter { Self.isMeant($0, by: text) }
        guard let found, !found.isEmpty else { return nil }
        let reading = try await OpenCalendars.open(
            database: try common.databasePath(), settings: settings, isQuiet: true, counting: false)
        store = reading.store
        guard try !Self.hasEvent(text, reading) else { return nil }
        event = found.count == 1 ? found[0] : try Self.asked(found, text)
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
        let (store, settings) = (reading.store, reading.settings)
        if OccurrenceName.isOne(text), (try? store.details(of: text, settings)) != nil {
            return true
        }
        guard let query = SearchQuery(text) else { return false }
        return try !store.search(settings, EventFilter()).candidates(for: query, limit: 1)
            .events.isEmpty
    }

    private static func asked(
        _ found: [DeletedEvent], _ text: String
    ) throws(CommandFailure) -> DeletedEvent {
        let isAsked = Terminal.canAsk
        Terminal.complain(
            isAsked
                ? "\(text): \(found.count) deleted events match"
                : "\(text): \(found.count) deleted events match: give an id")
        for (index, event) in found.enumerated() {
            let label = isAsked ? "\(index + 1)" : event.id.description
            Terminal.complain(line: "  \(label)  \(event.summary ?? "")  [\(event.calendar)]")
        }
        guard isAsked else { throw CommandFailure(status: .usage) }
        return found[try Terminal.number(upTo: found.count)]
    }
}
