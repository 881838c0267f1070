internal import AgendaActions
internal import FoundationEssentials
internal import Glibc

/// A service that already answers on a Unix socket.
package struct RunningService {
    /// The socket, connected.
    private let descriptor: Int32
    private let path: String

    /// Where one listens unless it is told otherwise; nil where the session has no folder for sockets.
    package static var usualSocket: String? {
        Environment.variable("XDG_RUNTIME_DIR").map { $0 + "/agenda-http" }
    }

    /// Nil if nobody answers there.
    package init?(socket path: String) throws {
        guard path.utf8.count < 108 else {
            throw CommandFailure.usage(
                "--socket \(path): the path is too long for a socket: give a shorter one")
        }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        (self.descriptor, self.path) = (descriptor, path)
    }

    /// Ends the connection.
    package func leave() { close(descriptor) }

    private struct Answer: Decodable {
        var path: String
        var addresses: [String]
    }

    /// Where it says that browsers find it.
    package func addresses() throws -> [String] { try answer().addresses }

    private func answer() throws -> Answer {
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        let request = "POST /v1/sign-in HTTP/1.0\r\nHost: agenda\r\nContent-Length: 0\r\n\r\n"
        _ = send(descriptor, request, request.utf8.count, Int32(MSG_NOSIGNAL))
        var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4_096))
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            answer += buffer[..<count]
        }
        let body = answer.firstRange(of: Array("\r\n\r\n".utf8)).map { answer[$0.upperBound...] }
        guard let body, let told = try? JSONDecoder().decode(Answer.self, from: Data(body)) else {
            throw CommandFailure.failure(
                "--socket \(path): what answers there is no service of this version")
        }
        return told
    }

    /// A link of it that lets one browser in.
    package func link() throws -> String {
        let told = try answer()
        guard let address = told.addresses.first else {
            throw CommandFailure.failure(
                "--open: the service on \(path) listens on no address: end it, or start it with --listen 127.0.0.1:8017"
            )
        }
        return address + told.path
    }
}
