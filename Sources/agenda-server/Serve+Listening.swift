import AgendaActions
import AgendaService
import Glibc
import HummingbirdCore
import NIOCore

extension Serve {
    /// Who answers what comes in.
    struct Answering {
        let answer: @Sendable (ServiceRequest) async -> ServiceResponse
        /// Is told the addresses at which browsers find the service.
        let listens: @Sendable (String) -> Void
        /// Is told the address once it listens there.
        var begun: @Sendable (String) -> Void = { _ in }
    }

    /// - Parameters:
    ///   - host: the installation's own name; nil where no browser comes in.
    ///   - isReached: whether anybody comes in over an address.
    func listeners(
        _ service: Answering, host: String?, isReached: Bool, connections: Connections
    ) throws -> [Listener] {
        let listen = isReached ? listen : nil
        let sockets = ServiceManager.sockets()
        let readiness = Readiness(
            of: sockets.isEmpty
                ? (socket.isEmpty ? 0 : 1) + (listen == nil ? 0 : 1)
                    + (identitySocket == nil ? 0 : 1) + (operatorSocket == nil ? 0 : 1)
                : sockets.count)
        /// Where browsers find the service.
        @Sendable func address(_ channel: any Channel, _ host: String) -> String {
            let address = "http://\(host):\(channel.localAddress?.port ?? 0)"
            service.listens(address)
            return address
        }
        func listener(
            _ place: Listener.Place, _ line: ServiceRequest.Line,
            _ begun: @escaping @Sendable (any Channel) throws -> Void
        ) -> Listener {
            let adapter = RequestAdapter(
                answer: service.answer, line: line, logsRequests: logRequests)
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
                place: place, http: http, connections: connections, logger: AgendaServer.logger,
                peer: line == .identitySocket ? identityUid ?? getuid() : nil
            ) { channel in
                try begun(channel)
                readiness.note()
            }
        }
        let given = sockets.map { descriptor in
            listener(
                .descriptor(descriptor),
                ServiceManager.isUnix(descriptor) ? .privateSocket : .network
            ) { channel in
                if !ServiceManager.isUnix(descriptor), let host { _ = address(channel, host) }
            }
        }
        guard given.isEmpty else { return given }
        var listeners: [Listener] = []
        if !socket.isEmpty {
            listeners.append(
                listener(.path(socket), .privateSocket) { [socket] _ in
                    guard chmod(socket, 0o600) == 0 else {
                        throw CommandFailure.failure(
                            "\(socket): \(String(cString: strerror(errno)))")
                    }
                    AgendaServer.say("agenda: serving on \(socket)")
                })
        }
        if let operatorSocket {
            listeners.append(
                listener(.path(operatorSocket), .operatorSocket) { [operatorSocket] _ in
                    guard chmod(operatorSocket, 0o600) == 0 else {
                        throw CommandFailure.failure(
                            "\(operatorSocket): \(String(cString: strerror(errno)))")
                    }
                })
        }
        if let identitySocket {
            listeners.append(
                listener(.path(identitySocket), .identitySocket) {
                    [identitySocket, identityUid] _ in
                    guard chmod(identitySocket, 0o600) == 0,
                        identityUid.map({ chown(identitySocket, $0, gid_t.max) == 0 }) ?? true
                    else {
                        throw CommandFailure.failure(
                            "\(identitySocket): \(String(cString: strerror(errno)))")
                    }
                    AgendaServer.say("agenda: a proxy names users on \(identitySocket)")
                })
        }
        if let listen {
            let place = try ListenAddress(listen)
            listeners.append(
                listener(.address(place), .network) { channel in
                    let name = place.isLoopback ? host ?? place.host : place.host
                    let site = address(channel, name)
                    AgendaServer.say(site + "/")
                    service.begun(site)
                    if !place.isLoopback {
                        Self.complain(
                            "agenda: \(listen) can be reached from other machines, and nothing is encrypted: put a proxy with TLS in front"
                        )
                    }
                })
        }
        return listeners
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
            throw CommandFailure.usage(
                "--listen \(text): expected ADDRESS:PORT such as 127.0.0.1:8017")
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        (self.host, self.port) = (host, port)
    }

    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
