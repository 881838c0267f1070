import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaService
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

extension ShareCommand {
    /// Shares a calendar with another user of a service of several people; the links, without one.
    struct Calendar: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "calendar",
            abstract: "Share a calendar with another user of 'agenda-server --people'.",
            discussion: """
                It counts from that user's next request on. They have it among their own calendars, under \
                names and colours of theirs: when you are busy, what is not private, or what is not private to \
                be changed, too. Printed is who may see it now.
                """)

        @Argument(help: "The calendar.", completion: .calendarName)
        var calendar: String?

        @Option(help: .value("name", "The user, by the name with which they sign in."))
        var with: String?

        @Option(
            help: .value(
                "what", "busy, read or write; 'none' ends it. By default read."))
        var access: String?

        @OptionGroup var address: AddressOptions
        @OptionGroup var options: ReportOptions

        func validate() throws {
            guard with != nil || access == nil else {
                throw ValidationError("--access needs --with: name the user")
            }
            guard with == nil || calendar != nil else {
                throw ValidationError("--with needs a calendar: name it")
            }
        }

        func run() async throws {
            guard let calendar else {
                var list = List()
                (list.address, list.options) = (address, options)
                return try await list.run()
            }
            let database = absolute(try options.common.databasePath())
            guard let desk = SharingDesk(database: database) else {
                throw CommandFailure.failure(
                    "\(database): is the store of one person: make a link with 'agenda share add', or name a store of 'agenda-server --people' with --database"
                )
            }
            let person = try options.common.person()
            let sources = try await StoreAccess.openExisting(person).sources(counting: false)
            let name = try CalendarChoice(wanted: [calendar])
                .filter(among: sources.map(\.name)).calendars.first
            guard let source = sources.first(where: { $0.name == name }) else { return }
            if let with {
                let word = access ?? SharedAccess.read.rawValue
                let access = SharedAccess(rawValue: word)
                guard access != nil || word.lowercased() == "none" else {
                    throw CommandFailure.usage(
                        "--access \(word): expected busy, read, write or none")
                }
                do {
                    try desk.share(source, with: with, access)
                } catch let refusal as SharingRefusal {
                    throw CommandFailure.failure(refusal.words)
                }
                guard !options.common.quiet else { return }
            }
            var output = OutputBuffer()
            for shared in try desk.given([source]) {
                output.append(safeLine: "\(shared.other)  \(shared.access.rawValue)")
            }
            output.flush()
        }
    }
}

extension SharingRefusal {
    fileprivate var words: Message {
        switch self {
        case .noUser(let name): "\(name): no such user: see 'agenda-server user list'"
        case .oneself: "the calendar is the user's own: name somebody else"
        case .notOwn(let name):
            "\(name): is no calendar of the user's own: share one that was made in the service"
        }
    }
}
