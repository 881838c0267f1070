import AgendaKit
import ArgumentParser
import ICalendar

extension TodoCommand {
    struct Edit: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract: "Change a to-do.",
            discussion: """
                What you do not mention stays; an empty text ('') or none removes a part, and --category \
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
            guard !edits.isEmpty || details.parent != nil else {
                throw CommandFailure.usage("todo edit: say what to change, such as --due friday")
            }
            let target = try await TodoTarget(options.todo, common, preferring: .open)
            if let parent = details.parent { edits.parent = try await uid(of: parent, target) }
            let scope = try target.scope(
                scope, question: { "\($0) repeats. Change this, future or all? " })
            var draft = try await target.editor.draft(of: target.item.occurrence, scope: scope)
            try edits.apply(to: &draft, settings: target.settings)
            let change = try await target.editor.edit(draft, commits: !options.dryRun)
            let sentence = target.sentence(nil, scope)
            target.report(
                change, options.dryRun ? "Would change \(sentence)" : "Changed \(sentence)",
                isDryRun: options.dryRun, quiet: common.quiet)
            try await target.editor.importer.requireBackup()
        }

        /// The `UID` of the new parent, which must not be a part of the to-do itself; empty for none.
        private func uid(of parent: String, _ target: TodoTarget) async throws -> String {
            if TodoEdits.isNone(parent) { return "" }
            let choice = TodoChoice(reading: target.reading)
            guard let found = try await choice.find([parent]) else {
                throw CommandFailure.failure("--parent \(parent): no to-do matches")
            }
            let all = try await target.reading.store.provider(target.settings).todos()
            let parents = Dictionary(
                all.map { ($0.occurrence.uid, $0.parent) }, uniquingKeysWith: { first, _ in first })
            var next: String? = found.occurrence.uid
            for _ in all.indices {
                guard let uid = next else { break }
                if uid == target.item.occurrence.uid {
                    throw CommandFailure.usage(
                        "--parent \(parent): a to-do cannot be a part of itself")
                }
                next = parents[uid] ?? nil
            }
            return found.occurrence.uid
        }
    }
}
