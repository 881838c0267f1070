import AgendaActions
import AgendaKit
import ArgumentParser
import ICalendar
import TerminalOutput

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract:
            "Import the events and to-dos of a file, such as an invitation, into your own calendar.",
        discussion: """
            Each keeps its UID: importing it again updates it, unless yours is newer. Without \
            --calendar, one that another writable calendar has is updated there. \
            A cancellation (METHOD:CANCEL) cancels an event that its sender organizes; an invitation or a \
            cancellation changes no event of your own, and in a mail of somebody else none without \
            --trust-sender. A reply to an invitation is for 'agenda invite'. \
            --dry-run shows what would be done; 'agenda undo' undoes a whole import.
            To read a calendar in its place, and follow its changes: agenda source add FILE
            Exit status: 3 if some could not be imported.
            """)

    @Argument(
        help: "A .ics file, a mail that brings one, or - for standard input.",
        completion: .calendarPath)
    var path: String

    @Option(
        help: .value("name", "The calendar: your own, or a writable source."),
        completion: .calendarName)
    var calendar: String?

    @Flag(help: "Let a mail change an event that its sender does not organize.")
    var trustSender = false

    @Flag(help: "Only show what would change.")
    var dryRun = false

    @OptionGroup var common: CommonOptions

    func run() async throws {
        let file = try InvitationFile(path, takesText: true)
        let incoming = try IncomingCalendar(
            file.calendar, place: file.place, kinds: [.event, .todo])
        let isShown = dryRun || !common.quiet
        let (_, isWhole) = try await ReceivedReport.receive(
            incoming, from: MessageSender(file.mail?.senders, isTrusted: trustSender),
            into: calendar, followsEvents: calendar == nil, isDryRun: dryRun, isShown: isShown,
            for: try common.person())
        if !isWhole { throw CommandFailure.partial }
    }
}
