package import AgendaKit

extension ItemChoice {
    /// Which to-dos are preferred if others match, too.
    package enum Preference {
        case open, closed
    }

    /// The to-do; nil if none matches.
    package func todo(preferring preference: Preference = .open) async throws -> TodoItem? {
        let provider = reading.store.provider(reading.person, filter)
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
        found = Self.preferred(found, preference)
        let exact = found.filter { $0.occurrence.summary?.lowercased() == text.lowercased() }
        if exact.count == 1 { found = exact }
        guard found.count > 1 else { return found.first }
        let number = try reading.person.choose(
            reading.candidates(.todos(found), of: text))
        return found[number]
    }

    /// The to-dos of the preferred kind, if there are any; of the instances of one, the next or the last.
    private static func preferred(
        _ items: [TodoItem], _ preference: Preference
    ) -> [TodoItem] {
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
}
