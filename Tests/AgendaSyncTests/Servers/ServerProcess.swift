import FoundationEssentials
import Glibc

/// A program whose standard input and output are a channel to here; it is to end when its input does. Must be ended by
/// ``end()``, once.
struct ServerProcess: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let pid: pid_t
    private let channel: Int32

    init(_ command: [String]) throws {
        var ends: [Int32] = [-1, -1]
        // No other child of this process may get them.
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure(description: "no pair of sockets")
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        // Foundation's pipes are inherited: one of another test would stay open as long as this process lives.
        for end in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, end) }
        // Swift's threads block signals, and a child would, too.
        var (attributes, none) = (posix_spawnattr_t(), sigset_t())
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = pid_t()
        let result = posix_spawn(&child, command[0], &actions, &attributes, &arguments, environ)
        close(ends[1])
        (pid, channel) = (child, ends[0])
        guard result == 0 else {
            close(channel)
            throw Failure(description: "\(command[0]): \(String(cString: strerror(result)))")
        }
    }

    /// Ends its input, waits for it, and returns its status.
    @discardableResult func end() -> Int32 {
        shutdown(channel, Int32(SHUT_RDWR))
        close(channel)
        var status: Int32 = -1
        waitpid(pid, &status, 0)
        return status
    }

    /// The next line of its output; nil at the end.
    func line() -> String? {
        var (bytes, byte): ([UInt8], UInt8) = ([], 0)
        while read(channel, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

/// Ports of 127.0.0.1.
enum LoopbackPort {
    /// One that nobody listens on now.
    static func free() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withAddress(0) { address, length in
            precondition(bind(descriptor, address, length) == 0)
            precondition(getsockname(descriptor, address, &length) == 0)
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                Int(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }

    /// Whether somebody takes connections.
    static func isOpen(_ port: Int) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return withAddress(port) { connect(descriptor, $0, $1) } == 0
    }

    private static func withAddress<Result>(
        _ port: Int, _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        return withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
        }
    }
}
