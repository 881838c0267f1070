import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct InviteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Show an invitation from a mail, answer it, or invite others.",
        discussion: """
            FILE is a mail or an attached .ics file; - is standard input, as from mutt, aerc or notmuch. \
            Without a word behind it, agenda shows what the message is, what it changes and what it \
            overlaps, and changes nothing.

              agenda invite mail.eml                        look at it
              agenda invite mail.eml accept                 into your calendar, the reply to standard output
              agenda invite - decline --reply sendmail      the reply by mail
              agenda invite mail.eml tentative --propose 'friday 15:00'
              agenda invite mail.eml store                  take it without an answer: an update, a \
            cancellation, or somebody's reply to you
              agenda invite --send lunch friday             invite the attendees of your own event, or \
            tell them that it is cancelled or deleted

            Your addresses are --me, else AGENDA_ME, else those of 'agenda config me' and of your accounts. If \
            the account's server sends replies by itself, agenda makes none, unless --reply says so. \
            'agenda undo' takes your copy back, but no reply that was sent.

            A mail changes no event of your own, and none that somebody else organizes. One that comes from \
            nobody whom it names changes nothing without --trust-sender; on a terminal, agenda asks about a new event.
            Exit status: 3 if such a mail was not taken.
            """)

    @Argument(
        help: .value(
            "file",
            "A mail or .ics file, or -; then accept, decline, tentative or store. With --send, an event: an id, or words and a day."
        ), completion: .file())
    var words: [String] = []

    @Flag(help: "Invite the attendees of your own event, or cancel it.")
    var send = false

    @Option(help: .value("text", "A word to the organizer."))
    var comment: String?

    @Option(help: .value("when", "Propose another start: 15:00, 'friday 15:00'."))
    var propose: String?

    @Option(help: .value("day", "Answer one day of a repeating event only."), completion: .day)
    var on: String?

    @Option(
        help: .value(
            "way", "Where the reply goes; by default stdout, unless your account's server sends it."
        ))
    var reply: ReplyWay?

    @Option(
        help: .value(
            "name", "The calendar for an event that is new: your own, or a writable source."),
        completion: .calendarName)
    var calendar: String?

    @Option(
        help: .value(
            "address",
            "Your own address, also if it is not invited; by default AGENDA_ME, else the configuration file's; repeatable."
        ))
    var me: [String] = []

    @Flag(help: "Take a mail that comes from nobody whom it names.")
    var trustSender = false

    @Flag(help: "Only show what would be done.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let person = try common.person()
        let reader = try InvitationReader(person, me: IdentityOptions.list(me, person))
        if send { return try await sendOwn(reader, person) }
        let (path, verb) = try InvitationVerb.divided(words)
        try requireSense(of: verb)
        let desk = try InvitationDesk(try InvitationFile(path), reader, person)
        let (file, invitation) = (desk.file, desk.invitation)
        for diagnostic in desk.diagnostics where diagnostic.severity == .error {
            Terminal.complain("\(file.place): \(diagnostic.sentence)")
        }
        let answer = try answer(verb, invitation, person)
        // Only to look creates nothing.
        let commits = !dryRun && (verb != nil || propose != nil)
        let store = try await StoreAccess.open(person, isDryRun: !commits)
        let isLook = answer == nil && verb == nil
        func take(isTrusted: Bool, commits: Bool) async throws -> TakenInvitation {
            try await desk.take(
                answer, isLook: isLook, into: calendar, isTrusted: isTrusted, isOwn: reply != nil,
                in: store, commits: commits)
        }
        let taken: TakenInvitation
        do {
            taken = try await take(isTrusted: trustSender, commits: commits)
        } catch let error as AgendaError {
            if case .invitation(.unnamedSender(let sender, let isNew)) = error.reason {
                let looked = try await take(isTrusted: true, commits: false)
                let report = InvitationReport(invitation, file, looked, person, reader.addresses)
                guard isNew, commits, Terminal.canAsk, Self.confirm(report, sender) else {
                    throw refused(report, error)
                }
                taken = try await take(isTrusted: true, commits: true)
            } else {
                // It cannot be taken; what it is can be told all the same.
                if isLook, !json {
                    InvitationReport(invitation, file, nil, person, reader.addresses).heading()
                        .flush()
                }
                throw error
            }
        }
        var report = InvitationReport(invitation, file, taken, person, reader.addresses)
        (report.answer, report.isDone, report.isDryRun) = (answer, commits, dryRun)
        // What is in the way may stand in a calendar that has changed since.
        _ = try await store.importer(person).refresh()
        report.overlaps = try await desk.overlaps(taken, in: store)
        try await finish(
            report, taken, store.editor(person), answered: file.mail?.identifier, isDone: commits)
    }

    /// Asks whether to take a new event from somebody whom it does not name.
    private static func confirm(_ report: InvitationReport, _ sender: String) -> Bool {
        for line in report.headLines { Terminal.complain(line: line) }
        return Terminal.confirm("Take it from \(TextStyle.plain.safe(sender))? [y/N] ")
    }

    /// Tells that a mail changes nothing because of its sender.
    private func refused(_ report: InvitationReport, _ error: AgendaError) -> CommandFailure {
        if json { report.document().flush() }
        Terminal.complain("\(error.sentence)")
        return .partial
    }

    private func requireSense(of verb: InvitationVerb?) throws(CommandFailure) {
        let isAnswer = verb?.status != nil || propose != nil
        if propose != nil, verb == .accept || verb == .store {
            throw .usage("--propose cannot be combined with \(verb?.rawValue ?? "")")
        }
        for (option, isGiven) in [("--comment", comment != nil), ("--on", on != nil)]
        where isGiven && !isAnswer {
            throw .usage("\(option) needs an answer: accept, decline or tentative")
        }
    }

    /// What is answered; nil to look, or to store.
    private func answer(
        _ verb: InvitationVerb?, _ invitation: Invitation, _ person: Person
    ) throws(CommandFailure) -> InvitationAnswer? {
        guard let status = verb?.status ?? (propose == nil ? nil : .tentative) else { return nil }
        let day: CivilDate? =
            if let on { try person.day(on, option: "--on") } else { nil }
        var answer = InvitationAnswer(
            status, comment: comment, day: day, isUninvited: !me.isEmpty)
        guard let propose else { return answer }
        let zone = person.zone
        let first = day ?? invitation.firstDay ?? person.today
        let start = invitation.occurrences(on: (first - 1)..<(first + 2), calendar: "").first
            .map { zone.wallTime(at: zone.instant(of: $0.span.start)) }
        var moment = try Moment(
            propose, option: "--propose", person: person, zone: zone,
            moving: start.map { Moment($0) }, isCopy: true)
        // A time alone is one of the event's day, and a day keeps the time.
        moment.day = moment.day ?? day ?? start?.date
        moment.time = moment.time ?? start.map { ClockTime(secondOfDay: $0.secondOfDay) }
        guard let wall = moment.wall else {
            throw .usage("--propose \(propose): say a day and a time")
        }
        answer.proposal = zone.instant(of: wall)
        return answer
    }

    private func sendOwn(_ reader: InvitationReader, _ person: Person) async throws {
        guard !words.isEmpty else {
            throw CommandFailure.usage("--send needs an event: an id, or words and a day")
        }
        guard comment == nil, propose == nil, on == nil, calendar == nil else {
            throw CommandFailure.usage(
                "--send cannot be combined with --comment, --propose, --on or --calendar")
        }
        if try await sendDeleted(reader, person) { return }
        let target = try await ItemTarget(event: words, person)
        // An instance that was named is one day; else all are meant.
        let scope: RecurrenceScope = target.isOneInstance ? .this : .all
        let taken = try await target.editor.invite(
            to: target.occurrence, scope: scope, as: reader.addresses,
            delivery: reader.delivery(in: target.store, isOwn: reply != nil), commits: !dryRun)
        let report = InvitationReport(
            sending: taken, person, reader.addresses, isDryRun: dryRun)
        try await finish(report, taken, target.editor, answered: nil, isDone: !dryRun)
    }

    /// Cancels an event that is deleted already, if the words mean one and nothing that is stored.
    private func sendDeleted(
        _ reader: InvitationReader, _ person: Person
    ) async throws -> Bool {
        guard let deleted = try await DeletedChoice(words, person) else { return false }
        let editor = deleted.store.editor(person)
        let taken = try await editor.cancellation(
            of: deleted.event, as: reader.addresses,
            delivery: reader.delivery(in: deleted.store, isOwn: reply != nil))
        let report = InvitationReport(
            sending: taken, person, reader.addresses, isDryRun: dryRun)
        try await finish(report, taken, editor, answered: nil, isDone: !dryRun)
        return true
    }

    /// Prints and sends. What is stored stays, also if the mail cannot be sent.
    private func finish(
        _ report: InvitationReport, _ taken: TakenInvitation, _ editor: CalendarEditor,
        answered: String?, isDone: Bool
    ) async throws {
        var report = report
        report.way = taken.messages.isEmpty || !isDone ? nil : reply ?? .stdout
        if report.way == .sendmail {
            do {
                for message in taken.messages {
                    try Sendmail.send(report.mail(message, answering: answered))
                }
            } catch {
                try await editor.importer.requireBackup(TerminalReport())
                throw error
            }
        }
        if json {
            report.document().flush()
        } else if report.way == .stdout {
            if !common.quiet {
                for line in report.lines() { Terminal.complain(line: line) }
            }
            OutputBuffer.messages(taken.messages).flush()
        } else if !isDone || !common.quiet {
            let output = OutputBuffer.lines(report.lines())
            if isDone { output.acknowledge() } else { output.flush() }
        }
        try await editor.importer.requireBackup(TerminalReport())
    }
}

extension ReplyWay: ExpressibleByArgument {}

extension InvitationVerb {
    /// The file and the word of a command line. Standard input needs no name before a word.
    static func divided(
        _ words: [String]
    ) throws(CommandFailure) -> (path: String, verb: InvitationVerb?) {
        let verb = words.last.flatMap(InvitationVerb.init)
        let files = verb == nil ? words : words.dropLast()
        let known = allCases.map(\.rawValue).joined(separator: ", ")
        guard files.count < 2 else {
            throw .usage("'\(files[1])' is none of \(known): give one file, and one of these words")
        }
        if let file = files.first { return (file, verb) }
        guard !Terminal.canAsk else {
            throw .usage("agenda invite: give a mail or .ics file, or - for standard input")
        }
        return ("-", verb)
    }
}
