import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct MeetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meet",
        abstract: "Find times for a meeting with others, by default today and the next 6 days.",
        discussion: """
            Looks into your own calendars and into those of --with: files, folders, or published \
            addresses, which are fetched once and not stored. A password or certificate is for the one \
            server on which all addresses are. Both events and published busy times \
            (VFREEBUSY) count, all-day events too unless they are transparent. Cancelled events and \
            transparent ones leave their time free.
            Times at which somebody is busy are not shown. Times are within the hours of --between \
            on everybody's own clock: that of --zone, else of their calendar, else your own.
            The best come first: nobody tentative or unknown, then somebody tentative, then somebody \
            unknown; of these the best of each day, then the second of each day. Within a day that is \
            the time nearest to the middle of the hours, for the person for whom it is the farthest. \
            Times begin at the quarters of an hour, or when the time before ends.
            A calendar that cannot be read, and a time that published busy times do not reach, is \
            not known, and not free.
            Exit status: 0 fine, also without a time; 1 your own calendars cannot be read, 3 \
            another one cannot, or a part of one, 64 usage.
            """)

    @Option(
        help: .value(
            "calendar",
            "Somebody's calendar: a .ics file, a folder or an address, with NAME= before it or not; repeatable."
        ), completion: .file())
    var with: [String] = []

    @Option(help: .value("name=zone", "Somebody's time zone, such as anna=Asia/Tokyo; repeatable."))
    var zone: [String] = []

    @OptionGroup var slot: SlotOptions

    @Option(help: .value("number", "Show at most this many times; by default 10."))
    var limit: String?

    @Option(help: .value("number", "Print this many times as text to paste into a message."))
    var propose: String?

    @Option(
        name: .shortAndLong,
        help: .value(
            "file",
            "With --propose, also write the times as tentative events to this .ics file; - is standard output, instead of the text."
        ), completion: .file())
    var output: String?

    @Option(help: .value("text", "The title of the tentative events."))
    var summary: String?

    @Flag(help: "Let all-day events leave their days free.")
    var allDayFree = false

    @Option(
        help: .value(
            "duration", "The longest time to wait for an address, such as 20s; by default 30s."))
    var timeout: String?

    @OptionGroup var secret: PasswordOptions

    @OptionGroup var reader: IdentityOptions
    @OptionGroup var range: DayRangeOptions
    @OptionGroup var options: QueryOptions

    func run() async throws {
        let printer = try options.printer()
        let person = try options.common.person()
        let question = try question(person, form: printer.form)
        let me = try reader.addresses(person)
        // The state of the file before anything is read: it may be somebody's calendar.
        let file = output.flatMap { $0 == "-" ? nil : AtomicFile(path: $0) }
        let found = try await question.answer(person) {
            try $0.provider(options, me: me, keepsHidden: true)
        }
        switch printer.form {
        case .json: found.document.document(dates: found.dates, zone: found.zone).flush()
        case .jsonLines: found.document.lines(zone: found.zone).flush()
        case .tsv: found.table().flush()
        case .text, .lines: show(found, printer)
        }
        if let output, !found.slots.isEmpty {
            let bytes = Array(holds(found, person).utf8)
            if let file {
                try file.write(bytes)
            } else if output == "-" {
                OutputBuffer(bytes: bytes).flush()
            }
        }
        for line in found.others.flatMap(\.complaints) { Terminal.complain(line: line) }
        try found.own.finish(quiet: printer.isQuiet, omitted: found.omitted)
        if found.others.contains(where: \.isPartial) { throw CommandFailure.partial }
    }

    private func show(_ found: MeetingAnswer, _ printer: EventPrinter) {
        let style = printer.style
        if found.slots.isEmpty {
            if propose == nil { printer.show(found.people(style: style)) }
            guard !printer.isQuiet else { return }
            let first = style.words.date(found.dates.lowerBound)
            let last = style.words.date(found.dates.upperBound - 1)
            OutputBuffer(
                style.text("No time from \(first) to \(last) suits everybody") + "\n"
            ).flush()
        } else if propose == nil {
            printer.show(found.text(style: style))
        } else {
            if output != "-" { found.proposal(style: style).flush() }
            let unknown = found.unknownNames
            if !unknown.isEmpty, !printer.isQuiet {
                let names = unknown.joined(separator: ", ")
                Terminal.complain("meet: it is not known whether these are free: \(names)")
            }
        }
    }

    /// The tentative events, as iCalendar text.
    private func holds(_ found: MeetingAnswer, _ person: Person) -> String {
        let names = found.document.people.dropFirst().map(\.name).joined(separator: ", ")
        let usual: Message = names.isEmpty ? "Meeting" : "Meeting with \(names)"
        return HoldCalendar(
            times: found.slots.map(\.times), summary: summary ?? usual.text,
            stamp: person.clock.now
        ).calendar()
    }
}
