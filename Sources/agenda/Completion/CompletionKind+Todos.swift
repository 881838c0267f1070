import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

extension CompletionKind {
    /// The ids of the to-dos, the open ones first, with due day and title.
    static var todoID: CompletionKind {
        .custom { words, _, _ in
            guard let store = CompletedLine(words).store,
                let person = try? Person(timeZone: nil, now: nil),
                let items = try? await store.provider(person).todos()
            else { return [] }
            let list = TodoList(style: .plain, person: person)
            let ordered = items.filter { !$0.isClosed } + items.filter(\.isClosed)
            return CompletionReply(
                ordered.map { item in
                    let title = list.style.title(item.occurrence)
                    let due = list.due(item)
                    return (item.occurrence.id.description, due.isEmpty ? title : "\(due) \(title)")
                }
            ).lines
        }
    }
}
