import AgendaActions
import AgendaJSON
import AgendaKit
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

struct ShareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "share",
        abstract: "Make links by which others subscribe to calendars, or share them with users.",
        discussion: """
            Whoever has a link reads what it shows from 'agenda serve', and changes nothing; nobody can \
            guess one. It works until it is revoked, or until a day that you choose. On a service of several \
            people, 'agenda share CALENDAR --with NAME' shares it with one of them.
            """,
        subcommands: [Add.self, List.self, Revoke.self, Calendar.self],
        defaultSubcommand: Calendar.self)

    /// Where the service is reached from outside.
    struct AddressOptions: ParsableArguments {
        @Option(
            help: .value(
                "url",
                "The service's address, such as https://calendar.example.org, to print whole links."
            ))
        var address: String?

        func link(_ path: String) throws(CommandFailure) -> String {
            guard let address else { return path }
            guard address.hasPrefix("https://") || address.hasPrefix("http://") else {
                throw .usage(
                    "--address \(address): expected an address such as https://calendar.example.org"
                )
            }
            return (address.hasSuffix("/") ? String(address.dropLast()) : address) + path
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Make a link, and print it.",
            discussion: """
                Without --calendar it shows all calendars, also those that are added later. Events whose \
                CLASS is PRIVATE or CONFIDENTIAL stay home; busy times count them, and tell nothing of \
                them.
                """)

        @Option(help: .value("name", "Only this calendar; repeatable."), completion: .calendarName)
        var calendar: [String] = []

        @Flag(help: "Show when you are busy, and nothing of what for.")
        var busyOnly = false

        @Option(help: .value("number", "Only events of today and the days after it."))
        var days: Int?

        @Option(help: .value("day", "The last day on which it can be read."))
        var expires: String?

        @Flag(name: .customLong("private"), help: "Show private events as well.")
        var includesPrivate = false

        @Option(help: .value("name", "What the link and its feed are called."))
        var name: String?

        @OptionGroup var address: AddressOptions
        @OptionGroup var common: CommonOptions

        func run() async throws {
            if let days, !SharedLink.days.contains(days) {
                throw CommandFailure.usage("--days must be from 1 to 3660, not \(days)")
            }
            guard !(busyOnly && includesPrivate) else {
                throw CommandFailure.usage("--private cannot be combined with --busy-only")
            }
            if let name, name.isEmpty || name.contains(where: \.isNewline) {
                throw CommandFailure.usage("--name needs one line of text")
            }
            let person = try common.person()
            let expires = try expires.map { try end($0, person) }
            let store = try await StoreAccess.openExisting(person)
            let wanted = try CalendarChoice(wanted: calendar)
                .filter(among: try store.sources(counting: false).map(\.name)).calendars.sorted()
            let links = SharedLinks(database: absolute(try common.databasePath()))
            var link = SharedLink(
                name: try name ?? links.freeName(for: wanted, isBusyOnly: busyOnly),
                created: person.clock.now)
            link.calendars = wanted
            (link.isBusyOnly, link.days) = (busyOnly, days)
            (link.includesPrivate, link.expires) = (includesPrivate, expires)
            let text = try address.link(link.path)
            try links.add(link)
            OutputBuffer.say("\(text)")
            if !common.quiet, address.address == nil {
                Terminal.complain(
                    "agenda: this path belongs after the address of 'agenda serve'; --address URL "
                        + "prints the whole link")
            }
        }

        /// When a day is over.
        private func end(_ text: String, _ person: Person) throws(CommandFailure) -> Int {
            let day = try person.day(text, option: "--expires")
            guard day >= person.today else {
                throw .usage("--expires \(text): that day is over: give today or a later one")
            }
            return person.zone.instant(of: CivilDateTime(day + 1)).secondsSinceEpoch
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the links.")

        @OptionGroup var address: AddressOptions
        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let style = try TextStyle(option: options.color)
            let links = try SharedLinks(database: absolute(try options.common.databasePath())).all()
            if options.json { return links.document(zone: person.zone).flush() }
            guard !links.isEmpty else {
                return Terminal.complain(
                    "agenda: no links yet: make one with 'agenda share add --calendar NAME'")
            }
            var output = OutputBuffer()
            for link in links {
                let facts = link.facts(person).map { style.text($0) }.joined(separator: ", ")
                output.append(safeLine: "\(link.name)  \(facts)")
                output.append(safeLine: "  \(try address.link(link.path))")
            }
            output.flush()
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke", abstract: "End a link: nobody can read it from now on.")

        @Argument(help: "Its name, or the link.")
        var link: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let revoked = try SharedLinks(database: absolute(try common.databasePath()))
                .revoke(link)
            if !common.quiet { OutputBuffer.say("Revoked \(revoked.name)") }
        }
    }
}

extension SharedLink {
    /// What it shows.
    fileprivate func facts(_ person: Person) -> [Message] {
        let names = calendars.joined(separator: ", ")
        var facts: [Message] = [calendars.isEmpty ? "all calendars" : "\(names)"]
        if isBusyOnly { facts.append("busy times only") }
        if let days { facts.append(days == 1 ? "today" : "today and \(days - 1) days") }
        if includesPrivate { facts.append("with private events") }
        if let expires {
            let last = person.zone.wallTime(at: Instant(secondsSinceEpoch: expires - 1)).date
            let day = TimeWords.current.date(last)
            let isOver = expires <= person.clock.now.secondsSinceEpoch
            facts.append(isOver ? "ended on \(day)" : "until \(day)")
        }
        return facts
    }
}
