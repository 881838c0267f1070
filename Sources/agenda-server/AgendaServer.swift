import AgendaKit
import AgendaService
import ArgumentParser
import Glibc
import HummingbirdCore
import ICalendar
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// Serves the timeline over HTTP. `agenda serve` starts it with what the command line and the environment say.
@main
struct AgendaServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda-server", abstract: "The service that 'agenda serve' starts.")

    @Option(help: "The database file.")
    var database: String

    @Option(help: "The Unix socket that only its owner may use; empty for none.")
    var socket: String

    @Option(help: "ADDRESS:PORT to listen on as well.")
    var listen: String?

    @Option(help: "The file that holds the token.")
    var tokenFile: String

    @Option(help: "The time zone of who does not name another.")
    var timeZone: String

    @Option(help: "A further name by which the service may be addressed.")
    var allowHost: [String] = []

    @Flag(help: "Change nothing.")
    var readOnly = false

    @Flag(help: "Open a browser with a link that lets it in once.")
    var open = false

    @Option(help: "The program 'agenda', which prints what the service does not know itself.")
    var agenda: String?

    @Option(help: "An address of the user's own.")
    var me: [String] = []

    @Flag(help: "Print a line for each request.")
    var logRequests = false

    func run() async throws {
        guard let zone = SystemZones.database.rules(named: timeZone) else {
            throw ValidationError("--time-zone \(timeZone): there is no such time zone")
        }
        // Nobody else may connect to a socket before it has its rights.
        umask(0o077)
        Self.raiseFileLimit()
        var access = AgendaService.Access(token: try TokenFile(path: tokenFile).token())
        (access.hosts, access.isReadOnly, access.me) = (Set(allowHost), readOnly, Set(me))
        if let agenda {
            let command = CommandProcess(
                path: agenda, options: ["--database", database, "--time-zone", timeZone])
            access.command = { try await command.output($0) }
        }
        let service = try AgendaService(
            store: database, clock: SystemClock(), zone: zone, access: access)
        let listeners = try listeners(service)
        guard !listeners.isEmpty else {
            throw ValidationError("there is nothing to listen on: give --socket or --listen")
        }
        // They are ended from the last to the first: the streams first, so that their connections can end.
        let services: [any Service] = listeners + [Follower(service: service)]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: Self.logger))
        try await group.run()
        ServiceManager.notify("STOPPING=1")
    }

    private static let logger = {
        var logger = Logger(label: "agenda-server") { _ in StandardError() }
        logger.logLevel = .warning
        return logger
    }()

    private func listeners(_ service: AgendaService) throws -> [Listener] {
        let connections = Connections()
        let sockets = ServiceManager.sockets()
        let readiness = Readiness(
            of: sockets.isEmpty
                ? (socket.isEmpty ? 0 : 1) + (listen == nil ? 0 : 1) : sockets.count)
        func listener(
            _ place: Listener.Place, _ line: ServiceRequest.Line,
            _ begun: @escaping @Sendable (any Channel) throws -> Void
        ) -> Listener {
            let adapter = RequestAdapter(service: service, line: line, logsRequests: logRequests)
            // 64 kB of header in all; 30 seconds without a byte.
            let http = HTTP1Channel(
                responder: { request, writer, channel in
                    try await adapter.respond(to: request, writer, channel)
                },
                configuration: .init(
                    idleTimeout: .seconds(30),
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16_384, maxHeaderListSize: 65_536,
                        maxHeaderFieldCount: 128)))
            return Listener(
                place: place, http: http, connections: connections, logger: Self.logger
            ) { channel in
                try begun(channel)
                readiness.note()
            }
        }
        let given = sockets.map { descriptor in
            listener(
                .descriptor(descriptor),
                ServiceManager.isUnix(descriptor) ? .privateSocket : .network
            ) { _ in }
        }
        guard given.isEmpty else { return given }
        var listeners: [Listener] = []
        if !socket.isEmpty {
            try Self.requireFree(socket)
            listeners.append(
                listener(.path(socket), .privateSocket) { [socket] _ in
                    guard chmod(socket, 0o600) == 0 else {
                        throw ValidationError("\(socket): \(String(cString: strerror(errno)))")
                    }
                    Self.say("agenda: serving on \(socket)")
                })
        }
        if let listen {
            let address = try ListenAddress(listen)
            listeners.append(
                listener(.address(address), .network) { [open] channel in
                    let port = channel.localAddress?.port ?? address.port
                    let name = address.isLoopback ? "agenda.localhost" : address.host
                    Self.say("http://\(name):\(port)/")
                    if open { Self.browse("http://\(name):\(port)\(service.oncePath())") }
                    if !address.isLoopback {
                        Self.complain(
                            "agenda: \(listen) can be reached from other machines, and nothing is encrypted: put a proxy with TLS in front"
                        )
                    }
                })
        }
        return listeners
    }

    /// Each connection is a descriptor, of which a process usually has 1,024.
    private static func raiseFileLimit() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 8_192)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// Opens the user's browser; where there is none, says the link.
    private static func browse(_ address: String) {
        // What it says of browsers that it does not find helps nobody.
        if let child = ChildProcess.start(["xdg-open", address], output: nil),
            ChildProcess.wait(for: child) == 0
        {
            return
        }
        say("open in a browser, within a minute: \(address)")
    }

    /// A socket that somebody answers on belongs to another service.
    private static func requireFree(_ path: String) throws {
        guard let address = try? SocketAddress(unixDomainSocketPath: path) else {
            throw ValidationError(
                "--socket \(path): the path is too long for a socket: give a shorter one")
        }
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        let result = address.withSockAddr { connect(descriptor, $0, socklen_t($1)) }
        if result == 0 {
            throw ValidationError(
                "--socket \(path): another service answers there: end it, or give another path")
        }
    }

    static func say(_ line: String) {
        write(line, to: STDOUT_FILENO)
    }

    static func complain(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}

/// Keeps the service up to date while it runs.
private struct Follower: Service {
    let service: AgendaService

    func run() async throws {
        let following = Task {
            await service.follow { notice in
                switch notice {
                case .polled(let path, let reason):
                    AgendaServer.complain("agenda: \(path): \(reason): checked every two seconds")
                case .failed(let error): AgendaServer.complain("agenda: \(error)")
                }
            }
        }
        // Ends the streams, so that the servers can end.
        await withTaskCancellationOrGracefulShutdownHandler {
            await following.value
        } onCancelOrGracefulShutdown: {
            following.cancel()
        }
    }
}

/// Where to listen.
struct ListenAddress {
    let host: String
    let port: Int

    init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else {
            throw ValidationError("--listen \(text): expected ADDRESS:PORT such as 127.0.0.1:8017")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        (self.host, self.port) = (host, port)
    }

    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// One line a message.
private struct StandardError: LogHandler {
    var logLevel = Logger.Level.warning
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        AgendaServer.complain("agenda: \(event.message)")
    }
}
