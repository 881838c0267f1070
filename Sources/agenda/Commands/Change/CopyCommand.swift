import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy an event to another day or another calendar.",
        discussion: """
            EVENT is an id or words, as in agenda show: copy lunch tomorrow --to friday. The new event \
            has its own id, which is printed, no organizer, and no replies.
            --to is a day, which keeps the time, or WHEN as in agenda add. Without --calendar, the copy \
            goes to the same calendar, or to your own if that one is read-only.
            If the event repeats, --scope says what to copy: this (one day, as a single event) or all \
            (the series). On a terminal, agenda asks.
            """)

    @Argument(help: "An id or words, and a day after them if needed.", completion: .eventID)
    var event: [String]

    @Option(
        parsing: .unconditional, help: ArgumentHelp("When the copy starts.", valueName: "when"),
        completion: .day)
    var to: String?

    @Option(
        help: ArgumentHelp("The calendar: your own, or a writable source.", valueName: "name"),
        completion: .calendarName)
    var calendar: String?

    @Option(help: ArgumentHelp("this or all.", valueName: "scope"))
    var scope: RecurrenceScope?

    @Flag(help: "Only show what would be added.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard to != nil || calendar != nil else {
            throw CommandFailure.usage("copy: say where to: give --to DAY or --calendar NAME")
        }
        guard scope != .future else {
            throw CommandFailure.usage(
                "--scope must be this or all for a copy, not future")
        }
        let target = try await ItemTarget(event: event, try common.person(), changes: false)
        let (occurrence, scope) = try target.chosen(
            scope, question: { "\($0) repeats. Copy this or all? " })
        let own = target.isWritable ? occurrence.calendar : nil
        let place =
            calendar == nil
            ? own
            : try CalendarChoice.target(
                calendar, in: target.store, for: target.person)
        var edits = ItemEdits()
        (edits.start, edits.isCopy) = (to, to != nil)
        let draft = try await target.editor.draft(copying: occurrence, scope: scope)
        let (id, change) = try await target.change(
            [draft], by: edits, shown: target.person.zone
        ) {
            try await target.editor.copy($0[0], to: place, commits: !dryRun)
        }
        if dryRun {
            let line = ChangeVerb.copy(to: change.calendar).line(
                target.sentence(scope), isDryRun: true)
            target.report(change, line, isDryRun: true)
        } else {
            OutputBuffer(id.description + "\n").flush()
            if !common.quiet {
                let new = try target.store.details(of: id.description, target.person).occurrence
                let when = TimeText(zone: target.person.zone).when(new.span)
                Terminal.complain("Added \(new.summary ?? ""), \(when) [\(change.calendar)]")
            }
        }
        try await target.editor.importer.requireBackup(target.person.report)
    }
}
