import AgendaActions
import AgendaKit
import AgendaService
import ArgumentParser
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Serves one person's timeline over HTTP, as `agenda serve` starts it, or those of several people.
@main
struct AgendaServer: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agenda-server",
        abstract: "The service that 'agenda serve' starts, and the one of several people.",
        subcommands: [Serve.self, UserCommand.self, BankCommand.self], defaultSubcommand: Serve.self
    )

    static func main() async {
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let failure as CommandFailure {
            complain("agenda: \(failure.message?.text ?? "")")
            Glibc.exit(failure.status.rawValue)
        } catch let error as AgendaError {
            complain("agenda: \(error)")
            Glibc.exit(1)
        } catch {
            exit(withError: error)
        }
    }

    static let logger = {
        var logger = Logger(label: "agenda-server") { _ in StandardError() }
        logger.logLevel = .warning
        return logger
    }()

    static func say(_ line: String) { write(line, to: STDOUT_FILENO) }

    static func complain(_ line: String) { write(line, to: STDERR_FILENO) }

    private static func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = Glibc.write(descriptor, bytes, bytes.count)
    }
}

/// Serves until it is told to end.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve one person's database, or the people of a folder.")

    @Option(help: "The database file of one person.")
    var database: String?

    @Option(
        help:
            "The folder of several people, who 'agenda-server user add' adds, instead of --database."
    )
    var people: String?

    @Option(
        help:
            "The bank that has the people's calendars, as libpq takes it; --people is then a folder for what this node shows of it."
    )
    var bank: String?

    @Option(
        help:
            "A Unix socket for a proxy that says in 'Agenda-User' who has signed in; with --people."
    )
    var identitySocket: String?

    @Option(
        help:
            "The file of the secret that the proxy sends in 'Agenda-Proxy-Secret'; made if it is missing."
    )
    var identitySecret: String?

    @Option(help: "The number of the user as whom the proxy runs; by default the service's.")
    var identityUid: UInt32?

    @Option(
        help:
            "A program that sends invitations to who is no user, as 'sendmail -t' does; with --people."
    )
    var sendmail: String?

    @Option(help: "How many people's calendars are held open; with --people.")
    var mostOpen = 50

    @Option(help: "MiB that the folder of each user may hold; with --people.")
    var mostStorage = 1_024

    @Option(
        help: "How many feeds and accounts of people are asked at once; 0 for none; with --people.")
    var refreshAtOnce = 8

    @Option(help: "The name of this node among those of one folder; by default it is made up.")
    var node: String?

    @Option(help: "A Unix socket that answers whoever operates the service: /metrics, /healthz.")
    var operatorSocket: String?

    @Option(
        help:
            "The file of the secret with which /metrics is answered over addresses; made if it is missing."
    )
    var operatorSecret: String?

    @Option(
        help:
            "The file of the key that seals the passwords of users' accounts; made if it is missing."
    )
    var secretsKey: String?

    /// So that tests need not wait for minutes.
    @Option(help: .hidden)
    var testRefresh: Int?

    @Option(help: "The Unix socket that only its owner may use; empty for none.")
    var socket = ""

    @Option(help: "ADDRESS:PORT to listen on as well.")
    var listen: String?

    @Option(help: "The file that holds the token of --database.")
    var tokenFile: String?

    @Option(help: "The time zone of who does not name another; by default as 'agenda' shows days.")
    var timeZone: String?

    @Option(help: "A further name by which the service may be addressed.")
    var allowHost: [String] = []

    @Flag(help: "Change nothing.")
    var readOnly = false

    @Flag(name: .customLong("no-dav"), help: "Serve no devices by CalDAV.")
    var noDAV = false

    @Flag(name: .customLong("dav-all"), help: "Show devices the merge of all calendars, too.")
    var davAll = false

    @Flag(help: "Tell devices of changes also by services in private networks and on this machine.")
    var pushPrivate = false

    @Flag(help: "Let the page subscribe to calendars in private networks and on this machine, too.")
    var privateSources = false

    @Flag(help: "Open a browser with a link that lets it in once.")
    var open = false

    @Flag(help: "Print a line for each request.")
    var logRequests = false

    func run() async throws {
        SpareMemory.keepHeapSmall(arenas: people == nil ? 1 : 2)
        if let people { return try await serve(peopleOf: people) }
        guard let database, let tokenFile else {
            throw CommandFailure.usage(
                "give --database and --token-file, as 'agenda serve' does, or --people FOLDER")
        }
        guard identitySocket == nil, identitySecret == nil, identityUid == nil,
            operatorSocket == nil, operatorSecret == nil, secretsKey == nil, sendmail == nil
        else {
            throw CommandFailure.usage(
                "--identity-socket, --identity-secret, --identity-uid, --operator-socket, --operator-secret, --secrets-key, --sendmail: only with --people"
            )
        }
        guard bank == nil else {
            throw CommandFailure.usage("--bank DATABASE: only with --people FOLDER")
        }
        let person = try Person(timeZone: timeZone, now: nil, database: database)
        // A socket that somebody answers on belongs to another service.
        if !socket.isEmpty, ServiceManager.sockets().isEmpty,
            let running = try RunningService(socket: socket)
        {
            defer { running.leave() }
            guard open else {
                throw CommandFailure.failure(
                    "--socket \(socket): another service answers there: end it, or give another path"
                )
            }
            return LinkPage.open(try running.link(), by: ownFolder(tokenFile))
        }
        // Nobody else may connect to a socket before it has its rights.
        umask(0o077)
        let descriptors = Self.raiseFileLimit()
        var access = AgendaService.Access(token: nil)
        do {
            access.token = try TokenFile(path: tokenFile).token()
        } catch let failure as CommandFailure {
            // The private socket asks for no token.
            guard !socket.isEmpty || !ServiceManager.sockets().isEmpty else { throw failure }
            Self.complain(
                "agenda: \(failure.message?.text ?? ""): nobody comes in over an address")
        }
        if let token = access.token {
            let sessions = BrowserSessions(tokenFile: tokenFile)
            do {
                access.browsers = (sessions, try sessions.host(under: token))
            } catch {
                Self.complain("agenda: \(error): no browser comes in over an address")
            }
        }
        (access.hosts, access.isReadOnly) = (Set(allowHost), readOnly)
        (access.servesDAV, access.servesMerge) = (!noDAV, davAll)
        access.allowsPrivatePushes = pushPrivate
        access.log = { Self.complain("agenda: \($0)") }
        access.allowsPrivateSources = privateSources
        // One that is missing is made of what its backup has.
        let store = try await StoreAccess.openServed(path: database, person)
        let service = AgendaService(opened: store, path: database, for: person, access: access)
        let host = access.browsers?.host
        let listeners = try listeners(
            Answering(
                answer: { await service.answer($0) }, listens: { service.listens(at: $0) },
                begun: { [open] site in
                    guard open, host != nil else { return }
                    LinkPage.open(site + service.oncePath(), by: ownFolder(tokenFile))
                }),
            host: host, isReached: access.token != nil,
            connections: try Connections(descriptors: descriptors))
        try await run(
            listeners, Follower { await service.follow { Self.complain("agenda: \($0.words)") } })
    }

    static func complain(_ line: String) { AgendaServer.complain(line) }

    /// Runs until a signal ends it.
    func run(_ listeners: [Listener], _ follower: Follower) async throws {
        guard !listeners.isEmpty else {
            throw CommandFailure.usage(
                "there is nothing to listen on: give --socket or --listen")
        }
        // They are ended from the last to the first: the streams first, so that their connections can end.
        let services: [any Service] = listeners + [follower]
        let group = ServiceGroup(
            configuration: .init(
                services: services.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigterm, .sigint], logger: AgendaServer.logger))
        try await group.run()
        ServiceManager.notify("STOPPING=1")
    }

    /// Each connection is a descriptor, of which a process usually has 1,024.
    ///
    /// - Parameter others: how many it needs for something else.
    /// - Returns: how many there may be from now on.
    static func raiseFileLimit(others: Int = 0) -> Int {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(kind, &limit) == 0 else { return 1_024 }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(8_192 + others))
        setrlimit(kind, &limit)
        return getrlimit(kind, &limit) == 0 ? Int(limit.rlim_cur) : 1_024
    }
}

/// Where only this user can write.
private func ownFolder(_ tokenFile: String) -> String {
    if let folder = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !folder.isEmpty {
        return folder
    }
    return tokenFile.lastIndex(of: "/").map { String(tokenFile[..<$0]) } ?? "."
}

/// Keeps the service up to date while it runs.
struct Follower: Service {
    let follow: @Sendable () async -> Void

    func run() async throws {
        let following = Task { await follow() }
        // Ends the streams, so that the servers can end.
        await withTaskCancellationOrGracefulShutdownHandler {
            await following.value
        } onCancelOrGracefulShutdown: {
            following.cancel()
        }
    }
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
