package import AgendaKit

extension ItemChoice {
    /// The journal entry, of one that repeats the first instance or the one that an id names; nil if none matches.
    package func journal() async throws -> AgendaEvent? {
        let provider = reading.store.provider(reading.person, filter)
        var found: [AgendaEvent] = []
        if words.count == 1, text.count >= OccurrenceName.fewestDigits {
            found = try await provider.journals(named: text)
        }
        if found.isEmpty, let query = SearchQuery(text) {
            found = try await provider.journals(matching: query)
        }
        let exact = found.filter { $0.summary?.lowercased() == text.lowercased() }
        if exact.count == 1 { found = exact }
        guard found.count > 1 else { return found.first }
        let shown = Array(found.prefix(Self.mostCandidates))
        let number = try reading.person.choose(reading.candidates(.journals(shown), of: text))
        return shown[number]
    }
}
