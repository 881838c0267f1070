import AgendaKit
import ArgumentParser
import ICalendar

/// `agenda delete`: takes an event out of the local calendar.
struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Deletes an event of your own calendar.",
        discussion: """
            When the event recurs: --scope this (one day alone), future (this day and all after \
            it) or all. On a terminal it is asked for.
            """)

    @Argument(
        help: "The id that the other commands print; a beginning of it is enough.",
        completion: .localEventID)
    var id: String

    @Option(help: ArgumentHelp("this, future or all.", valueName: "scope"))
    var scope: ScopeChoice?

    @Flag(help: "Only say what would be deleted.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let settings = try common.settings()
        let path = try common.databasePath()
        guard StoreAccess.exists(path) else {
            throw CommandFailure.failure("\(id): there is no such event: \(path) does not exist")
        }
        let store = try await StoreAccess.open(
            path: path, createsMissing: false, settings: settings)
        let details = try store.details(
            of: id, clock: settings.clock, zone: settings.zone, filter: EventFilter())
        guard details.source.kind == .local else {
            throw CommandFailure.failure(
                "\(id): the event belongs to \(details.source.name), which is read only: "
                    + "delete it where it comes from")
        }
        let scope = try chosenScope(details.occurrence)
        let importer = Importer(store: store, clock: settings.clock)
        var output = OutputBuffer()
        if dryRun {
            output.append(
                "Would delete \(sentence(details.occurrence, scope: scope, settings))\n")
        } else {
            try await importer.delete(details.occurrence, scope: scope)
            if !common.quiet {
                output.append(
                    "Deleted \(sentence(details.occurrence, scope: scope, settings))\n")
            }
        }
        output.flush()
        try await importer.requireBackup()
    }

    private func chosenScope(_ event: AgendaEvent) throws(CommandFailure) -> RecurrenceScope {
        guard event.isRecurring else { return .all }
        guard let choice = scope ?? asked(event) else {
            throw .usage("\(id): the event recurs: give --scope this, future or all")
        }
        // Without an instance the id means the next one, which would be a guess.
        guard choice == .all || id.contains("-") else {
            throw .usage(
                "\(id): names the whole series: give one day's id, such as \(event.id)")
        }
        return choice.scope
    }

    private func asked(_ event: AgendaEvent) -> ScopeChoice? {
        guard Terminal.canAsk else { return nil }
        let title = SafeText.line(event.summary ?? id, isUTF8: Environment.isUTF8)
        let answer = Terminal.ask("\(title) recurs. Delete this, future or all? ")
        return answer.flatMap { ScopeChoice(rawValue: $0.lowercased()) }
    }

    private func sentence(
        _ event: AgendaEvent, scope: RecurrenceScope, _ settings: Settings
    ) -> String {
        let style = TextStyle(color: .never)
        let when = DetailsText(style: style, zone: settings.zone).when(event.span)
        let extent =
            switch scope {
            case .this: ""
            case .future: " and all after it"
            case .all: event.isRecurring ? " and all its repetitions" : ""
            }
        return "\(style.title(event)), \(when)\(extent)"
    }
}

/// `--scope`.
enum ScopeChoice: String, ExpressibleByArgument, CaseIterable {
    case this, future, all

    /// The same in AgendaKit's words.
    var scope: RecurrenceScope {
        switch self {
        case .this: .this
        case .future: .future
        case .all: .all
        }
    }
}
