import AgendaKit

/// The short ids of a list, shown as a column in front of its lines.
struct ListedIDs {
    private var texts: [OccurrenceID: String] = [:]
    private var width = 0

    /// The ids of the listed events; nil if they are not requested.
    init?(
        _ events: @autoclosure () -> [AgendaEvent], in store: EventStore, isWanted: Bool = true
    ) throws(AgendaError) {
        // Gathering a year's events takes a fifth of the time of listing them.
        guard isWanted else { return nil }
        texts = try store.abbreviations(of: events())
        width = texts.values.map(\.utf8.count).max() ?? 0
    }

    /// The cells of the column, including the two spaces after it.
    var cells: Int { width + 2 }

    /// An event's id, padded to the width of the column.
    func column(_ event: AgendaEvent) -> String {
        let text = texts[event.id] ?? event.id.description
        return text + String(repeating: " ", count: max(cells - text.utf8.count, 1))
    }
}
