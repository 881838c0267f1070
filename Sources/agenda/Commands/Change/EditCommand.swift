import AgendaActions
import AgendaKit
import ArgumentParser
import TerminalOutput

struct EditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change an event or a journal entry of a writable calendar.",
        discussion: """
            Without options, your editor ($VISUAL, $EDITOR) opens with the event as a form. What you do \
            not mention stays; a new start moves the end along, and --start +1h, -30m or +1d moves the event \
            by so much. The value none removes a part. A \
            list (--category, --attendee, --alarm) replaces the old one.
            If the event repeats, --scope says what to change: this (one day), future (this day and all \
            after it, which become a series of their own) or all. On a terminal, agenda asks.
            A journal entry takes --summary, --start (a day, a time or none), --description (the first of \
            its texts), --category, --url, --status (draft, final, cancelled) and --every.
            --everywhere changes the copies in all your writable calendars at once.
            """)

    @OptionGroup var options: EventChangeOptions

    @Flag(help: "Also change the copies in all other writable calendars.")
    var everywhere = false

    @OptionGroup var details: EventOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let target = try await ItemTarget(
            event: options.event, orJournal: true, try common.person())
        try await target.editAsGiven(
            details.edits, options.scope, to: details.calendar, everywhere: everywhere,
            isDryRun: options.dryRun)
    }
}

extension ItemTarget {
    /// Makes the edits as `edit` does; without any, those of a form in the person's own editor. Says what was done.
    func editAsGiven(
        _ edits: ItemEdits, _ scope: RecurrenceScope?, to calendar: String? = nil,
        partOf parent: String? = nil, everywhere: Bool = false, isDryRun: Bool
    ) async throws {
        guard edits.isEmpty, calendar == nil, parent == nil else {
            return try await edit(
                edits, scope, to: calendar, partOf: parent, everywhere: everywhere,
                isDryRun: isDryRun
            ).show()
        }
        let part = try part(scope, for: .change)
        try await EditorSession(
            target: self, part: part, everywhere: everywhere, isDryRun: isDryRun
        ).run().show()
    }
}
