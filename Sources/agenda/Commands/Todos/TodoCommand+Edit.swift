import AgendaActions
import AgendaKit
import ArgumentParser
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

        @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
        var scope: RecurrenceScope?

        @OptionGroup var details: TodoOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            var edits = details.edits
            let isForm = edits.isEmpty && details.parent == nil
            let target = try await ItemTarget(
                todo: options.todo, try common.person(), preferring: .open)
            if let parent = details.parent { edits.parent = try await uid(of: parent, target) }
            let scope = try target.scope(
                scope, question: { "\($0) repeats. Change this, future or all? " })
            let draft = try await target.editor.draft(of: target.occurrence, scope: scope)
            let change =
                isForm
                ? try await form(of: draft, target, scope)
                : try await make(edits, of: draft, target, shown: target.person.zone)
            target.report(
                change,
                ChangeVerb.change.line(target.sentence(scope), isDryRun: options.dryRun),
                isDryRun: options.dryRun)
            try await target.editor.importer.requireBackup(target.person.report)
        }

        private func make(
            _ edits: ItemEdits, of draft: EventDraft, _ target: ItemTarget, shown: TimeZoneRules?
        ) async throws -> EventChange {
            var draft = draft
            try draft.change { (draft) throws(CommandFailure) in
                try edits.apply(to: &draft, person: target.person, shown: shown)
            }
            return try await target.editor.edit(draft, commits: !options.dryRun)
        }

        private func form(
            of draft: EventDraft, _ target: ItemTarget, _ scope: RecurrenceScope
        ) async throws -> EventChange {
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
                        edits.parent = try await uid(of: parent, target)
                    }
                    return try await make(edits, of: drafts[0], target, shown: nil)
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

        /// The `UID` of the new parent, which must not be a part of the to-do itself; empty for none.
        private func uid(of parent: String, _ target: ItemTarget) async throws -> String {
            if ItemEdits.isNone(parent) { return "" }
            guard let found = try await ItemChoice([parent], in: target.reading).todo() else {
                throw CommandFailure.failure("--parent \(parent): no to-do matches")
            }
            let all = try await target.store.provider(target.person).todos()
            let parents = Dictionary(
                all.map { ($0.occurrence.uid, $0.parent) }, uniquingKeysWith: { first, _ in first })
            var next: String? = found.occurrence.uid
            for _ in all.indices {
                guard let uid = next else { break }
                if uid == target.occurrence.uid {
                    throw CommandFailure.usage(
                        "--parent \(parent): a to-do cannot be a part of itself")
                }
                next = parents[uid] ?? nil
            }
            return found.occurrence.uid
        }
    }
}
