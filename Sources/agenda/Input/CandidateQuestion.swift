import AgendaActions
import AgendaKit
import TerminalOutput

/// Asks a person on a terminal which of several items is meant; elsewhere lists them and fails.
enum CandidateQuestion {
    /// The place of the chosen one.
    static func choose(_ candidates: Candidates) throws -> Int {
        let (isAsked, text) = (Terminal.canAsk, candidates.text)
        let lines: [String]
        switch candidates.items {
        case .events(let events, let hasMore):
            if !isAsked {
                Terminal.complain(
                    hasMore
                        ? "\(text): more than \(events.count) events match: give an id"
                        : "\(text): \(events.count) events match: give an id")
            } else if hasMore {
                Terminal.complain("\(text): more than \(events.count) events match")
            }
            let list = TextList(
                style: .plain, namesCalendars: candidates.namesCalendars)
            let ids = try ListedIDs(events, in: candidates.store)
            let width = "\(events.count)  ".count
            lines = events.enumerated().map { index, event in
                let number = "\(index + 1)"
                let label =
                    isAsked
                    ? number + DisplayWidth.padding(number, to: width) : ids.column(event)
                return label + list.line(found: event, zone: candidates.person.zone)
            }
        case .todos(let found):
            let count = "\(found.count)"
            Terminal.complain(
                isAsked
                    ? "\(text): \(count) to-dos match"
                    : "\(text): \(count) to-dos match: give an id")
            let todos = Array(found.prefix(ItemChoice.mostCandidates))
            let list = TodoList(
                style: .plain, person: candidates.person,
                namesCalendars: candidates.namesCalendars,
                ids: isAsked
                    ? nil : try ListedIDs(todos.map(\.occurrence), in: candidates.store))
            lines = list.lines(todos).enumerated().map {
                isAsked ? "\($0 + 1)  \($1)" : "\($1)"
            }
        case .journals(let found):
            Terminal.complain(
                isAsked
                    ? "\(text): \(found.count) journal entries match"
                    : "\(text): \(found.count) journal entries match: give an id")
            let times = TimeText(zone: candidates.person.zone)
            lines = found.enumerated().map { index, entry in
                let label = isAsked ? "\(index + 1)" : entry.id.description
                let day = entry.journal?.start.map(times.text) ?? ""
                return [label, day, TextStyle.plain.title(entry), "[\(entry.calendar)]"]
                    .filter { !$0.isEmpty }.joined(separator: "  ")
            }
        case .deleted(let found):
            Terminal.complain(
                isAsked
                    ? "\(text): \(found.count) deleted events match"
                    : "\(text): \(found.count) deleted events match: give an id")
            lines = found.enumerated().map { index, event in
                let label = isAsked ? "\(index + 1)" : event.id.description
                return "\(label)  \(event.summary ?? "")  [\(event.calendar)]"
            }
        }
        for line in lines { Terminal.complain(line: "  \(line)") }
        guard isAsked else { throw CommandFailure(status: .usage) }
        return try Terminal.number(upTo: lines.count)
    }
}
