internal import Glibc

/// A lock between processes, and between the tasks of a process (flock(2)). The kernel ends it when the value is
/// released, or when its process ends in any way.
struct FileLock: ~Copyable {
    private let descriptor: Int32

    /// Takes the lock.
    ///
    /// - Parameters:
    ///   - path: A file for the lock alone, created if it is missing, and never removed: who removes a locked file
    ///     lets a second process lock the next one.
    ///   - waits: Whether to wait until it is free.
    /// - Throws: The number of the system's error; EWOULDBLOCK where somebody else has the lock.
    init(path: String, waits: Bool) throws(SystemFailure) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure(errno) }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else {
                let failure = SystemFailure(errno)
                close(descriptor)
                throw failure
            }
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

/// What a system call failed with (errno(3)).
struct SystemFailure: Error, Hashable, Sendable, CustomStringConvertible {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    var description: String { String(cString: strerror(number)) }

    /// Whether the disk or the user's quota is full.
    var isFull: Bool { number == ENOSPC || number == EDQUOT || number == EFBIG }
}
