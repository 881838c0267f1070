import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct MirrorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Keep what some calendars have in another one, as busy times or with details.",
        discussion: """
            Whoever sees only the other calendar knows then when you are busy. Series stay series, events \
            of others in it are never touched, and each run is one change of 'agenda history'. Mirrors run \
            after 'agenda refresh' and 'agenda sync', and in the daemon.
            """,
        subcommands: [
            List.self, Add.self, Run.self, Set.self, Take.self, Remove.self, Export.self, Join.self,
        ],
        defaultSubcommand: List.self)

    /// What blocks show.
    struct ShownOptions: ParsableArguments {
        @Flag(help: "Show when you are busy, and nothing of what for.")
        var busy = false

        @Option(
            help: .value(
                "fields", "Show these, divided by commas: title, location, notes, link, categories."
            ))
        var show: String?

        @Option(
            help: .value("text", "What a block is called that does not show its event's title."))
        var title: String?

        @Option(help: .value("number", "Take events that have an instance in so many days."))
        var days: Int?

        @Flag(
            name: .customLong("private"), inversion: .prefixedNo,
            help: "Mark blocks as private for those who see the calendar.")
        var isPrivate: Bool?

        @Flag(
            inversion: .prefixedNo,
            help: "Join times that touch, so that nobody can tell series and numbers of events.")
        var flat: Bool?

        /// What was given.
        func changes() throws(CommandFailure) -> MirrorChanges {
            guard !(busy && show != nil) else {
                throw .usage("--busy cannot be combined with --show")
            }
            var changes = MirrorChanges()
            if busy { changes.details = [] }
            if let show {
                var details: Swift.Set<Mirror.Detail> = []
                for word in show.split(separator: ",") {
                    let name = word.drop { $0 == " " }
                    guard let detail = Mirror.Detail(rawValue: String(name)) else {
                        let all = Mirror.Detail.allCases.map(\.rawValue).joined(separator: ", ")
                        throw .usage("--show \(String(name)): expected some of \(all)")
                    }
                    details.insert(detail)
                }
                changes.details = details
            }
            (changes.title, changes.days) = (title, days)
            (changes.isPrivate, changes.isFlat) = (isPrivate, flat)
            return changes
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a mirror, and fill it.",
            discussion: """
                For example 'agenda mirror add personal --to work --busy': what you have in the calendar \
                personal appears in the calendar work as 'Busy'. Two mirrors make two ways: none takes \
                blocks of another one for events.
                """)

        @Argument(help: "The calendars whose events are shown.", completion: .calendarName)
        var calendar: [String]

        @Option(
            help: .value("calendar", "The calendar in which they are shown."),
            completion: .calendarName)
        var to: String

        @Option(help: .value("name", "What the mirror is called."))
        var name: String?

        @OptionGroup var shown: ShownOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard shown.busy || shown.show != nil else {
                throw CommandFailure.usage("give --busy, or --show title,location")
            }
            let round = try await MirrorCommand.round(common)
            var mirror = try round.new(of: calendar, to: to, name: name)
            let changes = try shown.changes()
            try MirrorCommand.setting { try changes.apply(to: &mirror) }
            try MirrorCommand.tell(try await round.add(mirror), common)
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the mirrors, and what their next run would do.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let round = try await MirrorCommand.round(options.common)
            let listed = try await round.listed()
            if options.json { return listed.document(zone: round.person.zone).flush() }
            guard !listed.isEmpty else {
                return Terminal.complain(
                    "agenda: no mirrors yet: make one with 'agenda mirror add CALENDAR --to CALENDAR --busy'"
                )
            }
            var output = OutputBuffer()
            for (mirror, report) in listed.map({ ($0.mirror, $0.report) }) {
                output.append(safeLine: mirror.name)
                output.append(safeLine: "  \(mirror.facts.text)")
                let standing: Message =
                    report.stop == nil
                        && report.added + report.changed + report.removed + report.held == 0
                    ? "\(report.unchanged) blocks, nothing to do" : report.sentence
                output.append(safeLine: "  \(standing.text)")
            }
            output.flush()
        }
    }

    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "run", abstract: "Bring mirrors up to date, by default all.")

        @Argument(help: "The names of mirrors.")
        var name: [String] = []

        @Flag(help: "Only say what would be done.")
        var dryRun = false

        @Flag(help: "Also where many blocks go or come, or the mirror is paused.")
        var yes = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            _ = try await RefreshCommand.importChanges(round.store, round.person, nil)
            let reports = try await round.run(
                name.isEmpty ? nil : name, isConfirmed: yes, commits: !dryRun)
            try MirrorCommand.tell(reports, common)
        }
    }

    struct Set: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "set", abstract: "Change what a mirror shows, and bring it up to date.")

        @Argument(help: "The mirror's name.")
        var mirror: String

        @Option(help: .value("name", "What it is called from now on."))
        var name: String?

        @OptionGroup var shown: ShownOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            var changes = try shown.changes()
            changes.name = name
            guard let settled = try MirrorCommand.setting({ try round.set(mirror, changes) })
            else { return }
            try MirrorCommand.tell(try await round.run([settled.name]), common)
        }
    }

    struct Take: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "take",
            abstract: "Have this machine write a mirror that another one wrote until now.")

        @Argument(help: "The mirror's name.")
        var mirror: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            try MirrorCommand.tell(try await round.take(mirror), common)
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "End a mirror, and remove its blocks.")

        @Argument(help: "The mirror's name.")
        var mirror: String

        @Flag(help: "Leave its blocks where they are.")
        var keep = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            let change = try await round.remove(mirror, keepsBlocks: keep)
            let count = change?.operations.count ?? 0
            if !common.quiet {
                OutputBuffer.say("Removed \(mirror) and \(count) of its blocks")
            }
        }
    }

    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract:
                "Print a mirror's settings with its secret, for 'agenda mirror join' on another machine."
        )

        @Argument(help: "The mirror's name.")
        var mirror: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            OutputBuffer(try round.mirrors?.mirror(named: mirror).exported ?? "").flush()
        }
    }

    struct Join: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "join",
            abstract: "Take the settings of a mirror of another machine from a file.",
            discussion: """
                The machine that made the mirror goes on writing it; this one only says what it would \
                write, until 'agenda mirror take'.
                """)

        @Argument(help: "The file that 'agenda mirror export' printed.", completion: .file())
        var file: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let round = try await MirrorCommand.round(common)
            guard let joined = Mirror(exported: try InputFile.read(file)) else {
                throw CommandFailure.failure(
                    "\(file): these are no settings of a mirror: make them with 'agenda mirror export NAME'"
                )
            }
            try round.mirrors?.add(joined)
            try MirrorCommand.tell(try await round.run([joined.name], commits: false), common)
        }
    }

    /// Says by which option something cannot be set.
    private static func setting<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let fault as MirrorChanges.Fault {
            switch fault {
            case .title: throw CommandFailure.usage("--title needs one line of text")
            case .days(let days):
                throw CommandFailure.usage("--days must be from 1 to 3660, not \(days)")
            case .flatWithDetails:
                throw CommandFailure.usage(
                    "--flat shows busy times alone: it cannot be combined with --show")
            }
        }
    }

    private static func round(_ common: CommonOptions) async throws -> MirrorRound {
        let person = try common.person()
        return MirrorRound(person, try await StoreAccess.openExisting(person))
    }

    /// Says how runs went; what needs a person is status 3.
    private static func tell(_ reports: [MirrorReport], _ common: CommonOptions) throws {
        for report in reports {
            let line: Message = "\(report.name): \(report.sentence)"
            if report.needsAttention {
                Terminal.complain(line)
            } else if !common.quiet {
                OutputBuffer.say(line)
            }
        }
        if reports.contains(where: \.needsAttention) { throw CommandFailure.partial }
    }
}

extension Mirror {
    /// What is shown where.
    fileprivate var facts: Message {
        let from = sources.joined(separator: ", ")
        var facts: Message = "\(from) in \(target), \(days) days"
        if isBusyOnly {
            facts = "\(facts), busy times alone"
        } else {
            let names = details.map(\.rawValue).sorted().joined(separator: ", ")
            facts = "\(facts), with \(names)"
        }
        if isFlat { facts = "\(facts), times that touch as one" }
        if isPrivate { facts = "\(facts), private" }
        return facts
    }
}
