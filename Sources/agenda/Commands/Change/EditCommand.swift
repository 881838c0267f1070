import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an event of your own calendar or of a writable source.",
        discussion: """
            Without options, your editor ($VISUAL, $EDITOR) opens with the event as a form. What you do \
            not mention stays; a new start moves the end along, and --start +1h, -30m or +1d moves the event \
            by so much. An empty text ('') or none removes a part. A \
            list (--category, --attendee, --alarm) replaces the old one.
            If the event repeats, --scope says what to change: this (one day), future (this day and all \
            after it, which become a series of their own) or all. On a terminal, agenda asks.
            --everywhere changes the copies in all your writable calendars at once.
            """)

    @OptionGroup var options: EventChangeOptions

    @Flag(help: "Also change the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var details: EventOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await ItemTarget(event: options.event, try common.person())
        let edits = details.edits
        let (occurrence, scope) = try target.chosen(
            options.scope, question: { "\($0) repeats. Change this, future or all? " })
        let change = try await change(edits, target, occurrence, scope)
        let sentence = target.sentence(scope)
        let verb: ChangeVerb =
            change.kind == .move ? .move(to: change.operations.first?.calendar ?? "") : .change
        target.report(
            change, verb.line(sentence, isDryRun: options.dryRun), isDryRun: options.dryRun,
            unchanged: sentence)
        if !common.quiet, !change.operations.isEmpty {
            if change.kind != .move {
                target.sayCopies(left: change, everywhere: everywhere)
            }
            if !options.dryRun, ChangeText.concernsTime(change) {
                // Of a series that is split, the days before stay as they were.
                let new = change.operations.filter { scope == .future && $0.before == nil }
                try await OverlapNote(store: target.store, person: target.person)
                    .say(
                        of: Set((new.isEmpty ? change.operations : new).map(\.uid)),
                        instance: scope == .this ? occurrence.recurrenceID : nil)
            }
        }
        try await target.editor.importer.requireBackup(target.person.report)
    }

    private func change(
        _ edits: ItemEdits, _ target: ItemTarget, _ event: AgendaEvent, _ scope: RecurrenceScope
    ) async throws -> EventChange {
        let zone = target.person.zone
        if let calendar = details.calendar {
            guard scope == .all else {
                throw CommandFailure.usage("--calendar moves whole events: use --scope all")
            }
            guard !everywhere else {
                throw CommandFailure.usage(
                    "--everywhere cannot be combined with --calendar \(calendar)")
            }
            let name = try CalendarChoice.target(
                calendar, in: target.store, for: target.person)
            if edits.isEmpty {
                return try await target.editor.move(event, to: name, commits: !options.dryRun)
            }
            let draft = try await target.editor.draft(of: event, scope: scope)
            return try await target.change([draft], by: edits, shown: zone) {
                try await target.editor.move($0[0], to: name, commits: !options.dryRun)
            }
        }
        guard !edits.isEmpty else {
            return try await form(target, event, scope)
        }
        let drafts = try await target.editor.drafts(
            of: event, scope: scope, everywhere: everywhere)
        return try await target.change(drafts, by: edits, shown: zone) {
            try await target.editor.edit($0, commits: !options.dryRun)
        }
    }

    private func form(
        _ target: ItemTarget, _ event: AgendaEvent, _ scope: RecurrenceScope
    ) async throws -> EventChange {
        let advice: Message =
            "Edit, save and close. Lines that you leave alone stay as they are. Times are in "
            + "the event's zone."
        let alarm: Message =
            "alarm: takes the time before the start, such as 15m, 1h or 1d; separate several "
            + "with commas."
        return try await EditorSession(
            draft: try await target.editor.draft(of: event, scope: scope),
            notes: [target.sentence(scope), advice, EditorSession.every, alarm],
            drafts: {
                try await target.editor.drafts(of: event, scope: scope, everywhere: everywhere)
            },
            change: { form, text, drafts in
                try await target.change(drafts, by: try form.edits(in: text), shown: nil) {
                    try await target.editor.edit($0, commits: !options.dryRun)
                }
            }
        ).run()
    }
}
