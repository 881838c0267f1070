import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import TerminalOutput

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open an event's link: its meeting, its URL, or an attachment.",
        discussion: """
            EVENT is an id or words, as in agenda show, which shows the links with their numbers; a \
            number after it chooses one: open standup 2. The first is the link to join the meeting, \
            if there is one.
            $BROWSER opens it, else xdg-open. Without a terminal, the address is printed. Only http, \
            https, mailto, tel, sip, sips, xmpp and geo are opened, because calendars come from strangers.
            """)

    @Argument(
        help: "An id or words, and the link's number after them if needed.", completion: .eventID)
    var event: [String]

    @Option(help: .value("number", "The link's number, if the words end in a number."))
    var link: Int?

    @Flag(name: .customLong("print"), help: "Print the address instead of opening it.")
    var prints = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let (arguments, paths) = PathArgument.divided(event)
        let reading = try await OpenCalendars.open(paths, try common.person())
        let (words, number) = try divided(arguments, reading)
        let choice = try await ItemChoice(words, in: reading).event()
        let details = try reading.store.details(of: choice.id, reading.person)
        let links = EventLinks(of: details.occurrence, component: details.rawText).all
        let title = details.occurrence.summary ?? choice.id
        guard !links.isEmpty else { throw CommandFailure.failure("\(title): no link to open") }
        guard links.indices.contains(number - 1) else {
            throw CommandFailure.usage("\(title): no link \(number): there are \(links.count)")
        }
        let address = links[number - 1].address
        if prints || !Terminal.isOutput {
            OutputBuffer(SafeText.line(address, isUTF8: Environment.isUTF8) + "\n").flush()
        } else {
            try Browser.open(address)
        }
        try reading.finish(quiet: common.quiet)
    }

    /// The words and the link's number: a number at the end, unless a title has it.
    private func divided(
        _ arguments: [String], _ reading: OpenCalendars
    ) throws -> (words: [String], number: Int) {
        if let link { return (arguments, link) }
        guard arguments.count > 1, let last = arguments.last, let number = Int(last),
            (1...999).contains(number)
        else { return (arguments, 1) }
        let text = arguments.joined(separator: " ")
        if let query = SearchQuery(text), !OccurrenceName.isOne(arguments[0]) {
            let search = reading.store.search(reading.person)
            let titled = try search.candidates(for: query, limit: 20).events.contains { event in
                event.summary?.split { !$0.isNumber }.contains { $0 == last } ?? false
            }
            guard !titled else {
                throw CommandFailure.usage(
                    "\(text): a title has the number \(last): give the link's number with "
                        + "--link, such as --link 1"
                )
            }
        }
        return (arguments.dropLast(), number)
    }
}
