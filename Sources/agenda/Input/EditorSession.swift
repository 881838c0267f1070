import AgendaKit

/// An edit in the user's own editor, repeated until the form is valid.
struct EditorSession {
    let target: EventTarget
    let event: AgendaEvent
    let scope: RecurrenceScope
    let everywhere: Bool
    let commits: Bool

    /// Begins the line that says why the form came back.
    private static let mark = "# ! "

    /// Opens the editor and makes the change. A refused text comes back with the reason as its first
    /// line, until it is accepted or left unchanged. In the latter case, and without a terminal, the text
    /// is kept in its file.
    func run() async throws -> EventChange {
        let form = EventForm(try await target.editor.draft(of: event, scope: scope))
        let advice: Message =
            "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
            + "the event's zone."
        let every: Message =
            "every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last "
            + "friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; leave it empty to stop repeating."
        let alarm: Message =
            "alarm: takes the time before the start, such as 15m, 1h or 1d; separate several "
            + "with commas."
        let notes = [target.sentence(scope).text, advice.text, every.text, alarm.text]
        let original = form.text(notes: notes)
        let editor = try TextEditor(original)
        var refused: String?
        while true {
            let text = try editor.run()
            if text == refused {
                throw CommandFailure.failure(
                    "nothing was changed; your text is in \(editor.path)")
            }
            do {
                let edits = try form.edits(in: text)
                let drafts = try await target.editor.drafts(
                    of: event, scope: scope, everywhere: everywhere)
                for draft in drafts {
                    // Somebody else changed the event while the form was open. Copies in other calendars may
                    // differ from it.
                    guard
                        draft.calendar != event.calendar
                            || EventForm(draft).text(notes: notes) == original
                    else {
                        throw CommandFailure.failure("the event has changed in the meantime")
                    }
                }
                let change = try await target.change(drafts, by: edits, shown: nil) {
                    try await target.editor.edit($0, commits: commits)
                }
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
