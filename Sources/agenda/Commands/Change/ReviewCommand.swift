import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct ReviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "review",
        abstract: "Decide about changes that an assistant proposes.",
        discussion: """
            'agenda mcp --review' lets an assistant propose changes. Each is listed with what would change, what it \
            would overlap, and its times in its own zone and yours. Accepted ones are made, stand in 'agenda history' and \
            are undone as any other change.
            """,
        subcommands: [List.self, Accept.self, Refuse.self],
        defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the changes that wait.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let shown = try await ReviewDesk(person).all()
            if options.json {
                let all = shown.map(ShownProposal.init(of:))
                JSONWriter.document(zone: person.zone) { $0.lines("proposals", all) }.flush()
            } else if shown.isEmpty {
                if !options.common.quiet { OutputBuffer.say("No changes wait") }
            } else {
                let style = try TextStyle(option: options.color)
                var output = OutputBuffer()
                for one in shown { ShownProposal(of: one).write(to: &output, style) }
                Pager.show(output)
            }
        }
    }

    struct Accept: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "accept", abstract: "Make a proposed change, perhaps with other values.",
            discussion: """
                --set changes a value of it first, by the name that 'agenda review --json' shows: \
                --set start=2026-11-28T10:00. A change of an event that was itself changed since is refused unless \
                --stale allows it.
                """)

        @Argument(help: .value("number", "Which one."))
        var number: Int

        @Option(name: .customLong("set"), help: .value("name=value", "Another value; repeatable."))
        var values: [String] = []

        @Flag(help: "Make it although the event has changed since.")
        var stale = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let person = try common.person()
            let desk = try ReviewDesk(person)
            let done = try await ReviewCommand.deciding {
                var change = try ReviewedProposal.change(desk.proposal(number))
                for text in values { try Self.set(text, in: &change) }
                let settled = change
                return try await desk.accept(number, evenIfStale: stale) {
                    try await settled.outcome(person)
                }
            }
            try await done.show(besides: InvitationNote(done).lines())
        }

        /// Sets one value, such as `start=10:00`.
        private static func set(_ text: String, in change: inout ToolChange) throws(CommandFailure)
        {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count == 2 else {
                throw .usage("--set \(text): expected a name and a value, such as start=10:00")
            }
            if parts[0] == "calendar" {
                change.calendar = parts[1]
                return
            }
            guard let setting = ItemSetting(rawValue: parts[0]) else {
                let names = ItemSetting.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage("--set \(text): expected one of calendar, \(names)")
            }
            let value: ItemSetting.Value
            switch setting {
            case .category, .attendee, .alarm:
                value = .texts(parts[1].split(separator: ",").map { String($0) })
            case .count, .percent:
                guard let number = Int(parts[1]) else {
                    throw .usage("--set \(text): expected a number")
                }
                value = .number(number)
            case .allDay, .busy: value = .flag(["yes", "true"].contains(parts[1]))
            default: value = .text(parts[1])
            }
            setting.set(value, in: &change.edits)
        }
    }

    struct Refuse: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "refuse", abstract: "Take proposed changes off the list.")

        @Argument(help: .value("number", "Which ones."))
        var numbers: [Int] = []

        @Flag(help: "All that wait.")
        var all = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard all != !numbers.isEmpty else {
                throw CommandFailure.usage("review refuse: give numbers, or --all")
            }
            let desk = try ReviewDesk(try common.person())
            for number in all ? try await desk.numbers() : numbers {
                try await ReviewCommand.deciding { try desk.refuse(number) }
                if !common.quiet { OutputBuffer.say("Refused \(number)") }
            }
        }
    }

    /// Says why nothing can be decided.
    private static func deciding<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let fault as ReviewDesk.Fault {
            switch fault {
            case .unknown(let number):
                throw CommandFailure.failure("\(number): no such proposal: see 'agenda review'")
            case .stale(let number):
                throw CommandFailure.failure(
                    "\(number): the event has changed since this was proposed: see 'agenda review', and accept it with --stale, or refuse it"
                )
            }
        }
    }
}

/// A proposal as the command shows it.
private struct ShownProposal: JSONObject {
    let reviewed: ReviewedProposal

    init(of reviewed: ReviewedProposal) { self.reviewed = reviewed }

    /// Number and deed, then what differs, what overlaps, and the times in the event's own zone.
    func write(to output: inout OutputBuffer, _ style: TextStyle) {
        let (number, done) = ("\(reviewed.proposal.number)  ", reviewed.done)
        output.append(
            style.header(number + (done.map { style.safe(style.text($0.line)) } ?? "")) + "\n")
        if let done { output.append(differenceOf: done.change) }
        for line in notes {
            for row in style.wrapped("  " + style.safe(style.text(line)), indent: 4) {
                output.append(row + "\n")
            }
        }
    }

    private var notes: [Message] {
        var notes: [Message] = []
        if let fault = reviewed.fault { notes.append(fault) }
        if reviewed.isStale, reviewed.fault == nil {
            notes.append("The event has changed since this was proposed")
        }
        for event in elsewhere {
            notes.append("In its own zone: \(event.when) (\(event.zone))")
        }
        notes += reviewed.overlaps.prefix(Self.mostOverlaps).map {
            Outcome.Note.overlaps($0).sentence(reviewed.person)
        }
        return notes
    }

    private static let mostOverlaps = 5

    /// The times of what it would leave, in the event's own zone where that is another one than the person's.
    private var elsewhere: [(when: String, zone: String)] {
        (reviewed.done?.proposed ?? []).compactMap { event in
            guard let name = event.content.timeZone, name != reviewed.person.zone.name,
                let zone = SystemZones.database.rules(named: name)
            else { return nil }
            return (TimeText(zone: zone).when(event.span), name)
        }
    }

    func writeMembers(to json: inout JSONWriter) {
        reviewed.writeMembers(to: &json)
        json.member("does", reviewed.done?.line.text)
        json.member("inItsZone", elsewhere.map { "\($0.when) (\($0.zone))" })
    }
}
