import AgendaActions
import AgendaKit
import TerminalOutput

/// An edit in the user's own editor, repeated until the form is valid.
struct EditorSession {
    /// What is edited, as it is when the editor opens.
    let draft: EventDraft
    /// What stands above the form.
    let notes: [Message]
    /// The form of a draft.
    var form: (EventDraft) -> EventForm = { EventForm($0) }
    /// All that is to be changed, as it is now. Copies in other calendars may differ from the form.
    let drafts: () async throws -> [EventDraft]
    /// Makes the changes that the form's text says.
    let change:
        (_ form: EventForm, _ text: String, _ drafts: [EventDraft]) async throws
            -> ItemTarget.Edited

    /// Begins the line that says why the form came back.
    private static let mark = "# ! "

    /// What the line of the repetition takes.
    static let every: Message =
        "every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last "
        + "friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; leave it empty to stop repeating."

    /// Opens the editor and makes the change. A refused text comes back with the reason as its first
    /// line, until it is accepted or left unchanged. In the latter case, and without a terminal, the text
    /// is kept in its file.
    func run() async throws -> ItemTarget.Edited {
        let notes = notes.map(\.text)
        let opened = form(draft)
        let original = opened.text(notes: notes)
        let editor = try TextEditor(original)
        var refused: String?
        while true {
            let text = try editor.run()
            if text == refused {
                throw CommandFailure.failure(
                    "nothing was changed; your text is in \(editor.path)")
            }
            do {
                let drafts = try await drafts()
                for present in drafts where present.calendar == draft.calendar {
                    // Somebody else changed it while the form was open.
                    guard form(present).text(notes: notes) == original else {
                        throw CommandFailure.failure("it has changed in the meantime")
                    }
                }
                let change = try await change(opened, text, drafts)
                editor.remove()
                return change
            } catch {
                let message = Self.message(of: error)
                guard Terminal.canAsk else {
                    throw CommandFailure.failure("\(message); your text is in \(editor.path)")
                }
                Terminal.complain(message)
                let last =
                    text.hasPrefix(Self.mark) ? text.drop { !$0.isNewline }.dropFirst() : text[...]
                refused = "\(Self.mark)\(message.text)\n\(last)"
                editor.replace(refused ?? "")
            }
        }
    }

    private static func message(of error: any Error) -> Message {
        switch error {
        case let error as CommandFailure:
            Message(stringLiteral: formText(error.message?.text ?? ""))
        case let error as AgendaError: "\(error.sentence)"
        default: "\(String(describing: error))"
        }
    }

    /// Turns a message about an option into one about the form's line.
    private static func formText(_ text: String) -> String {
        guard text.hasPrefix("--") else { return text }
        return String(text.dropFirst(2)).replacing(
            "event-time-zone ", with: "zone ", maxReplacements: 1)
    }
}
