import AgendaSync
import FoundationEssentials
import Glibc
import ICalendar
import Synchronization
import Testing

/// Radicale or Xandikos from PyPI, on a free port of 127.0.0.1, with a folder of its own. Ends with this object, or with
/// the process.
///
///     @Suite("…", .enabled(if: RealServer.areInstalled, RealServer.whyNot))
final class RealServer: Sendable {
    enum Kind: String, CaseIterable, Sendable { case radicale, xandikos }

    let kind: Kind
    let port = LoopbackPort.free()
    /// What the server keeps, and its `log`.
    let folder = TemporaryFolder()
    /// The script that started the server, and the server.
    private let running = Mutex<(script: ServerProcess, server: pid_t)?>(nil)

    /// Users of Xandikos have no passwords: it takes them over https alone.
    var user: String? { kind == .radicale ? "alice" : nil }
    var password: String? { kind == .radicale ? "wonderland" : nil }
    /// Where discovery begins.
    var url: URL { address("http://127.0.0.1:\(port)/") }
    /// The path of the collection of calendars.
    var home: String { kind == .radicale ? "/alice/" : "/alice/calendars/" }

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

    /// `kill -9`, in the middle of whatever it does.
    func kill() {
        if let server = running.withLock({ $0?.server }) { Glibc.kill(server, SIGKILL) }
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

    private static let scripts =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Servers"

    /// Whether the servers are there; the first to ask installs them.
    static let areInstalled: Bool = {
        if getenv("AGENDA_TEST_SERVERS").map({ String(cString: $0) }) == "no" { return false }
        guard let install = try? ServerProcess([scripts + "/install"]) else { return false }
        while install.line() != nil {}
        return install.end() == 0
    }()

    static let whyNot: Comment =
        "Radicale and Xandikos are not installed: PyPI is out of reach, or AGENDA_TEST_SERVERS=no is set"
}
