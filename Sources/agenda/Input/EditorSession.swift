import AgendaActions
import AgendaKit
import ICalendar
import TerminalOutput

/// An edit of an event, to-do or journal entry in the user's own editor, repeated until the form is valid.
struct EditorSession {
    let target: ItemTarget
    let part: ItemTarget.Part
    /// Whether the copies of an event in all other writable calendars change, too. They may differ from the form.
    var everywhere = false
    let isDryRun: Bool

    /// What stands above the form.
    private var notes: [Message] {
        let every: Message =
            "every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last "
            + "friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; leave it empty to stop repeating."
        guard !target.isJournal else {
            let advice: Message =
                "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
                + "the entry's zone."
            let status: Message =
                "status: takes draft, final or cancelled, or nothing. description: is the first "
                + "text; further ones stay as they are."
            return [target.sentence(part.scope), advice, status, every]
        }
        guard target.todo != nil else {
            let advice: Message =
                "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
                + "the event's zone."
            let alarm: Message =
                "alarm: takes the time before the start, such as 15m, 1h or 1d; separate several "
                + "with commas."
            return [target.sentence(part.scope), advice, every, alarm]
        }
        let advice: Message =
            "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
            + "the to-do's zone."
        let priority: Message =
            "priority: takes 1 (highest) to 9, high, medium or low. parent: takes an id or words "
            + "of another to-do."
        let status: Message =
            "status: takes needs-action, in-process, completed or cancelled. percent: takes 0 to "
            + "100, and 100 means completed."
        return [target.sentence(part.scope), advice, priority, status, every]
    }

    /// Begins the line that says why the form came back.
    private static let mark = "# ! "

    /// Opens the editor and makes the change. A refused text comes back with the reason as its first
    /// line, until it is accepted or left unchanged. In the latter case, and without a terminal, the text
    /// is kept in its file.
    func run() async throws -> Outcome {
        let notes = notes.map(\.text)
        let draft = try await target.editor.draft(of: part.event, scope: part.scope)
        let parent = try await title(ofParent: draft)
        let opened = EventForm(draft, parent: parent)
        let original = opened.text(notes: notes)
        let editor = try TextEditor(original)
        var refused: String?
        while true {
            let text = try editor.run()
            if text == refused {
                throw CommandFailure.failure(
                    "nothing was changed; your text is in \(editor.path)")
            }
            let edited: ItemTarget.Edited
            do {
                let drafts = try await target.editor.drafts(
                    of: part.event, scope: part.scope, everywhere: everywhere)
                for present in drafts where present.calendar == draft.calendar {
                    // Somebody else changed it while the form was open.
                    guard EventForm(present, parent: parent).text(notes: notes) == original else {
                        throw CommandFailure.failure("it has changed in the meantime")
                    }
                }
                var edits = try opened.edits(in: text)
                if let parent = edits.parent {
                    edits.parent = try await target.uid(ofParent: parent)
                }
                edited = try await target.change(drafts, by: edits, shown: nil) {
                    try await target.editor.edit($0, commits: !isDryRun)
                }
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
                continue
            }
            editor.remove()
            return try await target.outcome(
                edited, part, everywhere: everywhere, isDryRun: isDryRun)
        }
    }

    /// The title of the to-do that a draft is a part of; nil if it has none, or is a part of none that is here.
    private func title(ofParent draft: EventDraft) async throws -> String? {
        guard let uid = draft.event.todo?.parent else { return nil }
        return try await target.store.provider(target.person).todos()
            .first { $0.occurrence.uid == uid }?.occurrence.summary
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
