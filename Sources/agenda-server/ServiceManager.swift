import Glibc
import Synchronization

/// What systemd hands over and wants to know (sd_listen_fds(3), sd_notify(3)).
enum ServiceManager {
    /// The sockets that it has bound for this process.
    static func sockets() -> [Int32] {
        guard let process = variable("LISTEN_PID"), Int32(process) == getpid(),
            let count = variable("LISTEN_FDS").flatMap({ Int32($0) }), count > 0
        else { return [] }
        // SD_LISTEN_FDS_START.
        let descriptors = Array(3..<(3 + count))
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptors
    }

    /// Whether a socket is one of the file system, whose rights decide who may connect.
    static func isUnix(_ descriptor: Int32) -> Bool {
        var address = sockaddr()
        var size = socklen_t(MemoryLayout<sockaddr>.size)
        return getsockname(descriptor, &address, &size) == 0
            && address.sa_family == sa_family_t(AF_UNIX)
    }

    /// Tells it a state, such as `READY=1`. Without systemd, nothing happens.
    static func notify(_ state: String) {
        guard let path = variable("NOTIFY_SOCKET"), path.utf8.count < 107 else { return }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in name.enumerated() { bytes[index] = byte }
            // An abstract name begins with NUL (unix(7)).
            if name.first == UInt8(ascii: "@") { bytes[0] = 0 }
        }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let bytes = Array(state.utf8)
        _ = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, size)
            }
        }
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// Tells the service manager that the service is ready, once all its sockets listen.
final class Readiness: Sendable {
    private let missing: Mutex<Int>

    init(of count: Int) { missing = Mutex(count) }

    /// One more listens.
    func note() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { ServiceManager.notify("READY=1") }
    }
}
