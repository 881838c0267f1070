package import AgendaKit
import ICalendar

/// The event or to-do that a person means by an id, or by words and a day.
///
/// Never guesses: if several match, the person chooses, or nothing is chosen.
package struct ItemChoice {
    /// The event's id, and whether one instance was named: by an id that has one, or by a day.
    package typealias Result = (id: String, namesInstance: Bool)

    let reading: OpenCalendars
    let filter: EventFilter
    /// The calendars whose events come first; nil for none.
    private let preferred: Set<String>?
    let words: [String]
    let text: String

    /// As many as fit on a screen.
    package static let mostCandidates = 20

    /// - Parameters:
    ///   - words: the arguments; one of them may hold several words.
    ///   - filter: the events to search.
    ///   - preferred: calendars whose events are meant where they match, whatever others have: of a command that changes one,
    ///     those that can be changed.
    package init(
        _ words: [String], in reading: OpenCalendars, filter: EventFilter = EventFilter(),
        preferring preferred: Set<String>? = nil
    ) {
        self.words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        text = self.words.joined(separator: " ")
        (self.reading, self.filter, self.preferred) = (reading, filter, preferred)
    }

    /// Finds the event; fails if there is none, or if there are several and nobody can be asked.
    package func event() async throws -> Result {
        if let id = words.first, words.count == 1, Self.isSurelyID(id) {
            return (id, id.contains("-"))
        }
        var candidates = try await preferredCandidates() ?? ([], false)
        if candidates.found.isEmpty { candidates = try await self.candidates(filter) }
        let chosen: Candidate
        switch candidates.found.count {
        case 0:
            guard let id = words.first, words.count == 1, OccurrenceName.isOne(id) else {
                throw CommandFailure.failure(
                    "\(text): no event matches: see 'agenda list --ids'")
            }
            // The store says what is wrong with the id.
            return (id, id.contains("-"))
        case 1: chosen = candidates.found[0]
        default:
            let events = candidates.found.map(\.event)
            let number = try reading.person.choose(
                reading.candidates(.events(events, hasMore: candidates.hasMore), of: text))
            chosen = candidates.found[number]
        }
        return (chosen.event.id.description, chosen.namesInstance)
    }

    private struct Candidate {
        var event: AgendaEvent
        var namesInstance: Bool
    }

    /// Whether it cannot be a word: a whole id, or letters mixed with digits, as in `9f3a`.
    private static func isSurelyID(_ text: String) -> Bool {
        guard OccurrenceName.isOne(text) else { return false }
        let hasBoth = text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
        return text.contains("-") || text.contains(".") || OccurrenceName.isWhole(text)
            || hasBoth && text.count >= OccurrenceName.fewestDigits
    }

    /// Those of the preferred calendars, if any has one that matches as it is written.
    private func preferredCandidates() async throws -> (found: [Candidate], hasMore: Bool)? {
        guard let preferred, !preferred.isEmpty, !words.isEmpty else { return nil }
        var narrow = filter
        narrow.calendars =
            filter.calendars.isEmpty ? preferred : filter.calendars.intersection(preferred)
        guard !narrow.calendars.isEmpty else { return nil }
        return try await candidates(narrow, correctingSpelling: false)
    }

    /// The events that match as an id, by all words, or by the words before a day.
    private func candidates(
        _ filter: EventFilter, correctingSpelling: Bool = true
    ) async throws -> (found: [Candidate], hasMore: Bool) {
        var (found, hasMore) = ([Candidate](), false)
        func add(_ events: [AgendaEvent], namesInstance: Bool) {
            // Drops the instance, but keeps the start that tells apart several events of one UID.
            func name(_ event: AgendaEvent) -> OccurrenceID {
                var id = event.id
                id.recurrenceID = nil
                return id
            }
            let known = Set(found.map { name($0.event) })
            found += events.filter { !known.contains(name($0)) }.map {
                Candidate(event: $0, namesInstance: namesInstance)
            }
        }
        let person = reading.person
        let search = reading.store.search(person, filter)
        if let id = words.first, words.count == 1, OccurrenceName.isOne(id),
            id.count >= OccurrenceName.fewestDigits
        {
            let details = try? reading.store.details(of: id, person, filter)
            add(details.map { [$0.occurrence] } ?? [], namesInstance: false)
        }
        if words.isEmpty {
            let all = try search.all(limit: Self.mostCandidates)
            add(all.events, namesInstance: false)
            hasMore = all.hasMore
        }
        // The last words may be a day, or the end of a title.
        for count in 1..<max(1, words.count) {
            let day = words[count...].joined(separator: " ")
            guard let date = try? DayArgument(day).date(today: person.today) else { continue }
            let title = words[..<count].joined(separator: " ")
            let results = try await events(
                title, on: date, search, filter, correctingSpelling: correctingSpelling)
            add(results.events, namesInstance: true)
            hasMore = results.hasMore
            break
        }
        if let query = SearchQuery(text) {
            let results = try search.candidates(for: query, limit: Self.mostCandidates)
            add(results.events, namesInstance: false)
            hasMore = hasMore || results.hasMore
        }
        if found.isEmpty, correctingSpelling {
            let results = try search.candidates(spelledLike: text, limit: Self.mostCandidates)
            add(results.events, namesInstance: false)
            hasMore = results.hasMore
        }
        hasMore = hasMore || found.count > Self.mostCandidates
        return (Array(found.prefix(Self.mostCandidates)), hasMore)
    }

    /// The events on a day that words or an id name.
    private func events(
        _ title: String, on date: CivilDate, _ search: EventSearch, _ filter: EventFilter,
        correctingSpelling: Bool
    ) async throws -> (events: [AgendaEvent], hasMore: Bool) {
        let days = date..<(date + 1)
        if let query = SearchQuery(title) {
            let found = try search.candidates(for: query, on: days, limit: Self.mostCandidates)
            if !found.events.isEmpty { return (found.events, found.hasMore) }
            if correctingSpelling {
                let spelled = try search.candidates(
                    spelledLike: title, on: days, limit: Self.mostCandidates)
                if !spelled.events.isEmpty { return (spelled.events, spelled.hasMore) }
            }
        }
        let (store, person) = (reading.store, reading.person)
        guard OccurrenceName.isOne(title), !title.contains("-"),
            let uid = try? store.details(of: title, person, filter).occurrence.uid
        else { return ([], false) }
        let events = try await store.provider(person, filter).days(days).occurrences
        return (events.filter { $0.uid == uid }, false)
    }
}

extension OpenCalendars {
    /// What words may mean, of these calendars.
    func candidates(_ items: Candidates.Items, of text: String) -> Candidates {
        Candidates(
            text: text, items: items, person: person, store: store,
            namesCalendars: sources.count > 1)
    }
}
