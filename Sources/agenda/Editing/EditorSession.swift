import AgendaKit
import ICalendar
import Synchronization

/// An edit by hand: the form in the person's editor, as often as it takes.
struct EditorSession {
    let target: EventTarget
    let event: AgendaEvent
    let scope: RecurrenceScope
    let commits: Bool

    /// Opens the editor and makes the change. What was typed is not lost: a refused text is opened again
    /// where somebody can be asked, and else kept in its file.
    func run() async throws -> EventChange {
        let form = try await present()
        let advice: Message =
            "Save and close to change it; what is left as it is stays. Times are those of its zone."
        let notes = [target.sentence(scope).text, advice.text]
        let original = form.text(notes: notes)
        let editor = try TextEditor(original)
        while true {
            let text = try editor.run()
            do {
                let edits = try form.edits(in: text)
                let change = try await target.edit(event, scope, commits: commits) {
                    (draft) throws(CommandFailure) in
                    // Somebody else was faster: these are other values than those on the screen.
                    guard EventForm(draft).text(notes: notes) == original else {
                        throw .failure("the event was changed meanwhile")
                    }
                    try edits.apply(to: &draft, settings: target.settings, shown: nil)
                }
                editor.remove()
                return change
            } catch {
                let message = Self.message(of: error)
                guard Terminal.canAsk else {
                    throw CommandFailure.failure("\(message): the text is kept in \(editor.path)")
                }
                Terminal.complain(message)
                let answer = Terminal.ask("Edit again? [Y/n] ")?.lowercased() ?? "n"
                if answer.hasPrefix("n") {
                    throw CommandFailure.failure(
                        "nothing is changed: the text is kept in \(editor.path)")
                }
                editor.replace("# \(message.text)\n" + text)
            }
        }
    }

    /// The event as the editor would see it.
    private func present() async throws -> EventForm {
        let seen = Seen()
        _ = try await target.edit(event, scope, commits: false) { draft in
            let form = EventForm(draft)
            seen.form.withLock { $0 = form }
        }
        guard let form = seen.form.withLock({ $0 }) else {
            throw CommandFailure.failure("\(event.id): there is no such event any more")
        }
        return form
    }

    private static func message(of error: any Error) -> Message {
        switch error {
        case let error as CommandFailure: error.message ?? ""
        case let error as AgendaError: "\(error.sentence)"
        default: "\(String(describing: error))"
        }
    }

    /// Guarded by its mutex.
    private final class Seen: Sendable {
        let form = Mutex<EventForm?>(nil)
    }
}
