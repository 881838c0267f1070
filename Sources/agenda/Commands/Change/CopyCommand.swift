import AgendaKit
import ArgumentParser

/// `agenda copy`: an event once more.
struct CopyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Adds an event once more, on another day or in another calendar.",
        discussion: """
            EVENT is an id or words, as in agenda show: copy lunch tomorrow --to friday. The new event \
            has an id of its own, which is printed; it has no organizer, and nobody has answered it.
            --to is a day, which keeps the time, or WHEN as in agenda add. Without --calendar it goes \
            into the same calendar, or into your own where that one is read only.
            When the event recurs: --scope this (one day, as a single event) or all (the series). On a \
            terminal it is asked for.
            """)

    @Argument(help: "An id or words; a day last narrows them.", completion: .eventID)
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
    var scope: ScopeChoice?

    @Flag(help: "Only show what would be added.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        guard to != nil || calendar != nil else {
            throw CommandFailure.usage("copy: say where to: --to DAY or --calendar NAME")
        }
        guard scope != .future else {
            throw CommandFailure.usage(
                "--scope future: one day is copied, or the series: this or all")
        }
        let target = try await EventTarget(event, common, changes: false)
        let (occurrence, scope) = try target.chosen(
            scope, question: { "\($0) recurs. Copy this or all? " })
        let own = target.isWritable ? occurrence.calendar : nil
        let place = calendar == nil ? own : try CalendarChoice.target(calendar, in: target.store)
        var edits = EventEdits()
        edits.start = to
        var draft = try await target.editor.draft(copying: occurrence, scope: scope)
        try edits.apply(to: &draft, settings: target.settings, shown: target.settings.zone)
        let (id, change) = try await target.editor.copy(draft, to: place, commits: !dryRun)
        if dryRun {
            var output = OutputBuffer()
            let line: Message = "Would copy \(target.sentence(scope)) to \(change.calendar)"
            output.append(line.text + "\n")
            ChangeText.append(differenceOf: change, to: &output)
            output.flush()
        } else {
            OutputBuffer(id.description + "\n").flush()
            if !common.quiet {
                let new = try target.store.details(of: id.description, target.settings).occurrence
                let when = TimeText(zone: target.settings.zone).when(new.span)
                Terminal.complain("Added \(new.summary ?? ""), \(when) [\(change.calendar)]")
            }
        }
        try await target.editor.importer.requireBackup()
    }
}
