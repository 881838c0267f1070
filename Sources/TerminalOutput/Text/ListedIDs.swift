package import AgendaKit

/// The short ids of a list, shown as a column in front of its lines.
package struct ListedIDs {
    private let texts: [OccurrenceID: String]
    private let width: Int

    package init(_ events: [AgendaEvent], in store: EventStore) throws(AgendaError) {
        texts = try store.abbreviations(of: events)
        width = texts.values.map(\.utf8.count).max() ?? 0
    }

    /// The cells of the column, including the two spaces after it.
    package var cells: Int { width + 2 }

    /// An event's id, padded to the width of the column.
    package func column(_ event: AgendaEvent) -> String {
        let text = texts[event.id] ?? event.id.description
        return text + String(repeating: " ", count: max(cells - text.utf8.count, 1))
    }
}
