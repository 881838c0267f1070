import AgendaActions
import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

/// Accepts connections at one place and lets HummingbirdCore's HTTP/1.1 answer them. Its own `Server` neither takes a
/// socket that somebody else has bound nor counts connections by their peers.
struct Listener: Service {
    /// Where connections come in.
    enum Place: CustomStringConvertible {
        case path(String)
        case address(ListenAddress)
        /// A socket that the system's service manager has bound.
        case descriptor(Int32)

        var description: String {
            switch self {
            case .path(let path): "--socket \(path)"
            case .address(let address): "--listen \(address.host):\(address.port)"
            case .descriptor(let descriptor): "socket \(descriptor) of the service manager"
            }
        }
    }

    let place: Place
    let http: HTTP1Channel
    let connections: Connections
    let logger: Logger
    /// The user as whom whoever connects must run (unix(7), SO_PEERCRED); nil for any.
    var peer: uid_t?
    /// Is told the socket when it listens.
    let begun: @Sendable (any Channel) throws -> Void

    func run() async throws {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1_024)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer(accept)
        let server: any Channel
        do {
            server =
                switch place {
                case .path(let path):
                    try await bootstrap.bind(
                        unixDomainSocketPath: path, cleanupExistingSocketFile: true
                    )
                    .get()
                case .address(let address):
                    try await bootstrap.bind(host: address.host, port: address.port).get()
                case .descriptor(let descriptor):
                    try await bootstrap.withBoundSocket(descriptor).get()
                }
        } catch {
            throw CommandFailure.failure("\(place): \(String(describing: error))")
        }
        try begun(server)
        try await gracefulShutdown()
        try? await server.close()
        await connections.end(within: .seconds(1))
    }

    private func accept(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard let peer else { return take(channel) }
        guard let options = channel as? any SocketOptionProvider else { return channel.close() }
        let asked: EventLoopFuture<PeerCredentials> = options.unsafeGetSocketOption(
            level: SocketOptionLevel(SOL_SOCKET), name: SocketOptionName(SO_PEERCRED))
        return asked.flatMap { who in
            who.uid == peer || who.uid == 0 ? take(channel) : channel.close()
        }
    }

    private func take(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard connections.take(channel) else {
            let refusal =
                "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            channel.writeAndFlush(ByteBuffer(string: refusal)).whenComplete { _ in
                channel.close(promise: nil)
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        let (http, logger) = (http, logger)
        return http.setup(channel: channel, logger: logger).flatMapThrowing { connection in
            try RequestHeads.add(to: channel)
            Task { await http.handle(value: connection, logger: logger) }
        }
    }
}

/// What the system says of who has connected to a Unix socket (`struct ucred` of unix(7), which Glibc's module does not have).
private struct PeerCredentials {
    var process: pid_t = 0
    var uid: uid_t = 0
    var group: gid_t = 0
}
