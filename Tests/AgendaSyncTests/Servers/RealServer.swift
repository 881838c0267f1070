import AgendaSync
import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import TestServers
import Testing

/// A server on a free port of 127.0.0.1, with a folder of its own. Ends with this object, or with the process.
///
///     @Suite("…", .enabled(if: RealServer.areInstalled, RealServer.whyNot))
///     @Test("…", arguments: RealServer.kinds)
final class RealServer: Sendable {
    /// Radicale and Xandikos come from PyPI; the others from Debian, and are asked for by `AGENDA_TEST_SERVERS`, as is
    /// agenda itself, of a build with `AGENDA_SERVER=1`.
    enum Kind: String, CaseIterable, Sendable {
        case radicale, xandikos, agenda, cyrus, sogo, davical, sabre
        /// For feeds: what is in ``folder``'s `feeds`.
        case apache

        /// A file of the server's package; nil for what the tests install themselves.
        var installed: String? {
            switch self {
            case .radicale, .xandikos: nil
            case .agenda: RealServer.checkout + "/.build/debug/agenda-server"
            case .cyrus: "/usr/lib/cyrus/bin/httpd"
            case .sogo: "/usr/sbin/sogod"
            case .davical: "/usr/share/davical/htdocs/caldav.php"
            case .sabre: "/usr/share/php/Sabre/CalDAV/Plugin.php"
            case .apache: "/usr/sbin/apache2"
            }
        }
    }

    let kind: Kind
    let port = LoopbackPort.free()
    /// What the server keeps, and its `log`.
    let folder = TemporaryFolder()
    /// The script that started the server, and the server.
    private let running = Mutex<(script: ServerProcess, server: pid_t)?>(nil)

    /// Users of Xandikos have no passwords: it takes them over https alone; agenda chooses both.
    var user: String? {
        switch kind {
        case .xandikos: nil
        case .agenda: device.first
        default: "alice"
        }
    }
    var password: String? {
        switch kind {
        case .xandikos: nil
        case .agenda: device.last
        default: "wonderland"
        }
    }
    private var device: [String] {
        (folder.read("device") ?? "").split(separator: "\n").map(String.init)
    }
    /// Where discovery begins.
    var url: URL { address("http://127.0.0.1:\(port)/") }
    /// The path of the collection of calendars.
    var home: String {
        switch kind {
        case .radicale: "/alice/"
        case .xandikos: "/alice/calendars/"
        case .agenda: "/dav/c/me/"
        case .cyrus: "/dav/calendars/user/alice/"
        case .sogo: "/SOGo/dav/alice/Calendar/"
        case .davical: "/caldav.php/alice/"
        case .sabre: "/calendars/alice/"
        case .apache: "/"
        }
    }

    static func radicale() throws -> RealServer { try RealServer(.radicale) }
    static func xandikos() throws -> RealServer { try RealServer(.xandikos) }

    /// Starts a server, and waits until it takes connections.
    init(_ kind: Kind) throws {
        self.kind = kind
        try start()
    }

    deinit { stop() }

    /// Starts it again after ``kill()`` or ``stop()``, on the same port, with what it has kept.
    func start() throws {
        let script = try ServerProcess(
            [Self.scripts + "/start", kind.rawValue, folder.path, "\(port)"])
        guard let server = script.line().flatMap({ pid_t($0) }) else {
            script.end()
            throw ServerProcess.Failure(description: "\(kind) was not started")
        }
        running.withLock { $0 = (script, server) }
        for _ in 0..<3_000 where Glibc.kill(server, 0) == 0 {
            if LoopbackPort.isOpen(port) { return }
            usleep(10_000)
        }
        stop()
        throw ServerProcess.Failure(
            description: "\(kind) does not answer: \(folder.read("log") ?? "")")
    }

    /// `kill -9`, with all of its processes, in the middle of whatever they do.
    func kill() {
        if let server = running.withLock({ $0?.server }) { Glibc.kill(-server, SIGKILL) }
        stop()
    }

    /// Ends it as a machine does that shuts down.
    func stop() {
        let process = running.withLock { running in
            defer { running = nil }
            return running?.script
        }
        process?.end()
    }

    let http = HTTPClient { Instant(secondsSinceEpoch: Int(time(nil))) }

    /// A client of the user's.
    func client() -> CalDAVClient {
        CalDAVClient(
            base: url, http: http,
            exchange: CurlExchange(.init(agent: "agenda-tests/1")), credentials: credentials)
    }

    /// The user's; none for Xandikos.
    var credentials: HTTPCredentials? {
        guard let user, let password else { return nil }
        return HTTPCredentials(user: user, password: Secret(password), for: url)
    }

    /// The address of a calendar of this name in the user's home, made or not.
    func href(ofCalendar name: String) throws -> Href {
        try #require(Href(home, relativeTo: url)).appending(name).asCollection
    }

    private static let checkout =
        "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    private static let scripts = checkout + "/Tests/Servers"

    /// `AGENDA_TEST_SERVERS`: `no`, `all`, or the names of some; unset, those of PyPI.
    private static let wanted = getenv("AGENDA_TEST_SERVERS").map { String(cString: $0) }

    /// Those that a run without holes has.
    static let wantedKinds = Kind.allCases.filter { kind in
        switch wanted {
        case nil: kind.installed == nil
        case "all": true
        case let names?: names.split(separator: " ").contains { $0 == kind.rawValue }
        }
    }

    /// Those that are wanted and there; the first to ask installs those of PyPI.
    static let installedKinds: [Kind] = {
        guard !wantedKinds.isEmpty else { return [] }
        let install = try? ServerProcess([scripts + "/install"])
        while install?.line() != nil {}
        let hasPyPI = install?.end() == 0
        return wantedKinds.filter { kind in
            kind.installed.map { access($0, F_OK) == 0 } ?? hasPyPI
        }
    }()

    /// Those that speak CalDAV.
    static let kinds = installedKinds.filter { $0 != .apache }
    static let areInstalled = !kinds.isEmpty

    static let whyNot: Comment =
        "no server is installed: PyPI is out of reach, or AGENDA_TEST_SERVERS=no is set"
}
