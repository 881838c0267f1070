import AgendaActions
import AgendaJSON
import AgendaKit
import AgendaService
import ArgumentParser
import CalendarFiles
import ICalendar
import TerminalOutput

struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Let phones and programs synchronise with 'agenda serve'.",
        discussion: """
            Each device has a password of its own, which works below /dav/ of the service (CalDAV) and \
            nowhere else, until it is revoked.
            """,
        subcommands: [
            Add.self, List.self, Revoke.self, Refused.self, Take.self, Forget.self,
        ],
        defaultSubcommand: List.self)

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add", abstract: "Let a device in, and print what to type there.",
            discussion: """
                Prints the address, the user and the password, which is stored nowhere. Over TLS also a \
                link, and on a terminal its QR code: opened on the device within 10 minutes it sets up \
                an iPhone, iPad, Mac or DAVx5, once, with another password in the place of the printed \
                one. With --quiet: address, user and password, a line each.
                """)

        @Argument(help: "What the device is called here.")
        var name: String

        @Flag(help: "It may change nothing.")
        var readOnly = false

        @Option(
            help: .value("name", "Only this calendar; repeatable."), completion: .calendarName)
        var calendar: [String] = []

        @Flag(help: "It may remove whole calendars.")
        var mayRemoveCalendars = false

        @Flag(help: "Show it to-dos as calendars of their own, as Apple's programs need them.")
        var separateTodos = false

        @Option(
            help: .value(
                "url",
                "Where devices reach the service, such as https://calendar.example.org; remembered for the next."
            ))
        var address: String?

        @Option(help: .value("path", "The Unix socket of the running service."))
        var socket: String?

        @Flag(help: "Do not show the link as a QR code, which is done on a terminal.")
        var noQr = false

        @OptionGroup var common: CommonOptions

        func run() async throws {
            guard !(readOnly && mayRemoveCalendars) else {
                throw CommandFailure.usage(
                    "--may-remove-calendars cannot be combined with --read-only")
            }
            let person = try common.person()
            let devices = Devices(try ServiceDatabase(of: common))
            let place = try place(devices)
            let store = try await StoreAccess.open(person)
            var device = Device(name: name, created: person.clock.now)
            if !calendar.isEmpty {
                let names = try store.sources(counting: false).map(\.name)
                device.calendars = try CalendarChoice(wanted: calendar).filter(among: names)
                    .calendars
            }
            (device.mayWrite, device.mayRemoveCalendars) = (!readOnly, mayRemoveCalendars)
            device.separatesTodos = separateTodos
            let (added, password) = try devices.add(device)
            if address != nil { try devices.note(address: place.origin) }
            if common.quiet {
                return OutputBuffer("\(place.dav)\n\(Device.user)\n\(password)\n").acknowledge()
            }
            OutputBuffer.say("Address: \(place.dav)")
            OutputBuffer.say("User: \(Device.user)")
            OutputBuffer.say("Password: \(password)")
            guard place.isEncrypted else {
                return Terminal.complain(
                    "agenda: this address is reached from this machine alone: for other devices put a proxy with TLS in front, and give --address https://NAME"
                )
            }
            let link = place.link(try devices.ticket(for: added, at: person.clock.now))
            OutputBuffer.say("Link, for 10 minutes: \(link)")
            if !noQr, Terminal.isOutput, Environment.isUTF8 { show(link) }
        }

        /// Where the device reaches the service.
        private func place(_ devices: Devices) throws -> DeviceAddress {
            if let address {
                guard let place = DeviceAddress(address) else {
                    throw CommandFailure.usage(
                        "--address \(address): expected an address such as https://calendar.example.org"
                    )
                }
                return place
            }
            if let known = DeviceAddress(remembered: try devices.address(), service: []) {
                return known
            }
            guard let path = socket.map(absolute) ?? RunningService.usualSocket else {
                throw CommandFailure.usage(
                    "XDG_RUNTIME_DIR is not set, by which the service is found: give --address, such as http://127.0.0.1:8017"
                )
            }
            guard let service = try RunningService(socket: path) else {
                throw CommandFailure.failure(
                    "no service runs: start it with 'agenda serve --listen 127.0.0.1:8017', or give --address https://NAME"
                )
            }
            defer { service.leave() }
            guard let place = DeviceAddress(remembered: nil, service: try service.addresses())
            else {
                throw CommandFailure.failure(
                    "\(path): the service has no address for this machine alone: give --address https://NAME of the proxy in front, or start it with --listen 127.0.0.1:8017"
                )
            }
            return place
        }

        private func show(_ link: String) {
            do throws(CommandFailure) {
                let code = try QRCode(link)
                // Cut by the terminal, it would be no code.
                if let width = Terminal.width, width < code.width {
                    return
                }
                let lines = code.lines(isColored: !Environment.forbidsColor)
                OutputBuffer("\n" + lines.joined(separator: "\n") + "\n").flush()
            } catch {
                if let message = error.message { Terminal.complain(message) }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list", abstract: "List the devices that may come in.")

        @OptionGroup var options: ReportOptions

        func run() async throws {
            let person = try options.common.person()
            let style = try TextStyle(option: options.color)
            let database = try ServiceDatabase(of: options.common)
            let devices = try Devices(database).described(at: person.clock.now)
            if options.json { return devices.document(zone: person.zone).flush() }
            guard !devices.isEmpty else {
                return Terminal.complain(
                    "agenda: no devices yet: add one with 'agenda device add NAME'")
            }
            var output = OutputBuffer()
            for device in devices {
                let facts = device.facts(person).map { style.text($0) }.joined(separator: ", ")
                output.append(safeLine: "\(device.name)  \(facts)")
            }
            output.flush()
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Shut a device out: its next request is refused.")

        @Argument(help: "Its name.")
        var name: String

        @OptionGroup var common: CommonOptions

        func run() async throws {
            let database = try ServiceDatabase(of: common)
            let revoked = try Devices(database).revoke(name, at: try common.person().clock.now)
            if !common.quiet { OutputBuffer.say("Revoked \(revoked.name)") }
        }
    }
}

extension Device {
    /// What it may do, and when it came in.
    fileprivate func facts(_ person: Person) -> [Message] {
        let names = calendars?.sorted().joined(separator: ", ")
        var facts: [Message] = [names.map { "\($0)" } ?? "all calendars"]
        if !mayWrite { facts.append("read-only") }
        if mayRemoveCalendars { facts.append("may remove calendars") }
        if separatesTodos { facts.append("to-dos apart") }
        if !refusedPushServices.isEmpty {
            facts.append(
                "not told of changes by \(refusedPushServices.joined(separator: ", ")), which has a private address: see 'agenda serve --push-private'"
            )
        }
        guard let lastSeen else { return facts + ["not used yet"] }
        let time = person.zone.wallTime(at: Instant(secondsSinceEpoch: lastSeen))
        let day = TimeWords.current.date(time.date)
        return facts + [
            lastAddress.map { "last used on \(day) from \($0)" } ?? "last used on \(day)"
        ]
    }
}

extension ServiceDatabase {
    /// The one of the database that options name.
    convenience init(of common: CommonOptions) throws {
        self.init(beside: absolute(try common.databasePath()))
    }
}
