import AgendaKit
import ICalendar

/// The event that a person means by an id, or by words and a day.
///
/// Nothing is guessed: where several are meant a person is asked, and a script is told which there
/// are.
struct EventChoice {
    /// What was chosen.
    struct Result {
        /// The id, enough for ``EventStore/details(of:clock:zone:filter:zones:)``.
        var id: String
        /// Whether one instance was named: by an id that has one, or by a day.
        var namesInstance: Bool
    }

    let reading: OpenCalendars
    let filter: EventFilter
    /// What was written.
    private let words: [String]
    /// The same as one text.
    private let text: String

    /// More than a screen shows are not to be chosen from.
    private static let mostCandidates = 20

    /// - Parameters:
    ///   - words: the arguments; one of them may hold several words.
    ///   - filter: which events are looked at.
    init(_ words: [String], in reading: OpenCalendars, filter: EventFilter = EventFilter()) {
        self.words = words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
        text = self.words.joined(separator: " ")
        (self.reading, self.filter) = (reading, filter)
    }

    /// Finds the event.
    ///
    /// - Throws: a failure when there is none, a usage failure when there are several and nobody can
    ///   be asked.
    func find() async throws -> Result {
        if let id = words.first, words.count == 1, Self.isSurelyID(id) {
            return Result(id: id, namesInstance: id.contains("-"))
        }
        let candidates = try await candidates()
        let chosen: Candidate
        switch candidates.found.count {
        case 0:
            guard let id = words.first, words.count == 1, OccurrenceName.isOne(id) else {
                throw CommandFailure.failure(
                    "\(text): no event matches: see 'agenda list --ids'")
            }
            // The store says what is wrong with the id.
            return Result(id: id, namesInstance: id.contains("-"))
        case 1: chosen = candidates.found[0]
        default: chosen = try asked(candidates.found, hasMore: candidates.hasMore)
        }
        return Result(id: chosen.event.id.description, namesInstance: chosen.namesInstance)
    }

    private struct Candidate {
        var event: AgendaEvent
        var namesInstance: Bool
    }

    /// Letters and digits together, as in `9f3a`, are no word, and neither is a whole id.
    private static func isSurelyID(_ text: String) -> Bool {
        guard OccurrenceName.isOne(text) else { return false }
        let hasBoth = text.contains(where: \.isNumber) && text.contains(where: \.isLetter)
        return text.contains("-") || text.contains(".") || OccurrenceName.isWhole(text)
            || hasBoth && text.count >= OccurrenceName.fewestDigits
    }

