import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput
import ICalendar

extension TodoCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a to-do.",
            discussion: """
                Without options, your editor ($VISUAL, $EDITOR) opens with the to-do as a form. What you do \
                not mention stays; an empty text ('') or none removes a part, and --category \
                replaces all categories. If the to-do repeats, --scope says what to change: this (one \
                instance), future (it and all after it, which become a series of their own) or all. On a \
                terminal, agenda asks.
                """)

        @OptionGroup var options: TodoChangeOptions

        @Option(help: .value("scope", "this, future or all."))
        var scope: RecurrenceScope?

        @OptionGroup var details: TodoOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let edits = details.edits
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            guard edits.isEmpty, details.parent == nil else {
                return try await target.edit(
                    edits, scope, partOf: details.parent, isDryRun: options.dryRun
                ).show()
            }
            let part = try target.part(scope, for: .change)
            let draft = try await target.editor.draft(of: part.event, scope: part.scope)
            let edited = try await form(of: draft, target, part.scope)
            try await target.outcome(edited, part, isDryRun: options.dryRun).show()
        }

        private func form(
            of draft: EventDraft, _ target: ItemTarget, _ scope: RecurrenceScope
        ) async throws -> ItemTarget.Edited {
            let parent = try await title(ofParent: draft, target)
            let advice: Message =
                "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
                + "the to-do's zone."
            let priority: Message =
                "priority: takes 1 (highest) to 9, high, medium or low. parent: takes an id or words "
                + "of another to-do."
            let status: Message =
                "status: takes needs-action, in-process, completed or cancelled. percent: takes 0 to "
                + "100, and 100 means completed."
            return try await EditorSession(
                draft: draft,
                notes: [
                    target.sentence(scope), advice, priority, status, EditorSession.every,
                ],
                form: { EventForm($0, parent: parent) },
                drafts: {
                    [try await target.editor.draft(of: target.occurrence, scope: scope)]
                },
                change: { form, text, drafts in
                    var edits = try form.todoEdits(in: text)
                    if let parent = edits.parent {
                        edits.parent = try await target.uid(ofParent: parent)
                    }
                    return try await target.change(drafts, by: edits, shown: nil) {
                        try await target.editor.edit($0, commits: !options.dryRun)
                    }
                }
            ).run()
        }

        /// The title of the to-do that a draft is a part of; nil if it has none, or is a part of none that is here.
        private func title(
            ofParent draft: EventDraft, _ target: ItemTarget
        ) async throws -> String? {
            guard let uid = draft.event.todo?.parent else { return nil }
            return try await target.store.provider(target.person).todos()
                .first { $0.occurrence.uid == uid }?.occurrence.summary
        }
    }
}
