package import Glibc

/// Where a database's daemon can be asked: a socket in the user's runtime folder (XDG Base Directory Specification 0.8,
/// `XDG_RUNTIME_DIR`), named for the database's file. Where there is no such folder, there is no socket.
package struct RuntimeSocket {
    /// The folder of these sockets.
    package let folder: String
    /// The socket.
    package let path: String

    /// - Parameters:
    ///   - database: the database's file, which must be there. A file that takes its place has another socket.
    ///   - runtime: the user's runtime folder.
    package init?(database: String, runtime: String? = Environment.variable("XDG_RUNTIME_DIR")) {
        var status = stat()
        guard let runtime, runtime.hasPrefix("/"), stat(database, &status) == 0 else { return nil }
        folder = runtime + "/agenda"
        path =
            folder + "/" + String(UInt64(status.st_dev), radix: 16) + "-"
            + String(UInt64(status.st_ino), radix: 16)
        guard path.utf8.count < Self.capacity else { return nil }
    }

    private static let capacity = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

    /// A new socket that keeps the borders of messages and never waits; negative if there is none.
    package static func make(waits: Bool) -> Int32 {
        let flags = Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return socket(AF_UNIX, waits ? flags : flags | Int32(SOCK_NONBLOCK.rawValue), 0)
    }

    /// Gives the socket's address to connect(2) or bind(2).
    package func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Whether the other end belongs to the same user (SO_PEERCRED, unix(7)).
    package static func isOwn(_ descriptor: Int32) -> Bool {
        // struct ucred: process, user, group.
        var peer: (pid_t, uid_t, gid_t) = (0, .max, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0
            && peer.1 == geteuid()
    }

    /// Receives a message that comes within some milliseconds; nil if none does.
    package static func receive(_ descriptor: Int32, milliseconds: Int32) -> String? {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&state, 1, milliseconds) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        // A message that fills the buffer may have been cut.
        guard count > 0, count < bytes.count else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }

    /// Sends a message; returns whether all of it was.
    @discardableResult
    package static func send(_ text: String, _ descriptor: Int32) -> Bool {
        let bytes = Array(text.utf8)
        let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
        return Glibc.send(descriptor, bytes, bytes.count, flags) == bytes.count
    }
}
