import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// The to-do that a person means by an id or by words of its title.
///
/// Never guesses: if several match, asks on a terminal, and otherwise fails and lists them.
struct TodoChoice {
    /// Which to-dos are preferred if others match, too.
    enum Preference {
        case open, closed
    }

    let reading: OpenCalendars
    var preference = Preference.open
    var filter = EventFilter()

    /// As many as fit on a screen.
    private static let mostCandidates = 20

    /// The to-do; nil if none matches.
    func find(_ words: [String]) async throws -> TodoItem? {
        let words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        let text = words.joined(separator: " ")
        let provider = reading.store.provider(reading.settings, filter)
        var found: [TodoItem] = []
        if words.count == 1, text.count >= OccurrenceName.fewestDigits {
            found = try await provider.todos(named: text)
        }
        let isID = !found.isEmpty && text.contains { $0.isNumber }
        if !isID, let query = SearchQuery(text) {
            let known = Set(found.map(\.occurrence.id))
            found += try await provider.todos(matching: query).filter {
                !known.contains($0.occurrence.id)
            }
        }
        found = preferred(found)
        let exact = found.filter { $0.occurrence.summary?.lowercased() == text.lowercased() }
        if exact.count == 1 { found = exact }
        return found.count > 1 ? try asked(found, text) : found.first
    }

    /// The to-dos of the preferred kind, if there are any; of the instances of one, the next or the last.
    private func preferred(_ items: [TodoItem]) -> [TodoItem] {
        let wanted = items.filter { $0.isClosed == (preference == .closed) }
        var chosen: [TodoItem] = []
        for item in wanted.isEmpty ? items : wanted {
            let name = item.occurrence.id
            let place = chosen.firstIndex {
                $0.occurrence.id.key == name.key && $0.occurrence.id.start == name.start
            }
            guard let place else {
                chosen.append(item)
                continue
            }
            // Lists are in the order of time.
            if preference == .closed { chosen[place] = item }
        }
        return chosen
    }

    private func asked(_ found: [TodoItem], _ text: String) throws -> TodoItem {
        let shown = Array(found.prefix(Self.mostCandidates))
        let isAsked = Terminal.canAsk
        let count = "\(found.count)"
        Terminal.complain(
            isAsked
                ? "\(text): \(count) to-dos match" : "\(text): \(count) to-dos match: give an id")
        let list = TodoList(
            style: .plain, settings: reading.settings,
            namesCalendars: reading.sources.count > 1,
            ids: isAsked ? nil : try ListedIDs(shown.map(\.occurrence), in: reading.store))
        for (index, line) in list.lines(shown).enumerated() {
            Terminal.complain(line: isAsked ? "  \(index + 1)  \(line)" : "  \(line)")
        }
        guard isAsked else { throw CommandFailure(status: .usage) }
        return shown[try Terminal.number(upTo: shown.count)]
    }
}
