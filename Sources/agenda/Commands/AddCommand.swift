import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda add`: a new event of the local calendar.
struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds an event to your own calendar or a writable source, and prints its id.",
        discussion: """
            Words say what, when and where: agenda add Lunch with Kim friday 12:30-13:30 @ Cafe Nord
            A day is 2026-11-20, today, tomorrow, monday, +10d; without a time it is an all-day \
            event, without an end a timed event lasts an hour. Options override the words; when \
            --start names a day, all words are title.
            WHEN: 2026-11-20T10:00, 'friday 10:00', 10:00 or a day.
            """)

    @Argument(help: "What, when, @ where.")
    var text: [String] = []

    @OptionGroup var details: EventOptions
    @OptionGroup var common: CommonOptions

    func run() async throws {
        let settings = try common.settings()
        let draft = try details.draft(text: text.joined(separator: " "), settings: settings)
        let store = try await StoreAccess.open(
            path: try common.databasePath(), createsMissing: true, settings: settings)
        let importer = Importer(store: store, clock: settings.clock)
        let id = try await importer.add(
            draft.event, participants: draft.participants, to: try details.source(store))
        var output = OutputBuffer()
        output.append(id.description + "\n")
        output.flush()
        if !common.quiet {
            let when = DetailsText(style: TextStyle(color: .never), zone: settings.zone)
                .when(draft.span)
            Terminal.complain("Added \(draft.event.summary ?? ""), \(when)")
            try await OverlapNote(store: store, settings: settings).say(of: [draft.event.uid])
        }
        try await importer.requireBackup()
    }
}
