import AgendaActions
import AgendaKit
import AgendaService
import ArgumentParser
import CalendarFiles
import Glibc

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show the timeline in a browser, and answer scripts over HTTP.",
        discussion: """
            Serves on a Unix socket that only you can use and, with --listen, on an address: \
            127.0.0.1:8017 is reached from this machine alone. Requests over an address need the \
            token, 'Authorization: Bearer TOKEN'; --open lets the browser in with a link that works \
            once. Prints where it serves, and runs until SIGTERM or Control-C. /v1/openapi.json says \
            what can be asked.
            """,
        subcommands: [Sessions.self])

    @Option(help: .value("path", "The Unix socket, or none; by default in XDG_RUNTIME_DIR."))
    var socket: String?

    @Option(help: .value("address:port", "Also listen on this address."))
    var listen: String?

    @OptionGroup var token: TokenOptions

    @Flag(help: "Open the page in the browser; listens on 127.0.0.1 if --listen is not given.")
    var open = false

    @Flag(help: "Change nothing.")
    var readOnly = false

    @Flag(
        name: .customLong("no-dav"),
        help:
            "Serve no devices by CalDAV, which it does by itself once 'agenda device add' has added one."
    )
    var noDAV = false

    @Flag(
        name: .customLong("dav-all"),
        help: "Show devices all calendars merged as one more calendar, which cannot be changed.")
    var davAll = false

    @Flag(
        help: """
            Tell devices of changes also by push services in private networks and on this machine, such as an ntfy of your own: \
            else by public ones alone.
            """)
    var pushPrivate = false

    @Flag(
        help: """
            Let the page subscribe to calendars in private networks and on this machine, too: else to public addresses alone.
            """)
    var privateSources = false

    @Flag(help: "Print a line for each request, without what was asked for.")
    var logRequests = false

    @Option(
        help: .value(
            "name",
            "A further name by which the service may be addressed, such as that of a proxy; repeatable."
        ))
    var allowHost: [String] = []

    @OptionGroup var checking: CheckOptions

    @OptionGroup var common: CommonOptions

    func run() async throws {
        if let address = checking.check {
            return try await checking.run(address, for: try common.person())
        }
        guard !checking.areGiven else {
            throw CommandFailure.usage(
                "--device-password, --user, --password-command, --password-file, --write, --json: only with --check"
            )
        }
        guard common.now == nil else {
            throw CommandFailure.usage(
                "--now: the service goes by the machine's clock: leave it out")
        }
        let database = absolute(try common.databasePath())
        let person = try common.person()
        let program = try Self.program()
        // The first command may be this one.
        if !EventStore.exists(at: database) || StoreRepair.isNeeded(at: database) {
            _ = try await StoreAccess.open(person, isDryRun: false)
        }
        var arguments = [
            program, "--database", database,
        ]
        if let zone = common.timeZone { arguments += ["--time-zone", zone] }
        arguments += ["--token-file", try token.path(common)]
        arguments += ["--socket", try socketPath(listens: listen != nil || open)]
        if let address = listen ?? (open ? "127.0.0.1:0" : nil) {
            arguments += ["--listen", address]
        }
        for name in allowHost { arguments += ["--allow-host", name] }
        if readOnly { arguments.append("--read-only") }
        if noDAV { arguments.append("--no-dav") }
        if davAll { arguments.append("--dav-all") }
        if pushPrivate { arguments.append("--push-private") }
        if privateSources { arguments.append("--private-sources") }
        if logRequests { arguments.append("--log-requests") }
        if open { arguments.append("--open") }
        var pointers = arguments.map { strdup($0) }
        pointers.append(nil)
        execv(arguments[0], pointers)
        throw CommandFailure.failure("\(arguments[0]): \(String(cString: strerror(errno)))")
    }

    private func socketPath(listens: Bool) throws(CommandFailure) -> String {
        if let socket { return socket.isEmpty || socket.isNone ? "" : absolute(socket) }
        if let path = RunningService.usualSocket { return path }
        guard listens else {
            throw .usage(
                "serve: XDG_RUNTIME_DIR is not set: give --socket PATH or --listen 127.0.0.1:8017")
        }
        return ""
    }

    /// The service's program, beside this one.
    private static func program() throws(CommandFailure) -> String {
        let own = try Environment.ownPath()
        let folder = own[..<(own.lastIndex(of: "/") ?? own.startIndex)]
        let path = "\(folder)/agenda-server"
        guard access(path, X_OK) == 0 else {
            throw .failure("\(path): the service is not installed: build it with 'make server'")
        }
        return path
    }
}
