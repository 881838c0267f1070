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
        }
        try await importer.requireBackup()
    }
}

extension EventOptions {
    /// The source that `--calendar` names, without regard to case; nil for the local calendar.
    fileprivate func source(_ store: EventStore) throws -> String? {
        guard let calendar else { return nil }
        let sources = try store.sources(counting: false)
        if let match = sources.first(where: { $0.name == calendar })
            ?? sources.first(where: { $0.name.lowercased() == calendar.lowercased() })
        {
            return match.name
        }
        // The local calendar is made with its first event.
        if calendar == "local" { return nil }
        let names = sources.filter(\.isWritable).map(\.name).joined(separator: ", ")
        guard !names.isEmpty else {
            throw CommandFailure.usage(
                "--calendar \(calendar): there is no such calendar: none can be written to but local"
            )
        }
        throw CommandFailure.usage(
            "--calendar \(calendar): there is no such calendar: there are \(names)")
    }
}