    /// Everything that may be meant: by an id, by the words, and by the words before a day.
    private func candidates() async throws -> (found: [Candidate], hasMore: Bool) {
        var (found, hasMore) = ([Candidate](), false)
        func add(_ events: [AgendaEvent], namesInstance: Bool) {
            // Without the instance; where a file has several events of a UID, the start stays.
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
        let settings = reading.settings
        let search = reading.store.search(settings, filter)
        if let id = words.first, words.count == 1, OccurrenceName.isOne(id),
            id.count >= OccurrenceName.fewestDigits
        {
            let details = try? reading.store.details(of: id, settings, filter)
            add(details.map { [$0.occurrence] } ?? [], namesInstance: false)
        }
        if words.isEmpty {
            let all = try search.all(limit: Self.mostCandidates)
            add(all.events, namesInstance: false)
            hasMore = all.hasMore
        }
        // A day in the last words narrows them; a title may end in one all the same.
        for count in 1..<max(1, words.count) {
            let day = words[count...].joined(separator: " ")
            guard let date = try? DayExpression(day).date(today: settings.today) else { continue }
            let title = words[..<count].joined(separator: " ")
            let results = try await events(title, on: date, search)
            add(results.events, namesInstance: true)
            hasMore = results.hasMore
            break
        }
        if let query = SearchQuery(text) {
            let results = try search.candidates(for: query, limit: Self.mostCandidates)
            add(results.events, namesInstance: false)
            hasMore = hasMore || results.hasMore
        }
        if found.isEmpty {
            let results = try search.candidates(spelledLike: text, limit: Self.mostCandidates)
            add(results.events, namesInstance: false)
            hasMore = results.hasMore
        }
        hasMore = hasMore || found.count > Self.mostCandidates
        return (Array(found.prefix(Self.mostCandidates)), hasMore)
    }

    /// The events of a day that an id or words name.
    private func events(
        _ title: String, on date: CivilDate, _ search: EventSearch
    ) async throws -> (events: [AgendaEvent], hasMore: Bool) {
        let days = date..<(date + 1)
        if let query = SearchQuery(title) {
            let found = try search.candidates(for: query, on: days, limit: Self.mostCandidates)
            if !found.events.isEmpty { return (found.events, found.hasMore) }
            let spelled = try search.candidates(
                spelledLike: title, on: days, limit: Self.mostCandidates)
            if !spelled.events.isEmpty { return (spelled.events, spelled.hasMore) }
        }
        let (store, settings) = (reading.store, reading.settings)
        guard OccurrenceName.isOne(title), !title.contains("-"),
            let uid = try? store.details(of: title, settings, filter).occurrence.uid
        else { return ([], false) }
        let events = try await store.provider(settings, filter).days(days).occurrences
        return (events.filter { $0.uid == uid }, false)
    }
}

// Several are meant.
extension EventChoice {
    private func asked(_ found: [Candidate], hasMore: Bool) throws -> Candidate {
        guard Terminal.canAsk else {
            Terminal.complain(
                hasMore
                    ? "\(text): more than \(found.count) events match: give an id"
                    : "\(text): \(found.count) events match: give an id")
            try show(found) { $0 }
            throw CommandFailure(status: .usage)
        }
        if hasMore { Terminal.complain("\(text): more than \(found.count) events match") }
        var number = 0
        try show(found) { _ in
            number += 1
            return "\(number)"
        }
        while let answer = Terminal.ask("Which one? [1-\(found.count)] ") {
            let trimmed = answer.filter { !$0.isWhitespace }
            if trimmed.isEmpty { break }
            if let number = Int(trimmed), found.indices.contains(number - 1) {
                return found[number - 1]
            }
            Terminal.complain("'\(answer)' is not a number from 1 to \(found.count)")
        }
        throw CommandFailure.failure("nothing chosen")
    }

    /// A line each on standard error: `9f3a  Fri 2026-11-27  09:30-09:45  Stand-up ⟳  [team]`.
    private func show(_ found: [Candidate], label: (_ id: String) -> String) throws {
        let ids = try reading.store.abbreviations(of: found.map(\.event))
        let labels = found.map { candidate in
            label(ids[candidate.event.id] ?? candidate.event.id.description)
        }
        let width = labels.map(\.utf8.count).max() ?? 0
        let list = TextList(style: .plain, namesCalendars: reading.sources.count > 1)
        for (candidate, label) in zip(found, labels) {
            let padding = String(repeating: " ", count: width - label.utf8.count)
            let line = list.line(found: candidate.event, zone: reading.settings.zone)
            Terminal.complain(line: "  \(label)\(padding)  \(line)")
        }
    }
}

/// What an event's id looks like, and a beginning of it.
enum OccurrenceName {
    /// Hexadecimal digits of a whole id.
    static let keyDigits = 12
    /// As few as a listing prints.
    static let fewestDigits = 4

    /// Whether a text is an id with all digits of its key.
    static func isWhole(_ text: String) -> Bool {
        isOne(text) && text.prefix { $0 != "-" && $0 != "." }.count == keyDigits
    }

    /// Whether a text may be an id: hexadecimal digits, behind a full stop the start of one of several
    /// events that share a UID, and an instance behind a hyphen.
    static func isOne(_ text: String) -> Bool {
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(
            separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        if names.count == 2, CivilDate(icalendar: names[1].prefix(8)) == nil { return false }
        guard let key = names.first, (1...keyDigits).contains(key.utf8.count),
            key.allSatisfy({ $0.isASCII && $0.isHexDigit })
        else { return false }
        return parts.count == 1 || CivilDate(icalendar: parts[1].prefix(8)) != nil
    }
}
